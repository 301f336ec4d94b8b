"""Who leaves objects out one by one, and who learns from folds."""

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.held_out import HoldingOut, nothing_yet


@pytest.mark.parametrize(
    ("key", "settings", "alone"),
    [
        ("eknn", {}, True),
        ("eknn-single", {}, True),
        ("gamma-eknn", {}, False),
        ("eknn", {"gamma": "single"}, True),
        ("eknn", {"gamma": "learned"}, False),
        ("eknn-learned", {}, False),
        ("eknn-contextual", {}, False),
    ],
)
def test_an_object_whose_label_helped_to_learn_the_distances_is_left_out_in_a_fold(
    key, settings, alone
):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 1, (15, 2)), rng.normal(4, 1, (15, 2))])
    labels = MassTable.from_hard(np.repeat(["a", "b"], 15), ["a", "b"])
    how = HoldingOut(CLASSIFIERS.find(key), settings, folds=3)
    found = nothing_yet(labels)
    steps = sum(1 for _ in how.iterate(X, labels, found))
    assert how.leaves_one_out == found.leave_one_out == alone
    assert steps == how.n_steps(30) == (1 if alone else 3)
    assert found.done.all()
