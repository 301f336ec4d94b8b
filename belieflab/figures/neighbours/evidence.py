"""The evidence about one place: what each neighbour says, and how the answer builds up."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.hover import set_name
from belieflab.figures.common.mass_bars import text_colour_on
from belieflab.figures.common.palette import OUTLINE_GREY, set_colour
from belieflab.figures.common.text import plain

BAR, ROOM = 25, 96
"""Pixels of one bar, and of titles and legend together."""

MAX_BARS = 20
MOST_SETS = 8
LONGEST_LEGEND = 5
LEFT, RIGHT, WHOLE = (0.0, 0.475), (0.525, 1.0), (0.0, 1.0)


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
    is little room (`narrow`), the beliefs alone are drawn.
    """
    rows = shown_bars(len(names))
    masks = _largest_sets(masses[rows], combined[rows])
    ticks = [plain(names[row], 34) for row in rows.tolist()]
    if rows[-1] >= len(rows):
        ticks[-1] = f"… {ticks[-1]}"
    panels = [(combined[rows], "belief so far", WHOLE)]
    if not narrow:
        panels = [
            (masses[rows], f"this {word} alone", LEFT),
            (combined[rows], "all so far", RIGHT),
        ]
    layout: dict[str, Any] = {}
    traces: list[go.Bar] = []
    for number, (table, title, domain) in enumerate(panels):
        panel = "" if number == 0 else "2"
        layout[f"xaxis{panel}"] = _mass_axis(title, domain, f"y{panel}", scale)
        layout[f"yaxis{panel}"] = _names_axis(ticks, f"x{panel}", scale, shown=number == 0)
        traces += _stack(table, masks, panel, scale)
    figure = sheet(
        round((BAR * len(rows) + ROOM) * scale),
        scale=scale,
        legend=len(masks) <= LONGEST_LEGEND,
        barmode="stack",
        bargap=0.2,
        uniformtext={"minsize": 9, "mode": "hide"},
        **layout,
    )
    figure.update_layout(legend_traceorder="normal")
    figure.add_traces(traces)
    return figure


def shown_bars(count: int) -> NDArray[np.int64]:
    """Which of so many sources are drawn: all, or the first and the very last."""
    if count <= MAX_BARS:
        return np.arange(count)
    return np.append(np.arange(MAX_BARS - 1), count - 1)


def _stack(table: MassTable, masks: Sequence[int], panel: str, scale: float) -> list[go.Bar]:
    """One trace per set, and one for the sets that are too many to name."""
    columns: list[tuple[str, str, NDArray[np.float64]]] = [
        (set_name(table.frame, mask), set_colour(mask, table.frame.size), table.mass_of(mask))
        for mask in masks
    ]
    rest = 1.0 - np.sum([values for _, _, values in columns], axis=0)
    if (rest > 1e-9).any():
        columns.append(("other sets", OUTLINE_GREY, np.maximum(rest, 0.0)))
    return [
        go.Bar(
            x=values,
            y=list(range(len(table))),
            orientation="h",
            name=name,
            legendgroup=name,
            showlegend=not panel,
            xaxis=f"x{panel}",
            yaxis=f"y{panel}",
            marker={"color": colour, "line": {"color": OUTLINE_GREY, "width": 0.5}},
            text=[f"{name} {value:.2f}" if value >= 0.005 else "" for value in values.tolist()],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": text_colour_on(colour), "size": 11 * scale},
            hovertemplate=f"m({name}) = %{{x:.4f}}<extra></extra>",
        )
        for name, colour, values in columns
    ]


def _largest_sets(masses: MassTable, combined: MassTable) -> list[int]:
    """The sets with the most mass in all bars, smaller sets first."""
    totals: dict[int, float] = {}
    for table in (masses, combined):
        for mask, total in zip(table.focal.tolist(), table.mass.sum(axis=0).tolist(), strict=True):
            totals[mask] = totals.get(mask, 0.0) + total
    some = [mask for mask in totals if totals[mask] > 1e-9]
    largest = sorted(some, key=lambda mask: -totals[mask])[:MOST_SETS]
    return sorted(largest, key=lambda mask: (mask.bit_count(), mask))


def _mass_axis(
    title: str, domain: tuple[float, float], anchor: str, scale: float
) -> dict[str, Any]:
    return axis(
        title,
        scale=scale,
        range=[0, 1.001],
        tickvals=[0, 0.5, 1],
        domain=list(domain),
        anchor=anchor,
        fixedrange=True,
    )


def _names_axis(names: Sequence[str], anchor: str, scale: float, *, shown: bool) -> dict[str, Any]:
    return axis(
        "",
        scale=scale,
        anchor=anchor,
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        showticklabels=shown,
        tickmode="array",
        tickvals=list(range(len(names))),
        ticktext=list(names),
        fixedrange=True,
    )
