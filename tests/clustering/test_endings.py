"""Why a run ended, for every method and every way to end."""

import warnings

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab.clustering import CECM, ECM, EVCLUS, RECM, EKNNclus, SpatialECM
from belieflab.clustering.alternation import descend
from belieflab.clustering.neighbour_graph import Graph
from belieflab.clustering.prototypes import PrototypeProblem
from belieflab.clustering.relational import RelationalProblem
from belieflab.errors import FitWarning
from belieflab.iteration import Ending
from belieflab.iterative_estimator import IterativeEstimator

RNG = np.random.default_rng(0)
X = np.repeat([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0]], 20, axis=0) + RNG.normal(size=(60, 2))
D = (cdist(X, X) + cdist(X, X).T) / 2
IMAGE = X[:, 0].reshape(6, 10)
METHODS = {
    "ECM": (ECM(3, random_state=0), X),
    "Mahalanobis": (ECM(2, metric="mahalanobis", random_state=0), X),
    "several starts": (ECM(3, n_init=3, random_state=0), X),
    "RECM": (RECM(3, random_state=0), D),
    "CECM": (CECM(3, random_state=0), X),
    "SpatialECM": (SpatialECM(2, random_state=0), IMAGE),
    "EVCLUS": (EVCLUS(3, random_state=0, tol=1e-3), X),
    "EKNNclus": (EKNNclus(8, random_state=0), X),
    "EKNNclus runs": (EKNNclus(8, n_init=3, random_state=0), X),
    "EKNNclus rows": (EKNNclus(8, weights="rows", random_state=0), X),
}


@pytest.fixture(params=METHODS)
def method(request):
    model, data = METHODS[request.param]
    return type(model)(**model.get_params()), data


def state(model):
    return model.ending_, model.converged_, model.n_iter_, len(model.history_) - 1


def test_converged_also_exactly_at_max_iter(method):
    model, data = method
    last = model.fit(data).n_iter_
    assert last > 1
    assert state(model) == (Ending.CONVERGED, True, last, last)
    model.set_params(max_iter=last).fit(data)
    assert state(model) == (Ending.CONVERGED, True, last, last)
    assert model.notes_ == ()


def test_max_iter(method):
    model, data = method
    last = model.fit(data).n_iter_ - 1
    model.set_params(max_iter=last).fit(data)
    assert state(model) == (Ending.MAX_ITER, False, last, last)
    model.set_params(max_iter=0).fit(data)
    assert state(model) == (Ending.MAX_ITER, False, 0, 0)


def test_stopped_by_the_caller_after_a_run_that_converged(method):
    model, data = method
    model.fit(data)
    for step in model.iterate(data):
        assert not model.converged_
        assert model.criterion_ == step.criterion
        if step.iteration == 1:
            break
    assert state(model) == (Ending.STOPPED, False, 1, 1)
    assert len(model.partition_) == len(model.labels_) == 60


@pytest.mark.parametrize(
    "model",
    [
        ECM(3, focal="neighbours", random_state=0),
        EVCLUS(3, n_init=3, random_state=0, tol=1e-3),
        EVCLUS(3, n_init=3, random_state=np.random.RandomState(0), tol=1e-3),
        EKNNclus(8, n_init=3, random_state=np.random.RandomState(0)),
    ],
)
def test_the_ending_is_that_of_the_kept_run(model):
    model.fit(X)
    assert state(model) == (Ending.CONVERGED, True, model.n_iter_, model.n_iter_)
    if isinstance(model, EVCLUS):
        assert model.criterion_ == min(model.starts_)
    model.set_params(max_iter=1).fit(X)
    assert state(model) == (Ending.MAX_ITER, False, 1, 1)


def rising_evaluate(self, prototypes, *mass):
    criterion, sums = EVALUATE(self, prototypes, *mass)
    self.calls = getattr(self, "calls", 0) + 1
    return criterion * (2.0 if self.calls == 4 else 1.0), sums


