"""Errors on the parts that a split keeps apart: which objects are judged, and of how many."""

from dataclasses import replace

import numpy as np

from belieflab.data import load_sample
from belieflab.evaluation.kept_apart import errors_of_parts


def iris(n_known: int):
    """Iris with 100 rows kept apart, of which the first have a true class."""
    whole = load_sample("iris")
    truth = whole.truth.copy()
    truth[50 + n_known :] = -1
    return replace(whole, truth=truth, split=("train",) * 50 + ("test",) * 100)


def judged(n_known: int, limit: int):
    whole = iris(n_known)
    return errors_of_parts(whole, whole.training, lambda part: np.ones(part.n, int), limit=limit)


def test_a_part_without_true_classes_is_left_out_however_large():
    assert judged(0, limit=20) == {}


def test_rows_of_unknown_class_do_not_make_a_sample():
    few, many = judged(30, limit=40)["test"], judged(60, limit=40)["test"]
    assert (few.judged, few.sampled, float(few)) == (30, False, 0.0)
    assert (many.judged, many.sampled) == (40, True)
