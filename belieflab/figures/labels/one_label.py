"""The story of one label: its masses and, per class, the interval from belief to plausibility."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.hover import set_name
from belieflab.figures.common.palette import (
    OUTLINE_GREY,
    class_colour,
    class_symbol,
    faded,
    set_colour,
    set_marker,
)
from belieflab.figures.common.text import plain

_MOST_BARS = 8


def draw_one_label(
    labels: MassTable,
    row: int,
    *,
    stacked: bool = False,
    height: int = 260,
    scale: float = 1.0,
) -> go.Figure:
    """First the masses of one label, largest first; then [bel, pl] of each class, BetP as a dot.

    The two parts stand side by side, or one above the other where there is little room.
    """
    one = labels[row]
    bars = _mass_bars(one)
    classes = _shown_classes(one)
    names = [plain(one.frame.names[k], 22) for k in classes]
    whole, first, second = [0.0, 1.0], [0.0, 0.42], [0.58, 1.0]
    across = (whole, whole) if stacked else (first, second)
    up = ([0.64, 1.0], [0.0, 0.32]) if stacked else (whole, whole)
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("mass", scale=scale, range=[0, 1.02], domain=across[0], anchor="y"),
        yaxis=_names_axis(bars.names, up[0], "x", scale),
        xaxis2=axis(
            "belief to plausibility, dot: BetP",
            scale=scale,
            range=[-0.02, 1.04],
            domain=across[1],
            anchor="y2",
        ),
        yaxis2=_names_axis(names, up[1], "x2", scale),
        barmode="overlay",
        bargap=0.35,
    )
    figure.add_traces([bars.trace(), *_intervals(one, classes, names)])
    return figure


def _names_axis(names: list[str], domain: list[float], anchor: str, scale: float) -> dict[str, Any]:
    """An axis that counts 0, 1, … downwards and shows names instead."""
    places = list(range(len(names)))
    return axis(
        "",
        scale=scale,
        domain=domain,
        anchor=anchor,
        range=[len(names) - 0.4, -0.6],
        showgrid=False,
        tickmode="array",
        tickvals=places,
        ticktext=names,
    )


@dataclass(frozen=True)
class _Bars:
    """The masses to draw, with their names and colours."""

    names: list[str]
    values: list[float]
    fills: list[str]
    rings: list[str]

    def trace(self) -> go.Bar:
        return go.Bar(
            x=self.values,
            y=list(range(len(self.values))),
            orientation="h",
            marker={"color": self.fills, "line": {"color": self.rings, "width": 1.5}},
            text=[f"{value:.3g}" for value in self.values],
            textposition="auto",
            hovertext=self.names,
            hovertemplate="m(%{hovertext}) = %{x:.4f}<extra></extra>",
            name="mass",
        )


def _mass_bars(one: MassTable) -> _Bars:
    """The largest masses one by one, what is left as one bar."""
    mass = one.mass[0]
    order = [j for j in np.argsort(-mass, kind="stable").tolist() if mass[j] > 0]
    shown, rest = order[:_MOST_BARS], order[_MOST_BARS:]
    masks = [int(one.focal[j]) for j in shown]
    size = one.frame.size
    bars = _Bars(
        names=[set_name(one.frame, mask, 26) for mask in masks],
        values=[float(mass[j]) for j in shown],
        fills=[set_colour(mask, size) for mask in masks],
        rings=[set_marker(mask, size).ring for mask in masks],
    )
    if not rest:
        return bars
    return _Bars(
        [*bars.names, f"{len(rest)} more sets"],
        [*bars.values, float(mass[rest].sum())],
        [*bars.fills, OUTLINE_GREY],
        [*bars.rings, OUTLINE_GREY],
    )


def _shown_classes(one: MassTable) -> list[int]:
    """The most plausible classes, in frame order."""
    chosen: list[int] = np.argsort(-one.contour()[0], kind="stable")[: 2 * _MOST_BARS].tolist()
    return sorted(chosen)


def _intervals(one: MassTable, classes: list[int], names: list[str]) -> list[go.Bar | go.Scatter]:
    upper = one.contour()[0][classes]
    lower = np.array([one.belief(1 << k)[0] for k in classes])
    middle = one.pignistic()[0][classes]
    colours = [class_colour(k, one.frame.size) for k in classes]
    places = list(range(len(classes)))
    bars = go.Bar(
        base=lower.tolist(),
        x=upper - lower,
        y=places,
        orientation="h",
        width=0.45,
        marker={
            "color": [faded(colour, 0.45) for colour in colours],
            "line": {"color": colours, "width": 2},
        },
        customdata=np.column_stack([lower, upper, middle]),
        hovertext=names,
        hovertemplate=(
            "%{hovertext}<br>belief %{customdata[0]:.4f}<br>plausibility %{customdata[1]:.4f}"
            "<br>BetP %{customdata[2]:.4f}<extra></extra>"
        ),
        name="belief to plausibility",
        xaxis="x2",
        yaxis="y2",
    )
    dots = go.Scatter(
        x=middle,
        y=places,
        mode="markers",
        marker={
            "color": colours,
            "symbol": [class_symbol(k, one.frame.size) for k in classes],
            "size": 10,
            "line": {"color": OUTLINE_GREY, "width": 1},
        },
        hoverinfo="skip",
        name="BetP",
        xaxis="x2",
        yaxis="y2",
    )
    return [bars, dots]
