"""A table or figure at a glance: a small SVG text of curves or marks; many fit on a page."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour

WIDTH, HEIGHT, MARGIN, GAP = 300, 110, 8, 14
LINE, DOTTED = 2.2, 'stroke-width="1.4" stroke-dasharray="2 3"'


@dataclass(frozen=True)
class SmallCurve:
    """Our values over places and, where there are some, the paper's or NaN, all [shape=(m,)]."""

    x: Floats
    y: Floats
    printed: Floats


def draw_thumbnail(panels: Sequence[Sequence[SmallCurve]], *, joined: bool = True) -> str:
    """SVG of panels side by side: ours in colours, the paper's dotted; marks unless `joined`."""
    wide = (WIDTH - 2 * MARGIN - GAP * (len(panels) - 1)) / len(panels)
    count, parts = max(map(len, panels)), []
    for number, panel in enumerate(panels):
        left = MARGIN + number * (wide + GAP)
        across = np.concatenate([curve.x for curve in panel])
        heights = np.concatenate([part for curve in panel for part in (curve.y, curve.printed)])
        floor = HEIGHT - MARGIN / 2
        parts.append(
            f'<path d="M{left:.1f},{MARGIN}V{floor:.1f}H{left + wide:.1f}" stroke="{OUTLINE_GREY}" '
            'stroke-width="0.8" fill="none"/>'
        )
        for place, curve in enumerate(panel):
            x = _stretched(curve.x, across, left + 5, left + wide - 5)
            ours = _stretched(curve.y, heights, HEIGHT - MARGIN - 4, MARGIN + 2)
            printed = _stretched(curve.printed, heights, HEIGHT - MARGIN - 4, MARGIN + 2)
            colour = class_colour(place, count)
            parts += [_paper(x, printed, joined), _ours(x, ours, colour, joined)]
    inside = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">{inside}</svg>'
    )


def _ours(x: Floats, y: Floats, colour: str, joined: bool) -> str:
    if joined and len(x) > 1:
        look = f'stroke="{colour}" stroke-width="{LINE}" stroke-linejoin="round" fill="none"'
        return f'<polyline points="{_points(x, y)}" {look}/>'
    return "".join(
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>'
        for a, b in zip(x, y, strict=True)
    )


def _paper(x: Floats, y: Floats, joined: bool) -> str:
    known = np.isfinite(y)
    if joined and known.sum() > 1:
        look = f'stroke="{OUTLINE_GREY}" {DOTTED} fill="none"'
        return f'<polyline points="{_points(x[known], y[known])}" {look}/>'
    ring = f'r="5" fill="none" stroke="{OUTLINE_GREY}" stroke-width="1.2"'
    spots = zip(x[known], y[known], strict=True)
    return "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" {ring}/>' for a, b in spots)


def _points(x: Floats, y: Floats) -> str:
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))


def _stretched(values: Floats, among: Floats, start: float, end: float) -> Floats:
    """Values moved linearly from the range of `among` onto [start, end]."""
    low, high = float(np.nanmin(among)), float(np.nanmax(among))
    share = (values - low) / (high - low) if high > low else np.full(len(values), 0.5)
    return start + share * (end - start)
