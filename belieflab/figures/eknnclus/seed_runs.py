"""EKNNclus over many seeds: how often which number of clusters, and why energy must not choose.

Runs come in one after the other, so each picture is an empty figure that never changes and
contents that a page pushes onto it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from belieflab.figures.common.canvas import chart, margins
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import (
    ACCENT,
    CHOSEN,
    OKABE_ITO,
    OMEGA_GREY,
    OUTLINE_GREY,
    faded,
)
from belieflab.figures.common.traces import always_opaque, bars, scatter

TRUE = OKABE_ITO[2]
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


@dataclass(frozen=True)
class KnownEnergies:
    """Partitions whose energy is known without a run: all in one cluster, and the true one.

    `truth` is its number of clusters and its energy; None while it is hidden or not known.
    """

    lowest: float
    truth: tuple[int, float] | None = None


def empty_counts(known: KnownEnergies, *, height: int = 280, scale: float = 1.0) -> go.Figure:
    """The histogram without bars; the true number, where it is shown, as a dashed line."""
    figure = chart(
        {"title": "number of clusters", "tickformat": "d", "nticks": 7},
        {"title": "runs", "rangemode": "tozero", "tickformat": "d", "nticks": 6},
        height=height,
        scale=scale,
        bargap=0.12,
        dragmode="pan",
        margin=margins(36),
    )
    hover = "%{y} of the runs end with %{x} clusters"
    middle = 3 if known.truth is None else known.truth[0]
    figure.add_traces(
        [
            bars([], [], "runs", edge=None, hover=hover, upright=True, **always_opaque()),
            scatter(**_span(middle, middle), opacity=0),
        ]
    )
    if known.truth is not None:
        text = {"text": f"truth: {known.truth[0]}", "font": {"size": 12 * scale}}
        figure.add_vline(
            x=known.truth[0],
            line={"color": TRUE, "width": 2 * scale, "dash": "dash"},
            annotation={**text, "y": 1.0, "yanchor": "bottom", "xanchor": "center"},
        )
    return figure


def count_contents(runs: SeedRuns) -> Contents:
    """A bar per number of clusters, the chosen number in its own colour."""
    numbers, times = zip(*sorted(Counter(runs.counts).items()), strict=True)
    frequent = runs.counts[runs.chosen]
    return {
        BARS: {
            "x": list(numbers),
            "y": list(times),
            "width": [0.8] * len(numbers),
            "marker.color": [CHOSEN if number == frequent else ACCENT for number in numbers],
            "customdata": [_best_run(runs, number) for number in numbers],
        },
        SPAN: _span(numbers[0], numbers[-1]),
    }


def empty_energies(known: KnownEnergies, *, height: int = 280, scale: float = 1.0) -> go.Figure:
    """Energy against number of clusters before any run: one cluster alone, and the truth."""
    figure = chart(
        {"title": "number of clusters", "tickformat": "d", "rangemode": "tozero"},
        {"title": "energy E at the end", "nticks": 6},
        height=height,
        scale=scale,
        legend=True,
        dragmode="pan",
    )
    run: dict[str, Any] = {
        "hover": "run %{customdata}<br>%{x} clusters<br>E = %{y:,.2f}",
        **always_opaque(),
    }
    known_mark = {"size": 13 * scale, "edge": {"color": OUTLINE_GREY, "width": 1}}
    figure.add_traces(
        [
            scatter(
                [1],
                [known.lowest],
                name="all in one cluster",
                symbol="diamond",
                colour=OMEGA_GREY,
                hover="all objects in one cluster<br>E = %{y:,.2f}",
                **known_mark,
            ),
            scatter(name="runs", colour=faded(ACCENT, 0.75), size=9 * scale, **run),
            scatter(name="the run to take", colour=CHOSEN, size=13 * scale, **run),
        ]
    )
    if known.truth is not None:
        figure.add_trace(
            scatter(
                [known.truth[0]],
                [known.truth[1]],
                name="the truth",
                symbol="star",
                colour=TRUE,
                hover="the true clusters: %{x}<br>E = %{y:,.2f}",
                **known_mark,
            )
        )
    return figure


def energy_contents(runs: SeedRuns) -> Contents:
    """A dot per run; the one that the rule takes apart."""
    others = [at for at in range(len(runs.runs)) if at != runs.chosen]
    return {
        number: {
            "x": [runs.counts[at] for at in which],
            "y": [runs.energies[at] for at in which],
            "customdata": [runs.runs[at] for at in which],
        }
        for number, which in ((RUNS, others), (TAKEN, [runs.chosen]))
    }


def _span(fewest: int, most: int) -> dict[str, list[int]]:
    """Two invisible points that keep the histogram as wide and high as whole numbers need."""
    return {"x": [fewest - 2, most + 2], "y": [0, MIN_RUNS]}


def _best_run(runs: SeedRuns, number: int) -> int:
    """Of the runs with so many clusters the one with the lowest energy."""
    among = [at for at, count in enumerate(runs.counts) if count == number]
    return int(runs.runs[min(among, key=lambda at: runs.energies[at])])
