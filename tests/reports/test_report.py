"""Reports: what is in the zip, and what a browser may not send."""

import base64
import hashlib
import io
import json
import struct
import zipfile
import zlib

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from belieflab import DataError, __version__
from belieflab.reports import Picture, Report
from belieflab.reports.latex import MAX_COLUMNS, MAX_ROWS, to_latex
from belieflab.reports.pictures import check_svg, state_dpi, to_pdf
from belieflab.reports.report import cited_in
from belieflab.reports.wheel import build_wheel

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48">'
    '<rect width="96" height="48" fill="#0072B2"/><text x="4" y="20">Ω</text></svg>'
)


def png(width: int = 300, height: int = 150) -> bytes:
    written = io.BytesIO()
    Image.fromarray(np.zeros((height, width, 3), dtype=np.uint8)).save(written, "PNG")
    return written.getvalue()


def embedded(picture: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def without_pixels(columns: int, rows: int) -> bytes:
    """A picture that says how large it is, and holds nothing."""
    header = b"IHDR" + struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    parts = (header, b"IDAT", b"IEND")
    ends = (struct.pack(">I", len(part) - 4) + part + crc(part) for part in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(ends)


def crc(part: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(part))


def written(**given) -> zipfile.ZipFile:
    report = Report("Mixture (EM), iris", "print(1)\n", **given)
    return zipfile.ZipFile(io.BytesIO(report.write()))


def test_a_report_holds_all_that_is_needed_to_print_cite_and_compute_again():
    table = pd.DataFrame({"class": ["=a & b", "c_d"], "error": [0.125, np.nan]})
    archive = written(
        pictures=[Picture("1-plane", "Two axes.", SVG, png())],
        tables={"results": table},
        settings={"K": "7"},
        seed=5,
        sources=cited_in(["Côme et al. (2009), eq. 50; Masson and Denœux (2008)"]),
        data={"belieflab-data.csv": b"x\n1\n"},
    )
    names = set(archive.namelist())
    files = {f"figures/1-plane.{ending}" for ending in ("svg", "png", "pdf")}
    assert files | {"README.txt", "script.py", "belieflab-data.csv", "tables/results.csv"} <= names
    pdf = archive.read("figures/1-plane.pdf")
    assert pdf.startswith(b"%PDF") and b"/MediaBox [0 0 72 36]" in pdf  # one inch, as the PNG has
    with Image.open(io.BytesIO(archive.read("figures/1-plane.png"))) as image:
        assert image.size == (300, 150) and image.info["dpi"] == pytest.approx((300, 300), rel=1e-3)
    assert archive.read("figures/captions.txt") == b"1-plane: Two axes.\n"
    described = json.loads(archive.read("settings.json"))
    assert described["seed"] == 5 and described["settings"] == {"K": "7"}
    assert {"belieflab", "python", "numpy", "scipy", "scikit-learn"} <= set(described["versions"])
    bib = archive.read("references.bib").decode()
    assert "@article{come2009," in bib and "@article{masson2008," in bib and bib.count("@") == 2
    assert "'=a & b" in archive.read("tables/results.csv").decode()  # no formula in a spreadsheet
    tex = archive.read("tables/results.tex").decode()
    assert r"=a \& b & 0.125 \\" in tex and r"c\_d & -- \\" in tex and r"\toprule" in tex
    wheel = f"belieflab-{__version__}-py3-none-any.whl"
    line = f'pip install -c constraints.txt "./{wheel}[script]"'
    assert line in archive.read("README.txt").decode()
    pinned = dict(row.split("==") for row in archive.read("constraints.txt").decode().split())
    assert {"numpy", "scipy", "scikit-learn", "numba", "pandas", "plotly"} == set(pinned)
    assert pinned.items() <= described["versions"].items()
    assert archive.read(wheel) == build_wheel()[1]


def test_the_wheel_lists_every_file_with_its_digest_and_what_it_needs():
    archive = zipfile.ZipFile(io.BytesIO(build_wheel()[1]))
    info = f"belieflab-{__version__}.dist-info"
    lines = [line.split(",") for line in archive.read(f"{info}/RECORD").decode().split()]
    assert {name for name, *_ in lines} == set(archive.namelist())
    for name, digest, size in lines[:-1]:
        content = archive.read(name)
        found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        assert (digest, int(size)) == (f"sha256={found}", len(content))
    metadata = archive.read(f"{info}/METADATA").decode()
    assert "Requires-Dist: numpy>=" in metadata and 'extra == "plot"' in metadata
    assert "belieflab/data/bundled/README.md" in archive.namelist() or any(
        name.startswith("belieflab/data/bundled/") for name in archive.namelist()
    )
    assert not [name for name in archive.namelist() if "__pycache__" in name]


def test_a_long_table_says_how_much_of_it_is_shown():
    text = to_latex(pd.DataFrame({"x": range(500)}), "All", "all")
    assert text.count(r"\\") == MAX_ROWS + 1 and f"first {MAX_ROWS} of 500 rows" in text


def test_tables_for_latex_fit_a_page_and_print_powers_of_ten():
    narrow, wide = (
        to_latex(pd.DataFrame({f"c{k}": [-1.5e-32, 12345.6, 0.25] for k in range(count)}), "T", "t")
        for count in (MAX_COLUMNS, MAX_COLUMNS + 1)
    )
    assert "resizebox" not in narrow and r"\resizebox{\linewidth}{!}{%" in wide
    assert all(text.count("{") == text.count("}") for text in (narrow, wide))
    assert r"$-1.5 \times 10^{-32}$" in narrow and r"$1.235 \times 10^{4}$" in narrow
    assert "0.25" in narrow


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="file:///etc/passwd"/>',
        "<image xlink:href='/etc/hostname'/>",
        '<image xlink:href = "http://example.org/a.png"/>',
        '<image href="&#102;ile:///etc/passwd"/>',
        '<rect fill="url(http://example.org/a)"/>',
        "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    ],
)
def test_a_picture_that_refers_to_something_outside_is_refused(inside):
    with pytest.raises(DataError, match="SVG"):
        check_svg(SVG.replace("</svg>", f"{inside}</svg>"))
    own = f'<image href="{embedded(png())}"/><g clip-path="url(#a)"/><use href="#b"/>'
    check_svg(SVG.replace("</svg>", f"{own}</svg>"))


@pytest.mark.parametrize("name", ["use", "svg:use", "USE", "mask", "filter", "foreignObject"])
def test_copies_of_copies_are_refused_before_they_are_drawn(name):
    """Five levels of ten copies took 8 s, each further level ten times as long."""
    levels = "".join(
        f'<g id="a{k + 1}">' + f'<{name} href="#a{k}"/>' * 10 + "</g>" for k in range(9)
    )
    with pytest.raises(DataError, match="elements that no chart has"):
        check_svg(SVG.replace("</svg>", f"{levels}</svg>"))


@pytest.mark.parametrize(
    ("svg", "picture", "sentence"),
    [
        ("<html></html>", png(), "no SVG"),
        (SVG, b"GIF89a", "no PNG"),
        (SVG, png()[:60], "damaged"),
        (SVG, png().replace(b"IDAT", b"IDAU"), "damaged"),
        (SVG, without_pixels(9_000, 9_000), "9,000 × 9,000 pixels; at most 25 million"),
        ("<svg", png(), "cannot be made a PDF"),
    ],
)
def test_what_is_no_picture_gets_a_sentence(svg, picture, sentence):
    with pytest.raises(DataError, match=sentence):
        Picture("a", "", svg, picture).files()


@pytest.mark.parametrize(
    "pictures",
    [
        [without_pixels(9_000, 9_000)],
        [without_pixels(4_000, 4_000)] * 2,
        [b"GIF89a"],
        [png()[:20]],
    ],
)
def test_pictures_within_a_picture_are_measured_before_they_are_unpacked(pictures):
    """A picture of 0.3 MB took 1 GB of memory."""
    inside = "".join(f'<image href="{embedded(picture)}"/>' for picture in pictures)
    with pytest.raises(DataError, match="PNG picture"):
        check_svg(SVG.replace("</svg>", f"{inside}</svg>"))


def test_a_picture_within_a_picture_is_written_in_plain_base64():
    code = embedded(without_pixels(9_000, 9_000)).replace("iV", "i&#86;")
    with pytest.raises(DataError, match="PNG picture"):
        check_svg(SVG.replace("</svg>", f'<image href="{code}"/></svg>'))


def test_a_resolution_replaces_the_one_that_was_there():
    once = state_dpi(png())
    assert state_dpi(once) == once and once.count(b"pHYs") == 1
    with Image.open(io.BytesIO(once)) as image:
        image.load()


def test_the_page_of_a_pdf_keeps_transparency_and_pictures_within_the_figure():
    square = io.BytesIO()
    Image.new("RGBA", (4, 4), (0, 158, 115, 128)).save(square, "PNG")
    inside = base64.b64encode(square.getvalue()).decode()
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="white"/>'
        '<rect width="48" height="48" fill="rgb(0,114,178)" fill-opacity="0.5"/>'
        '<g opacity="0.25"><rect x="48" width="48" height="48" fill="rgb(230,159,0)"/></g>'
        f'<image y="48" width="48" height="48" xlink:href="data:image/png;base64,{inside}"/></svg>'
    )
    with PdfDocument(to_pdf(svg)) as document:
        assert len(document) == 1 and document[0].get_size() == pytest.approx((72, 72))
        page = np.asarray(document[0].render(scale=4).to_pil().convert("RGB")).astype(float)
    blue, orange, green = (0, 114, 178), (230, 159, 0), (0, 158, 115)
    expected = {(72, 72): (blue, 0.5), (72, 216): (orange, 0.25), (216, 72): (green, 128 / 255)}
    for (down, across), (colour, share) in expected.items():
        blended = 255 + share * (np.array(colour) - 255)
        np.testing.assert_allclose(page[down, across], blended, atol=3)
    np.testing.assert_array_equal(page[216, 216], 255)
