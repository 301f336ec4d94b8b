"""EKNNclus over many seeds: how often which number of clusters, and why energy must not choose.

Runs come in while a person looks on, so each picture is an empty figure that never changes and
contents that a page pushes onto it (see `belieflab.figures.landscape.maxima`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from belieflab.figures.common.canvas import axis, sheet
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, OMEGA_GREY, OUTLINE_GREY, faded

CHOSEN = OKABE_ITO[3]
TRUE = OKABE_ITO[2]
BARS, ROOM = 0, 1
LOWEST, RUNS, TAKEN = 0, 1, 2
"""Numbers of the traces of the two pictures; the true partition, where it is shown, is last."""

LEAST_RUNS = 5
"""The histogram is at least so high and so wide that its axes count by whole numbers."""


@dataclass(frozen=True)
class SeedRuns:
    """What is drawn of the runs, one entry each.

    Attributes
    ----------
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
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("number of clusters", scale=scale, tickformat="d", nticks=7),
        yaxis=axis("runs", scale=scale, rangemode="tozero", tickformat="d", nticks=6),
        bargap=0.12,
        dragmode="pan",
        margin={"l": 10, "r": 10, "t": 36, "b": 10},
    )
    figure.add_trace(
        go.Bar(
            x=[],
            y=[],
            name="runs",
            hovertemplate="%{y} of the runs end with %{x} clusters<extra></extra>",
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
        )
    )
    middle = 3 if known.truth is None else known.truth[0]
    room = _room(middle, middle)
    figure.add_trace(go.Scatter(**room, mode="markers", opacity=0, hoverinfo="skip"))
    if known.truth is not None:
        figure.add_vline(
            x=known.truth[0],
            line={"color": TRUE, "width": 2 * scale, "dash": "dash"},
            annotation={
                "text": f"truth: {known.truth[0]}",
                "font": {"size": 12 * scale},
                "y": 1.0,
                "yanchor": "bottom",
                "xanchor": "center",
            },
        )
    return figure


def count_contents(view: SeedRuns) -> Contents:
    """A bar per number of clusters, the chosen number in its own colour."""
    counted = sorted(Counter(view.counts).items())
    frequent = view.counts[view.chosen]
    return {
        BARS: {
            "x": [number for number, _ in counted],
            "y": [times for _, times in counted],
            "width": [0.8] * len(counted),
            "marker.color": [CHOSEN if number == frequent else ACCENT for number, _ in counted],
            "customdata": [_best_run(view, number) for number, _ in counted],
        },
        ROOM: _room(counted[0][0], counted[-1][0]),
    }


def _room(fewest: int, most: int) -> dict[str, list[int]]:
    """Two unseen points that keep the histogram as wide and high as whole numbers need."""
    return {"x": [fewest - 2, most + 2], "y": [0, LEAST_RUNS]}


def empty_energies(known: KnownEnergies, *, height: int = 280, scale: float = 1.0) -> go.Figure:
    """Energy against number of clusters before any run: one cluster alone, and the truth."""
    figure = sheet(
        height,
        scale=scale,
        legend=True,
        xaxis=axis("number of clusters", scale=scale, tickformat="d", rangemode="tozero"),
        yaxis=axis("energy E at the end", scale=scale, nticks=6),
        dragmode="pan",
    )
    figure.add_traces(
        [
            go.Scatter(
                x=[1],
                y=[known.lowest],
                mode="markers",
                name="all in one cluster",
                marker={
                    "symbol": "diamond",
                    "size": 13 * scale,
                    "color": OMEGA_GREY,
                    "line": {"color": OUTLINE_GREY, "width": 1},
                },
                hovertemplate="all objects in one cluster<br>E = %{y:,.2f}<extra></extra>",
            ),
            _draw_runs("runs", faded(ACCENT, 0.75), 9 * scale),
            _draw_runs("the run to take", CHOSEN, 13 * scale),
        ]
    )
    if known.truth is not None:
        figure.add_trace(
            go.Scatter(
                x=[known.truth[0]],
                y=[known.truth[1]],
                mode="markers",
                name="the truth",
                marker={
                    "symbol": "star",
                    "size": 13 * scale,
                    "color": TRUE,
                    "line": {"color": OUTLINE_GREY, "width": 1},
                },
                hovertemplate="the true clusters: %{x}<br>E = %{y:,.2f}<extra></extra>",
            )
        )
    return figure


def energy_contents(view: SeedRuns) -> Contents:
    """A dot per run; the one that the rule takes apart."""
    others = [at for at in range(len(view.runs)) if at != view.chosen]
    return {
        number: {
            "x": [view.counts[at] for at in places],
            "y": [view.energies[at] for at in places],
            "customdata": [view.runs[at] for at in places],
        }
        for number, places in ((RUNS, others), (TAKEN, [view.chosen]))
    }


def _draw_runs(name: str, colour: str, size: float) -> go.Scatter:
    return go.Scatter(
        x=[],
        y=[],
        mode="markers",
        name=name,
        marker={"size": size, "color": colour},
        # a click chooses; the others must not fade away
        selected={"marker": {"opacity": 1}},
        unselected={"marker": {"opacity": 1}},
        hovertemplate="run %{customdata}<br>%{x} clusters<br>E = %{y:,.2f}<extra></extra>",
    )


def _best_run(view: SeedRuns, number: int) -> int:
    """Of the runs with so many clusters the one with the lowest energy."""
    among = [at for at, count in enumerate(view.counts) if count == number]
    return int(view.runs[min(among, key=lambda at: view.energies[at])])
