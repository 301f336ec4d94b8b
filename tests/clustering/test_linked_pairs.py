"""Pairs of objects as a text: read, written, refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from belieflab import DataError
from belieflab.clustering.linked_pairs import (
    CANNOT,
    MUST,
    LinkedPairs,
    read_pairs,
    readable_pairs,
    write_pairs,
)


def test_both_kinds_are_read_with_rows_from_one():
    pairs = read_pairs(" 3=8, 9≠5 ; 1 != 2\n2=3,", 12)
    assert pairs == LinkedPairs(((2, 7), (1, 2)), ((4, 8), (0, 1)))
    assert write_pairs(pairs) == "3=8, 2=3, 5≠9, 1≠2"
    assert not read_pairs("", 12) and len(pairs) == 4


@settings(max_examples=30)
@given(
    some.lists(some.tuples(some.integers(0, 30), some.integers(0, 30), some.sampled_from("=≠"))),
)
def test_what_is_written_is_read_again(drawn):
    pairs = LinkedPairs()
    for first, second, sign in drawn:
        if first != second:
            pair = (min(first, second), max(first, second))
            pairs = pairs.with_pair(MUST if sign == "=" else CANNOT, pair)
    assert read_pairs(write_pairs(pairs), 31) == pairs


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3~8", "'3~8' cannot be read"),
        ("3=3", "names row 3 twice"),
        ("0=3", "names a row that is not there"),
        ("3=13", "rows go from 1 to 12"),
        ("3=8, 8≠3", "both linked and kept apart"),
        (",".join(f"{i}=300" for i in range(1, 202)), "201 pairs; at most 200"),
    ],
)
def test_what_cannot_be_meant_gets_one_sentence(text, sentence):
    n = 12 if len(text) < 20 else 400
    with pytest.raises(DataError, match=sentence):
        read_pairs(text, n)
    assert not readable_pairs(text, n)
