"""Discrete features beside the graph: shares of their levels, and codes named on the axes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from scipy.special import softmax

from belieflab.bayes.implied import implied_covariances
from belieflab.bayes.structure import Arc
from belieflab.bayes.tables import Family, LevelMeans, Table, add_log_factors
from belieflab.bayes.training_states import NetworkState
from belieflab.data.dataset import Dataset
from belieflab.figures.common.canvas import plane_sheet
from belieflab.figures.common.frames import Layer, moving_figure
from belieflab.figures.common.grid import Limits
from belieflab.figures.common.palette import class_colour
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import bars, class_entries, places
from belieflab.figures.networks.view import NetworkView

Floats = NDArray[np.float64]
Levels = Sequence[NDArray[Any] | None]

SPREAD = 0.25
"""Objects of one level are spread so far to both sides of its code, so that all are seen."""


def small_sheet(titles: tuple[str, str], limits: Limits, view: NetworkView) -> go.Figure:
    """An empty plane with a legend as low and as narrow as it can be."""
    page = plane_sheet(titles, limits, height=view.height, scale=view.scale)
    small = {"entrywidth": 0, "font": {"size": 11 * view.scale}}
    return page.update_layout(legend=small, margin={"t": 26})


def draw_levels(
    dataset: Dataset,
    states: Sequence[NetworkState],
    feature: int,
    names: Sequence[str],
    view: NetworkView,
    levels: NDArray[Any],
) -> go.Figure:
    """θ_k P(level | k) of one discrete feature, as bars."""
    shares = [_shares(state, feature) for state in states]
    top = 1.1 * max(float(each.max()) for each in shares)
    title = plain(dataset.feature_names[feature])
    limits = ((-0.6, len(levels) - 0.4), (0.0, top))
    page = small_sheet((title, "probability"), limits, view)
    layers: list[Layer] = []
    for k, name in enumerate(names):
        look = {"colour": class_colour(k, len(names)), "hover": f"{plain(name, 30)}: %{{y:.3f}}"}
        drawn = bars(shares[-1][k], **look, upright=True, showlegend=False)
        layers.append((drawn, [{"y": each[k]} for each in shares]))
    layers += [(entry, []) for entry in class_entries(names)]
    figure = moving_figure(page.layout, [state.name for state in states], layers)
    return figure.update_xaxes(**_ticks(levels))


def _shares(state: NetworkState, feature: int) -> Floats:
    """The mean over AODE's models [shape=(K, levels)]."""
    found = []
    for model in state.models:
        family = model.family_of[feature]
        if isinstance(family, Table):
            found.append(model.weights[:, None] * family.alone)
    return np.asarray(np.mean(found, axis=0))


def mean_by_level(family: Family, k: int) -> dict[str, Any]:
    """The mean of a feature, or of its codes, in class k at every level of its parent."""
    if isinstance(family, LevelMeans):
        means = family.means[k]
    else:
        means = family.given[k] @ np.arange(family.given.shape[2])
    return places(np.column_stack([np.arange(len(means)), means]))


def posterior_by_level(state: NetworkState, arc: Arc, places: Floats) -> Floats:
    """Probabilities of the classes given an arc's two features [shape=(m, K)].

    The parent is discrete; a place belongs to the level that is nearest.
    """
    parent, child = arc
    model = next((each for each in state.models if each.parents[child, parent]), state.models[0])
    columns = np.full((len(model.kept), len(places)), -1.0)  # other features are not known
    columns[[parent, child]] = places.T
    families = [model.family_of[j] for j in arc if j in model.family_of]
    for family in families:
        if isinstance(family, Table):
            codes = np.rint(columns[family.feature])
            columns[family.feature] = np.clip(codes, 0, family.alone.shape[1] - 1)
    with np.errstate(divide="ignore"):
        logs = np.tile(np.log(model.weights)[:, None], len(places))
    if child not in model.family_of:
        variances = implied_covariances(model)[:, child, child, None]
        squares = (columns[child] - model.means[:, child, None]) ** 2 / variances
        logs -= 0.5 * (squares + np.log(variances))
    return np.asarray(softmax(add_log_factors(tuple(families), columns, logs), axis=0).T)


def spread_codes(dataset: Dataset, levels: Levels) -> Dataset:
    """The data with objects of one level side by side."""
    discrete = np.array([each is not None for each in levels])
    X = dataset.X.copy()
    rng = np.random.default_rng(0)
    X[:, discrete] += rng.uniform(-SPREAD, SPREAD, (dataset.n, int(discrete.sum())))
    return replace(dataset, X=X)


def name_levels(figure: go.Figure, levels: Levels, axes: tuple[int, int]) -> go.Figure:
    """The figure with names of levels at the axes of discrete features."""
    across, up = (levels[feature] for feature in axes)
    figure.update_xaxes(**({} if across is None else _ticks(across)))
    return figure.update_yaxes(**({} if up is None else _ticks(up)))


def _ticks(levels: NDArray[Any]) -> dict[str, Any]:
    return {
        "tickvals": list(range(len(levels))),
        "ticktext": [plain(level, 16) for level in levels.tolist()],
    }
