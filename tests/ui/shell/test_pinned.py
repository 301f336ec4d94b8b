"""Pinned runs travel in the workspace file as plain values, and are checked when they come back."""

import numpy as np
import pytest

from belieflab.errors import DataError
from belieflab.ui.shell.pinned import Pinned, as_entries, from_entries


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
