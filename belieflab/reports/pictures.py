"""The pictures of a report: SVG and PNG as a browser made them, and the PDF of the SVG."""

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module

from belieflab.errors import DataError
from belieflab.reports import png

DPI = 300
MAX_SVG, MAX_PNG = 20_000_000, 40_000_000
"""Characters of one SVG picture, and bytes of one PNG picture."""

_SIZE = re.compile(r"""\s(width|height)=["']([\d.]+)(?:px)?["']""")
_LINK = re.compile(r"""href\s*=\s*["']([^"']*+)""", re.IGNORECASE)
_INSIDE = "data:image/png;base64,"
MAX_COPIES, MAX_COPIED = 10, 100_000
"""Elements `use` in one picture, and its characters then: ten copies of copies make about 40."""
_COPY = re.compile(r"<(?:\w++:)?use\b", re.IGNORECASE)
_FOREIGN = re.compile(r"<(?:\w++:)?(?:mask|filter|marker|foreignObject|script)\b", re.IGNORECASE)
"""Elements that no chart has."""
_ADDRESS = re.compile(r"url\(\s*(?:&quot;|[\"'])?(.{0,1})", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Picture:
    """One figure: its name in the report, what it shows, and its two files from the browser."""

    name: str
    caption: str
    svg: str
    png: bytes

    def files(self) -> dict[str, bytes]:
        """The figure as SVG, as PNG that states its 300 dots per inch, and as PDF."""
        check_svg(self.svg)
        return {
            f"{self.name}.svg": self.svg.encode(),
            f"{self.name}.png": state_dpi(self.png),
            f"{self.name}.pdf": to_pdf(self.svg),
        }


def check_svg(svg: str) -> None:
    """Refuse what is no picture of a chart, or would have the server open a file or an address.

    A browser sent it, so anybody may have written it.
    """
    start = svg[:2_000].lstrip()
    if len(svg) > MAX_SVG or not start.startswith("<svg") or "<!" in svg:
        raise DataError("The browser sent no SVG picture of the chart; draw the page again.")
    copies = len(_COPY.findall(svg))
    if _FOREIGN.search(svg) or copies > MAX_COPIES or (copies and len(svg) > MAX_COPIED):
        raise DataError("The SVG picture holds elements that no chart has; draw the page again.")
    links = [found[1] for found in _LINK.finditer(svg) if not found[1].startswith("#")]
    inner = all(found[1] == "#" for found in _ADDRESS.finditer(svg))
    if not inner or not all(link.startswith(_INSIDE) for link in links):
        raise DataError("The SVG picture refers to something outside of it.")
    _check_pictures(link.removeprefix(_INSIDE) for link in links)


def _check_pictures(encoded: Iterable[str]) -> None:
    """Refuse what is no PNG picture in plain base64, and more pixels than one picture may have."""
    pixels = 0
    for text in encoded:
        try:
            pixels += png.count_pixels(base64.b64decode(text, validate=True))
        except ValueError:  # of base64, or a DataError
            raise DataError(
                "The SVG picture holds a PNG picture that is too large or damaged."
            ) from None
    if pixels > png.MAX_PIXELS:
        raise DataError("The SVG picture holds PNG pictures of too many pixels.")


def to_pdf(svg: str) -> bytes:
    """The picture as one page of its own size on paper, its fonts embedded."""
    converter = import_module("vl_convert")
    try:
        return bytes(converter.svg_to_pdf(_in_points(svg)))
    except (ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0] if str(error) else "it is damaged"
        raise DataError(f"The SVG picture cannot be made a PDF: {reason}.") from None


def _in_points(svg: str) -> str:
    """The picture with its size in points, as the converter reads it: 72 per inch, not 96."""
    tag = re.match(r"\s*<svg\b[^>]*>", svg)
    sizes = {} if tag is None else dict(_SIZE.findall(tag[0]))
    if tag is None or set(sizes) != {"width", "height"}:
        return svg
    smaller = _SIZE.sub(lambda each: f' {each[1]}="{float(each[2]) * 0.75:g}"', tag[0])
    if "viewBox" not in smaller:
        seen = f' viewBox="0 0 {sizes["width"]} {sizes["height"]}"'
        smaller = smaller.replace("<svg", f"<svg{seen}", 1)
    return smaller + svg[tag.end() :]


def state_dpi(picture: bytes) -> bytes:
    """The same picture with its resolution, 300 dots per inch, written into it."""
    if len(picture) > MAX_PNG or not picture.startswith(png.SIGNATURE):
        raise DataError("The browser sent no PNG picture of the chart; draw the page again.")
    return png.with_resolution(picture, DPI)
