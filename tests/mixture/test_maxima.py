"""Grouping solutions into maxima, and the map of them."""

from itertools import permutations

import numpy as np
import pytest

from belieflab.iteration import Ending
from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.maxima import Maximum, component_vectors, group_runs, highest, map_maxima
from belieflab.mixture.restarts import Run
from belieflab.mixture.units import Units


def solution(weights, means):
    weights, means = np.array(weights, dtype=float), np.array(means, dtype=float)
    return GaussianParameters(weights, means, np.tile(np.eye(2), (len(weights), 1, 1)))


def run_to(parameters, criterion):
    return Run(parameters, criterion, 10, 5, Ending.CONVERGED, collapsed=False)


HERE = solution([0.4, 0.6], [[0, 0], [3, 1]])
MIRRORED = solution([0.6, 0.4], [[3, 1], [0, 0]])
NEARBY = solution([0.4, 0.6], [[0, 0], [3, 1.0009]])
ELSEWHERE = solution([0.4, 0.6], [[0, 0], [3, 1.0011]])


def test_solutions_nearer_than_the_distance_are_one_maximum():
    runs = [run_to(HERE, 2.0), run_to(ELSEWHERE, 3.0), run_to(NEARBY, 2.0)]
    maxima = group_runs(runs, distance=1e-3, relabel=False)
    assert [(maximum.criterion, maximum.starts) for maximum in maxima] == [
        (3.0, [1]),
        (2.0, [0, 2]),
    ]
    assert [maximum.first for maximum in maxima] == [1, 0]


def test_distances_are_taken_in_the_units_given():
    runs = [run_to(HERE, 2.0), run_to(ELSEWHERE, 3.0)]
    wide = Units(np.array([5.0, 7.0]), np.array([1.0, 2.0]))
    assert len(group_runs(runs, 1e-3, relabel=False)) == 2
    assert len(group_runs(runs, 1e-3, relabel=False, units=wide)) == 1


def test_units_there_and_back():
    units = Units(np.array([5.0, -7.0]), np.array([3.0, 0.01]))
    for found, expected in zip(units.restored(units.parameters(HERE)), HERE, strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_mirror_images_are_one_maximum_only_when_asked():
    runs = [run_to(HERE, 2.0), run_to(MIRRORED, 2.0)]
    assert len(group_runs(runs, 1e-3, relabel=False)) == 2
    assert len(group_runs(runs, 1e-3, relabel=True)) == 1


def test_the_map_keeps_the_distances_where_two_axes_are_enough():
    maxima = [
        Maximum(solution([0.5, 0.5], [[0, 0], [x, y]]), 0.0, starts=[i])
        for i, (x, y) in enumerate([(0, 0), (3, 1), (1, 5), (-2, 2)])
    ]
    places, shares = map_maxima(maxima)
    vectors = np.array([component_vectors(maximum.parameters).ravel() for maximum in maxima])
    for i in range(4):
        apart = np.linalg.norm(vectors - vectors[i], axis=1)
        np.testing.assert_allclose(np.linalg.norm(places - places[i], axis=1), apart, atol=1e-12)
    assert shares.sum() == pytest.approx(1.0)
    assert (places[0] >= 0).all()


def test_the_map_of_mirror_images_is_one_place_when_relabelled():
    maxima = [Maximum(HERE, 0.0, starts=[0]), Maximum(MIRRORED, 0.0, starts=[1])]
    assert np.ptp(map_maxima(maxima)[0], axis=0).max() > 1
    np.testing.assert_allclose(map_maxima(maxima, relabel=True)[0], 0.0, atol=1e-12)


def test_two_maxima_lie_on_the_first_axis():
    """Rounding errors on the second one would become its ticks: 1.7385e-16."""
    rng = np.random.default_rng(0)
    weights = [0.3, 0.3, 0.4]
    maxima = [Maximum(solution(weights, rng.normal(size=(3, 2))), 0.0, starts=[i]) for i in (0, 1)]
    places, shares = map_maxima(maxima)
    assert places[:, 1].tolist() == [0.0, 0.0] and places[0, 0] > 0
    assert shares.tolist() == [1.0, 0.0]


def test_a_single_maximum_lies_in_the_middle():
    places, shares = map_maxima([Maximum(HERE, 0.0, starts=[0])])
    assert places.tolist() == [[0.0, 0.0]]
    assert shares.tolist() == [0.0, 0.0]


def test_the_highest_is_one_that_has_not_collapsed_unless_all_have():
    spurious, sound = Maximum(HERE, 9.0, collapsed=True), Maximum(ELSEWHERE, 5.0)
    assert highest([spurious, sound]) is sound
    assert highest([spurious]) is spurious


@pytest.mark.parametrize("relabel", [False, True])
def test_groups_are_those_of_all_distances_also_where_hundreds_are_found(relabel):
    rng, distance = np.random.default_rng(0), 0.05
    centres = [solution(rng.dirichlet(np.ones(3)), rng.normal(size=(3, 2))) for _ in range(60)]
    runs = []
    for at in rng.integers(60, size=300):
        order, noise = rng.permutation(3) if relabel else np.arange(3), rng.normal(size=(3, 2))
        moved = centres[at].means[order] + 0.012 * noise  # some are just too far away
        runs.append(run_to(solution(centres[at].weights[order], moved), float(at)))
    expected: list[list[int]] = []
    vectors = [component_vectors(run.parameters) for run in runs]
    orders = list(permutations(range(3))) if relabel else [(0, 1, 2)]
    for i, vector in enumerate(vectors):
        least = [
            min(np.linalg.norm(vectors[found[0]] - vector[list(order)]) for order in orders)
            for found in expected
        ]
        near = next((j for j, each in enumerate(least) if each <= distance), None)
        expected.append([i]) if near is None else expected[near].append(i)
    found = group_runs(runs, distance, relabel)
    assert sorted(each.starts for each in found) == sorted(expected)
    assert 60 < len(expected) < 200
