"""Folds of whole groups: no group is on both sides, folds are of about one size."""

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.data.group_folds import fold_groups, hold_out_groups
from belieflab.errors import DataError
from belieflab.evaluation import SoftStratifiedKFold
from belieflab.neighbors import EvidentialKNN


def test_groups_stay_together_in_folds_of_one_size() -> None:
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1])
    folds = fold_groups(groups, 3, rng)
    assert all(len(np.unique(folds[groups == group])) == 1 for group in range(12))
    assert np.ptp(np.bincount(folds)) <= 1


def test_more_folds_than_groups_are_refused() -> None:
    with pytest.raises(DataError, match="2 groups can be cut into 2 to 2 folds; 5 were asked for"):
        fold_groups(np.array([0, 0, 1]), 5)


def test_whole_groups_are_held_out_and_some_are_left() -> None:
    groups = np.repeat(np.arange(4), 10)
    held = hold_out_groups(groups, 0.25, np.random.default_rng(0))
    assert held.sum() == 10 and len(np.unique(groups[held])) == 1
    assert hold_out_groups(groups, 0.99, np.random.default_rng(0)).sum() == 30


def test_soft_stratified_folds_respect_groups() -> None:
    labels = MassTable.from_guess_and_doubt(["a"] * 12 + ["b"] * 12, 0.2)
    groups = np.arange(24) // 3
    for train, test in SoftStratifiedKFold(4).split(np.zeros((24, 1)), labels, groups):
        assert not set(groups[train]) & set(groups[test])
        assert {"a": 3, "b": 3} == {"a": (test < 12).sum(), "b": (test >= 12).sum()}


def test_errors_of_neighbours_without_their_groups_are_those_of_separate_fits() -> None:
    rng = np.random.default_rng(5)
    X, classes = rng.normal(size=(40, 2)), np.repeat(["a", "b"], 20)
    X[20:] += 1.0
    groups = rng.permutation(np.arange(40) % 8)
    model = EvidentialKNN(3, gamma=0.5).fit(X, classes, groups=groups.astype(str))
    found = model.leave_one_out_errors(4)
    wrong = np.zeros(4)
    for group in range(8):
        out = groups == group
        for k in range(1, 5):
            other = EvidentialKNN(k, gamma=0.5).fit(X[~out], classes[~out])
            wrong[k - 1] += (other.predict(X[out]) != classes[out]).sum()
    assert found == pytest.approx(wrong / 40)
