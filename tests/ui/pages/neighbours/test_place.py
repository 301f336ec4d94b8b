"""The place asked about: two numbers, or a sentence; clicks that make no sense are left alone."""

import numpy as np
import pytest
import streamlit as st

from belieflab import DataError
from belieflab.data.dataset import Dataset
from belieflab.ui.method import player
from belieflab.ui.pages.neighbours.place import read_place

TWO = Dataset(np.zeros((2, 2)), ("a", "b"), ids=("x1", "x2"))


@pytest.mark.parametrize("text", ["1, -2.5", "1;-2.5", " 1 ,-2.5 "])
def test_a_place_is_two_numbers(text):
    np.testing.assert_array_equal(read_place(text, TWO), [1.0, -2.5])


@pytest.mark.parametrize("text", ["row 2", "x2", " x2 "])
def test_an_object_is_named_by_its_row_or_id(text):
    assert read_place(text, TWO) == 1


@pytest.mark.parametrize("text", ["row 0", "row 3", "row 999999999"])
def test_a_row_that_is_not_there_is_refused(text):
    with pytest.raises(DataError, match="There is no row"):
        read_place(text, TWO)


def test_no_text_is_no_place():
    assert read_place("  ", TWO) is None


@pytest.mark.parametrize(
    "text", ["1", "1, 2, 3", "a, b", "1, inf", "nan, 0", "1,", "row", "row 1.5", "x3"]
)
def test_anything_else_is_refused_with_a_sentence(text):
    with pytest.raises(DataError, match="two numbers with a comma"):
        read_place(text, TWO)


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ({"x": 1, "y": 2, "row": 7}, [7]),
        ({"x": 1, "y": 2, "row": "7"}, []),
        ({"x": 1, "y": 2, "row": True}, []),
        ({"x": 1, "y": 2, "row": -1}, []),
    ],
)
def test_a_click_on_an_object_is_its_row(monkeypatch, sent, taken):
    rows, callbacks = [], []
    monkeypatch.setattr(player, "_CLICKS", lambda **given: callbacks.append(given))
    monkeypatch.setattr(st, "session_state", {"key": {"place": sent}})
    player.watch_clicks("key", "a.plane", lambda x, y: None, rows.append)
    callbacks[0]["on_place_change"]()
    assert rows == taken


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ({"x": 1, "y": 2.5}, [(1.0, 2.5)]),
        (None, []),
        ({"x": 1}, []),
        ({"x": "here", "y": 2}, []),
        ({"x": float("nan"), "y": 2}, []),
    ],
)
def test_only_numbers_of_a_click_are_taken(monkeypatch, sent, taken):
    callbacks, places = [], []

    def component(**given):
        callbacks.append(given["on_place_change"])
        assert given["data"] == {"chart": "st-key-a-plane"}

    monkeypatch.setattr(player, "_CLICKS", component)
    monkeypatch.setattr(st, "session_state", {"key": {"place": sent}})
    player.watch_clicks("key", "a.plane", lambda x, y: places.append((x, y)))
    callbacks[0]()
    assert places == taken