def rising_improve(self, means):
    criterion, better = IMPROVE(self, means)
    self.calls = getattr(self, "calls", 0) + 1
    return criterion * (2.0 if self.calls == 4 else 1.0), better


def rising_stress(self, stress, mass):
    self.calls = getattr(self, "calls", 0) + 1
    return stress * (2.0 if self.calls == 4 else 1.0)


EVALUATE, IMPROVE = PrototypeProblem.evaluate, RelationalProblem.improve


@pytest.mark.parametrize("name", ["ECM", "Mahalanobis", "SpatialECM", "RECM", "EVCLUS"])
def test_a_step_that_would_raise_the_criterion_is_not_taken_and_noted(name, monkeypatch):
    monkeypatch.setattr(PrototypeProblem, "evaluate", rising_evaluate)
    monkeypatch.setattr(RelationalProblem, "improve", rising_improve)
    monkeypatch.setattr(EVCLUS, "_criterion", rising_stress)
    model, data = METHODS[name]
    model = type(model)(**model.get_params())
    with pytest.warns(FitWarning, match="would have made the criterion worse"):
        model.fit(data)
    assert state(model) == (Ending.FELL, False, 2, 2)
    assert model.notes_ == (IterativeEstimator.fall_note,)
    assert (np.diff(model.history_.criterion) < 0).all()


@pytest.mark.parametrize("method", [ECM, CECM])
def test_flat_clusters_raise_the_criterion_and_a_note_says_so(method):
    flat = np.random.default_rng(0).normal(size=(5, 2)) * 3
    model = method(2, metric="mahalanobis", random_state=0, tol=1e-12)
    with pytest.warns(FitWarning, match="would have made the criterion worse"):
        model.fit(flat)
    assert (model.ending_, model.converged_, len(model.notes_)) == (Ending.FELL, False, 1)
    assert model.n_iter_ == len(model.history_) - 1


def test_a_shift_and_a_fall_are_both_noted(monkeypatch):
    monkeypatch.setattr(RelationalProblem, "improve", rising_improve)
    away = np.array([[0, 1, 9, 1], [1, 0, 1, 9], [9, 1, 0, 1], [1, 9, 1, 0]], dtype=float)
    model = RECM(2, delta=3, random_state=0, tol=0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(away)
    assert [str(warning.message) for warning in caught] == list(model.notes_)
    assert "was added to every squared dissimilarity" in model.notes_[0]
    assert model.notes_[1:] == (IterativeEstimator.fall_note,)


def test_rows_may_never_settle_and_end_at_their_cap():
    """Three objects in a ring, each the only neighbour of the one before, chase their labels."""
    graph = Graph(np.arange(4), np.array([1, 2, 0], dtype=np.int32), np.ones(3), 1.0)
    model = EKNNclus(1, weights="rows")
    model.fit(X[:3], orders=[np.arange(3)] * 400, graph=graph)
    assert state(model) == (Ending.MAX_ITER, False, 300, 300)


def test_orders_that_run_out_are_the_callers_stop():
    model = EKNNclus(8, weights="rows").fit(X, orders=[np.arange(60)])
    assert state(model) == (Ending.STOPPED, False, 1, 1)


def test_a_loop_returns_why_it_ended():
    def ending(criteria, tol=0.1, max_iter=10):
        loop = descend(lambda at: (criteria[at], lambda: at + 1), 0, tol, max_iter)
        while True:
            try:
                last = next(loop)
            except StopIteration as finished:
                return finished.value, last.iteration

    assert ending([8, 4, 3.99, 1]) == (Ending.CONVERGED, 2)
    assert ending([8, 4, 3.99, 1], max_iter=2) == (Ending.CONVERGED, 2)
    assert ending([8, 4, 2, 1], max_iter=2) == (Ending.MAX_ITER, 2)
    assert ending([8, 4, 5, 1]) == (Ending.FELL, 1)
    assert ending([8, 4, 4, 4], tol=0, max_iter=3) == (Ending.MAX_ITER, 3)
    assert ending([8, 0, 0, 0], tol=1e-6, max_iter=3) == (Ending.CONVERGED, 2)
