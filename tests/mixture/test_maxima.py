"""Grouping solutions into maxima, and the map of them."""

import numpy as np
import pytest

from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.maxima import Maximum, component_vectors, group_climbs, highest, map_maxima
from belieflab.mixture.restarts import Climb


def solution(weights, means):
    weights, means = np.array(weights, dtype=float), np.array(means, dtype=float)
    return GaussianParameters(weights, means, np.tile(np.eye(2), (len(weights), 1, 1)))


def climb(parameters, criterion):
    return Climb(parameters, criterion, 10, 5, converged=True, collapsed=False)


HERE = solution([0.4, 0.6], [[0, 0], [3, 1]])
MIRRORED = solution([0.6, 0.4], [[3, 1], [0, 0]])
NEARBY = solution([0.4, 0.6], [[0, 0], [3, 1.0009]])
ELSEWHERE = solution([0.4, 0.6], [[0, 0], [3, 1.0011]])


def test_solutions_nearer_than_the_distance_are_one_maximum():
    climbs = [climb(HERE, 2.0), climb(ELSEWHERE, 3.0), climb(NEARBY, 2.0)]
    maxima = group_climbs(climbs, distance=1e-3, relabel=False)
    assert [(maximum.criterion, maximum.starts) for maximum in maxima] == [
        (3.0, [1]),
        (2.0, [0, 2]),
    ]
    assert [maximum.first for maximum in maxima] == [1, 0]


def test_mirror_images_are_one_maximum_only_when_asked():
    climbs = [climb(HERE, 2.0), climb(MIRRORED, 2.0)]
    assert len(group_climbs(climbs, 1e-3, relabel=False)) == 2
    assert len(group_climbs(climbs, 1e-3, relabel=True)) == 1


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


def test_a_single_maximum_lies_in_the_middle():
    places, shares = map_maxima([Maximum(HERE, 0.0, starts=[0])])
    assert places.tolist() == [[0.0, 0.0]]
    assert shares.tolist() == [0.0, 0.0]


def test_the_highest_is_one_that_has_not_collapsed_unless_all_have():
    spurious, sound = Maximum(HERE, 9.0, collapsed=True), Maximum(ELSEWHERE, 5.0)
    assert highest([spurious, sound]) is sound
    assert highest([spurious]) is spurious
