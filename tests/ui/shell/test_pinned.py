"""Pinned runs travel in the workspace file as plain values, and are checked when they come back."""

import json

import numpy as np
import plotly.graph_objects as go
import pytest
from allocation import peak_of

from belieflab.belief import MassTable
from belieflab.clustering import CredalPartition
from belieflab.errors import DataError
from belieflab.ui.shell.pinned import (
    MAX_OF_PAGE,
    MAX_PICTURE,
    MAX_TRACES,
    Pinned,
    as_entries,
    from_entries,
    read_picture,
)


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
        {"data": [{"type": "image", "source": "metadata://example.org/a.png"}]},
        {"layout": {"template": {"layout": {"images": [{"source": "//example.org/a.png"}]}}}},
        {"layout": {"title": {"text": "see < IMG src=x>"}}},
        {"layout": {"mapbox": {"layers": [{"source": ["https://example.org/tiles"]}]}}},
        {"layout": {"mapbox": {"style": "https://example.org/style.json"}}},
        {"data": [{"type": "scattergeo", "lon": [0], "lat": [0]}]},
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


def test_texts_that_only_look_like_an_address_stay():
    texts = ["profile: a", "metadata: b", "a // b", "see http://example.org", "a < b"]
    figure = go.Figure(go.Scatter(x=[0] * 5, y=[0] * 5, text=texts))
    figure.update_layout(title="data: mine", xaxis_title="profile://1")
    assert read_picture(figure.to_json()).to_json() == figure.to_json()


def test_a_pinned_partition_comes_back_and_a_damaged_one_is_none():
    mass = np.random.default_rng(0).dirichlet(np.ones(3), 4)
    partition = CredalPartition.of(MassTable(["a", "b"], [0, 1, 3], mass))
    run, other = Pinned("A", outcome=partition), Pinned("B", outcome=object())
    entries = json.loads(json.dumps(as_entries({"credal": [run, other]})))
    kept, without = from_entries(entries)["credal"]
    assert isinstance(kept.outcome, CredalPartition) and without.outcome is None
    assert kept.outcome.credal_rand(partition) == pytest.approx(1.0)
    np.testing.assert_array_equal(kept.outcome.mass, mass)
    [good] = [entry["partition"] for entry in entries if "partition" in entry]
    for damage in (
        {"mass": [[1.0, 2.0, 3.0]]},
        {"mass": "all"},
        {"mass": [[float("nan")] * 3]},
        {"focal": [0, 1, 1 << 70]},
        {"focal": None},
        {"names": "ab"},
        {"names": [f"c{k}" for k in range(99)]},
    ):
        [damaged] = from_entries([entries[0] | {"partition": good | damage}])["credal"]
        assert damaged.outcome is None


def test_arrays_may_be_long_and_hold_two_slashes():
    ones = np.frombuffer(b"\xff" * 40_000, dtype=np.float64)
    text = go.Figure(go.Scatter(x=ones, y=ones)).to_json()
    assert "////" in json.loads(text)["data"][0]["x"]["bdata"]
    assert read_picture(text).to_json() == text


@pytest.mark.parametrize("text", ["<" * 1_000_000, "data " * 100_000, "< " * 100_000])
def test_a_picture_with_a_text_of_a_book_is_left_out(text):
    assert read_picture(json.dumps({"layout": {"title": {"text": text}}})) is None


def test_pictures_too_large_for_a_file_stay_behind(monkeypatch):
    monkeypatch.setattr("belieflab.ui.shell.pinned.MAX_PICTURE", 10)
    [entry] = as_entries({"mixture": [Pinned("A", {}, {}, go.Figure())]})
    assert "picture" not in entry


def entry_with(number: int, **more: object) -> dict[str, object]:
    return {"page": f"page{number}", "name": "A", "settings": {}, "scores": {}, **more}


EMPTY_TRACES = '{"data":[' + "{}," * 600_000 + "{}]}"
EMPTY_SHAPES = '{"layout":{"shapes":[' + "{}," * 600_000 + "{}]}}"
EMPTY_LISTS = '{"data":[{"x":[' + "[]," * 600_000 + "[]]}]}"


@pytest.mark.parametrize("text", [EMPTY_TRACES, EMPTY_SHAPES, EMPTY_LISTS])
def test_a_picture_of_many_empty_parts_is_left_out_before_it_is_read(text):
    found = []

    def read() -> None:
        found.append(from_entries([entry_with(number, picture=text) for number in range(20)]))

    assert peak_of(read) < 20_000_000
    assert all(run.picture is None for runs in found[0].values() for run in runs)


def test_a_picture_has_a_limited_number_of_traces():
    most = {"data": [{"type": "scatter", "x": [k]} for k in range(MAX_TRACES)]}
    assert len(read_picture(json.dumps(most)).data) == MAX_TRACES
    assert read_picture(json.dumps({"data": most["data"] * 2})) is None


def test_all_pictures_of_a_file_together_have_a_limit(monkeypatch):
    text = json.dumps({"data": [{"type": "scatter", "x": list(range(300))}]})
    for limit, kept in ((2 * len(text), 2), (10 * len(text), 5)):
        monkeypatch.setattr("belieflab.ui.shell.pinned.MAX_PICTURES", limit)
        back = from_entries([entry_with(number, picture=text) for number in range(5)])
        assert sum(runs[0].picture is not None for runs in back.values()) == kept


def test_all_partitions_of_a_file_together_have_a_limit(monkeypatch):
    monkeypatch.setattr("belieflab.ui.shell.pinned.MAX_MASSES", 20)
    held = {"names": ["a", "b"], "focal": [1, 2], "mass": [[0.5, 0.5]] * 4}
    back = from_entries([entry_with(number, partition=held) for number in range(4)])
    assert [runs[0].outcome is not None for runs in back.values()] == [True, True, False, False]


def test_of_each_page_the_last_runs_of_a_file_are_kept():
    entries = [entry_with(1) | {"name": str(number)} for number in range(MAX_OF_PAGE + 3)]
    names = [run.name for run in from_entries(entries)["page1"]]
    assert names == [str(number) for number in range(3, MAX_OF_PAGE + 3)]
