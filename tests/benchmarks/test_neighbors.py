"""The benchmarks of the neighbours do what they say; here on little, so that it stays quick."""

import re

import pytest

from benchmarks import eknn_jousselme, eknn_loo, eknn_predict


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
