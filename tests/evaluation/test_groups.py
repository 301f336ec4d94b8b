"""Objects that belong together never speak for each other, wherever objects are left out."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from belieflab import DataError, MassTable
from belieflab.data.dataset import Dataset
from belieflab.evaluation import SoftLabelClassifier, evaluate, held_out_masses, soft_em
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.assessment import assess
from belieflab.experiments.cells import Job
from belieflab.experiments.sweep import (
    FOLDS,
    Assessment,
    LawChoice,
    MethodChoice,
    Sweep,
    hand_over,
)
from belieflab.neighbors import EvidentialKNN, rules


def duplicates(n=30):
    """Every object twice, the two a group; labels are doubtful and half of them random."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(n, 2))
    guesses = np.where(rng.random(n) < 0.5, X[:, 0] > 0, rng.random(n) < 0.5)
    labels = MassTable.from_guess_and_doubt(np.repeat(guesses, 2).astype(int), 0.3)
    return np.repeat(X, 2, axis=0), labels, np.repeat(np.arange(n), 2)


@pytest.mark.parametrize("algorithm", ["auto", "brute", "ball_tree"])
def test_neighbours_without_their_group_are_those_of_separate_searches(algorithm):
    X, labels, groups = duplicates()
    model = EvidentialKNN(5, gamma=0.7, algorithm=algorithm).fit(X, labels, groups=groups)
    beliefs = model.leave_one_out_masses()
    again = pickle.loads(pickle.dumps(model)).leave_one_out_masses()
    np.testing.assert_array_equal(again.mass, beliefs.mass)
    for i in range(0, 60, 7):
        out = groups == groups[i]
        alone = EvidentialKNN(5, gamma=0.7).fit(X[~out], labels[~out]).predict_mass(X[i : i + 1])
        assert beliefs[i : i + 1].equals(alone, 1e-12)
    distances = np.linalg.norm(X[:, None] - X[None], axis=2)
    given = EvidentialKNN(5, gamma=0.7, metric="precomputed").fit(distances, labels, groups=groups)
    assert given.leave_one_out_masses().equals(beliefs, 1e-9)


@pytest.mark.parametrize("rule", ["learned", "contextual"])
def test_gamma_is_learned_from_objects_of_other_groups(rule, monkeypatch):
    """Naive twin: the criterion at the γ learned, each object judged by a fit without its group."""
    X, labels, groups = duplicates(10)
    model = EvidentialKNN(5, gamma=rule).fit(X, labels, groups=groups)
    alone = EvidentialKNN(5, gamma=rule).fit(X, labels)
    found = model.alpha_, model.gamma_, 0.0
    monkeypatch.setattr(rules, "learn", lambda *_, **__: found)
    shares = np.empty((20, 2))
    for i in range(20):
        out = groups == groups[i]
        other = EvidentialKNN(5, gamma=rule).fit(X[~out], labels[~out])
        shares[i] = other.predict_proba(X[i : i + 1])[0]
    errors = np.square(shares - labels.pignistic()).sum()
    fit = np.log((shares * labels.contour()).sum(axis=1)).sum()
    naive = {"learned": (errors, errors / 20), "contextual": (fit, fit / 20, -fit, -fit / 20)}
    assert any(model.criterion_ == pytest.approx(each, rel=1e-9) for each in naive[rule])
    assert model.criterion_ != pytest.approx(alone.criterion_, rel=1e-3)


def test_groups_too_few_or_too_short_are_refused():
    X, labels, groups = duplicates()
    with pytest.raises(DataError, match="All labelled objects are of one group"):
        EvidentialKNN(5, gamma="learned").fit(X, labels, groups=np.zeros(60))
    with pytest.raises(DataError, match="one value per object: 60 values"):
        EvidentialKNN(5).fit(X, labels, groups=groups[:7])
    few = EvidentialKNN(50, gamma=1.0).fit(X, labels, groups=groups // 20)
    assert few._search.nearest_of_training(50).index.shape == (60, 20)
    forest = SoftLabelClassifier(DecisionTreeClassifier())
    with pytest.raises(DataError, match="are of one group"):
        forest.fit(X, labels, groups=np.zeros(60))


def test_probabilities_out_of_fold_come_from_other_groups(monkeypatch):
    X, labels, groups = duplicates()
    parts: list[np.ndarray] = []

    def fit(task, shares, kept=None, *, real=soft_em._fit):
        if kept is not None:
            parts.append(kept)
        return real(task, shares, kept)

    monkeypatch.setattr(soft_em, "_fit", fit)
    tree = SoftLabelClassifier(DecisionTreeClassifier(random_state=0), max_iter=1, random_state=0)
    together = tree.fit(X, labels, groups=groups).criterion_
    assert len(parts) == 5
    for kept in parts:
        held = np.setdiff1d(np.arange(60), kept)
        assert not set(groups[kept]) & set(groups[held])
    assert together < tree.fit(X, labels).criterion_ - 1.0  # twins confirm each other


def test_evaluate_suspects_and_sweeps_say_which_objects_belong_together(monkeypatch):
    X, labels, groups = duplicates()
    received: list[np.ndarray | None] = []
    entry = replace(CLASSIFIERS["eknn"], fit=spy(received))
    monkeypatch.setitem(CLASSIFIERS, "eknn", entry)
    evaluate(X, labels, ["eknn"], folds=3, groups=groups)
    held_out_masses(X, labels, "eknn", folds=3, groups=groups)
    dataset = Dataset(X, ("f", "g"), labels.pignistic().argmax(axis=1), ("0", "1"), "own")
    dataset = replace(dataset, split=tuple(groups.astype(str).tolist()))
    data, given = hand_over(dataset)
    law, methods = LawChoice("expert-doubt", "mean"), (MethodChoice("eknn"),)
    sweep = Sweep("s", (data,), law, (0.1,), methods, test=Assessment(FOLDS, folds=3))
    assess(Job(sweep.cells[0], 0, 0), given)
    assert len(received) == 9 and all(each is not None and len(each) == 40 for each in received)


def spy(received):
    def fit(X, labels, *, seed, groups=None, **settings):
        received.append(groups)
        return CLASSIFIERS["supervised"].fit(X, labels, seed=seed)

    return fit
