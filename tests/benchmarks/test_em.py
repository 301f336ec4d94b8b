"""The peers of the EM benchmarks do the same work; here on little, so that it stays quick."""

import json
import re
from dataclasses import replace

import pytest

from belieflab.mixture import Landscape
from belieflab.mixture.sweep import LandscapeSweep, load_paper_sample
from benchmarks import em_figure3, em_large, em_restarts


def test_the_restarts_of_both_end_at_the_same_heights(monkeypatch):
    monkeypatch.setattr(em_restarts, "STARTS", 3)
    (measured,) = em_restarts.run()
    ours, theirs = re.search(r"([\d,]+) E steps of ours and ([\d,]+)", measured.what).groups()
    assert ours == theirs
    gap = float(re.search(r"differ by (\S+) at most", measured.what).group(1))
    assert gap <= 1e-3


def test_one_large_fit_is_timed_per_iteration_with_its_memory(monkeypatch):
    monkeypatch.setattr(em_large, "POINTS", 4000)
    (measured,) = em_large.run()
    assert measured.ratio == pytest.approx(measured.peer_s / measured.ours_s)
    assert float(re.search(r"differ by (\S+)$", measured.what).group(1)) <= 1e-3
    ours, theirs = re.search(r"memory (\S+) times .* peer's (\S+) times", measured.what).groups()
    assert float(ours) < float(theirs)


def test_the_figure_has_a_budget_instead_of_a_peer(monkeypatch):
    def small_sweep(dataset):
        return LandscapeSweep(dataset, levels=(0.1, 0.2), n_label_sets=2, n_starts=4)

    monkeypatch.setattr(em_figure3, "LandscapeSweep", small_sweep)
    (measured,) = em_figure3.run()
    assert json.loads(measured.as_json())["peer_s"] == 30
    assert "0.1: 1.0 ± 0.0, 0.2: 1.0 ± 0.0" in measured.what
    compared = "in 2 cells: 0 with another set of maxima, 0 of 8 starts on another maximum"
    assert compared in measured.what


def test_a_start_that_ends_elsewhere_is_counted(monkeypatch):
    sweep = LandscapeSweep(load_paper_sample(), levels=(0.9,), n_label_sets=1, n_starts=3)
    fit, moved = Landscape.fit, []

    def fit_astray(landscape, X, y):
        fit(landscape, X, y)
        if landscape.accelerated:
            run = landscape.runs_[1]
            parameters = run.parameters._replace(means=run.parameters.means + 1.0)
            landscape.runs_[1] = replace(run, parameters=parameters)
            moved.append(run)
        return landscape

    monkeypatch.setattr(Landscape, "fit", fit_astray)
    found = em_figure3.compare_with_plain(sweep, sweep.keys)
    assert (len(moved), found.differing_starts, found.differing_cells) == (1, 1, 1)
