"""Forests that grow a few trees at a time are those of one fit, and can be stopped between them."""

import threading

import numpy as np
import pytest
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.ensemble import RandomForestClassifier as Forest

from belieflab.evaluation import batches
from belieflab.evaluation.batches import TREES, fit_in_batches
from belieflab.iteration import StopFlag, Stopped, stop_scope

RNG = np.random.default_rng(0)
X, Y, WEIGHTS = RNG.normal(size=(200, 4)), RNG.integers(0, 3, 200), RNG.random(200)


@pytest.fixture(autouse=True)
def few_rows(monkeypatch):
    monkeypatch.setattr(batches, "LEAST_ROWS", 10)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Forest(TREES, random_state=3),
        lambda: Forest(2 * TREES + 3, random_state=3),
        lambda: Forest(12, random_state=3, bootstrap=False, max_features=2),
        lambda: Forest(25, random_state=3, class_weight={0: 2.0, 1: 1.0, 2: 1.0}),
        lambda: Forest(25, random_state=3, class_weight="balanced"),
        lambda: Forest(60, random_state=3, oob_score=True),
        lambda: ExtraTreesClassifier(25, random_state=3),
        lambda: HistGradientBoostingClassifier(max_iter=3),
    ],
)
def test_the_trees_are_those_of_one_fit(make):
    at_once, grown = make().fit(X, Y, sample_weight=WEIGHTS), make()
    with stop_scope(StopFlag()):
        fit_in_batches(grown, X, Y, sample_weight=WEIGHTS)
    np.testing.assert_array_equal(grown.predict_proba(X), at_once.predict_proba(X))
    assert grown.get_params() == at_once.get_params()


def test_without_a_flag_there_is_one_fit():
    calls = []

    class Counting(Forest):
        def fit(self, *args):
            calls.append(self.n_estimators)
            return super().fit(*args)

    Counting.__module__, Counting.__name__ = Forest.__module__, Forest.__name__
    fit_in_batches(Counting(25, random_state=3), X, Y)
    with stop_scope(StopFlag()):
        fit_in_batches(Counting(25, random_state=3), X, Y)
        fit_in_batches(Counting(25), X, Y)  # would have other trees
    assert calls == [25, 10, 20, 25, 25]


def test_a_forest_that_was_stopped_grows_no_further():
    flag, model = StopFlag(), Forest(1_000_000, random_state=3)
    threading.Timer(0.2, flag.set).start()
    with pytest.raises(Stopped), stop_scope(flag):
        fit_in_batches(model, X, Y)
    assert 0 < len(model.estimators_) < 100_000
    assert model.n_estimators == 1_000_000 and not model.warm_start
