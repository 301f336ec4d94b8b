"""The evidence about one place: what each neighbour says, and how the answer builds up."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import axis, names_axis, sheet
from belieflab.figures.common.hover import by_size, set_name
from belieflab.figures.common.mass_bars import STACKED, set_segment
from belieflab.figures.common.palette import OUTLINE_GREY, set_colour
from belieflab.figures.common.text import plain

BAR_HEIGHT, REST_HEIGHT = 25, 96
"""Pixels of one bar, and of titles and legend together."""

MAX_BARS = 20
MAX_SETS = 8
MAX_ENTRIES = 5
LEFT, RIGHT, WHOLE = [0.0, 0.475], [0.525, 1.0], [0.0, 1.0]


def evidence_bars(
    names: Sequence[str],
    masses: MassTable,
    combined: MassTable,
    *,
    word: str = "neighbour",
    narrow: bool = False,
    scale: float = 1.0,
) -> go.Figure:
    """Two stacks of bars: each source's own mass function, and the belief once it is added.

    Sources come nearest first; of more than 20, the last of all follows the first 19. Where there
    is little space (`narrow`), the beliefs alone are drawn.
    """
    rows = np.append(np.arange(min(len(names), MAX_BARS) - 1), len(names) - 1)
    totals: Counter[int] = Counter()
    for table in (masses[rows], combined[rows]):
        totals.update(dict(zip(table.focal.tolist(), table.mass.sum(axis=0).tolist(), strict=True)))
    largest = [mask for mask, total in totals.most_common(MAX_SETS) if total > 1e-9]
    masks = sorted(largest, key=by_size)
    ticks = [plain(names[row], 34) for row in rows.tolist()]
    if rows[-1] >= len(rows):
        ticks[-1] = f"… {ticks[-1]}"
    own, both = (masses[rows], f"this {word} alone", LEFT), (combined[rows], "all so far", RIGHT)
    panels = [(combined[rows], "belief so far", WHOLE)] if narrow else [own, both]
    layout: dict[str, Any] = {}
    traces: list[go.Bar] = []
    mass = {"range": [0, 1.001], "tickvals": [0, 0.5, 1], "fixedrange": True}
    down = {"range": [len(ticks) - 0.5, -0.5], "fixedrange": True}
    for number, (table, title, domain) in enumerate(panels):
        panel = "2" if number else ""
        across = {"domain": domain, "anchor": f"y{panel}", **mass}
        beside = {"anchor": f"x{panel}", "showticklabels": not number, **down}
        layout[f"xaxis{panel}"] = axis(title, scale=scale, **across)
        layout[f"yaxis{panel}"] = names_axis(ticks, "", scale=scale, **beside)
        traces += _stack(table, masks, panel, scale)
    height, legend = (BAR_HEIGHT * len(rows) + REST_HEIGHT) * scale, len(masks) <= MAX_ENTRIES
    figure = sheet(round(height), scale=scale, legend=legend, bargap=0.2, **STACKED, **layout)
    return figure.update_layout(legend_traceorder="normal").add_traces(traces)


def _stack(table: MassTable, masks: Sequence[int], panel: str, scale: float) -> list[go.Bar]:
    """One trace per set, and one for the sets that are too many to name."""
    columns: list[tuple[str, str, Floats]] = [
        (set_name(table.frame, mask), set_colour(mask, table.frame.size), table.mass_of(mask))
        for mask in masks
    ]
    rest = 1.0 - np.sum([values for _, _, values in columns], axis=0)
    if (rest > 1e-9).any():
        columns.append(("other sets", OUTLINE_GREY, np.maximum(rest, 0.0)))
    style = {"size": 11 * scale, "edge": {"color": OUTLINE_GREY, "width": 0.5}}
    style |= {"showlegend": not panel, "xaxis": f"x{panel}", "yaxis": f"y{panel}"}
    drawn = []
    for name, colour, values in columns:
        texts = [f"{name} {value:.2f}" if value >= 0.005 else "" for value in values.tolist()]
        named = {"legendgroup": name, "hover": f"m({name}) = %{{x:.4f}}"}
        drawn.append(set_segment(name, colour, values, texts, **named, **style))
    return drawn
