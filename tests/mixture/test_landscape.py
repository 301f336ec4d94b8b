"""Counting distinct maxima."""

import numpy as np
import pytest

from belieflab.mixture import Landscape, SoftLabelMixture


def two_classes(n, p, ns, seed):
    """§5.1.3 of paper 000: two Gaussians 2 apart, labels of given nonspecificity."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    X = rng.normal(size=(n, p))
    X[:, 0] += 2 * truth
    doubt = np.clip(rng.uniform(ns - 0.05, ns + 0.05, n), 0, 1)
    plausibility = np.repeat(doubt[:, None], 2, axis=1)
    plausibility[np.arange(n), truth] = 1
    return X, plausibility


def test_precise_labels_leave_one_maximum():
    landscape = Landscape(n_starts=60, random_state=0).fit(*two_classes(1000, 10, 0.1, 0))
    assert landscape.n_maxima_ == 1
    assert landscape.maxima_[0].basin == 60


def test_vague_labels_leave_many_and_the_count_does_not_hang_on_the_distance():
    X, plausibility = two_classes(1000, 10, 0.8, 0)
    near = Landscape(n_starts=60, random_state=0).fit(X, plausibility)
    far = Landscape(n_starts=60, random_state=0, distance=1e-1).fit(X, plausibility)
    assert near.n_maxima_ == far.n_maxima_
    assert 5 <= near.n_maxima_ <= 40


def test_what_is_counted_are_maxima_and_no_saddles_for_a_push_off_them_is_undone():
    X, plausibility = two_classes(1000, 10, 0.8, 0)
    landscape = Landscape(n_starts=40, random_state=0).fit(X, plausibility)
    assert landscape.n_maxima_ > 3
    for rank, maximum in enumerate(landscape.maxima_):
        weights, means, covariances = maximum.parameters
        push = 1e-2 * np.random.default_rng(rank).standard_normal(means.shape)
        back = SoftLabelMixture(2, init=(weights, means + push, covariances), tol=1e-13)
        back.fit(X, plausibility)
        np.testing.assert_allclose(back.means_, means, atol=1e-3)
        assert back.log_likelihood_ == pytest.approx(maximum.criterion, abs=1e-6)


def test_stopped_early_one_maximum_looks_like_many():
    X, plausibility = two_classes(1000, 10, 0.5, 3)
    early = Landscape(n_starts=40, random_state=0, tol=1e-6, still=np.inf).fit(X, plausibility)
    late = Landscape(n_starts=40, random_state=0).fit(X, plausibility)
    assert early.n_maxima_ >= 30
    assert late.n_maxima_ <= 5
    assert (early.n_iter_ == late.n_iter_).all()


def test_the_count_grows_batch_by_batch_and_basins_share_out_the_starts():
    X, plausibility = two_classes(300, 3, 0.9, 1)
    landscape = Landscape(n_starts=25, random_state=0, batch=10)
    steps = list(landscape.iterate(X, plausibility))
    assert [step.iteration for step in steps] == [10, 20, 25]
    assert [step.criterion for step in steps] == sorted(step.criterion for step in steps)
    assert sorted(s for maximum in landscape.maxima_ for s in maximum.starts) == list(range(25))
    heights = [maximum.criterion for maximum in landscape.maxima_]
    assert heights == sorted(heights, reverse=True)


def test_relabelling_joins_mirror_images():
    X, _ = two_classes(300, 2, 1.0, 2)
    apart = Landscape(2, n_starts=30, random_state=0).fit(X)
    joined = Landscape(2, n_starts=30, random_state=0, relabel=True).fit(X)
    assert joined.n_maxima_ < apart.n_maxima_


@pytest.mark.parametrize("batch", [1, 7, 50])
def test_one_seed_gives_one_landscape_whatever_the_batch(batch):
    X, plausibility = two_classes(200, 3, 0.8, 5)
    reference = Landscape(n_starts=20, random_state=3).fit(X, plausibility)
    again = Landscape(n_starts=20, random_state=3, batch=batch).fit(X, plausibility)
    assert [m.starts for m in again.maxima_] == [m.starts for m in reference.maxima_]
    assert [m.criterion for m in again.maxima_] == [m.criterion for m in reference.maxima_]
