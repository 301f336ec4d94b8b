"""Two sources as the sides of a unit square: each product of masses is the area of a tile."""

from collections.abc import Callable, Mapping

import plotly.graph_objects as go

from belieflab.belief import Frame
from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.mass_bars import text_colour_on
from belieflab.figures.common.palette import EMPTY_OUTLINE, OUTLINE_GREY, set_colour
from belieflab.figures.common.text import plain

HEIGHT = 420
_ROOM_FOR_TEXT = 0.09
"""A tile narrower or lower than this share of the square has no room for its set's name."""


def product_square(
    frame: Frame,
    first: tuple[str, Mapping[int, float]],
    second: tuple[str, Mapping[int, float]],
    meet: Callable[[int, int], int],
    *,
    scale: float = 1.0,
) -> go.Figure:
    """Shafer's square: columns are the focal sets of one source, rows those of the other.

    The tile of A and B has area m₁(A) m₂(B) and the colour of the set `meet(A, B)` that gets
    this product; conflict is black (Shafer 1976, chapter 3).
    """
    columns, rows = _sides(first[1]), _sides(second[1])
    tiles: dict[int, list[tuple[int, int]]] = {}
    for left in columns:
        for right in rows:
            tiles.setdefault(meet(left, right), []).append((left, right))
    figure = sheet(int(HEIGHT * scale), scale=scale, legend=True)
    for target in sorted(tiles, key=lambda mask: (mask.bit_count(), mask)):
        for trace in _tiles(frame, target, tiles[target], columns, rows, scale):
            figure.add_trace(trace)
    for side, (name, _), places in (("xaxis", first, columns), ("yaxis", second, rows)):
        figure.update_layout({side: _side(frame, name, places, scale)})
    return figure


def _tiles(
    frame: Frame,
    target: int,
    pairs: list[tuple[int, int]],
    columns: Mapping[int, tuple[float, float]],
    rows: Mapping[int, tuple[float, float]],
    scale: float,
) -> tuple[go.Scatter, go.Scatter]:
    """All tiles of one outcome, and the middle of each for its name and its hover text."""
    colour = set_colour(target, frame.size)
    name = plain(frame.format(target), 30)
    x: list[float | None] = []
    y: list[float | None] = []
    for left, right in pairs:
        (west, east), (south, north) = columns[left], rows[right]
        x += [west, east, east, west, west, None]
        y += [south, south, north, north, south, None]
    edge = EMPTY_OUTLINE if target == 0 else OUTLINE_GREY
    fill = go.Scatter(
        x=x,
        y=y,
        fill="toself",
        mode="lines",
        fillcolor=colour,
        line={"color": edge, "width": 1},
        name=name,
        hoverinfo="skip",
    )
    sizes = [
        (columns[left][1] - columns[left][0], rows[right][1] - rows[right][0])
        for left, right in pairs
    ]
    middle = go.Scatter(
        x=[sum(columns[left]) / 2 for left, _ in pairs],
        y=[sum(rows[right]) / 2 for _, right in pairs],
        mode="text+markers",
        text=[
            f"{name}<br>{wide * tall:.4g}" if min(wide, tall) > _ROOM_FOR_TEXT else ""
            for wide, tall in sizes
        ],
        textfont={"color": text_colour_on(colour), "size": 12 * scale},
        marker={"size": 18, "opacity": 0},
        hovertext=[
            f"{plain(frame.format(left), 30)} and {plain(frame.format(right), 30)} give {name}<br>"
            f"{wide:.6g} × {tall:.6g} = {wide * tall:.6g}"
            for (left, right), (wide, tall) in zip(pairs, sizes, strict=True)
        ],
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=False,
    )
    return fill, middle


def _sides(masses: Mapping[int, float]) -> dict[int, tuple[float, float]]:
    """Each focal set's stretch of the unit interval."""
    sides: dict[int, tuple[float, float]] = {}
    end = 0.0
    for mask in sorted(masses, key=lambda mask: (mask.bit_count(), mask)):
        if masses[mask] > 0:
            sides[mask] = (end, end + masses[mask])
            end += masses[mask]
    return sides


def _side(
    frame: Frame, name: str, places: Mapping[int, tuple[float, float]], scale: float
) -> dict[str, object]:
    wide = {mask: place for mask, place in places.items() if place[1] - place[0] > 0.04}
    return axis(
        name,
        scale=scale,
        range=[-0.005, 1.005],
        tickmode="array",
        tickvals=[sum(place) / 2 for place in wide.values()],
        ticktext=[plain(frame.format(mask), 16) for mask in wide],
        showgrid=False,
        fixedrange=True,
    )
