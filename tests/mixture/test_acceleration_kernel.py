"""Anderson's acceleration: the combination, when it begins, how far it may go."""

import numpy as np
import pytest

from belieflab.mixture.acceleration_kernel import (
    DEPTH,
    combine,
    has_drifted,
    is_steady,
    make_track,
    propose,
    record,
    return_to_anchor,
)


@pytest.mark.parametrize("n_changes", [1, 3, DEPTH, DEPTH + 2])
def test_the_combination_is_the_least_squares_solution(n_changes):
    rng = np.random.default_rng(n_changes)
    changes = rng.normal(size=(DEPTH, 20)) * 10.0 ** -np.arange(DEPTH)[:, None]
    residual = rng.normal(size=20)
    depth = min(n_changes, DEPTH)
    shares = combine(residual, changes, n_changes, depth)
    newest_first = np.array([changes[(n_changes - 1 - a) % DEPTH] for a in range(depth)])
    expected = np.linalg.lstsq(newest_first.T, residual, rcond=None)[0]
    np.testing.assert_allclose(shares, expected, rtol=1e-9)


def test_a_change_that_adds_nothing_new_gets_no_share():
    rng = np.random.default_rng(0)
    changes, residual = rng.normal(size=(DEPTH, 8)), rng.normal(size=8)
    changes[0] = 2 * changes[1] - changes[2]
    shares = combine(residual, changes, 3, 3)
    assert shares[2] == 0.0
    expected = np.linalg.lstsq(changes[[2, 1]].T, residual, rcond=None)[0]
    np.testing.assert_allclose(shares[:2], expected, rtol=1e-9)
    changes[2] = 0.0
    assert combine(residual, changes, 3, 3).tolist() == [0.0] * 3


def contraction(rates, seed=0):
    """A linear map with these rates along orthogonal directions, and its fixed point."""
    rng = np.random.default_rng(seed)
    axes = np.linalg.qr(rng.normal(size=(len(rates), len(rates))))[0]
    matrix, limit = axes @ np.diag(rates) @ axes.T, 1e-3 * rng.normal(size=len(rates))
    return lambda x: limit + matrix @ (x - limit), limit


def count_steps(step, limit, accelerated):
    x, track = np.zeros(len(limit)), make_track(len(limit))
    for n_steps in range(10_000):
        image = step(x)
        if np.abs(image - x).max() < 1e-12:
            np.testing.assert_allclose(x, limit, atol=1e-9)
            return n_steps
        record(track, x, image)
        if accelerated and is_steady(track):
            propose(track, image)
        x = image
    raise AssertionError


def test_a_linear_contraction_takes_far_fewer_steps():
    step, limit = contraction([0.99, 0.9, 0.7, 0.5, 0.3, 0.1])
    assert count_steps(step, limit, accelerated=True) < 0.2 * count_steps(step, limit, False)


def test_it_is_calm_only_when_the_ratio_of_moves_stands_still():
    def watch(ratios):
        track, x, move = make_track(1), np.zeros(1), np.ones(1)
        for ratio in ratios:
            record(track, x, x + move)
            x, move = x + move, ratio * move
        return is_steady(track)

    assert watch([0.9] * 8)
    assert not watch([0.9] * 4)
    assert not watch(np.linspace(0.9, 0.99, 12))  # shrinking moves on the way past a saddle
    assert not watch([1.01] * 12)


def test_a_step_is_no_longer_than_the_way_that_the_ratio_leaves_to_go():
    step, _ = contraction([0.9, 0.5])
    track, x = make_track(2), np.zeros(2)
    while not is_steady(track):
        image = step(x)
        record(track, x, image)
        last, x = x, image
    move, out = np.linalg.norm(x - last), np.empty(2)
    track.residual_changes[:] *= 1e-6  # so that the combination asks for a huge step
    propose(track, out)
    np.testing.assert_allclose(np.linalg.norm(out - x), move * 0.9 / 0.1, rtol=0.1)


def test_a_run_that_strays_goes_back_to_where_acceleration_began():
    step, limit = contraction([0.9, 0.5])
    track, x, out = make_track(2), np.zeros(2), np.empty(2)
    assert not has_drifted(track, x)
    while not is_steady(track):
        image = step(x)
        record(track, x, image)
        x = image
    propose(track, out)
    assert not has_drifted(track, limit)
    far = x + 10 * (limit - x)
    assert has_drifted(track, far)
    return_to_anchor(track, far)
    np.testing.assert_array_equal(far, x)
    assert not is_steady(track)
    assert not has_drifted(track, limit + 100.0)
