"""Beliefs about an object that nothing was learned from, beside fits to all the others."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab import DataError, MassTable
from belieflab.neighbors import EvidentialKNN, mean_distance
from belieflab.neighbors.leaving_out import believe_without_each
from belieflab.neighbors.mean_distance import mean_distances_without
from belieflab.neighbors.search import NeighborSearch


def some(n=24):
    rng = np.random.default_rng(3)
    labels = MassTable.from_guess_and_doubt(
        rng.integers(0, 3, n), rng.choice([0.0, 0.3, 1.0], n), range(3)
    )
    return rng.gamma(1.0, size=(n, 2)), labels


@pytest.mark.parametrize("gamma", ["class", "single", 0.7, [0.2, 0.5, 1.0]])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "precomputed"])
def test_they_are_those_of_fits_to_the_others(gamma, metric):
    X, labels = some()
    given = cdist(X, X) if metric == "precomputed" else X
    model = EvidentialKNN(4, gamma=gamma, metric=metric).fit(given, labels)
    found = believe_without_each(model)
    for place, row in enumerate(model.rows_):
        others = np.delete(np.arange(len(X)), row)
        points = given[np.ix_(others, others)] if metric == "precomputed" else X[others]
        asked = given[[row]][:, others] if metric == "precomputed" else X[[row]]
        alone = EvidentialKNN(4, gamma=gamma, metric=metric).fit(points, labels[others])
        assert found[[place]].equals(alone.predict_mass(asked), 1e-12), row


def test_two_of_a_class_have_no_mean_distance_without_each_other():
    X = np.array([[0.0], [1.0], [5.0], [7.0], [9.0]])
    y = np.array([0, 0, 1, 1, 1])
    found = believe_without_each(EvidentialKNN(2).fit(X, y))
    alone = EvidentialKNN(2).fit(X[1:], y[1:])
    assert alone.gamma_[0] == 1.0
    assert found[[0]].equals(alone.predict_mass(X[:1]), 1e-12)


@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
def test_a_sample_of_pairs_leaves_the_pairs_of_the_object_out(metric, monkeypatch):
    """Naive twin: an object that is moved away changes the means of all others, not its own."""
    monkeypatch.setattr(mean_distance, "FULL_PAIRS", 0)
    monkeypatch.setattr(mean_distance, "SAMPLED_PAIRS", 600)
    X, rows = np.random.default_rng(0).gamma(1.0, size=(80, 2)), np.arange(5, 80)
    before = mean_distances_without(NeighborSearch(X, metric), rows)
    X[40] += 100.0
    after = mean_distances_without(NeighborSearch(X, metric), rows)
    moved = rows == 40
    np.testing.assert_allclose(after[moved], before[moved], rtol=1e-12)
    assert (after[~moved] > before[~moved] + 0.5).all()
    whole = mean_distance.mean_distance(NeighborSearch(X, metric), rows)
    others = X[rows][~moved]
    distances = cdist(others, others, "cityblock" if metric == "manhattan" else metric)
    assert before[moved] == pytest.approx(distances.mean(), rel=0.2)
    assert whole > after[moved]


def test_other_rules_are_refused_in_words():
    X, labels = some()
    with pytest.raises(DataError, match="learn from folds"):
        believe_without_each(EvidentialKNN(4, gamma="jousselme").fit(X, labels))
