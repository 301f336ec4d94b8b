"""The plane of suspect labels: rings where the evidence contradicts, one object with neighbours."""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.evaluation.suspects import Suspicion, known_wrong, weigh
from belieflab.figures.common import traces
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.frames import Contents, filled, trace_number
from belieflab.figures.common.palette import OUTLINE_GREY, QUESTION, WRONG, Marker
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.traces import WHITE_EDGE, places, scatter
from belieflab.figures.common.view import View

CONTRADICTED = 0.5
"""Evidence against a label from which its object has a ring."""

RINGS, KNOWN, LINES, NEIGHBOURS, CHOSEN = (
    "against ≥ ½",
    "known wrong",
    "to the neighbours",
    "neighbours",
    "chosen object",
)


@dataclass(frozen=True)
class SuspectsView(View):
    """How suspect labels are looked at.

    chosen : row number of an object that is drawn with its neighbours; None for none
    neighbors : how many of the nearest labelled objects those are
    """

    chosen: int | None = None
    neighbors: int = 7


def draw_suspects(
    dataset: Dataset,
    labels: MassTable,
    beliefs: MassTable,
    view: SuspectsView | None = None,
    *,
    truth: Integers | None = None,
) -> go.Figure:
    """Objects in the colours of their labels, a ring where the evidence contradicts.

    Parameters
    ----------
    dataset : the objects
    labels, beliefs : one mass function per object; beliefs come from a classifier that did not
        learn from the object (`held_out_masses`)
    view : how to look at them
    truth : codes of the true classes [shape=(n,)]; labels that make them impossible get a cross

    Examples
    --------
    >>> from belieflab.data import build_labels, load_sample
    >>> from belieflab.evaluation import held_out_masses
    >>> data = load_sample("iris")
    >>> labels = build_labels("guess-doubt", data, wrong=0.1)
    >>> beliefs = held_out_masses(data.X, labels)
    >>> figure = draw_suspects(data, labels, beliefs, SuspectsView(chosen=0))
    >>> [trace.name for trace in figure.data][-1]
    'chosen object'
    """
    look = view or SuspectsView()
    figure = empty_suspects(dataset, labels, weigh(beliefs, labels), look, truth)
    near = (
        None
        if look.chosen is None
        else find_neighbours(dataset, labels, look.chosen, look.neighbors)
    )
    return filled(figure, chosen_contents(figure, dataset, look, look.chosen, near))


def empty_suspects(
    dataset: Dataset,
    labels: MassTable,
    found: Suspicion,
    view: SuspectsView,
    truth: Integers | None = None,
) -> go.Figure:
    """The figure that stays: objects and rings, and traces that wait for a chosen object."""
    points, titles = project(dataset, *view.axes_of(dataset))
    figure = draw_points(
        points,
        titles,
        labels=labels,
        truth=truth,
        class_names=dataset.class_names,
        dataset=dataset,
        height=view.height,
        scale=view.scale,
        seed=view.seed,
    )
    drawn = view.rows(points)
    ringed = np.intersect1d(found.rows[found.against >= CONTRADICTED], drawn)
    size, quiet = 14 * view.scale, {"legend": False}
    ring = {"symbol": "circle-open", "colour": QUESTION, "edge": {"color": QUESTION, "width": 1.8}}
    figure.add_trace(scatter(**places(points[ringed]), name=RINGS, size=size, **ring, **quiet))
    figure.add_trace(traces.legend_entry(RINGS, Marker(QUESTION, QUESTION, 1.8, "circle-open")))
    if truth is not None:
        wrong = np.intersect1d(np.flatnonzero(known_wrong(labels, truth)), drawn)
        edge = {"color": WRONG, "width": 1.8}
        cross = {"symbol": "x-thin", "colour": WRONG, "edge": edge, "size": 9 * view.scale}
        figure.add_trace(scatter(**places(points[wrong]), name=KNOWN, **cross, **quiet))
        figure.add_trace(traces.legend_entry(KNOWN, Marker(WRONG, WRONG, 1.8, "x-thin")))
    grey = {"colour": OUTLINE_GREY, "edge": {"color": OUTLINE_GREY, "width": 2.0}}
    star = {"symbol": "star", "colour": "#000000", "size": 16 * view.scale, "edge": WHITE_EDGE}
    figure.add_trace(scatter(mode="lines", name=LINES, colour=OUTLINE_GREY, width=1.4, **quiet))
    figure.add_trace(scatter(name=NEIGHBOURS, symbol="circle-open", size=size, **grey, **quiet))
    return figure.add_trace(scatter(name=CHOSEN, **star, **quiet))


def chosen_contents(
    figure: go.Figure,
    dataset: Dataset,
    view: SuspectsView,
    chosen: int | None,
    neighbours: Integers | None,
) -> Contents:
    """What the waiting traces show: an object with lines to its neighbours, or nothing."""
    lines, rings, star = (trace_number(figure, name) for name in (LINES, NEIGHBOURS, CHOSEN))
    points, _ = project(dataset, *view.axes_of(dataset))
    if chosen is None or neighbours is None or not np.isfinite(points[chosen]).all():
        return {number: {"x": [], "y": []} for number in (lines, rings, star)}
    near = points[neighbours]
    ends, (u, v) = near[np.isfinite(near).all(axis=1)].tolist(), points[chosen].tolist()
    return {
        lines: {
            "x": [each for x, _ in ends for each in (u, x, None)],
            "y": [each for _, y in ends for each in (v, y, None)],
        },
        rings: {"x": [x for x, _ in ends], "y": [y for _, y in ends]},
        star: {"x": [u], "y": [v]},
    }


def find_neighbours(dataset: Dataset, labels: MassTable, row: int, count: int) -> Integers:
    """The nearest other objects whose label says something, nearest first [at most `count`].

    Objects of the same group are left out, as they are for the beliefs.
    """
    allowed = labels.mass_of(labels.frame.omega) < 1.0
    allowed[row] = False
    if dataset.groups is not None:
        allowed &= dataset.groups != dataset.groups[row]
    others = np.flatnonzero(allowed)
    distances: Floats = np.linalg.norm(dataset.X[others] - dataset.X[row], axis=1)
    return others[np.argsort(distances, kind="stable")[:count]]


def nearest_object(dataset: Dataset, view: SuspectsView, x: float, y: float) -> int:
    """The drawn object nearest to a place, distances measured in shares of both ranges."""
    points, _ = project(dataset, *view.axes_of(dataset))
    rows = view.rows(points)
    span = np.maximum(np.ptp(points[rows], axis=0), 1e-300)
    return int(rows[np.argmin(np.square((points[rows] - [x, y]) / span).sum(axis=1))])
