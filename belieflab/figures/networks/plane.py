"""Beside the graph: the plane with class regions, an arc's regressions, a feature's densities."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.cost import max_decisions
from belieflab.bayes.implied import implied_covariances
from belieflab.bayes.structure import Arc
from belieflab.bayes.tables import Table
from belieflab.bayes.training_states import NetworkState, moves_of
from belieflab.belief import Frame, MassTable
from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data.dataset import Dataset
from belieflab.data.projection import Projection, find_projection, project
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import note_sample
from belieflab.figures.common.frames import Layer, moving_figure
from belieflab.figures.common.grid import Limits, limits_around
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.palette import (
    OMEGA_GREY,
    WRONG,
    Marker,
    class_colour,
    faded,
    label_colours,
)
from belieflab.figures.common.surfaces import (
    CERTAINTY,
    draw_surface,
    lay_surface,
    surface_contents,
    surface_values,
)
from belieflab.figures.common.text import plain
from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.common.traces import (
    GREY_EDGE,
    DrawnObjects,
    class_entries,
    draw_objects,
    legend_entry,
    places,
    scatter,
)
from belieflab.figures.common.view import placed_rows
from belieflab.figures.networks.levels import (
    draw_levels,
    mean_by_level,
    name_levels,
    posterior_by_level,
    small_sheet,
    spread_codes,
)
from belieflab.figures.networks.view import (
    BELIEF,
    NetworkView,
    as_learned,
    describe_move,
    frame_states,
    name_picks,
)

RING = 1.8
"""Width in pixels of the ring around a wrong answer."""
MARGIN, GRID = 0.05, 200
Codes = NDArray[np.int64]
Chosen = NDArray[np.bool_]


def draw_view(
    dataset: Dataset,
    model: GaussianNetworkClassifier,
    view: NetworkView | None = None,
    *,
    labels: MassTable | None = None,
    truth: Codes | None = None,
) -> go.Figure:
    """What the view asks for, with frames in step with those of `draw_graph`.

    `truth` codes [shape=(n,)] stand in the hover texts, and decisions against them are ringed.
    """
    view, states = view or NetworkView(), frame_states(model)
    arcs = [arc for network in states[-1].models for arc in network.structure.arcs]
    learned = as_learned(dataset, model)
    pick = name_picks(learned.feature_names, arcs).get(view.pick)
    names = [str(name) for name in model.classes_.tolist()]
    if isinstance(pick, int) and model.levels_[pick] is not None:
        return draw_levels(learned, states, pick, names, view, model.levels_[pick])
    if isinstance(pick, int):
        return _draw_densities(learned, states, pick, names, view)
    if pick is not None:
        view = replace(view, axes=(f"x{pick[0] + 1}", f"x{pick[1] + 1}"))
    beliefs = model.responsibilities_ if view.colour == BELIEF else None
    shown = dataset if pick is None else spread_codes(learned, model.levels_)
    rows = _drawn_rows(model, states, view, project(shown, *view.axes_of(shown))[0])
    wrong = None if truth is None else _wrong(learned, states, rows, truth, names, view.rule)
    figure = _draw_plane(shown, states, pick, names, view, rows, (labels, truth, beliefs, wrong))
    return figure if pick is None else name_levels(figure, model.levels_, pick)


def _drawn_rows(
    model: GaussianNetworkClassifier,
    states: Sequence[NetworkState],
    view: NetworkView,
    points: Floats,
) -> Codes:
    """The objects that are drawn: fewer where many networks decide about each of them."""
    networks = sum(len(state.models) for state in states)
    limit = max_decisions(networks, model.n_features_in_, len(model.classes_))
    return placed_rows(points, view.seed, min(view.max_points, limit))


def draw_criterion(
    model: GaussianNetworkClassifier,
    features: Sequence[str],
    *,
    height: int = 150,
    scale: float = 1.0,
) -> go.Figure:
    """The criterion over all steps, moves of the search as dots, in step with `draw_graph`."""
    steps, values = model.kept_steps, model.history_.criterion
    first = 1 if len(steps) == len(values) else len(values)
    searched = str(model.structure).startswith("search")
    title = "L − ½ d ln n" if searched else "log-lik. L"
    if any(levels is not None for levels in model.levels_):
        title = "L + ln prior"
    curve = Curve(
        np.arange(first, first + len(steps), dtype=np.float64), values[-len(steps) :], "step", title
    )
    states = frame_states(model)
    shown = [state.place for state in states]
    figure = draw_trace(curve, [state.name for state in states], shown, height=height, scale=scale)
    moves = moves_of(steps)
    at, texts = list(moves), [describe_move(move, features) for move in moves.values()]
    dots = {"size": 5 * scale, "colour": OMEGA_GREY, "hovertext": texts, "hover": "%{hovertext}"}
    figure.add_trace(scatter(curve.x[at], curve.y[at], legend=False, **dots))
    return figure


def _draw_plane(
    dataset: Dataset,
    states: Sequence[NetworkState],
    arc: Arc | None,
    names: Sequence[str],
    view: NetworkView,
    rows: Codes,
    shown: tuple[MassTable | None, Codes | None, MassTable | None, list[Chosen] | None],
) -> go.Figure:
    labels, truth, beliefs, wrong = shown
    axes, count = view.axes_of(dataset), len(names)
    (points, titles), seen = project(dataset, *axes), find_projection(dataset, *axes)
    limits = limits_around(points[rows], MARGIN)
    layers = [] if seen is None else [_ground(states, arc, seen, limits, count, view.rule)]
    coloured = labels if beliefs is None else beliefs
    colours = OMEGA_GREY if coloured is None else label_colours(coloured[rows])
    known = None if beliefs is None else ("belief", beliefs)
    hover = describe_rows(rows, labels, truth, dataset.class_names, known, dataset)
    objects = DrawnObjects(points[rows], rows, hover, dataset.n)
    style = {"size": 7 * view.scale, "colour": colours, "edge": GREY_EDGE}
    layers.append((draw_objects(objects, **style), []))
    if wrong is not None:
        found = [places(points[rows[each]]) for each in wrong]
        rings = {"color": WRONG, "width": RING}
        ring = {"symbol": "circle-open", "size": 9 * view.scale, "colour": WRONG, "edge": rings}
        layers.append((scatter(**found[-1], name="wrong", **ring, legend=False), found))
    for k in range(count if arc is not None else 0):
        lines = [_regression(state, arc, k, limits[0]) for state in states]
        style = {"colour": class_colour(k, count), "width": 3 * view.scale, "legend": False}
        layers.append((scatter(**lines[-1], mode="lines", **style), lines))
    entries = class_entries(names)
    if wrong is not None:
        entries.append(legend_entry("wrong answer", Marker(WRONG, WRONG, RING, "circle-open")))
    layers += [(entry, []) for entry in entries]
    page = small_sheet(titles, limits, view)
    figure = moving_figure(page.layout, [state.name for state in states], layers)
    note_sample(figure, len(rows), dataset.n, scale=view.scale)
    return figure


def _ground(
    states: Sequence[NetworkState],
    arc: Arc | None,
    seen: Projection,
    limits: Limits,
    count: int,
    rule: DecisionCosts,
) -> Layer:
    """The classes beneath the objects, for someone who sees the places of the plane only."""
    surface = lay_surface(CERTAINTY, limits, count)
    with np.errstate(divide="ignore"):
        ground = [
            surface_values(surface, np.log(_posterior(state, arc, seen, surface.grid.places)), rule)
            for state in states
        ]
    drawn = [surface_contents(surface, each) for each in ground]
    return draw_surface(surface, ground[-1]), drawn


def _posterior(state: NetworkState, arc: Arc | None, seen: Projection, at: Floats) -> Floats:
    """Probabilities of the classes for someone who sees the places of the plane only."""
    if arc is not None and isinstance(state.models[0].family_of.get(arc[0]), Table):
        return posterior_by_level(state, arc, at)
    return state.posterior_on(seen, at)


def _wrong(
    dataset: Dataset,
    states: Sequence[NetworkState],
    rows: Codes,
    truth: Codes,
    names: Sequence[str],
    rule: DecisionCosts,
) -> list[Chosen]:
    """Which of the drawn objects each state decides against the truth; no answer is not wrong."""
    code_of = {str(name): code for code, name in enumerate(dataset.class_names)}
    codes = np.array([code_of.get(name, -1) for name in names])
    X, known = dataset.X[rows], truth[rows]
    found = [rule.decide_shares(state.posterior(X), Frame(names)) for state in states]
    return [(known >= 0) & (each >= 0) & (codes[each] != known) for each in found]


def _regression(state: NetworkState, arc: Any, k: int, span: tuple[float, float]) -> dict[str, Any]:
    """The child against the parent in class k, other parents at their means."""
    parent, child = arc
    models = [model for model in state.models if model.parents[child, parent]]
    if not models:
        return places(np.full((1, 2), np.nan))
    if child in models[0].family_of:
        return mean_by_level(models[0].family_of[child], k)
    means, covariance = models[0].means[k], implied_covariances(models[0])[k]
    reach = 2.0 * np.sqrt(covariance[parent, parent]) * np.array([-1.0, 1.0])
    x = np.clip(means[parent] + reach, *span)
    y = means[child] + models[0].coefficients[k, child, parent] * (x - means[parent])
    return places(np.column_stack([x, y]))


def _draw_densities(
    dataset: Dataset,
    states: Sequence[NetworkState],
    feature: int,
    names: Sequence[str],
    view: NetworkView,
) -> go.Figure:
    """θ_k f_k of one feature, over a histogram of all its values."""
    values, count = dataset.X[:, feature], len(names)
    low, high = float(values.min()), float(values.max())
    x = np.linspace(low - 0.1 * (high - low), high + 0.1 * (high - low), GRID)
    curves = [_densities(state, feature, x) for state in states]
    top = 1.1 * max(float(curves[-1].max()), float(curves[-1].sum(axis=0).max()))
    title = plain(dataset.feature_names[feature])
    page = small_sheet((title, "density"), ((x[0], x[-1]), (0.0, top)), view)
    bins = {"nbinsx": 30, "histnorm": "probability density", "hoverinfo": "skip"}
    bars = go.Histogram(
        x=values, marker={"color": faded(OMEGA_GREY, 0.35)}, showlegend=False, **bins
    )
    layers: list[Layer] = [(bars, [])]
    for k, name in enumerate(names):
        colour = class_colour(k, count)
        lines = [places(np.column_stack([x, curve[k]])) for curve in curves]
        look = {"mode": "lines", "colour": colour, "width": 2.5 * view.scale, "fill": "tozeroy"}
        hover = f"{plain(name, 30)}<br>%{{x:.4g}}: %{{y:.3g}}"
        trace = scatter(
            **lines[-1], **look, fillcolor=faded(colour, 0.2), hover=hover, legend=False
        )
        layers.append((trace, lines))
    layers += [(entry, []) for entry in class_entries(names)]
    return moving_figure(page.layout, [state.name for state in states], layers)


def _densities(state: NetworkState, feature: int, x: Floats) -> Floats:
    """θ_k f_k, the mean over AODE's models [shape=(K, m)]."""
    found = []
    for model in state.models:
        variances = implied_covariances(model)[:, feature, feature, None]
        z = (x - model.means[:, feature, None]) ** 2 / variances
        found.append(model.weights[:, None] * np.exp(-0.5 * z) / np.sqrt(2 * np.pi * variances))
    return np.asarray(np.mean(found, axis=0))
