"""A seed may be a number, a Generator or scikit-learn's RandomState, for every estimator."""

import numpy as np
import pytest
from oldest_smoke import SEEDED, SEEDS, X

from belieflab import EvidentialNetwork, load_sample
from belieflab.neighbors import choose_n_prototypes


def outcome(model):
    for name in ("labels_", "means_", "memberships_"):
        if hasattr(model, name):
            return np.asarray(getattr(model, name))
    return np.array([maximum.criterion for maximum in model.maxima_])


@pytest.mark.parametrize("name", SEEDED)
def test_every_kind_of_seed_is_taken_and_the_same_one_repeats(name):
    for seed in SEEDS.values():
        first, again = SEEDED[name](seed()), SEEDED[name](seed())
        np.testing.assert_array_equal(outcome(first), outcome(again))


@pytest.mark.parametrize("kind", SEEDS)
def test_prototypes_are_chosen_with_every_kind_of_seed(kind):
    truth = load_sample("iris").truth
    model = EvidentialNetwork(max_iter=5, random_state=SEEDS[kind]())
    assert choose_n_prototypes(model, X, truth, [2, 3], folds=2).best in (2, 3)
