"""Curves that choose: the number of clusters, the number of partners."""

import numpy as np
import pytest

from belieflab import DataError
from belieflab.clustering import (
    CECM,
    ECM,
    EVCLUS,
    choose_n_clusters,
    compare_n_clusters,
    compare_partners,
)


@pytest.fixture
def three_groups():
    rng = np.random.default_rng(0)
    return np.repeat([[0, 0], [10, 0], [5, 9]], 30, axis=0) + rng.normal(size=(90, 2))


def test_the_least_nonspecificity_finds_the_number_of_groups(three_groups):
    model = ECM(focal="pairs", n_init=3, random_state=0)
    table = compare_n_clusters(model, three_groups, [2, 3, 4, 5])
    assert table["n_clusters"].tolist() == [2, 3, 4, 5]
    assert (np.diff(table["criterion"]) < 0).all()
    assert choose_n_clusters(model, three_groups, [5, 4, 3, 2]) == 3
    fitted = ECM(3, focal="pairs", n_init=3, random_state=0).fit(three_groups)
    row = table[table["n_clusters"] == 3]
    assert row["nonspecificity"].item() == fitted.partition_.mean_nonspecificity()


def test_the_stress_levels_off_with_more_partners(three_groups):
    table = compare_partners(EVCLUS(3, random_state=0), three_groups, [2, 10, 40, 80])
    stress = table["stress"].to_numpy()
    assert stress[0] < stress[2]
    assert abs(stress[3] - stress[2]) < abs(stress[1] - stress[0])


def test_nothing_to_compare_raises_a_clear_error(three_groups):
    with pytest.raises(DataError, match="at least one number of clusters"):
        compare_n_clusters(ECM(), three_groups, [])
    with pytest.raises(DataError, match="at least one number of partners"):
        compare_partners(EVCLUS(), three_groups, [])


def test_pairs_of_objects_have_their_say_in_every_fit(three_groups):
    model, pairs = CECM(random_state=0, max_iter=5), {"cannot_link": [(0, 1)]}
    table = compare_n_clusters(model, three_groups, [2], **pairs)
    fitted = CECM(2, random_state=0, max_iter=5).fit(three_groups, **pairs)
    assert table["criterion"].item() == fitted.criterion_
