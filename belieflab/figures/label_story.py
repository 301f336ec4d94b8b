"""The story of one label: its masses and, per class, the interval from belief to plausibility."""

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from belieflab.belief import MassTable
from belieflab.figures.canvas import axis, sheet
from belieflab.figures.hover import set_name
from belieflab.figures.palette import (
    OUTLINE_GREY,
    class_colour,
    class_symbol,
    faded,
    set_colour,
    set_look,
)
from belieflab.figures.text import plain

_MOST_BARS = 8


def label_story(labels: MassTable, row: int, *, height: int = 260, scale: float = 1.0) -> go.Figure:
    """Left the masses of one label, largest first; right [bel, pl] of each class, BetP as a dot."""
    figure = make_subplots(
        rows=1, cols=2, horizontal_spacing=0.16, figure=sheet(height, scale=scale)
    )
    one = labels[row]
    _draw_masses(figure, one)
    _draw_intervals(figure, one)
    figure.update_xaxes(axis("mass", scale=scale, range=[0, 1.02]), row=1, col=1)
    figure.update_xaxes(
        axis("belief to plausibility, dot: BetP", scale=scale, range=[-0.02, 1.04]), row=1, col=2
    )
    figure.update_yaxes(
        {"autorange": "reversed", "automargin": True, "showgrid": False, "tickmode": "array"}
    )
    figure.update_layout(barmode="overlay", bargap=0.35)
    return figure


def _draw_masses(figure: go.Figure, one: MassTable) -> None:
    mass = one.mass[0]
    order = [j for j in np.argsort(-mass, kind="stable").tolist() if mass[j] > 0]
    shown = order[:_MOST_BARS]
    names = [set_name(one.frame, int(one.focal[j]), 26) for j in shown]
    values = [float(mass[j]) for j in shown]
    fills = [set_colour(int(one.focal[j]), one.frame.size) for j in shown]
    rings = [set_look(int(one.focal[j]), one.frame.size).ring for j in shown]
    if len(order) > len(shown):
        names.append(f"{len(order) - len(shown)} more sets")
        values.append(float(mass[order[_MOST_BARS:]].sum()))
        fills.append(OUTLINE_GREY)
        rings.append(OUTLINE_GREY)
    figure.add_trace(
        go.Bar(
            x=values,
            y=list(range(len(values))),
            orientation="h",
            marker={"color": fills, "line": {"color": rings, "width": 1.5}},
            text=[f"{value:.3g}" for value in values],
            textposition="auto",
            hovertext=names,
            hovertemplate="m(%{hovertext}) = %{x:.4f}<extra></extra>",
            name="mass",
        ),
        row=1,
        col=1,
    )
    figure.update_yaxes(tickvals=list(range(len(names))), ticktext=names, row=1, col=1)


def _draw_intervals(figure: go.Figure, one: MassTable) -> None:
    size = one.frame.size
    upper = one.contour()[0]
    lower = np.array([one.belief(int(mask))[0] for mask in one.frame.singletons])
    middle = one.pignistic()[0]
    chosen = np.sort(np.argsort(-upper, kind="stable")[: 2 * _MOST_BARS])
    names = [plain(one.frame.names[k], 22) for k in chosen]
    colours = [class_colour(int(k), size) for k in chosen]
    places = list(range(len(chosen)))
    figure.add_trace(
        go.Bar(
            base=lower[chosen].tolist(),
            x=upper[chosen] - lower[chosen],
            y=places,
            orientation="h",
            width=0.45,
            marker={
                "color": [faded(colour, 0.45) for colour in colours],
                "line": {"color": colours, "width": 2},
            },
            customdata=np.column_stack([lower[chosen], upper[chosen], middle[chosen]]),
            hovertext=names,
            hovertemplate=(
                "%{hovertext}<br>belief %{customdata[0]:.4f}<br>plausibility %{customdata[1]:.4f}"
                "<br>BetP %{customdata[2]:.4f}<extra></extra>"
            ),
            name="belief to plausibility",
        ),
        row=1,
        col=2,
    )
    figure.add_trace(
        go.Scatter(
            x=middle[chosen],
            y=places,
            mode="markers",
            marker={
                "color": colours,
                "symbol": [class_symbol(int(k), size) for k in chosen],
                "size": 10,
                "line": {"color": OUTLINE_GREY, "width": 1},
            },
            hoverinfo="skip",
            name="BetP",
        ),
        row=1,
        col=2,
    )
    figure.update_yaxes(tickvals=places, ticktext=names, row=1, col=2)
