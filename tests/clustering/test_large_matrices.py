"""Large matrices of dissimilarities: no sorting of whole rows, no copies to check them."""

import time

import numpy as np
import pytest
from allocation import peak_of
from numpy.testing import assert_array_equal
from scipy.spatial.distance import cdist

from belieflab import DataError
from belieflab.clustering import EKNNclus, dissimilarities
from belieflab.clustering.cost import eknnclus_cost
from belieflab.clustering.neighbour_graph import nearest_of_matrix


def distances(n: int) -> np.ndarray:
    points = np.random.default_rng(0).standard_normal((n, 3))
    return cdist(points, points)


@pytest.mark.parametrize("k", [1, 7, 59])
@pytest.mark.parametrize("values", [4, 1_000_000], ids=["many ties", "hardly any ties"])
def test_neighbours_come_in_rising_order_and_ties_in_the_order_of_objects(k, values):
    D = np.random.default_rng(k).integers(0, values, (60, 60)).astype(float)
    np.fill_diagonal(D, 0.0)
    others = D.copy()
    np.fill_diagonal(others, np.inf)
    found = nearest_of_matrix(D, k, leave_out_own=True)
    assert_array_equal(found.rows, np.argsort(others, axis=1, kind="stable")[:, :k])
    assert_array_equal(found.distance, np.sort(others, axis=1)[:, :k])


def test_the_estimate_of_eknnclus_on_a_matrix_is_of_the_right_order():
    D = distances(2_000)
    EKNNclus(5, metric="precomputed", random_state=0).fit(D[:50, :50])
    begun = time.process_time()
    EKNNclus(100, metric="precomputed", random_state=0).fit(D)
    taken = time.process_time() - begun
    expected = eknnclus_cost(2_000, 2, 100, metric="precomputed").seconds
    assert expected / 5 < taken < 5 * expected


def test_a_large_matrix_is_not_copied_to_look_whether_it_is_symmetric(monkeypatch):
    monkeypatch.setattr(dissimilarities, "BLOCK", 1 << 16)
    D = distances(1_200)
    model = EKNNclus(metric="precomputed")
    assert peak_of(lambda: dissimilarities.checked_dissimilarities(model, D)) < D.nbytes / 4


def test_the_pair_that_differs_most_is_named_whichever_block_it_is_in(monkeypatch):
    monkeypatch.setattr(dissimilarities, "BLOCK", 100)
    D = distances(40)
    D[3, 5] += 0.1
    D[31, 22] += 0.4
    with pytest.raises(DataError, match="objects 23 and 32 differ by direction"):
        EKNNclus(metric="precomputed").fit(D)
