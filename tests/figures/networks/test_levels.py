"""Discrete features beside the graph: what is said at a place is what the model says."""

import numpy as np
import pytest

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import Dataset
from belieflab.figures.networks import NetworkView, draw_graph, draw_view
from belieflab.figures.networks.levels import posterior_by_level
from belieflab.figures.networks.view import frame_states


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    rng = np.random.default_rng(3)
    truth = np.arange(120) % 2
    colour = (truth + (rng.random(120) < 0.3)) % 3
    column = CategoricalColumn("colour", ("red", "green", "blue"), colour)
    X = (colour + rng.normal(size=120))[:, None]
    return Dataset(X, ("width",), truth, ("a", "b"), categories=(column,))


@pytest.fixture(scope="module")
def model(dataset) -> GaussianNetworkClassifier:
    classifier = GaussianNetworkClassifier("tan", keep_history=True)
    return classifier.fit(dataset.table, dataset.truth)


def test_with_two_features_the_plane_shows_the_posterior(dataset, model):
    assert model.arcs_ == [(1, 0)]
    last = frame_states(model)[-1]
    places = dataset.coded().X[:, [1, 0]]
    spread = places + np.array([0.3, 0.0])  # a place belongs to the nearest level
    assert posterior_by_level(last, (1, 0), spread) == pytest.approx(
        model.predict_proba(dataset.table), abs=1e-12
    )


def test_before_the_arc_was_there_the_child_goes_by_its_class(dataset, model):
    first = frame_states(model)[0]
    naive = GaussianNetworkClassifier("naive", max_iter=1).fit(dataset.table, dataset.truth)
    assert posterior_by_level(first, (1, 0), dataset.coded().X[:, [1, 0]]) == pytest.approx(
        naive.predict_proba(dataset.table), abs=1e-9
    )


def test_levels_are_bars_and_name_the_axis(dataset, model):
    figure = draw_view(dataset, model, NetworkView(pick="colour"), truth=dataset.truth)
    assert figure.layout.xaxis.ticktext == ("red", "green", "blue")
    table = model.parameters_.family_of[1].alone
    assert figure.data[0].y == pytest.approx(0.5 * table[0], abs=1e-6)
    arc = draw_view(dataset, model, NetworkView(pick="colour → width"), truth=dataset.truth)
    assert arc.layout.xaxis.ticktext == ("red", "green", "blue")
    assert arc.layout.yaxis.ticktext is None


def test_the_graph_has_all_features(dataset, model):
    names = [list(trace.text) for trace in draw_graph(dataset, model).data if trace.text]
    assert ["width", "colour"] in names
