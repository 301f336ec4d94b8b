"""Two sources as the sides of a unit square: each product of masses is the area of a tile."""

from collections.abc import Callable, Mapping
from itertools import product

import plotly.graph_objects as go

from belieflab.belief import Frame
from belieflab.figures.common.canvas import names_axis, sheet
from belieflab.figures.common.hover import by_size, set_name
from belieflab.figures.common.mass_bars import text_colour_on
from belieflab.figures.common.palette import EMPTY_OUTLINE, OUTLINE_GREY, set_colour
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import HOVERTEXT, scatter

HEIGHT = 420
Side = tuple[float, float]
"""Where the side of a tile begins and ends."""

MIN_SIDE = 0.09
"""A tile narrower or lower than this share of the square cannot hold its set's name."""


def product_square(
    frame: Frame,
    first: tuple[str, Mapping[int, float]],
    second: tuple[str, Mapping[int, float]],
    meet: Callable[[int, int], int],
) -> go.Figure:
    """Shafer's square: columns are the focal sets of one source, rows those of the other.

    The tile of A and B has area m₁(A) m₂(B) and the colour of the set `meet(A, B)` that gets
    this product; conflict is black (Shafer 1976, chapter 3).
    """
    columns, rows = _sides(first[1]), _sides(second[1])
    tiles: dict[int, list[tuple[int, int]]] = {}
    for left, right in product(columns, rows):
        tiles.setdefault(meet(left, right), []).append((left, right))
    x, y = _side(frame, first[0], columns), _side(frame, second[0], rows)
    figure = sheet(HEIGHT, legend=True, xaxis=x, yaxis=y)
    for target in sorted(tiles, key=by_size):
        colour, name = set_colour(target, frame.size), set_name(frame, target, 30)
        corners: list[list[float | None]] = [[], []]
        middles, labels, hover = [], [], []
        for left, right in tiles[target]:
            (west, east), (south, north) = columns[left], rows[right]
            corners[0] += [west, east, east, west, west, None]
            corners[1] += [south, south, north, north, south, None]
            middles.append(((west + east) / 2, (south + north) / 2))
            wide, tall = east - west, north - south
            fits = min(wide, tall) > MIN_SIDE
            labels.append(f"{name}<br>{wide * tall:.4g}" if fits else "")
            hover.append(
                f"{set_name(frame, left, 30)} and {set_name(frame, right, 30)} give {name}<br>"
                f"{wide:.6g} × {tall:.6g} = {wide * tall:.6g}"
            )
        edge = OUTLINE_GREY if target else EMPTY_OUTLINE
        fill = {"fill": "toself", "fillcolor": colour, "colour": edge, "width": 1}
        figure.add_trace(scatter(corners[0], corners[1], "lines", name, **fill))
        # the middle of each tile bears its name and its hover text
        text = {"text": labels, "textfont": {"color": text_colour_on(colour), "size": 12}}
        hidden = {"size": 18, "marker": {"opacity": 0}, "hovertext": hover, "hover": HOVERTEXT}
        across, up = zip(*middles, strict=True)
        figure.add_trace(scatter(across, up, "text+markers", legend=False, **text, **hidden))
    return figure


def _sides(masses: Mapping[int, float]) -> dict[int, Side]:
    """Each focal set's stretch of the unit interval."""
    sides: dict[int, Side] = {}
    end = 0.0
    for mask in sorted(masses, key=by_size):
        if masses[mask] > 0:
            sides[mask] = (end, end + masses[mask])
            end += masses[mask]
    return sides


def _side(frame: Frame, name: str, places: Mapping[int, Side]) -> dict[str, object]:
    wide = {mask: place for mask, place in places.items() if place[1] - place[0] > 0.04}
    names = [plain(frame.format(mask), 16) for mask in wide]
    middles = [sum(place) / 2 for place in wide.values()]
    return names_axis(names, name, tickvals=middles, range=[-0.005, 1.005], fixedrange=True)
