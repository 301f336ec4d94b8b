"""Neighbours on distances give the numbers of neighbours on the points they were measured from."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist
from sklearn.utils import get_tags

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.neighbors import EvidentialKNN, choose_n_neighbors

RNG = np.random.default_rng(11)
X = np.concatenate([RNG.normal(centre, 1.0, (25, 4)) for centre in (0.0, 1.5, 3.0)])
NEW = RNG.normal(1.5, 2.0, (12, 4))
D, TO = cdist(X, X), cdist(NEW, X)
HARD = MassTable.from_hard(np.repeat(["a", "b", "c"], 25), ["a", "b", "c"])
SOFT = MassTable.from_guess_and_doubt(np.repeat(["a", "b", "c"], 25), RNG.uniform(0, 0.6, 75))
PARTLY = MassTable.from_hard(
    [None if k % 4 == 0 else "abc"[k // 25] for k in range(75)], ["a", "b", "c"]
)


@pytest.mark.parametrize("gamma", ["class", "single", "jousselme", "learned", "contextual", 0.3])
@pytest.mark.parametrize("labels", [HARD, SOFT, PARTLY], ids=["hard", "soft", "partly"])
def test_every_number_is_that_of_the_points(gamma: object, labels: MassTable) -> None:
    points = EvidentialKNN(5, gamma=gamma).fit(X, labels)
    given = EvidentialKNN(5, gamma=gamma, metric="precomputed").fit(D, labels)
    assert get_tags(given).input_tags.pairwise
    assert_allclose(given.gamma_, points.gamma_, rtol=1e-10, atol=1e-10)
    for one, other in (
        (given.predict_mass(TO), points.predict_mass(NEW)),
        (given.leave_one_out_masses(), points.leave_one_out_masses()),
    ):
        assert_array_equal(one.focal, other.focal)
        assert_allclose(one.mass, other.mass, atol=1e-10)
    assert_allclose(given.leave_one_out_errors(12), points.leave_one_out_errors(12), atol=1e-10)
    assert_allclose(given.predict_conflict(TO), points.predict_conflict(NEW), atol=1e-10)
    assert_array_equal(given.predict(TO), points.predict(NEW))
    one, other = given.explain(TO[3]), points.explain(NEW[3])
    assert_array_equal(one.rows, other.rows)
    assert_allclose(one.distance, other.distance, atol=1e-10)
    assert_allclose(one.combined.mass, other.combined.mass, atol=1e-10)


def test_the_number_of_neighbours_is_chosen_alike() -> None:
    given = choose_n_neighbors(EvidentialKNN(metric="precomputed"), D, HARD, 20)
    points = choose_n_neighbors(EvidentialKNN(), X, HARD, 20)
    assert given.best == points.best
    assert_allclose(given.errors, points.errors, atol=1e-10)


def test_distances_to_other_objects_or_below_zero_are_refused() -> None:
    model = EvidentialKNN(metric="precomputed").fit(D, HARD)
    with pytest.raises(ValueError, match="75 features"):
        model.predict(NEW)
    with pytest.raises(DataError, match="row 2, column 1 is -1"):
        EvidentialKNN(metric="precomputed").fit(np.where(np.eye(75, k=-1) > 0, -1.0, D), HARD)
