import numpy as np
import pytest
from sklearn.model_selection import cross_val_score

from belieflab import DataError
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.evaluation import SoftStratifiedKFold
from belieflab.evaluation.folds import random_folds, soft_stratified_folds
from belieflab.neighbors import EvidentialKNN


def test_random_folds_are_even_and_random():
    first = random_folds(53, 10, np.random.default_rng(0))
    assert sorted(np.bincount(first)) == [5] * 7 + [6] * 3
    assert (first != random_folds(53, 10, np.random.default_rng(1))).any()


def test_greedy_rule_of_paper_002_by_hand():
    """Two classes: ranks by falling probability of the first; the smallest sum takes the next."""
    probability = np.array([0.9, 0.1, 0.8, 0.3, 0.6, 0.5])
    # ranks 1 6 2 5 3 4: folds get 1 and 2, then 3 joins the 1, 4 the 2, 5 the 4, 6 the 6
    folds = soft_stratified_folds(np.column_stack([probability, 1 - probability]), 2)
    assert folds.tolist() == [0, 1, 1, 0, 0, 1]


def test_folds_have_the_mean_probabilities_of_all():
    data = load_sample("wine")
    labels = build_labels("bayesian", data, seed=1, mean=0.3, deviation=0.1)
    share = labels.pignistic()
    balanced = soft_stratified_folds(share, 10, np.random.default_rng(0))
    sizes = np.bincount(balanced)
    assert sizes.max() - sizes.min() <= 1

    def unevenness(folds):
        means = np.array([share[folds == fold].mean(axis=0) for fold in range(10)])
        return np.abs(means - share.mean(axis=0)).max()

    by_chance = [
        unevenness(random_folds(len(share), 10, np.random.default_rng(seed))) for seed in range(20)
    ]
    assert unevenness(balanced) < np.median(by_chance)


def test_it_cuts_soft_labels_in_scikit_learn():
    data = load_sample("iris")
    labels = build_labels("expert-doubt", data, seed=0, mean=0.1)
    splitter = SoftStratifiedKFold(5, random_state=0)
    held = np.concatenate([test for _, test in splitter.split(data.X, labels)])
    assert sorted(held) == list(range(150))
    scores = cross_val_score(EvidentialKNN(), data.X, labels, cv=splitter)
    assert len(scores) == 5 and scores.mean() > 0.7


@pytest.mark.parametrize("n_folds", [1, 8])
def test_impossible_folds_are_reported(n_folds):
    with pytest.raises(DataError, match="2 to 7 folds"):
        random_folds(7, n_folds, np.random.default_rng(0))
