"""Labelled points as SVG text, and outlines that move over them in a loop.

The plotting library is not needed to see them, so the first page can show them at once.
"""

from html import escape

import numpy as np

from belieflab.belief import MassTable
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, label_colours

WIDTH, HEIGHT = 360, 300
MARGIN = 14
SMALLEST, LARGEST = 2.6, 5.2
"""Radii of a vacuous and of a sure label."""

SECONDS = 9.0
HOLD = 0.3
"""Share of the time that the last frame stands still."""

HANDLE = 0.5522847498
"""Length of the handles of a curve that draws a quarter of a circle of radius 1."""


def draw_animation(points: Floats, labels: MassTable, outlines: Floats, title: str) -> str:
    """Ellipses [shape=(frames, K, corners, 2)] that move over points [shape=(n, 2)].

    The points are coloured by their labels, small where a label says little. Where nothing can
    move, the last frame is seen. The number of corners is 4 m + 1. The background is clear, so
    the picture fits light and dark.
    """
    around = np.concatenate([points, outlines.reshape(-1, 2)])
    placed = _place(outlines, around)
    times = [*np.linspace(0.0, 1.0 - HOLD, len(placed)).tolist(), 1.0]
    key_times = ";".join(f"{time:.3f}" for time in times)
    lines = ""
    for k in range(placed.shape[1]):
        paths = [_path(frame[k]) for frame in placed]
        lines += (
            f'<path d="{paths[-1]}" fill="none" stroke="{class_colour(k)}" stroke-width="3">'
            f'<animate attributeName="d" dur="{SECONDS:g}s" repeatCount="indefinite" '
            f'keyTimes="{key_times}" values="{";".join([*paths, paths[-1]])}"/></path>'
        )
    x, y = _place(points, around).T
    radius = SMALLEST + (LARGEST - SMALLEST) * (1.0 - labels.nonspecificity())
    marks = "".join(
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="{r:.1f}" fill="{colour}"/>'
        for a, b, r, colour in zip(x, y, radius, label_colours(labels), strict=True)
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(title, quote=True)}" xmlns="http://www.w3.org/2000/svg">'
        f'<g stroke="{OUTLINE_GREY}" stroke-width="0.7">{marks}</g>{lines}</svg>'
    )


def _place(places: Floats, points: Floats) -> Floats:
    """Where places of the plane [shape=(..., 2)] lie in the picture that the points fill."""
    low, high = points.min(axis=0), points.max(axis=0)
    share = (places - low) / np.where(high > low, high - low, 1.0)
    x = MARGIN + share[..., 0] * (WIDTH - 2 * MARGIN)
    y = HEIGHT - MARGIN - share[..., 1] * (HEIGHT - 2 * MARGIN)
    return np.stack([x, y], axis=-1)


def _path(ellipse: Floats) -> str:
    """Four curves through the ends of two conjugate diameters, within 0.03 % of the ellipse."""
    quarter = (len(ellipse) - 1) // 4
    first, second = ellipse[0], ellipse[quarter]
    centre = (first + ellipse[2 * quarter]) / 2
    a, b = first - centre, second - centre
    parts = [f"M{_spot(first)}"]
    for start, end in ((a, b), (b, -a), (-a, -b), (-b, a)):
        bends = (centre + start + HANDLE * end, centre + end + HANDLE * start, centre + end)
        parts.append("C" + " ".join(_spot(place) for place in bends))
    return "".join(parts)


def _spot(place: Floats) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"
