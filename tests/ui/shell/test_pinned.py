"""Pinned runs travel in the workspace file as plain values, and are checked when they come back."""

import json

import numpy as np
import plotly.graph_objects as go
import pytest

from belieflab.errors import DataError
from belieflab.ui.shell.pinned import MAX_PICTURE, Pinned, as_entries, from_entries, read_picture


def test_settings_and_scores_read_back():
    run = Pinned("A", {"K": np.int64(3), "family": "full", "init": ("a", "b")}, {"error": 0.25})
    back = from_entries(as_entries({"mixture": [run], "landscape": []}))
    assert list(back) == ["mixture"]
    assert back["mixture"][0].name == "A"
    assert back["mixture"][0].settings == {"K": 3, "family": "full", "init": "('a', 'b')"}
    assert back["mixture"][0].scores == {"error": 0.25}
    assert back["mixture"][0].picture is None


def test_a_score_that_is_no_number_stays_behind():
    entries = as_entries({"mixture": [Pinned("A", {}, {"error": float("nan"), "L": -1.5})]})
    assert entries[0]["scores"] == {"L": -1.5}


@pytest.mark.parametrize(
    "entries",
    ["pins", [3], [{"name": "A"}], [{"page": "mixture", "settings": [], "scores": {}}], [{}] * 999],
)
def test_what_is_no_list_of_runs_is_refused(entries):
    with pytest.raises(DataError, match="pinned run"):
        from_entries(entries)


def test_values_that_are_not_plain_are_left_out():
    entry = {"page": "p", "name": "A", "settings": {"x": [1], "y": 2}, "scores": {"s": "high"}}
    back = from_entries([entry])["p"][0]
    assert (back.settings, back.scores) == ({"y": 2}, {})


def test_a_file_without_pins_has_none():
    assert from_entries(None) == {}


def test_a_picture_comes_back_with_its_run():
    figure = go.Figure(go.Scatter(x=np.arange(3.0), y=[1, 2, 3], hovertext=["label: {a}"] * 3))
    [entry] = as_entries({"mixture": [Pinned("A", {"K": 1}, {"error": 0.5}, figure)]})
    [kept] = from_entries([entry])["mixture"]
    assert kept.picture.to_json() == figure.to_json()


@pytest.mark.parametrize(
    "figure",
    [
        {"layout": {"images": [{"source": "http://example.org/a.png"}]}},
        {"layout": {"images": [{"source": "data:image/svg+xml,<svg/>"}]}},
        {"data": [{"type": "scatter", "text": ["<a href='x'>here</a>"]}]},
        {"data": [{"type": "image", "source": "//example.org/a.png"}]},
        {"data": [{"type": "no such trace"}]},
        {"data": "all"},
        [1, 2],
        "deep",
    ],
)
def test_a_picture_that_would_fetch_something_or_is_none_is_left_out(figure):
    text = "[" * 100_000 if figure == "deep" else json.dumps(figure)
    assert read_picture(text) is None
    assert read_picture(None) is None and read_picture("x" * (MAX_PICTURE + 1)) is None


def test_pictures_too_large_for_a_file_stay_behind(monkeypatch):
    monkeypatch.setattr("belieflab.ui.shell.pinned.MAX_PICTURE", 10)
    [entry] = as_entries({"mixture": [Pinned("A", {}, {}, go.Figure())]})
    assert "picture" not in entry
