"""Stop acts within a second, wherever the work is, and the last complete step is kept."""

import os
import threading
import time

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from belieflab import MassTable
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.warmup import warm_up as warm_up_networks
from belieflab.clustering import CECM, ECM, EVCLUS, RECM, EKNNclus, SpatialECM
from belieflab.clustering.choice import compare_n_clusters
from belieflab.clustering.warmup import warm_up as warm_up_clustering
from belieflab.data.dataset import Dataset
from belieflab.iteration import Ending, StopFlag, Stopped, run_until_stopped, stop_scope
from belieflab.mixture import Landscape, SoftLabelMixture
from belieflab.mixture.em import StopRule
from belieflab.mixture.label_noise import LabelNoiseMixture
from belieflab.mixture.levels import fit_levels
from belieflab.mixture.problem import pose
from belieflab.mixture.restarts import Polish, run_start
from belieflab.mixture.scoring import held_out_error
from belieflab.mixture.selection import choose_model, compare_models
from belieflab.mixture.starts import draw_start
from belieflab.mixture.sweep import LandscapeSweep
from belieflab.mixture.uncertainty import standard_errors
from belieflab.mixture.warmup import warm_up as warm_up_mixtures
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.selection import choose_n_neighbors
from belieflab.neighbors.warmup import warm_up as warm_up_neighbors

BEGUN = 0.4
"""Seconds after which the flag is set: the work is then in its kernels."""


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    warm_up_mixtures()
    warm_up_neighbors()
    warm_up_clustering()
    warm_up_networks()


@pytest.fixture(scope="module")
def big():
    rng = np.random.default_rng(0)
    return rng.standard_normal((1_000_000, 3)) + rng.integers(4, size=(1_000_000, 1)) * 4.0


def labels_of(X, n_classes=4):
    return np.arange(len(X)) % n_classes


def soft_labels(n, n_classes):
    return MassTable.from_contour(np.random.default_rng(1).random((n, n_classes)))


def dataset_of(X):
    names = tuple(f"x{j}" for j in range(X.shape[1]))
    return Dataset(X, names, truth=labels_of(X, 2), class_names=("a", "b"))


