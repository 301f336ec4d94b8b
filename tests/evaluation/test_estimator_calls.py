"""Fits of scikit-learn's classifiers end soon after Stop, and are otherwise what they would be."""

import sys
import threading
import time

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.ensemble import RandomForestClassifier as Forest
from sklearn.linear_model import LogisticRegression

from belieflab.belief import Frame, MassTable
from belieflab.evaluation import estimator_calls
from belieflab.evaluation.classifiers.soft_scikit import _boosting
from belieflab.evaluation.estimator_calls import fit_stoppably, predict_stoppably
from belieflab.evaluation.soft_classifier import SoftLabelClassifier
from belieflab.iteration import StopFlag, Stopped, count_left, stop_between_calls, stop_scope

RNG = np.random.default_rng(0)
N, N_CLASSES = 600, 3
X, WEIGHTS = RNG.normal(size=(N, 4)), RNG.random(N)
Y = RNG.integers(0, N_CLASSES, N)
SOON = 1.0


def boosting(trees=8, **given):
    return _boosting()(max_iter=trees, early_stopping=False, random_state=3, **given)


@pytest.fixture(autouse=True)
def few_rows(monkeypatch):
    monkeypatch.setattr(estimator_calls, "LEAST_ROWS", 10)
    monkeypatch.setattr(estimator_calls, "LEAST_WEIGHTED_ROWS", 10)


@pytest.mark.parametrize("y", [Y, (Y > 0).astype(int)], ids=["three classes", "two classes"])
@pytest.mark.parametrize("given", [{}, {"sample_weight": WEIGHTS}], ids=["plain", "weights"])
@pytest.mark.parametrize(
    "make",
    [
        lambda: Forest(13, random_state=3),
        lambda: Forest(13, random_state=3, class_weight="balanced"),
        lambda: ExtraTreesClassifier(13, random_state=3),
        boosting,
        lambda: boosting(max_features=0.5),
        lambda: LogisticRegression(solver="newton-cg"),
    ],
)
def test_a_fit_that_is_not_stopped_is_the_same_to_the_last_bit(make, given, y):
    alone, watched = make().fit(X, y, **given), make()
    with stop_scope(StopFlag()):
        fit_stoppably(watched, X, y, **given)
        found = predict_stoppably(watched, X)
    assert sys.getprofile() is None
    np.testing.assert_array_equal(found, alone.predict_proba(X))
    assert watched.get_params() == alone.get_params()


def seconds_to_stop(work, after: float = 0.3) -> float:
    """How long work goes on after the flag is set; it must be at work then."""
    flag, asked = StopFlag(), []

    def ask() -> None:
        asked.append(time.perf_counter())
        flag.set()

    timer = threading.Timer(after, ask)
    timer.start()
    with pytest.raises(Stopped), stop_scope(flag):
        work()
    assert sys.getprofile() is None
    return time.perf_counter() - asked[0]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Forest(1_000_000, random_state=3),
        lambda: boosting(1_000_000),
        lambda: boosting(1_000_000, max_leaf_nodes=2),
    ],
)
@pytest.mark.parametrize("given", [{}, {"sample_weight": WEIGHTS}], ids=["plain", "weights"])
def test_a_fit_that_nobody_waits_for_ends_soon(make, given):
    assert seconds_to_stop(lambda: fit_stoppably(make(), X, Y, **given)) < SOON


def test_boosting_ends_soon_while_it_looks_for_its_bins():
    rng = np.random.default_rng(1)
    wide, y = rng.normal(size=(5_000, 400)), rng.integers(0, 2, 5_000)
    fit = boosting().fit
    assert seconds_to_stop(lambda: fit_through(fit, wide, y, rng.random(5_000))) < SOON


def fit_through(fit, *given) -> None:
    with stop_between_calls("sklearn"):
        fit(*given)


def test_boosting_of_few_rows_with_weights_and_fits_without_a_flag_are_left_alone(monkeypatch):
    seen = []

    class Watching(HistGradientBoostingClassifier):
        def fit(self, *args, **given):
            seen.append(sys.getprofile() is not None)
            return super().fit(*args, **given)

    fit_stoppably(Watching(max_iter=2), X, Y)
    with stop_scope(StopFlag()):
        fit_stoppably(Watching(max_iter=2), X, Y)
        monkeypatch.setattr(estimator_calls, "LEAST_WEIGHTED_ROWS", N + 1)
        fit_stoppably(Watching(max_iter=2), X, Y, sample_weight=WEIGHTS)
        monkeypatch.setattr(estimator_calls, "LEAST_CELLS", X.size)
        fit_stoppably(Watching(max_iter=2), X, Y, sample_weight=WEIGHTS)
    assert seen == [False, True, False, True]


def test_no_call_is_left_at_work_when_soft_boosting_was_stopped():
    labels = MassTable.from_guess_and_doubt([str(each) for each in Y], 0.5, Frame("012"))
    model, flag = SoftLabelClassifier(boosting(1_000_000), n_folds=2), StopFlag()
    threading.Timer(0.5, flag.set).start()
    assert list(model.iterate(X, labels, stop=flag)) == []
    end = time.perf_counter() + SOON
    while count_left() and time.perf_counter() < end:
        time.sleep(0.01)
    assert not count_left()


def test_a_profiler_that_is_at_work_goes_on():
    events = []
    with stop_scope(StopFlag()):
        sys.setprofile(lambda frame, event, argument: events.append(event))
        try:
            fit_stoppably(Forest(2, random_state=3), X, Y)
            assert sys.getprofile() is not None
        finally:
            sys.setprofile(None)
    assert events


def test_only_code_of_the_library_is_broken_off():
    flag = StopFlag()

    def own() -> int:
        return 3

    with stop_scope(flag), stop_between_calls("sklearn"):
        flag.set()
        assert own() == 3
        with pytest.raises(Stopped):
            LogisticRegression().fit(X, Y)
