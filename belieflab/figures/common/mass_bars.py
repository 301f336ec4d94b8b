"""Mass functions as bars: stacked to length 1 with one colour per set, or one bar per set."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import Frame, MassTable
from belieflab.data.matching import Matching
from belieflab.figures.common.canvas import axis, names_axis, sheet
from belieflab.figures.common.hover import by_size, set_name
from belieflab.figures.common.palette import OUTLINE_GREY, Marker, contrast, set_colour, set_marker
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import HOVERTEXT, bars

BAR_HEIGHT = 46
REST_HEIGHT = 120
MAX_ENTRIES = 6
"""A longer legend would leave no space for the bars, which also carry the names of their sets."""


def mass_bars(frame: Frame, rows: Sequence[tuple[str, Mapping[int, float]]]) -> go.Figure:
    """One stacked bar per mass function, the first on top.

    `rows` are pairs of a name and its masses by set. Masses that exceed 1, as they may while a
    person is typing, run past the line at 1.
    """
    held = {mask for _, masses in rows for mask, mass in masses.items() if mass > 0}
    longest = max([1.0, *(sum(masses.values()) for _, masses in rows)])
    places = list(range(len(rows), 0, -1))
    up: dict[str, Any] = {"tickvals": places, "range": [0.4, len(rows) + 0.6], "fixedrange": True}
    figure = sheet(
        BAR_HEIGHT * len(rows) + REST_HEIGHT,
        legend=len(held) <= MAX_ENTRIES,
        xaxis=axis("", range=[0, longest * 1.001], **_NAMED_AT_0, fixedrange=True),
        yaxis=names_axis([plain(name, 24) for name, _ in rows], **up),
        bargap=0.16,
        **STACKED,
    )
    for mask in sorted(held, key=by_size):
        values = [masses.get(mask, 0.0) for _, masses in rows]
        name = set_name(frame, mask)
        text = [f"{name}  {mass:.4g}" if mass > 0 else "" for mass in values]
        hover = f"%{{customdata}}<br>m({name}) = %{{x:.6g}}"
        more = {"customdata": [plain(row, 40) for row, _ in rows], "hover": hover, "size": 12}
        figure.add_trace(
            set_segment(name, set_colour(mask, frame.size), values, text, places, **more)
        )
    figure.add_vline(x=1.0, line={"color": OUTLINE_GREY, "width": 1, "dash": "dot"})
    # A little above the bars: several lines of a legend would touch them.
    return figure.update_layout(legend={"traceorder": "normal", "y": 1.1})


_NAMED_AT_0: dict[str, Any] = {"tickprefix": "mass ", "showtickprefix": "first"}
"""The axis has its name in the line of its ticks, so that bars are high enough for their texts."""

STACKED: dict[str, Any] = {"barmode": "stack", "uniformtext": {"minsize": 9, "mode": "hide"}}
"""Layout of stacked bars whose text is left out where it does not fit."""


def set_segment(
    name: str, colour: str, values: Any, text: Sequence[str], places: Any = None, **more: Any
) -> go.Bar:
    """One set's share in every bar, with its text of that `size` inside."""
    inside = {"textposition": "inside", "insidetextanchor": "middle", "textangle": 0}
    inside["textfont"] = {"color": text_colour_on(colour), "size": more.pop("size")}
    return bars(values, places, name, colour=colour, text=text, **inside, **more)


def text_colour_on(fill: str) -> str:
    """Black or white, whichever reads better on a fill `#rrggbb`."""
    return max("#000000", "#FFFFFF", key=lambda colour: contrast(colour, fill))


def largest_masses(
    table: MassTable,
    row: int,
    count: int,
    *,
    rest: str,
    fill: str,
    digits: str,
    groups: Matching | None = None,
    **more: Any,
) -> tuple[list[str], go.Bar]:
    """The largest masses of one mass function as bars, and the names of their sets.

    What is left of them is one more bar of that `fill`; `rest` follows the number of those left.
    """
    masses, frame = table.mass[row], table.frame
    order = [j for j in np.argsort(-masses, kind="stable").tolist() if masses[j] > 0]
    shown = [(float(masses[j]), int(table.focal[j])) for j in order[:count]]
    names = [set_name(frame, mask, 26) for _, mask in shown]
    markers = [set_marker(mask, groups or frame.size) for _, mask in shown]
    values = [mass for mass, _ in shown]
    if left := order[count:]:
        names.append(f"{len(left)} {rest}")
        values.append(float(masses[left].sum()))
        markers.append(Marker(fill))
    rings = {"color": [marker.ring for marker in markers], "width": 1.5}
    style = {"colour": [marker.fill for marker in markers], "edge": rings, **more}
    text = {"text": [f"{value:{digits}}" for value in values], "hovertext": names}
    hover = f"m({HOVERTEXT}) = %{{x:.4f}}"
    return names, bars(values, name="mass", hover=hover, **text, **style)