def limit():
    """One second on free cores; as much more as their load makes everything slower."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1.0, load / (os.cpu_count() or 1))


def seconds_to_stop(run):
    """How long `run(flag)` goes on after the flag is set, and what it returned or raised."""
    flag, outcome = StopFlag(), []

    def work():
        try:
            outcome.append(run(flag))
        except Exception as error:
            outcome.append(error)
        outcome.append(time.perf_counter())

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(BEGUN)
    assert not outcome, f"ended by itself: {outcome[0]!r}"
    begun = time.perf_counter()
    flag.set()
    thread.join(60)
    return outcome[1] - begun, outcome[0]


# -- within the first step: each takes more than two seconds if nobody stops it --------------------

ITERATIVE = {
    "E step": lambda X: (SoftLabelMixture(400, init="random"), X),
    "compiled starts": lambda X: (SoftLabelMixture(100, init="random", n_init=4), X),
    "starts of a family": lambda X: (SoftLabelMixture(100, "VEV", init="random", n_init=4), X),
    "k-means++": lambda X: (SoftLabelMixture(400, init="k-means++", n_init=4), X),
    "annealing": lambda X: (SoftLabelMixture(400, init="random", annealing=[0.5]), X),
    "Weibull": lambda X: (
        SoftLabelMixture(10, init="random", components="weibull"),
        np.abs(X) + 0.1,
    ),
    "categorical": lambda X: (
        SoftLabelMixture(50, init="random", components="categorical"),
        np.floor(np.abs(X)),
    ),
    "label noise": lambda X: (LabelNoiseMixture(), X, labels_of(X, 100)),
    "landscape": lambda X: (Landscape(100, n_starts=4), X),
    "landscape of a family": lambda X: (Landscape(100, n_starts=4, covariance="VEV"), X),
    "ECM": lambda X: (ECM(12), X),
    "ECM, several starts": lambda X: (ECM(10, n_init=5), X),
    "ECM, Mahalanobis": lambda X: (ECM(9, metric="mahalanobis"), X),
    "CECM": lambda X: (CECM(6), X, [(0, 1)]),
    "CECM, many pairs": lambda X: (CECM(7), X[:20_000], np.arange(20_000).reshape(-1, 2)),
    "RECM": lambda X: (RECM(6), np.abs(X[:3_000, :1] - X[:3_000, 0]) ** 3),
    "EVCLUS": lambda X: (EVCLUS(5, "all", n_init=3), X[:200_000]),
    "EVCLUS, all pairs": lambda X: (EVCLUS(4, "all", n_partners=4_000), X[:4_000]),
    "spatial ECM": lambda X: (SpatialECM(12), X.reshape(1000, 1000, 3)),
    "EKNNclus": lambda X: (EKNNclus(300), X[:100_000]),
    "EKNNclus by products": lambda X: (EKNNclus(50), np.tile(X[:40_000], 5)),
    "network": lambda X: (EvidentialNetwork(100), X, labels_of(X)),
    "naive Bayes": lambda X: (GaussianNetworkClassifier(), X, labels_of(X, 100)),
    "AODE": lambda X: (GaussianNetworkClassifier("aode"), X, labels_of(X, 100)),
    "structural EM": lambda X: (GaussianNetworkClassifier("search"), X, labels_of(X, 100)),
}


@pytest.mark.parametrize("make", ITERATIVE.values(), ids=ITERATIVE)
def test_the_first_step_is_abandoned_within_a_second_and_nothing_is_fitted(make, big):
    model, *given = make(big)
    model.set_params(random_state=0)
    seconds, steps = seconds_to_stop(lambda flag: list(model.iterate(*given, stop=flag)))
    assert steps == []
    assert seconds < limit()
    time.sleep(0.1)  # what was left behind must not touch the model either
    with pytest.raises(NotFittedError):
        check_is_fitted(model)


WITHOUT_STEPS = {
    "γ learned": lambda X, stop: EvidentialKNN(30, gamma="learned").fit(
        X[:200_000], labels_of(X[:200_000]), stop=stop
    ),
    "γ contextual, by products": lambda X, stop: EvidentialKNN(gamma="contextual").fit(
        np.tile(X[:50_000], 5), labels_of(X[:50_000]), stop=stop
    ),
    "γ by similar labels": lambda X, stop: EvidentialKNN(gamma="jousselme").fit(
        X[:10_000], soft_labels(10_000, 3), stop=stop
    ),
    "choice of K": lambda X, stop: choose_n_neighbors(
        EvidentialKNN(), X[:300_000], labels_of(X[:300_000]), stop=stop
    ),
    "bootstrap": lambda X, stop: standard_errors(
        SoftLabelMixture(3, init="random", random_state=0).fit(X[:500]),
        "bootstrap", X=X[:100_000], n_resamples=10_000, stop=stop,
    ),
    "folds": lambda X, stop: held_out_error(
        SoftLabelMixture(400, init="random"), X[:200_000], None, labels_of(X[:200_000]),
        tuple("abcd"), stop=stop,
    ),
    "choice of a model": lambda X, stop: choose_model(
        X, n_components=[400], n_init=1, stop_flag=stop
    ),
    "choice of c": lambda X, stop: compare_n_clusters(ECM(2), X, [12], stop=stop),
}  # fmt: skip


@pytest.mark.parametrize("run", WITHOUT_STEPS.values(), ids=WITHOUT_STEPS)
def test_work_without_steps_raises_stopped_within_a_second(run, big):
    seconds, outcome = seconds_to_stop(lambda flag: run(big, flag))
    assert isinstance(outcome, Stopped), outcome
    assert seconds < limit()


def test_a_neighbour_classifier_that_was_stopped_is_as_it_was(big):
    model, flag = EvidentialKNN(gamma="learned"), StopFlag()
    flag.set()
    with pytest.raises(Stopped):
        model.fit(big[:100], labels_of(big[:100]), stop=flag)
    with pytest.raises(NotFittedError):
        check_is_fitted(model)


@pytest.fixture(scope="module")
def fitted(big):
    hard = EvidentialKNN(30).fit(big[:200_000], labels_of(big[:200_000]))
    rich = EvidentialKNN(12).fit(big[:1_000], soft_labels(1_000, 12))
    return hard, rich


ANSWERS = {
    "masses": lambda hard, rich, X, stop: hard.predict_mass(X, stop=stop),
    "probabilities": lambda hard, rich, X, stop: hard.predict_proba(X, stop=stop),
    "masses of rich labels": lambda hard, rich, X, stop: rich.predict_mass(X[:50_000], stop=stop),
    "probabilities of rich labels": lambda hard, rich, X, stop: rich.predict_proba(
        X[:50_000], stop=stop
    ),
    "leave-one-out": lambda hard, rich, X, stop: hard.leave_one_out_errors(100, stop=stop),
    "leave-one-out of rich labels": lambda hard, rich, X, stop: rich.leave_one_out_errors(
        100, stop=stop
    ),
}


@pytest.mark.parametrize("ask", ANSWERS.values(), ids=ANSWERS)
def test_neighbours_stop_answering_within_a_second(ask, fitted, big):
    seconds, outcome = seconds_to_stop(lambda flag: ask(*fitted, big, flag))
    assert isinstance(outcome, Stopped), outcome
    assert seconds < limit()


SEVERAL = {
    "levels": lambda X, stop: fit_levels(
        dataset_of(X[:300_000]), SoftLabelMixture(tol=0, max_iter=100_000), stop=stop
    ),
    "models": lambda X, stop: compare_models(X[:100_000], random_state=0, stop_flag=stop),
    "figure 3": lambda X, stop: LandscapeSweep(dataset_of(X[:200_000])).iterate(stop=stop),
}


@pytest.mark.parametrize("run", SEVERAL.values(), ids=SEVERAL)
def test_several_fits_stop_within_one_of_them(run, big):
    seconds, outcome = seconds_to_stop(lambda flag: list(run(big, flag)))
    assert isinstance(outcome, list), outcome
    assert seconds < limit()


# -- after some steps ------------------------------------------------------------------------------

SMALL = {
    "mixture": lambda X: (SoftLabelMixture(3, init="random", tol=0), X),
    "family": lambda X: (SoftLabelMixture(3, "VEV", init="random", tol=0), X),
    "Weibull": lambda X: (
        SoftLabelMixture(3, init="random", components="weibull", tol=0),
        np.abs(X) + 0.1,
    ),
    "label noise": lambda X: (LabelNoiseMixture(tol=0), X, labels_of(X)),
    "ECM": lambda X: (ECM(3, tol=0), X),
    "CECM": lambda X: (CECM(3, tol=0), X, [(0, 1)]),
    "RECM": lambda X: (RECM(3, tol=0), np.abs(X[:, :1] - X[:, 0])),
    "EVCLUS": lambda X: (EVCLUS(3, tol=0), X),
    "EVCLUS on a lattice": lambda X: (EVCLUS(3, n_partners=10, tol=0), X),
    "spatial ECM": lambda X: (SpatialECM(3, tol=0), X.reshape(20, 15, 3)),
    "EKNNclus": lambda X: (EKNNclus(5), X),
    "network": lambda X: (EvidentialNetwork(3, tol=0), X, labels_of(X)),
    "naive Bayes": lambda X: (GaussianNetworkClassifier(tol=0), X, soft_labels(len(X), 3)),
    "structural EM": lambda X: (
        GaussianNetworkClassifier("search", tol=0),
        X,
        soft_labels(len(X), 3),
    ),
}


@pytest.mark.parametrize("make", SMALL.values(), ids=SMALL)
def test_the_last_complete_step_is_kept_and_usable(make, big):
    model, *given = make(big[:300])
    model.set_params(random_state=0, keep_history=True)
    flag, steps = StopFlag(), []
    for step in model.iterate(*given, stop=flag):
        steps.append(step)
        if len(steps) == 3:
            flag.set()
    assert len(steps) == 3
    assert model.ending_ is Ending.STOPPED and not model.converged_
    assert model.n_iter_ == steps[-1].iteration
    assert model.history_.steps == steps
    assert isinstance(model.notes_, tuple)
    assert len(model.predict(given[0])) == 300
    assert np.isfinite(model.predict_mass(given[0]).mass).all()
    if hasattr(model, "partition_"):
        assert len(model.partition_) == len(model.labels_) == 300


def test_a_landscape_keeps_its_complete_batches(big):
    flag, found = StopFlag(), []
    landscape = Landscape(3, n_starts=50, batch=5, random_state=0)
    for step in landscape.iterate(big[:300], stop=flag):
        found.append(step)
        if len(found) == 2:
            flag.set()
    assert landscape.ending_ is Ending.STOPPED
    assert len(landscape.runs_) == len(landscape.n_iter_) == 10
    assert sum(len(maximum.starts) for maximum in landscape.maxima_) == 10


def test_a_stopped_choice_takes_the_best_of_what_is_there(big):
    flag, seen = StopFlag(), []
    for candidate in compare_models(
        big[:300], n_components=(2, 3, 4), covariances=("EII",), random_state=0, stop_flag=flag
    ):
        seen.append(candidate.n_components)
        if len(seen) == 2:
            flag.set()
    assert seen == [2, 3]


@pytest.mark.parametrize("name", ["mixture", "ECM", "EVCLUS on a lattice", "EKNNclus", "network"])
def test_a_flag_that_is_not_set_changes_no_number(name, big):
    criteria = []
    for stop in (None, StopFlag()):
        model, *given = SMALL[name](big[:300])
        model.set_params(random_state=0, max_iter=5)
        criteria.append([step.criterion for step in model.iterate(*given, stop=stop)])
    assert criteria[0] == criteria[1]


def test_a_refit_that_is_stopped_at_once_leaves_the_earlier_fit(big):
    model = ECM(3, random_state=0).fit(big[:300])
    before, flag = model.prototypes_, StopFlag()
    flag.set()
    assert list(model.iterate(big[:200], stop=flag)) == []
    assert model.prototypes_ is before
    assert list(run_until_stopped(model, iter(()), flag)) == []


def test_a_start_that_is_stopped_before_its_first_row_raises_nothing_but_stopped():
    X = np.random.default_rng(0).normal(size=(300, 2))
    problem = pose(X, None, 2, "full", "gaussian", None)
    flag = StopFlag()
    rule = StopRule(1e-6, 100, "likelihood")
    start = draw_start(problem, "random", np.random.default_rng(0))
    with stop_scope(flag):
        flag.set()
        with pytest.raises(Stopped):
            run_start(problem, start, rule, Polish(rule, True, 0.0))
