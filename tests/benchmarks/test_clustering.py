"""The benchmarks of clustering do what they say; here on little, so that it stays quick."""

import re

import naive_clustering as naive
import pytest

from benchmarks import (
    ecm_100,
    ecm_iteration,
    ecm_memory,
    eknnclus_100k,
    eknnclus_a3,
    evclus_10k,
    evclus_100k,
)


def slow_iteration(X, start):
    return naive.ecm_masses(X, start, range(1 << len(start)), 1, 2, ecm_iteration.DELTA)[0]


def test_one_iteration_of_both_gives_the_same_masses(monkeypatch):
    monkeypatch.setattr(ecm_iteration, "peer_iteration", lambda: slow_iteration)
    measured = ecm_iteration.measure("ecm-small", 200, 3)
    assert measured.ratio == pytest.approx(measured.peer_s / measured.ours_s)
    assert float(re.search(r"differ by (\S+)$", measured.what).group(1)) < 1e-9


def test_a_fit_of_many_clusters_is_measured(monkeypatch):
    monkeypatch.setattr(ecm_100, "SIDE", 2)
    found = ecm_100.measure()
    assert (found["n"], found["sets"]) == (200, 12)
    assert found["seconds"] > 0
    assert found["bytes"] > 1e6


def test_eknnclus_is_measured_beside_its_promise(monkeypatch):
    monkeypatch.setattr(eknnclus_a3, "SETTINGS", {"clusters": 4, "per_cluster": 40})
    monkeypatch.setattr(eknnclus_a3, "NEIGHBOURS", 39)
    (measured,) = eknnclus_a3.run()
    assert measured.peer_s == 0.7
    assert re.search(r"clusters found: \d+(, \d+){4}$", measured.what)


def test_eknnclus_needs_memory_in_proportion_to_objects_and_neighbours(monkeypatch):
    monkeypatch.setattr(eknnclus_100k, "SETTINGS", {"clusters": 10, "per_cluster": 400})
    (measured,) = eknnclus_100k.run()
    whole, half = re.search(r"memory (\S+) times .* \((\S+) times for half", measured.what).groups()
    assert float(whole) < 1.2 * float(half)
    assert float(whole) < 20


@pytest.mark.parametrize("benchmark", [evclus_10k, evclus_100k])
def test_evclus_says_how_far_it_is_from_its_end(monkeypatch, benchmark):
    monkeypatch.setattr(benchmark, "POINTS", 600)
    (measured,) = benchmark.run()
    assert 0 <= float(re.search(r"(\S+) % above", measured.what).group(1)) < 1


@pytest.mark.slow
def test_ecm_keeps_within_a_tenth_of_the_memory_allowed_for_ten_times_the_points():
    found = ecm_memory.measure(ecm_memory.OURS, 1_000_000)
    assert found["given"] == 16_000_000
    assert found["above"] < ecm_memory.ALLOWED * 1_000_000
