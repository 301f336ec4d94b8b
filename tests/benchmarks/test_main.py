import json

import pytest

from benchmarks import belief_table
from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.measurement import compare

KEYS = {"name", "ours_s", "peer", "peer_s", "ratio", "threads", "what"}


@pytest.fixture
def quick_benchmark(monkeypatch):
    measured = compare(
        "quick", lambda: sum(range(10)), lambda: sum(range(10_000)),
        peer_name="a longer sum", what="a sum", repeats=3,
    )  # fmt: skip
    monkeypatch.setitem(BENCHMARKS, "quick", lambda: [measured])
    return measured


def test_json_is_one_object_per_line_with_exactly_the_promised_keys(quick_benchmark, capsys):
    assert main(["quick", "quick", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    found = json.loads(lines[0])
    assert set(found) == KEYS
    assert found["ratio"] == pytest.approx(found["peer_s"] / found["ours_s"])


def test_a_person_gets_words(quick_benchmark, capsys):
    assert main(["quick"]) == 0
    assert "times as fast as a longer sum" in capsys.readouterr().out


def test_an_unknown_name_gets_one_sentence(capsys):
    assert main(["belief-tabel"]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith("There is no benchmark called 'belief-tabel'; there are:")


@pytest.mark.slow
def test_peers_compute_the_same(monkeypatch):
    """Each measurement compares the results first; here on few objects, so that it stays quick."""
    monkeypatch.setattr(belief_table, "OBJECTS", 60)
    assert belief_table.measure_dempster().name == "belief-table-dempster"
    assert belief_table.measure_summaries().name == "belief-table"
