"""The evidence about one place: what each neighbour says, and how the answer builds up."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.canvas import axis, sheet
from belieflab.figures.hover import set_name
from belieflab.figures.palette import OUTLINE_GREY, set_colour
from belieflab.figures.text import plain

BAR, ROOM = 25, 96
"""Pixels of one bar, and of titles and legend together."""

MOST_BARS = 20
MOST_SETS = 8
LEFT, RIGHT = (0.0, 0.45), (0.55, 1.0)


def evidence_bars(
    names: Sequence[str],
    masses: MassTable,
    combined: MassTable,
    *,
    word: str = "neighbour",
    scale: float = 1.0,
) -> go.Figure:
    """Two stacks of bars: each source's own mass function, and the belief after it is added.

    Rows come nearest first, one per source; beyond 20 the last bar is the belief after all.
    """
    shown = min(len(names), MOST_BARS)
    masks = _largest_sets(masses, combined)
    ticks = [plain(name, 34) for name in names[:shown]]
    after = combined[:shown]
    after_ticks = [f"after {j + 1}" for j in range(shown)]
    if shown < len(names):
        after = MassTable.stack([combined[: shown - 1], combined[len(names) - 1]])
        after_ticks[-1] = f"after all {len(names)}"
    figure = sheet(
        round((BAR * shown + ROOM) * scale),
        scale=scale,
        legend=True,
        barmode="stack",
        bargap=0.25,
        xaxis=_mass_axis(f"mass from one {word}", LEFT, "y", scale),
        xaxis2=_mass_axis("belief by Dempster's rule", RIGHT, "y2", scale),
        yaxis=_names_axis(ticks, "x", scale),
        yaxis2=_names_axis(after_ticks, "x2", scale),
    )
    figure.update_layout(legend_traceorder="normal")
    for panel, table in (("", masses[:shown]), ("2", after)):
        figure.add_traces(_stack(table, masks, panel))
    return figure


def _stack(table: MassTable, masks: Sequence[int], panel: str) -> list[go.Bar]:
    """One trace per set, and one for the sets that are too many to name."""
    places = list(range(len(table)))
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
            y=places,
            orientation="h",
            name=name,
            legendgroup=name,
            showlegend=not panel,
            xaxis=f"x{panel}",
            yaxis=f"y{panel}",
            marker={"color": colour, "line": {"color": OUTLINE_GREY, "width": 0.5}},
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
        title, scale=scale, range=[0, 1.001], domain=list(domain), anchor=anchor, fixedrange=True
    )


def _names_axis(names: Sequence[str], anchor: str, scale: float) -> dict[str, Any]:
    return axis(
        "",
        scale=scale,
        anchor=anchor,
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        tickmode="array",
        tickvals=list(range(len(names))),
        ticktext=list(names),
        fixedrange=True,
    )
