"""One label: its masses and, per class, the interval from belief to plausibility."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import axis, names_axis, sheet
from belieflab.figures.common.mass_bars import LargestMasses
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, class_symbol, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import HOVERTEXT, bars, scatter

MAX_BARS, MAX_CLASSES = 8, 16


def draw_one_label(labels: MassTable, row: int, *, stacked: bool = False) -> go.Figure:
    """First the masses of one label, largest first; then [bel, pl] of each class, BetP as a dot.

    The two parts stand side by side, or one above the other where there is little space.
    """
    one = labels[row]
    masses = LargestMasses.of(one, 0, MAX_BARS, rest="more sets", fill=OUTLINE_GREY)
    likely = np.argsort(-one.contour()[0], kind="stable")[:MAX_CLASSES].tolist()
    classes = sorted(likely)
    names = [plain(one.frame.names[k], 22) for k in classes]
    whole, first, second = [0.0, 1.0], [0.0, 0.42], [0.58, 1.0]
    across = (whole, whole) if stacked else (first, second)
    up = ([0.64, 1.0], [0.0, 0.32]) if stacked else (whole, whole)
    intervals: dict[str, Any] = {"range": [-0.02, 1.04], "domain": across[1], "anchor": "y2"}
    figure = sheet(
        260,
        xaxis=axis("mass", range=[0, 1.02], domain=across[0], anchor="y"),
        yaxis=_downwards(masses.names, domain=up[0], anchor="x"),
        xaxis2=axis("belief to plausibility, dot: BetP", **intervals),
        yaxis2=_downwards(names, domain=up[1], anchor="x2"),
        barmode="overlay",
        bargap=0.35,
    )
    drawn = masses.draw(".3g", textposition="auto")
    figure.add_traces([drawn, *_draw_intervals(one, classes, names)])
    return figure


def _downwards(names: list[str], **more: Any) -> dict[str, Any]:
    return names_axis(names, range=[len(names) - 0.4, -0.6], **more)


def _draw_intervals(
    one: MassTable, classes: list[int], names: list[str]
) -> list[go.Bar | go.Scatter]:
    upper = one.contour()[0][classes]
    lower = np.array([one.belief(1 << k)[0] for k in classes])
    middle = one.pignistic()[0][classes]
    colours = [class_colour(k, one.frame.size) for k in classes]
    second = {"xaxis": "x2", "yaxis": "y2"}
    intervals = bars(
        upper - lower,
        name="belief to plausibility",
        base=lower.tolist(),
        width=0.45,
        colour=[faded(colour, 0.45) for colour in colours],
        edge={"color": colours, "width": 2},
        customdata=np.column_stack([lower, upper, middle]),
        hovertext=names,
        hover=f"{HOVERTEXT}<br>belief %{{customdata[0]:.4f}}<br>plausibility "
        "%{customdata[1]:.4f}<br>BetP %{customdata[2]:.4f}",
        **second,
    )
    dots = scatter(
        middle,
        list(range(len(classes))),
        name="BetP",
        colour=colours,
        symbol=[class_symbol(k, one.frame.size) for k in classes],
        size=10,
        edge={"color": OUTLINE_GREY, "width": 1},
        **second,
    )
    return [intervals, dots]
