"""The benchmarks of the neighbours do what they say; here on little, so that it stays quick."""

import re
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from benchmarks import eknn_evtools, eknn_grid, eknn_jousselme, eknn_loo, eknn_predict


def test_masses_and_votes_mostly_decide_alike(monkeypatch):
    monkeypatch.setattr(eknn_predict, "TRAIN", 400)
    monkeypatch.setattr(eknn_predict, "TEST", 300)
    measurements = list(eknn_predict.run())
    assert [measured.name for measured in measurements] == ["eknn-predict", "eknn-predict-brute"]
    for measured in measurements:
        assert measured.ratio == pytest.approx(measured.peer_s / measured.ours_s)
        assert float(re.search(r"([\d.]+)% of the decisions", measured.what).group(1)) > 85


def test_all_k_are_timed_against_one(monkeypatch):
    monkeypatch.setattr(eknn_loo, "POINTS", 200)
    (measured,) = eknn_loo.run()
    assert "errors for K = 1 to 50" in measured.what


def test_pairs_of_labels_are_never_held_with_all_their_sets(monkeypatch):
    monkeypatch.setattr(eknn_jousselme, "POINTS", 800)
    (measured,) = eknn_jousselme.run()
    assert measured.peer_s == 2.0
    tables = float(re.search(r"peak memory ([\d.]+) tables", measured.what).group(1))
    assert tables < 6


def test_every_rule_for_gamma_is_timed_on_the_grid_of_the_page(monkeypatch):
    monkeypatch.setattr(eknn_grid, "REPEATS", 1)
    measurements = list(eknn_grid.run())
    assert [measured.name.removeprefix("eknn-grid-") for measured in measurements] == [
        "class", "single", "jousselme", "learned", "contextual",
    ]  # fmt: skip
    assert all(measured.peer_s == 0.06 for measured in measurements)


class PlainEkNN:
    """What evtools-dst's class of that name does, straight from the equations."""

    def __init__(self, k, optimize):
        self.k = k

    def fit(self, X, y):
        self.X, self.y, self.gamma_ = X, y, np.array([0.4, 0.5, 0.6])
        return self

    def predict_bba(self, points):
        return [SimpleNamespace(sparse=self.pool(point)) for point in points]

    def predict(self, points):
        return np.array([max(self.pool(point).values()) for point in points])

    def pool(self, point):
        distance = np.linalg.norm(self.X - point, axis=1)
        near = np.argsort(distance)[: self.k]
        left = np.ones(3)
        for j in near:
            left[self.y[j]] *= 1 - 0.95 * np.exp(-((self.gamma_[self.y[j]] * distance[j]) ** 2))
        masses = {frozenset(str(q)): (1 - left[q]) * np.prod(np.delete(left, q)) for q in range(3)}
        masses[frozenset("012")] = np.prod(left)
        total = sum(masses.values())
        return {names: mass / total for names, mass in masses.items()}


def test_the_masses_of_the_other_package_are_ours(monkeypatch):
    stand_in = ModuleType("evtools.classifiers")
    stand_in.EkNN = PlainEkNN
    monkeypatch.setitem(sys.modules, "evtools", ModuleType("evtools"))
    monkeypatch.setitem(sys.modules, "evtools.classifiers", stand_in)
    monkeypatch.setattr(eknn_evtools, "TRAIN", 200)
    monkeypatch.setattr(eknn_evtools, "TEST", 60)
    (measured,) = eknn_evtools.run()
    assert float(re.search(r"mass ([\d.e+-]+)", measured.what).group(1)) < 1e-12
