"""Constraints describe what they allow, and refuse the rest in one sentence."""

from typing import ClassVar

import numpy as np
import pytest

from belieflab.constraints import NONE, SEED, YES_OR_NO, OneOf, Real, Whole, arrays, check_arguments
from belieflab.errors import DataError


@pytest.mark.parametrize(
    ("constraint", "good", "bad"),
    [
        (Whole(1), [1, np.int64(7)], [0, -5, 2.5, True, "1", None]),
        (Real(0, open_at="low"), [1e-300, 3, np.float32(2)], [0, -1.0, np.nan, np.inf, "a"]),
        (Real(0, 1, "low high"), [0.5], [0, 1]),
        (Real(0, 1), [0, 1], [1.1]),
        (OneOf("a", "b"), ["a"], ["foo", 1, None, ["a"]]),
        (NONE | Whole(2), [None, 2], [1]),
        (YES_OR_NO, [True, np.False_], [0, "yes"]),
        (SEED, [None, 3, np.random.default_rng(1)], [-1, 2.0, "seed"]),
        (OneOf("a") | arrays("the masks"), ["a", [1, 2], np.ones(2)], ["b", 3, None]),
    ],
)
def test_allowed_and_refused(constraint, good, bad):
    assert all(constraint.allows(value) for value in good)
    assert not any(constraint.allows(value) for value in bad)


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        (Whole(1), "a whole number at least 1"),
        (Real(0, 1, "high"), "a finite number at least 0 and below 1"),
        (Real(high=2), "a finite number at most 2"),
        (Real(), "a finite number"),
        (NONE | OneOf("a", "b"), "None or one of 'a', 'b'"),
    ],
)
def test_words(constraint, text):
    assert str(constraint) == text


def test_the_sentence_names_argument_and_value():
    class Estimator:
        constraints: ClassVar = {"n_init": Whole(1), "stop": OneOf("likelihood")}
        n_init, stop = 1, "foo"

    with pytest.raises(DataError, match=r"^stop must be one of 'likelihood'; found 'foo'\.$"):
        check_arguments(Estimator())
