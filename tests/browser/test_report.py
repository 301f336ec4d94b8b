"""A report made in a browser: its figures as SVG, PNG with 300 dots per inch, and PDF."""

import io
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument

LINK = "data=iris&labels=expert-doubt&seed=7"
PER_INCH = {"svg": 96, "pdf": 72}


def save_report(page: Page) -> zipfile.ZipFile:
    """The report that the page makes, as a person saves it."""
    page.get_by_role("button", name="Export").click()
    page.get_by_role("button", name="Make a report").click()
    save = page.get_by_role("button", name="Save the report")
    expect(save).to_be_visible()
    with page.expect_download() as found:
        save.click()
    return zipfile.ZipFile(io.BytesIO(Path(found.value.path()).read_bytes()))


def test_a_report_has_the_page_its_tabs_and_pins_as_svg_png_and_pdf(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/mixture?{LINK}")
    settled(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    settled(page)
    archive = save_report(page)
    stems = {name[:-4] for name in archive.namelist() if name.endswith(".svg")}
    shown = {re.sub(r"figures/\d+-", "", stem) for stem in stems}
    assert {"plane", "confusion", "pinned-A"} <= shown  # on screen, in a closed tab, and pinned
    captions = archive.read("figures/captions.txt").decode()
    for stem in stems:
        svg = ElementTree.fromstring(archive.read(f"{stem}.svg"))  # noqa: S314  (ours)
        inches = float(svg.attrib["width"]) / PER_INCH["svg"]
        png = Image.open(io.BytesIO(archive.read(f"{stem}.png")))
        assert abs(png.width - 300 * inches) <= 1, stem
        assert round(png.info["dpi"][0]) == 300
        assert len(set(png.convert("L").resize((200, 200)).tobytes())) > 20, "a picture is empty"
        width, drawn = first_page(archive.read(f"{stem}.pdf"))
        assert abs(width / PER_INCH["pdf"] - inches) < 0.02, stem
        assert drawn > 20, f"the page of {stem} is empty"
        assert stem.removeprefix("figures/") in captions


def first_page(pdf: bytes) -> tuple[float, int]:
    """Width of the first page in points, and how many paths and texts all streams draw."""
    box = re.search(rb"/MediaBox\s*\[\s*([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\s*\]", pdf)
    assert box is not None
    assert pdf.count(b"/Type /Page\n") == 1
    drawn = 0
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            content = zlib.decompress(stream)
        except zlib.error:
            continue
        drawn += len(re.findall(rb"(?:^|\s)(?:f\*?|S|B|Tj|TJ)(?=\s)", content))
    return float(box[3]) - float(box[1]), drawn


@pytest.mark.slow
def test_the_page_of_a_pdf_looks_like_the_png_with_its_regions_and_transparency(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/neighbours?{LINK}")
    settled(page)
    archive = save_report(page)
    [stem] = [name[:-4] for name in archive.namelist() if re.search(r"-plane\.pdf$", name)]
    with PdfDocument(archive.read(f"{stem}.pdf")) as document:
        rendered = document[0].render(scale=300 / PER_INCH["pdf"]).to_pil()
    png = Image.open(io.BytesIO(archive.read(f"{stem}.png")))
    pictures = (np.asarray(each.convert("RGB").resize((400, 300))) for each in (rendered, png))
    in_pdf, in_png = (each.astype(float) for each in pictures)
    assert np.abs(in_pdf - in_png).mean() < 6  # of 255: type and edges are drawn otherwise
    # Regions are pale: a page that lost them would be white, one that lost transparency full.
    middle = np.s_[60:230, 60:340]
    pale = [(each[middle].min(axis=2) < 245).mean() for each in (in_pdf, in_png)]
    assert min(pale) > 0.9 and abs(pale[0] - pale[1]) < 0.03, pale
    strength = [np.ptp(each[middle], axis=2).mean() for each in (in_pdf, in_png)]
    assert abs(strength[0] - strength[1]) < 0.08 * strength[1], strength
