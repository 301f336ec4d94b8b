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


def test_greedy_rule_of_lopezcruz2013_by_hand():
    """Two classes: ranks by falling probability of the first; the smallest sum takes the next."""
    probability = np.array([0.9, 0.1, 0.8, 0.3, 0.6, 0.5])
    # ranks 1 6 2 5 3 4: folds get 1 and 2, then 3 joins the 1, 4 the 2, 5 the 4, 6 the 6
    folds = soft_stratified_folds(np.column_stack([probability, 1 - probability]), 2)
    assert folds.tolist() == [0, 1, 1, 0, 0, 1]


REFERENCE = {
    "iris": (
        "500000425458408026525680601161265154196966313817677212226376705202477478928"
        "133833873753181785359398900400119112242233933444445595566466779778848899999"
    ),
    "wine": (
        "521852834994503597570301359389057555112096584220305968676239080526421630470"
        "066246187916135624011887763232086973414361799883449488989790904010111212723"
        "2323434745452565676767178784"
    ),
}
"""Folds of an independent program; equal probabilities are ranked in the order of the rows."""


@pytest.mark.parametrize("name", REFERENCE)
def test_folds_are_those_of_another_program(name):
    truth = load_sample(name).truth
    n, n_classes = len(truth), truth.max() + 1
    doubt = 0.1 + 0.05 * ((7 * np.arange(n)) % 5)
    share = np.repeat((doubt / (n_classes - 1))[:, None], n_classes, axis=1)
    share[np.arange(n), truth] = 1.0 - doubt
    in_order = share - 1e-9 * np.arange(n)[:, None]
    assert "".join(map(str, soft_stratified_folds(in_order, 10))) == REFERENCE[name]


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
