"""EKNNclus over many seeds: how often which number of clusters, and why energy must not choose.

Runs come in while a person looks on, so each picture is an empty figure that never changes and
contents that a page pushes onto it (see `belieflab.figures.landscape`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from belieflab.figures.canvas import axis, sheet
from belieflab.figures.palette import ACCENT, OKABE_ITO, OMEGA_GREY, OUTLINE_GREY, faded

Contents = dict[int, dict[str, Any]]

CHOSEN = OKABE_ITO[3]
TRUE = OKABE_ITO[2]
BARS = 0
LOWEST, RUNS = 0, 1
"""Numbers of the traces of the two pictures; the true partition, where it is shown, is last."""


@dataclass(frozen=True)
class RunsView:
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
class Known:
    """Partitions whose energy is known without a run: all in one cluster, and the true one.

    `truth` is its number of clusters and its energy; None while it is hidden or not known.
    """

    lowest: float
    truth: tuple[int, float] | None = None


def empty_counts(known: Known, *, height: int = 280, scale: float = 1.0) -> go.Figure:
    """The histogram without bars; the true number, where it is shown, as a dashed line."""
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("number of clusters", scale=scale, tickformat="d"),
        yaxis=axis("runs", scale=scale, rangemode="tozero", tickformat="d"),
        bargap=0.12,
        dragmode="pan",
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
    if known.truth is not None:
        figure.add_vline(
            x=known.truth[0],
            line={"color": TRUE, "width": 2 * scale, "dash": "dash"},
            annotation={"text": f"truth {known.truth[0]}", "font": {"size": 11 * scale}},
        )
    return figure


def count_contents(view: RunsView) -> Contents:
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
        }
    }


def empty_energies(known: Known, *, height: int = 280, scale: float = 1.0) -> go.Figure:
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
                name="all in one cluster: the lowest",
                marker={
                    "symbol": "diamond",
                    "size": 13 * scale,
                    "color": OMEGA_GREY,
                    "line": {"color": OUTLINE_GREY, "width": 1},
                },
                hovertemplate="all objects in one cluster<br>E = %{y:,.2f}<extra></extra>",
            ),
            go.Scatter(
                x=[],
                y=[],
                mode="markers",
                name="runs",
                marker={"size": 9 * scale, "color": faded(ACCENT, 0.75)},
                selected={"marker": {"opacity": 1}},
                unselected={"marker": {"opacity": 1}},
                hovertemplate="run %{customdata}<br>%{x} clusters<br>E = %{y:,.2f}<extra></extra>",
            ),
        ]
    )
    if known.truth is not None:
        figure.add_trace(
            go.Scatter(
                x=[known.truth[0]],
                y=[known.truth[1]],
                mode="markers",
                name="the true clusters",
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


def energy_contents(view: RunsView, *, scale: float = 1.0) -> Contents:
    """A dot per run, the chosen one larger and in its own colour."""
    chosen = [at == view.chosen for at in range(len(view.runs))]
    return {
        RUNS: {
            "x": list(view.counts),
            "y": list(view.energies),
            "customdata": list(view.runs),
            "marker.color": [CHOSEN if here else faded(ACCENT, 0.75) for here in chosen],
            "marker.size": [(14 if here else 9) * scale for here in chosen],
        }
    }


def _best_run(view: RunsView, number: int) -> int:
    """Of the runs with so many clusters the one with the lowest energy."""
    among = [at for at, count in enumerate(view.counts) if count == number]
    return int(view.runs[min(among, key=lambda at: view.energies[at])])
