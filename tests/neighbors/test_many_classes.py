"""More than 63 classes: the evidential methods take every kind of label."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from belieflab import MassTable
from belieflab.errors import FitWarning
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork

K = 70
NAMES = [f"c{k:02}" for k in range(K)]


def points():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(K), 4)
    places = 5.0 * np.array([divmod(k, 9) for k in range(K)])
    return places[y] + rng.normal(scale=0.2, size=(len(y), 2)), y


def labels(kind, y):
    rows = np.arange(len(y))
    if kind == "hard":
        return np.array(NAMES)[y]
    if kind == "plausibilities":
        contour = np.full((len(y), K), 0.1)
        contour[rows, (y + 1) % K] = 0.6
        contour[rows, y] = 1.0
        return MassTable.from_contour(contour, NAMES)
    if kind == "probabilities":
        probabilities = np.full((len(y), K), 0.1 / (K - 1))
        probabilities[rows, y] = 0.9
        return MassTable.from_probabilities(probabilities, NAMES)
    return MassTable.from_guess_and_doubt(np.array(NAMES)[y], 0.3, NAMES)


@pytest.mark.parametrize("kind", ["hard", "plausibilities", "probabilities", "doubt"])
@pytest.mark.parametrize("gamma", ["class", "jousselme", "learned", "contextual", 0.5])
def test_neighbours_find_the_class(kind, gamma):
    X, y = points()
    model = EvidentialKNN(3, gamma=gamma).fit(X, labels(kind, y))
    assert (model.predict(X) == np.array(NAMES)[y]).all()
    table = model.predict_mass(X)
    assert table.frame.size == K
    assert table.focal.dtype == object
    assert_allclose(table.mass.sum(axis=1), 1.0)
    assert (model.predict_proba(X).argmax(axis=1) == y).all()


def test_the_masses_are_those_of_a_small_frame():
    """Neighbours of few classes, on 3 and on 70 classes of which 67 never occur."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 2))
    at = [1, 64, 69]
    contour = rng.random((30, 3))
    contour /= contour.max(axis=1, keepdims=True)
    spread = np.zeros((30, K))
    spread[:, at] = contour
    small = EvidentialKNN(5, gamma=0.7).fit(X, MassTable.from_contour(contour))
    with pytest.warns(FitWarning, match="No label favours"):
        wide = EvidentialKNN(5, gamma=0.7).fit(X, MassTable.from_contour(spread, NAMES))
    assert_allclose(
        wide.predict_mass(X).contour()[:, at], small.predict_mass(X).contour(), atol=1e-12
    )


def test_the_network_learns():
    X, y = points()
    model = EvidentialNetwork(n_prototypes=K, max_iter=10, random_state=0).fit(
        X, np.array(NAMES)[y]
    )
    table = model.predict_mass(X)
    assert table.focal.tolist() == [*(1 << k for k in range(K)), (1 << K) - 1]
    assert model.score(X, np.array(NAMES)[y]) > 0.5
