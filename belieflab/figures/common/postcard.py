"""A still picture of labelled points as SVG text: there at once, without the plotting library."""

from html import escape

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.palette import OMEGA_GREY, OUTLINE_GREY, class_colour, label_colours

WIDTH, HEIGHT = 360, 330
MARGIN = 14
LEGEND = 30
TEXT_GREY = "#7a858f"
SMALLEST, LARGEST = 2.6, 5.2
"""Radii of a vacuous and of a sure label."""


def draw_postcard(
    points: NDArray[np.float64],
    labels: MassTable,
    title: str,
    *,
    vacuous: bool = False,
    above: str = "",
    around: NDArray[np.float64] | None = None,
) -> str:
    """The points [shape=(n, 2)] coloured by their labels, small where a label says little.

    The background is clear and text mid-grey, so the picture fits light and dark. `vacuous` adds
    Ω to the legend; `above` is more SVG, drawn over the points; `around` are the places
    [shape=(m, 2)] that fill the card, if not the points alone.
    """
    x, y = place_on_card(points, points if around is None else around).T
    radius = SMALLEST + (LARGEST - SMALLEST) * (1.0 - labels.nonspecificity())
    marks = "".join(
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="{r:.1f}" fill="{colour}"/>'
        for a, b, r, colour in zip(x, y, radius, label_colours(labels), strict=True)
    )
    names = [*labels.frame.names, *(["Ω"] if vacuous else [])]
    colours = [class_colour(k) for k in range(labels.frame.size)] + [OMEGA_GREY]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(title, quote=True)}" xmlns="http://www.w3.org/2000/svg">'
        f'<g stroke="{OUTLINE_GREY}" stroke-width="0.7">{marks}</g>{above}'
        f"{_legend(names, colours)}</svg>"
    )


def place_on_card(places: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where places of the plane [shape=(..., 2)] lie on the card whose points fill it."""
    low, high = points.min(axis=0), points.max(axis=0)
    share = (places - low) / np.where(high > low, high - low, 1.0)
    x = MARGIN + share[..., 0] * (WIDTH - 2 * MARGIN)
    y = HEIGHT - LEGEND - MARGIN - share[..., 1] * (HEIGHT - LEGEND - 2 * MARGIN)
    return np.stack([x, y], axis=-1)


def _legend(names: list[str], colours: list[str]) -> str:
    """Names in one centred row; a letter is taken to be 8.2 wide."""
    widths = [8.2 * len(name) + 30 for name in names]
    x = (WIDTH - sum(widths)) / 2
    entries = []
    for name, colour, width in zip(names, colours, widths, strict=False):
        entries.append(
            f'<circle cx="{x + 6:.1f}" cy="{HEIGHT - 12}" r="4.6" fill="{colour}" '
            f'stroke="{OUTLINE_GREY}" stroke-width="0.7"/>'
            f'<text x="{x + 15:.1f}" y="{HEIGHT - 8}" font-size="15" fill="{TEXT_GREY}" '
            f'font-family="system-ui, sans-serif">'
            f"{escape(name)}</text>"
        )
        x += width
    return "".join(entries)
