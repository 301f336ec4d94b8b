"""EM stays within its memory: data, labels and 50 bytes per point."""

import re

import pytest

from benchmarks import em_memory

ROWS = 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", [em_memory.HARD, em_memory.SOFT])
def test_a_fit_takes_no_more_memory_than_allowed(kind):
    assert em_memory.measure(kind, ROWS)["above"] < em_memory.ALLOWED * ROWS


def test_the_benchmark_says_what_was_needed_and_what_is_allowed(monkeypatch):
    taken = {"seconds": 2.0, "above": 4.2e8, "given": 2.4e8}
    monkeypatch.setattr(em_memory, "measure", lambda kind, rows: taken)
    for measured in em_memory.run():
        assert re.search(r"peak 420 MB above .* \(240 MB\); allowed 500 MB", measured.what)
        assert measured.ratio == 10
