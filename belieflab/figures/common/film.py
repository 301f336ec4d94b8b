"""A picture that moves by itself: outlines over labelled points, as SVG text that plays in a loop.

No library is needed to see it, so the first page can show it at once.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.palette import class_colour
from belieflab.figures.common.postcard import draw_postcard, place_on_card

SECONDS = 9.0
CURVE = 0.5522847498
"""Length of the handles of a curve that draws a quarter of a circle of radius 1."""

HOLD = 0.3
"""Share of the time that the last picture stands still."""


def draw_film(
    points: NDArray[np.float64],
    labels: MassTable,
    outlines: NDArray[np.float64],
    title: str,
) -> str:
    """Ellipses [shape=(frames, K, corners, 2)] that move over points [shape=(n, 2)].

    Where nothing can move, the last frame is seen. The number of corners is 4 m + 1.
    """
    around = np.concatenate([points, outlines[-1].reshape(-1, 2)])
    on_card = place_on_card(outlines, around)
    times = [*np.linspace(0.0, 1.0 - HOLD, len(on_card)).tolist(), 1.0]
    key_times = ";".join(f"{time:.3f}" for time in times)
    lines = []
    for k in range(on_card.shape[1]):
        paths = [_path(frame[k]) for frame in on_card]
        lines.append(
            f'<path d="{paths[-1]}" fill="none" stroke="{class_colour(k)}" stroke-width="3">'
            f'<animate attributeName="d" dur="{SECONDS:g}s" repeatCount="indefinite" '
            f'keyTimes="{key_times}" values="{";".join([*paths, paths[-1]])}"/></path>'
        )
    return draw_postcard(points, labels, title, vacuous=True, above="".join(lines), around=around)


def _path(ellipse: NDArray[np.float64]) -> str:
    """Four curves through the ends of two conjugate diameters, within 0.03 % of the ellipse."""
    quarter = (len(ellipse) - 1) // 4
    first, second = ellipse[0], ellipse[quarter]
    centre = (first + ellipse[2 * quarter]) / 2
    a, b = first - centre, second - centre
    parts = [f"M{_spot(first)}"]
    for start, end in ((a, b), (b, -a), (-a, -b), (-b, a)):
        bends = (centre + start + CURVE * end, centre + end + CURVE * start, centre + end)
        parts.append("C" + " ".join(_spot(place) for place in bends))
    return "".join(parts)


def _spot(place: NDArray[np.float64]) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"
