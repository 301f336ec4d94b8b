"""Settings of EKNNclus: what follows from them, and when data are dissimilarities."""

import numpy as np
import pytest

from belieflab.clustering import EKNNclus
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.ui.pages.eknnclus.run import is_quick
from belieflab.ui.pages.eknnclus.settings import (
    Settings,
    largest_k,
    looks_like_dissimilarities,
    usual_k,
)


def dataset(X):
    X = np.asarray(X, dtype=float)
    return Dataset(X, tuple(f"d{j}" for j in range(X.shape[1])))


def test_only_what_differs_is_written_and_the_run_adds_to_the_seed():
    assert Settings(9, seed=7, run=2).arguments() == {"n_neighbors": 9, "random_state": 9}
    given = Settings(9, q=0.5, weights="rows", n_start=30, metric="precomputed").arguments()
    assert EKNNclus(**given).get_params()["n_start"] == 30
    assert set(given) == {"n_neighbors", "q", "weights", "n_start", "metric", "random_state"}


@pytest.mark.parametrize("n, most", [(1, 1), (2, 1), (20, 19), (3000, 329), (100_000, 120)])
def test_k_ends_below_the_objects(n, most):
    assert largest_k(n) == most
    assert usual_k(n) <= most


def test_a_square_symmetric_table_with_zeros_within_looks_like_dissimilarities():
    D = np.abs(np.arange(5.0)[:, None] - np.arange(5.0))
    assert looks_like_dissimilarities(dataset(D))
    assert not looks_like_dissimilarities(dataset(D + 1))
    assert not looks_like_dissimilarities(dataset(D - np.diag([1.0], -4)))
    assert not looks_like_dissimilarities(load_sample("butterfly"))


def test_a_quick_run_follows_the_controls():
    assert is_quick(load_sample("many-clusters", clusters=50), Settings(200))
    many = Dataset(np.zeros((100_000, 2)), ("a", "b"))
    assert not is_quick(many, Settings(50))
    wide = Dataset(np.zeros((8_000, 20)), tuple(map(str, range(20))))
    assert not is_quick(wide, Settings(10))
