"""A QR code of a short text, as a picture that scales: a link that phones can read off a wall."""

from io import BytesIO

import segno

QUIET_ZONE = 4
"""White squares around the code, without which a camera does not find it."""


def qr_svg(text: str) -> str:
    """The QR code of a text as an SVG picture on a white ground.

    Error correction is at least level L; a higher level is taken where it fits the same size.
    """
    picture = BytesIO()
    segno.make(text, error="l", micro=False).save(
        picture, "svg", border=QUIET_ZONE, light="#ffffff", omitsize=True, xmldecl=False, nl=False
    )
    return picture.getvalue().decode()
