"""EKNNclus over many seeds: how often which number of clusters, and why energy must not choose.

Runs come in one after the other, so each picture is an empty figure that never changes and
contents that a page pushes onto it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from belieflab.figures.common.canvas import chart, margins
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, BEST, CHOSEN, OMEGA_GREY, OUTLINE_GREY, faded
from belieflab.figures.common.traces import always_opaque, bars, scatter
from belieflab.figures.common.waiting import LATER, await_values

COMING = {"name": LATER, "visible": False}
BARS, SPAN = 0, 1
LOWEST, RUNS, TAKEN = 0, 1, 2
"""Numbers of the traces of the two pictures; the true partition, where it is shown, is last."""

MIN_RUNS = 5
"""The histogram is at least so high and so wide that its axes count by whole numbers."""


@dataclass(frozen=True)
class SeedRuns:
    """What is drawn of the runs, one entry each.

    runs, counts, energies : numbers of the runs, their clusters, their energies
    chosen : the position of the one that the rule takes
    """

    runs: Sequence[int]
    counts: Sequence[int]
    energies: Sequence[float]
    chosen: int


Truth = tuple[int, float] | None
"""The number of true clusters and their energy; None while they are hidden or not known."""


def empty_counts(truth: Truth, *, height: int = 280, scale: float = 1.0) -> go.Figure:
    """The histogram before any run; the true number, a dashed line, comes with the first."""
    x = {"title": "number of clusters", "tickformat": "d", "nticks": 7}
    y = {"title": "runs", "rangemode": "tozero", "tickformat": "d", "nticks": 6}
    figure = chart(x, y, height, scale, bargap=0.12, dragmode="pan", margin=margins(36))
    hover = "%{y} of the runs end with %{x} clusters"
    figure.add_trace(bars([], [], "runs", edge=None, hover=hover, upright=True, **always_opaque()))
    figure.add_trace(scatter(opacity=0))
    if truth is not None:
        line = {"color": BEST, "width": 2 * scale, "dash": "dash"}
        text = {"text": f"truth: {truth[0]}", "font": {"size": 12 * scale}}
        above = {**text, "y": 1.0, "yanchor": "bottom", "xanchor": "center", **COMING}
        figure.add_vline(x=truth[0], line=line, annotation=above, **COMING)
    return await_values(figure, "Every run will be counted here", scale=scale)


def count_contents(runs: SeedRuns) -> Contents:
    """A bar per number of clusters, the chosen number in its own colour."""
    numbers, times = zip(*sorted(Counter(runs.counts).items()), strict=True)
    frequent = runs.counts[runs.chosen]
    colours = [CHOSEN if number == frequent else ACCENT for number in numbers]
    # of the runs with so many clusters the one with the lowest energy
    found = sorted(zip(runs.energies, runs.counts, runs.runs, strict=True), reverse=True)
    best = {count: int(run) for _, count, run in found}
    drawn = {"x": list(numbers), "y": list(times), "width": [0.8] * len(numbers)}
    drawn |= {"marker.color": colours, "customdata": [best[number] for number in numbers]}
    return {BARS: drawn, SPAN: _span(numbers[0], numbers[-1])}


def empty_energies(
    lowest: float, truth: Truth, *, height: int = 280, scale: float = 1.0
) -> go.Figure:
    """Energy against number of clusters before any run: all in one cluster, and the truth."""
    x = {"title": "number of clusters", "tickformat": "d", "rangemode": "tozero"}
    y = {"title": "energy E at the end", "nticks": 6}
    figure = chart(x, y, height, scale, legend=True, dragmode="pan")
    energy, run = "<br>E = %{y:,.2f}", always_opaque()
    run["hover"] = f"run %{{customdata}}<br>%{{x}} clusters{energy}"
    known = {"size": 13 * scale, "edge": {"color": OUTLINE_GREY, "width": 1}}
    one = {"symbol": "diamond", "colour": OMEGA_GREY, "name": "all in one cluster", **known}
    star = {"symbol": "star", "colour": BEST, "name": "the truth", **known}
    figure.add_traces(
        [
            scatter([1], [lowest], hover=f"all objects in one cluster{energy}", **one),
            scatter(name="runs", colour=faded(ACCENT, 0.75), size=9 * scale, **run),
            scatter(name="the run to take", colour=CHOSEN, size=13 * scale, **run),
        ]
    )
    if truth is not None:
        hover = f"the true clusters: %{{x}}{energy}"
        figure.add_trace(scatter([truth[0]], [truth[1]], hover=hover, **star))
    return figure


def energy_contents(runs: SeedRuns) -> Contents:
    """A dot per run; the one that the rule takes apart."""
    others = [at for at in range(len(runs.runs)) if at != runs.chosen]
    values = {"x": runs.counts, "y": runs.energies, "customdata": runs.runs}
    return {
        number: {name: [each[at] for at in which] for name, each in values.items()}
        for number, which in ((RUNS, others), (TAKEN, [runs.chosen]))
    }


def _span(smallest: int, largest: int) -> dict[str, list[int]]:
    """Two invisible points that keep the histogram as wide and high as whole numbers need."""
    return {"x": [smallest - 2, largest + 2], "y": [0, MIN_RUNS]}
