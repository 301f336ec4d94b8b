"""Pairs of objects: read, written, drawn by two clicks, taken back."""

import pytest
import streamlit as st
from hypothesis import given, settings
from hypothesis import strategies as some

from belieflab import DataError
from belieflab.figures.credal.partition_plane import CANNOT, MUST
from belieflab.ui.pages.credal import pairs as credal_pairs
from belieflab.ui.pages.credal.pairs import (
    ALGORITHM,
    NO_PAIRS,
    TEXT,
    Pairs,
    click,
    read,
    undo,
    write,
)


@pytest.fixture(autouse=True)
def session(monkeypatch):
    session: dict = {}
    monkeypatch.setattr(st, "session_state", session)
    return session


def test_both_kinds_are_read_with_rows_from_one():
    pairs = read(" 3=8, 9≠5 ; 1 != 2\n2=3,", 12)
    assert pairs == Pairs(((2, 7), (1, 2)), ((4, 8), (0, 1)))
    assert write(pairs) == "3=8, 2=3, 5≠9, 1≠2"
    assert not read("", 12) and len(pairs) == 4


@settings(max_examples=30)
@given(
    some.lists(some.tuples(some.integers(0, 30), some.integers(0, 30), some.sampled_from("=≠"))),
)
def test_what_is_written_is_read_again(drawn):
    pairs = NO_PAIRS
    for first, second, sign in drawn:
        if first != second:
            pair = (min(first, second), max(first, second))
            pairs = pairs.with_pair(MUST if sign == "=" else CANNOT, pair)
    assert read(write(pairs), 31) == pairs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3~8", "'3~8' cannot be read"),
        ("3=3", "names row 3 twice"),
        ("0=3", "names a row that is not there"),
        ("3=13", "rows go from 1 to 12"),
        ("3=8, 8≠3", "both linked and kept apart"),
        (",".join(f"{i}=300" for i in range(1, 202)), "201 pairs; at most 200"),
    ],
)
def test_what_cannot_be_meant_gets_one_sentence(text, words):
    with pytest.raises(DataError, match=words):
        read(text, 12 if len(text) < 20 else 400)


def test_two_clicks_make_a_pair_and_the_same_object_lets_go(session):
    click(MUST, 4, 12, True)
    assert credal_pairs.pending() == 4 and TEXT not in session
    click(MUST, 4, 12, True)
    assert credal_pairs.pending() is None
    click(MUST, 4, 12, True)
    click(MUST, 1, 12, True)
    assert session[TEXT] == "2=5" and credal_pairs.pending() is None
    click(CANNOT, 1, 12, True)
    click(CANNOT, 4, 12, True)
    assert session[TEXT] == "2≠5"
    undo()
    assert session[TEXT] == "2=5"
    undo()
    assert session[TEXT] == ""
    undo()
    assert session[TEXT] == ""


def test_a_click_beside_lets_go_and_a_method_without_pairs_gives_way(session, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(credal_pairs, "say", said.append)
    click(MUST, 4, 12, False)
    click(MUST, None, 12, False)
    assert credal_pairs.pending() is None
    click(MUST, 4, 12, False)
    click(MUST, 5, 12, False)
    assert session[ALGORITHM] == "CECM" and "CECM and EVCLUS" in said[0]
