"""What an object counts reaches every classifier that takes weights, wherever one is trained."""

from dataclasses import replace

import numpy as np
import pytest

from belieflab import DataError
from belieflab.data import build_labels, load_sample
from belieflab.evaluation import evaluate, held_out_masses
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.assessment import assess
from belieflab.experiments.cells import Job
from belieflab.experiments.labelled import mark_rows
from belieflab.experiments.sweep import (
    FOLDS,
    Assessment,
    LawChoice,
    MethodChoice,
    Sweep,
    hand_over,
)

RANDOM = {"forest", "forest-soft", "boosting-soft", "unsupervised"}
"""Two objects in the place of one change which objects are drawn, or which a leaf may hold."""


@pytest.fixture(scope="module")
def data():
    return load_sample("gaussians", size=90, dimension=2, classes=3, distance=2.5)


@pytest.fixture(scope="module")
def labels(data):
    return build_labels("expert-doubt", data, seed=1, mean=0.3)


@pytest.mark.parametrize(
    "key", [key for key, each in CLASSIFIERS.items() if each.takes_weights and key not in RANDOM]
)
def test_an_object_of_weight_two_counts_as_two(data, labels, key):
    entry = CLASSIFIERS.find(key)
    twice = np.arange(data.n) % 3 == 0
    rows = np.concatenate([np.arange(data.n), np.flatnonzero(twice)])
    weighted = entry.train(data.X, labels, seed=0, weights=1.0 + twice)
    repeated = entry.train(data.X[rows], labels[rows], seed=0)
    plain = entry.train(data.X, labels, seed=0)
    shares = weighted.predict_mass(data.X).pignistic()
    np.testing.assert_allclose(shares, repeated.predict_mass(data.X).pignistic(), atol=2e-3)
    assert np.abs(shares - plain.predict_mass(data.X).pignistic()).max() > 4e-3


@pytest.mark.parametrize("key", ["forest"])
def test_trees_see_the_weights(data, labels, key):
    weights = np.where(labels.pignistic().argmax(axis=1) == 0, 1e3, 1.0)
    heavy = CLASSIFIERS.find(key).train(data.X, labels, seed=0, weights=weights)
    plain = CLASSIFIERS.find(key).train(data.X, labels, seed=0)
    gain = heavy.predict_mass(data.X).pignistic() - plain.predict_mass(data.X).pignistic()
    assert gain[:, 0].mean() > 0.0


def test_evaluate_suspects_and_sweeps_hand_weights_on(data, labels, monkeypatch):
    weights, given_weights = np.linspace(1.0, 2.0, data.n), []

    def fit(X, labels, *, seed, weights=None, **settings):
        given_weights.append(weights)
        return CLASSIFIERS["supervised"].fit(X, labels, seed=seed)

    entry = replace(CLASSIFIERS["soft"], fit=fit)
    monkeypatch.setitem(CLASSIFIERS, "soft", entry)
    found = evaluate(data.X, labels, ["soft"], folds=3, weights=weights)
    found.model_from_all("soft")
    held_out_masses(data.X, labels, "soft", folds=3, weights=weights)
    choice, given = hand_over(replace(data, weights=weights))
    law, methods = LawChoice("expert-doubt", "mean"), (MethodChoice("soft"),)
    sweep = Sweep("s", (choice,), law, (0.1,), methods, test=Assessment(FOLDS, folds=3))
    assess(Job(sweep.cells[0], 0, 0), given)
    assert [len(each) for each in given_weights] == [60] * 3 + [90] + [60] * 6
    assert all(set(each) <= set(weights) for each in given_weights)


def test_weights_that_are_none_are_refused(data, labels):
    with pytest.raises(DataError, match="one number for each of the 90 rows"):
        evaluate(data.X, labels, ["soft"], weights=[1.0, 2.0])
    with pytest.raises(DataError, match="row 1 has -1"):
        held_out_masses(data.X, labels, "soft", weights=np.full(90, -1.0))


def test_results_of_other_weights_have_another_name(data):
    marks = {
        mark_rows(replace(data, weights=weights))
        for weights in (None, np.ones(data.n), np.linspace(1.0, 2.0, data.n))
    }
    assert len(marks) == 3
    labels = build_labels("expert-doubt", data, seed=1)
    weighted = replace(data, weights=np.linspace(1.0, 2.0, data.n))
    choices = [hand_over(each, labels=labels)[0] for each in (data, weighted)]
    assert choices[0].settings["name"] != choices[1].settings["name"]
