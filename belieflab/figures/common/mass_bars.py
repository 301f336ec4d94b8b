"""Mass functions as stacked bars: one bar each, one colour per set, all of length 1."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from belieflab.belief import Frame
from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.palette import OUTLINE_GREY, set_colour
from belieflab.figures.common.text import plain

BAR_HEIGHT = 46
_ROOM_FOR_REST = 120
_LONGEST_LEGEND = 6
"""A longer legend would take the room of the bars, which also carry the names of their sets."""


def mass_bars(
    frame: Frame, rows: Sequence[tuple[str, Mapping[int, float]]], *, scale: float = 1.0
) -> go.Figure:
    """One stacked bar per mass function, the first on top.

    `rows` are pairs of a name and its masses by set. Masses that exceed 1, as they may while a
    person is typing, run past the line at 1.
    """
    masks = _sets_with_mass(rows)
    height = BAR_HEIGHT * len(rows) + _ROOM_FOR_REST
    figure = sheet(int(height * scale), scale=scale, legend=len(masks) <= _LONGEST_LEGEND)
    places = list(range(len(rows), 0, -1))
    for mask in masks:
        figure.add_trace(_segment(frame, mask, rows, places, scale))
    longest = max([1.0, *(sum(masses.values()) for _, masses in rows)])
    figure.add_vline(x=1.0, line={"color": OUTLINE_GREY, "width": 1, "dash": "dot"})
    figure.update_layout(
        barmode="stack",
        legend_traceorder="normal",
        bargap=0.28,
        uniformtext={"minsize": 9, "mode": "hide"},
        xaxis=axis("mass", scale=scale, range=[0, longest * 1.001], fixedrange=True),
        yaxis=axis(
            "",
            scale=scale,
            tickmode="array",
            tickvals=places,
            ticktext=[plain(name, 24) for name, _ in rows],
            range=[0.4, len(rows) + 0.6],
            showgrid=False,
            fixedrange=True,
        ),
    )
    return figure


def text_colour_on(fill: str) -> str:
    """Black or white, whichever reads better on a fill `#rrggbb`."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#FFFFFF"


def _segment(
    frame: Frame,
    mask: int,
    rows: Sequence[tuple[str, Mapping[int, float]]],
    places: Sequence[int],
    scale: float,
) -> go.Bar:
    """One set's share in every bar."""
    name = plain(frame.format(mask), 40)
    colour = set_colour(mask, frame.size)
    masses = [row.get(mask, 0.0) for _, row in rows]
    return go.Bar(
        x=masses,
        y=list(places),
        orientation="h",
        name=name,
        marker={"color": colour, "line": {"color": OUTLINE_GREY, "width": 0.6}},
        text=[f"{name}  {mass:.4g}" if mass > 0 else "" for mass in masses],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"color": text_colour_on(colour), "size": 12 * scale},
        customdata=[plain(row_name, 40) for row_name, _ in rows],
        hovertemplate=f"%{{customdata}}<br>m({name}) = %{{x:.6g}}<extra></extra>",
    )


def _sets_with_mass(rows: Sequence[tuple[str, Mapping[int, float]]]) -> list[int]:
    masks = {mask for _, masses in rows for mask, mass in masses.items() if mass > 0}
    return sorted(masks, key=lambda mask: (mask.bit_count(), mask))
