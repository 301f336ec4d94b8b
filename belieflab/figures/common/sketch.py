"""Tiny pictures as SVG text, drawn without a chart library so that forty fit on one page.

Colours are those of every other figure; lettering reads on a light and on a dark page.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

from belieflab.figures.common.hover import by_size
from belieflab.figures.common.lattice import node_places
from belieflab.figures.common.mass_bars import text_colour_on
from belieflab.figures.common.palette import class_colour, set_colour

WIDTH, HEIGHT = 240, 120
LETTERS = "abc"
_INK = "#808080"
LETTERING = {"light": "#4A4F55", "dark": "#C9CED3"}
"""Colours of the text on a light and on a dark page; the picture asks the page which it is."""

_STYLE = (
    f"<style>.t {{fill: {LETTERING['light']}}} @media (prefers-color-scheme: dark) "
    f"{{.t {{fill: {LETTERING['dark']}}}}}</style>"
)
_FONT = 'font-family="system-ui, sans-serif"'

Row = tuple[str, Mapping[int, float]]


def picture(*parts: str) -> str:
    """A whole SVG picture of the common size."""
    inside = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">{_STYLE}{inside}</svg>'
    )


def bars(*rows: Row, n_classes: int = 3) -> str:
    """Mass functions as stacked bars, one under the other, each with a word in front."""
    step = min(34.0, (HEIGHT - 8) / len(rows))
    top = (HEIGHT - step * len(rows)) / 2
    parts = []
    for i, (word, masses) in enumerate(rows):
        y = top + i * step
        parts.append(_text(40, y + step / 2 + 4, word, anchor="end"))
        parts.append(_bar(masses, 46, y + 3, WIDTH - 54, step - 8, n_classes))
    return picture(*parts)


def numbers(*rows: tuple[str, Sequence[float]]) -> str:
    """One column per class for each named row: plausibilities or probabilities."""
    parts = []
    width = (WIDTH - 16) / len(rows)
    for i, (word, values) in enumerate(rows):
        left = 8 + i * width
        parts.append(_text(left + width / 2, 14, word))
        bar = min(26.0, (width - 24) / len(values))
        start = left + (width - bar * len(values)) / 2
        for k, value in enumerate(values):
            tall = 70 * value
            parts.append(_box(start + k * bar + 2, 94 - tall, bar - 4, tall, class_colour(k)))
            parts.append(_text(start + (k + 0.5) * bar, 110, LETTERS[k]))
        parts.append(_line(start - 2, 94, start + bar * len(values) + 2, 94))
    return picture(*parts)


def lattice_of_three(lit: Sequence[int], focus: int | None = None) -> str:
    """The eight subsets of {a, b, c}; those that count are filled, the one in question ringed."""
    places, n_rows = node_places(3)
    spots = {
        mask: (14 + 212 * places[mask, 0], HEIGHT - 14 - 92 * places[mask, 1] / (n_rows - 1))
        for mask in range(8)
    }
    parts = [
        _line(*spots[mask], *spots[mask | 1 << k], faint=True)
        for mask in range(8)
        for k in range(3)
        if not mask >> k & 1
    ]
    for mask, (x, y) in spots.items():
        parts.append(_circle(x, y, 7, set_colour(mask, 3) if mask in lit else "none", 1))
        if mask == focus:
            parts.append(_circle(x, y, 11, "none", 2.5))
        parts.append(_text(x + 14, y + 4, _set_name(mask), anchor="start", size=11))
    return picture(*parts)


def interval(low: float, high: float, point: float | None = None) -> str:
    """Belief and plausibility as the ends of an interval, and a probability between them."""
    left, span, y = 20, 200, 58
    x_low, x_high = left + span * low, left + span * high
    parts = [_line(left, y, left + span, y)]
    parts += [_text(left, y + 34, "0"), _text(left + span, y + 34, "1")]
    parts.append(_box(x_low, y - 7, x_high - x_low, 14, class_colour(0)))
    parts += [_text(x_low, y - 14, "bel"), _text(x_high, y - 14, "pl")]
    if point is not None:
        x = left + span * point
        parts += [_line(x, y - 12, x, y + 14), _text(x, y + 28, "BetP")]
    return picture(*parts)


def intervals(*ranges: tuple[float, float]) -> str:
    """The intervals [bel, pl] of the classes under one another, the dominated ones faint."""
    best = max(low for low, _ in ranges)
    parts = []
    for k, (low, high) in enumerate(ranges):
        y = 24 + 32 * k
        faint = "" if high >= best else ' fill-opacity="0.25"'
        parts.append(_text(18, y + 5, LETTERS[k]))
        parts.append(_line(30, y, 230, y, faint=True))
        parts.append(_box(30 + 200 * low, y - 6, 200 * (high - low), 12, class_colour(k), faint))
    parts.append(_line(30 + 200 * best, 8, 30 + 200 * best, 112))
    return picture(*parts)


def points(masks: Sequence[int], word: str = "") -> str:
    """Two clouds of objects, each coloured by the set its label names."""
    spots = ((40, 40), (62, 66), (34, 78), (82, 44), (150, 44), (172, 72), (196, 48), (146, 84))
    labelled = zip(spots, masks, strict=False)
    dots = (_circle(x + 6, y, 9, set_colour(mask, 2), 1) for (x, y), mask in labelled)
    return picture(*dots, _text(WIDTH / 2, 114, word))


def outlines(count: int) -> str:
    """Overlapping components as ellipses of different shapes."""
    shapes = ((84, 58, 44, 22, -20), (140, 62, 36, 26, 30), (186, 44, 28, 12, 65))
    parts = []
    for k, (x, y, wide, high, turn) in enumerate(shapes[:count]):
        parts.append(
            f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" fill="{class_colour(k)}" '
            f'fill-opacity="0.25" stroke="{class_colour(k)}" stroke-width="2.5" '
            f'transform="rotate({turn} {x} {y})"/>'
        )
        parts.append(_text(x, y + 4, LETTERS[k]))
    return picture(*parts)


def local_maxima(path: Sequence[float]) -> str:
    """A likelihood with a high and a low local maximum, and the path of EM on it, from 0 to 1."""

    def spot(place: float) -> tuple[float, float]:
        high, low = (place - 0.5) / 0.13, (place - 0.76) / 0.08
        return 12 + 216 * place, 108 - 88 * (math.exp(-(high**2)) + 0.55 * math.exp(-(low**2)))

    along = " ".join(f"{x:.1f},{y:.1f}" for x, y in (spot(i / 100) for i in range(101)))
    line = f'<polyline points="{along}" fill="none" stroke="{class_colour(0)}" stroke-width="2.5"/>'
    sizes = [3.5] * (len(path) - 1) + [6]
    places = zip(path, sizes, strict=True)
    return picture(line, *(_circle(*spot(x), size, class_colour(1), 0.6) for x, size in places))


def network(arcs: Sequence[tuple[int, int]], n_features: int = 3) -> str:
    """A class above its features, with arcs (parent, child) between these."""
    spots = [(40 + 160 * (j + 0.5) / n_features, 92 - 14 * (j % 2)) for j in range(n_features)]
    parts = [_line(120, 26, x, y - 11, faint=True) for x, y in spots]
    for parent, child in arcs:
        (x1, y1), (x2, y2) = spots[parent], spots[child]
        long, colour = math.hypot(x2 - x1, y2 - y1), class_colour(1)
        ahead, across = ((x2 - x1) / long, (y2 - y1) / long), ((y1 - y2) / long, (x2 - x1) / long)
        bend = 0 if abs(parent - child) == 1 else 26  # around the feature between
        tip = (x2 - 12 * ahead[0], y2 - 12 * ahead[1] + bend / 4)
        middle = ((x1 + x2) / 2, (y1 + y2) / 2 + bend)
        corners = [
            (tip[0] - 9 * ahead[0] + side * across[0], tip[1] - 9 * ahead[1] + side * across[1])
            for side in (5, -5)
        ]
        head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *corners))
        parts.append(
            f'<path d="M{x1:.1f},{y1:.1f} Q{middle[0]:.1f},{middle[1]:.1f} {tip[0]:.1f},'
            f'{tip[1]:.1f}" fill="none" stroke="{colour}" stroke-width="3"/>'
            f'<polygon points="{head}" fill="{colour}"/>'
        )
    parts += [_circle(x, y, 10, class_colour(0), 1) for x, y in spots]
    parts += [_box(111, 8, 18, 18, _INK), _text(136, 22, "class", anchor="start")]
    return picture(*parts)


def _bar(
    masses: Mapping[int, float], x: float, y: float, width: float, height: float, n_classes: int
) -> str:
    parts = []
    for mask in sorted((mask for mask in masses if masses[mask] > 0), key=by_size):
        share, name = width * masses[mask], _set_name(mask, n_classes)
        colour = set_colour(mask, n_classes)
        parts.append(_box(x, y, share, height, colour, f' stroke="{_INK}" stroke-width="0.6"'))
        if share > 7 * len(name) + 4:
            ink = text_colour_on(colour)
            parts.append(_text(x + share / 2, y + height / 2 + 4, name, colour=ink))
        x += share
    return "".join(parts)


def _set_name(mask: int, n_classes: int = 3) -> str:
    letters = "".join(letter for k, letter in enumerate(LETTERS) if mask >> k & 1)
    return {0: "∅", (1 << n_classes) - 1: "Ω"}.get(mask, letters)


def _circle(x: float, y: float, radius: float, fill: str, edge: float) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" stroke="{_INK}" '
        f'stroke-width="{edge:g}"/>'
    )


def _box(x: float, y: float, width: float, height: float, colour: str, more: str = "") -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{colour}"{more}/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, *, faint: bool = False) -> str:
    opacity = 0.4 if faint else 1
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{_INK}" '
        f'stroke-opacity="{opacity}"/>'
    )


def _text(
    x: float, y: float, label: str, *, anchor: str = "middle", size: int = 12, colour: str = ""
) -> str:
    ink = f'fill="{colour}"' if colour else 'class="t"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f"{ink} {_FONT}>{escape(label)}</text>"
    )
