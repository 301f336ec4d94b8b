"""Settings of EKNNclus: what follows from them, and when data are dissimilarities."""

from dataclasses import replace

import numpy as np
import pytest

from belieflab.clustering import EKNNclus
from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.samples import load_sample
from belieflab.data.settings import Settings
from belieflab.ui.method.context import Context
from belieflab.ui.pages.eknnclus.fit import fit_task
from belieflab.ui.pages.eknnclus.settings import (
    GIVEN,
    PAGE,
    arguments,
    default_k,
    largest_k,
    parameters,
)
from belieflab.ui.shell.workspace import Workspace


def dataset(X):
    X = np.asarray(X, dtype=float)
    return Dataset(X, tuple(f"d{j}" for j in range(X.shape[1])))


def chosen(data: Dataset, **values) -> Context:
    workspace = Workspace()
    workspace.adopt_dataset(data)
    context = Context(PAGE, workspace, data, None)
    return replace(context, settings=Settings(parameters(context), values))


def test_only_what_differs_is_written_and_the_run_adds_to_the_seed():
    D, _ = from_dissimilarities(np.abs(np.arange(5.0)[:, None] - np.arange(5.0)))
    assert arguments(chosen(load_sample("iris"), K=9, run=2)) == {
        "n_neighbors": 9,
        "random_state": 9,
    }
    given = arguments(chosen(D, K=3, q=0.5, weights="rows", start=GIVEN, c0=30))
    assert EKNNclus(**given).get_params()["n_start"] == 30
    assert set(given) == {"n_neighbors", "q", "weights", "n_start", "metric", "random_state"}


@pytest.mark.parametrize("n, limit", [(1, 1), (2, 1), (20, 19), (3000, 329), (100_000, 120)])
def test_k_ends_below_the_objects(n, limit):
    assert largest_k(n) == limit
    assert default_k(n) <= limit


def test_a_quick_run_follows_the_controls():
    def is_quick(data: Dataset, k: int) -> bool:
        return fit_task(chosen(data, K=k)).is_quick

    assert is_quick(load_sample("many-clusters", clusters=20), 100)
    assert not is_quick(Dataset(np.zeros((100_000, 2)), ("a", "b")), 50)
    wide = Dataset(np.random.default_rng(0).normal(size=(30_000, 20)), tuple(map(str, range(20))))
    assert not is_quick(wide, 10)
