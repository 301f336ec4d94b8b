"""The pictures of a report: SVG and PNG as a browser made them, and the PDF of the SVG."""

import io
import re
from dataclasses import dataclass
from importlib import import_module

from belieflab.errors import DataError

DPI = 300
MAX_SVG, MAX_PNG = 20_000_000, 40_000_000
"""Characters of one SVG picture, and bytes of one PNG picture."""

_PNG = b"\x89PNG\r\n\x1a\n"
_LINK = re.compile(r"""href\s*=\s*(["'])(.{0,40})""", re.IGNORECASE | re.DOTALL)
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
    links = [found[2].lower() for found in _LINK.finditer(svg)]
    allowed = all(link.startswith(("#", "data:image/png;base64,")) for link in links)
    inner = all(found[1] == "#" for found in _ADDRESS.finditer(svg))
    if not allowed or not inner:
        raise DataError("The SVG picture refers to something outside of it.")


def to_pdf(svg: str) -> bytes:
    """The picture as one page of its own size, its fonts embedded."""
    converter = import_module("vl_convert")
    try:
        return bytes(converter.svg_to_pdf(svg))
    except (ValueError, RuntimeError) as error:
        reason = str(error).splitlines()[0] if str(error) else "it is damaged"
        raise DataError(f"The SVG picture cannot be made a PDF: {reason}.") from None


def state_dpi(png: bytes) -> bytes:
    """The same picture with its resolution, 300 dots per inch, written into it."""
    image_module = import_module("PIL.Image")
    if len(png) > MAX_PNG or not png.startswith(_PNG):
        raise DataError("The browser sent no PNG picture of the chart; draw the page again.")
    written = io.BytesIO()
    try:
        with image_module.open(io.BytesIO(png), formats=("PNG",)) as image:
            image.save(written, "PNG", dpi=(DPI, DPI))
    except (OSError, ValueError, SyntaxError, image_module.DecompressionBombError):
        raise DataError("The PNG picture is damaged; draw the page again.") from None
    return written.getvalue()
