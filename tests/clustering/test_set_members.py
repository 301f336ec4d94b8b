"""Sums over the clusters of sets equal those with a matrix of memberships."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from belieflab import Frame
from belieflab.belief.masks import as_masks, masks_of, membership
from belieflab.clustering.focal_sets import choose_focal
from belieflab.clustering.set_members import SetMembers


def some_sets(n_clusters):
    rng = np.random.default_rng(n_clusters)
    frame = Frame(range(n_clusters))
    sets = np.unique(masks_of(rng.random((40, n_clusters)) < 0.3))
    return frame, sets


@pytest.mark.parametrize("n_clusters", [3, 63, 64, 80])
def test_sums_are_those_of_a_matrix(n_clusters):
    frame, focal = some_sets(n_clusters)
    focal = np.unique(np.append(focal, as_masks(n_clusters, [0, frame.omega])))
    sets = SetMembers(frame, focal)
    inside = membership(n_clusters, focal[1:])
    rng = np.random.default_rng(0)
    per_cluster, per_set = rng.normal(size=(n_clusters, 2, 3)), rng.normal(size=(len(inside), 2))
    matrix = rng.normal(size=(n_clusters, n_clusters))
    shares = inside / inside.sum(axis=1, keepdims=True)
    assert_allclose(sets.sizes, inside.sum(axis=1))
    assert_allclose(sets.means(per_cluster), np.einsum("jk,kfg->jfg", shares, per_cluster))
    assert_allclose(sets.totals(per_set), inside.T @ per_set, atol=1e-12)
    assert_allclose(
        sets.pair_totals(per_set), np.einsum("jk,jl,jf->klf", inside, inside, per_set), atol=1e-12
    )
    assert_allclose(sets.pair_means(matrix), np.einsum("jk,kl,jl->j", shares, matrix, shares))


@pytest.mark.parametrize("n_clusters", [63, 64, 100])
def test_pairs_of_clusters_on_either_side_of_64_bits(n_clusters):
    frame = Frame(range(n_clusters))
    focal = choose_focal("pairs", frame)
    assert len(focal) == n_clusters * (n_clusters + 1) // 2 + 2
    assert focal.dtype == (np.int64 if n_clusters <= 63 else object)
    sizes = SetMembers(frame, focal).sizes
    assert sorted(set(sizes.tolist())) == [1.0, 2.0, float(n_clusters)]
    assert list(focal) == sorted(focal)
