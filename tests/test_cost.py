"""What a fit costs is known before it begins: growing with its size, and of the right order."""

import time

import numpy as np
import pytest

from belieflab import Frame, MassTable
from belieflab.clustering.cost import (
    cecm_cost,
    count_sets,
    ecm_cost,
    eknnclus_cost,
    evclus_cost,
    recm_cost,
)
from belieflab.clustering.focal_sets import choose_focal, clusters
from belieflab.cost import Cost
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.cost import information_cost, landscape_cost, mixture_cost
from belieflab.neighbors.cost import knn_cost, leave_one_out_cost, network_cost, pooling_cost
from belieflab.neighbors.family import SetFamily
from belieflab.neighbors.search_cost import expected_sets


def nested(n_classes, n):
    """Labels as the law of nonspecificity makes them: nested sets in random orders."""
    generator = np.random.default_rng(0)
    return MassTable.from_contour(generator.uniform(size=(n, n_classes)))


def hard(n_classes, n):
    return MassTable.from_guess_and_doubt(np.arange(n) % n_classes, np.full(n, 0.2))


def test_costs_add_up_in_time_and_share_memory():
    assert Cost(1, 10) + Cost(2, 30) == Cost(3, 30)
    assert Cost(1, 10) * 3 == Cost(3, 10)


COSTS = {
    "mixture": lambda n: mixture_cost(n, 3, 4),
    "information": lambda n: information_cost(n, 3, 4, 39),
    "weibull": lambda n: mixture_cost(n, 3, 4, kind="weibull", n_init=5),
    "landscape": lambda n: landscape_cost(n, 3, 4, 20),
    "landscape of a family": lambda n: landscape_cost(n, 3, 4, 20, "VEV"),
    "ECM": lambda n: ecm_cost(n, 3, n_sets=16),
    "CECM": lambda n: cecm_cost(n, 3, n_sets=16, n_pairs=10),
    "RECM": lambda n: recm_cost(n, n_sets=16),
    "EVCLUS": lambda n: evclus_cost(n, n_sets=6),
    "EKNNclus": lambda n: eknnclus_cost(n, 3),
    "EKNNclus by products": lambda n: eknnclus_cost(n, 30),
    "network": lambda n: network_cost(n, 3, 4, 6),
    "EKNN": lambda n: knn_cost(3, hard(4, n), 7),
    "EKNN learned": lambda n: knn_cost(3, hard(4, n), 7, "learned"),
    "EKNN jousselme": lambda n: knn_cost(3, hard(4, n), 7, "jousselme"),
    "pooling": lambda n: pooling_cost(hard(4, 50), n, 7),
    "leave-one-out": lambda n: leave_one_out_cost(3, hard(4, n), 50),
}


@pytest.mark.parametrize("cost", COSTS.values(), ids=COSTS)
def test_more_objects_cost_more(cost):
    few, many = cost(1_000), cost(20_000)
    assert 0 < few.seconds < many.seconds
    assert 0 < few.bytes <= many.bytes
    assert many.seconds < 1e5


def test_the_estimate_of_a_mixture_is_of_the_right_order():
    X = np.random.default_rng(0).standard_normal((50_000, 5))
    model = SoftLabelMixture(3, init="random", tol=0, max_iter=20, random_state=0)
    begun = time.process_time()
    model.fit(X)
    taken = time.process_time() - begun
    expected = mixture_cost(50_000, 5, 3, iterations=20).seconds
    assert expected / 20 < taken < 20 * expected


def test_several_starts_are_run_and_the_best_again():
    one = mixture_cost(100_000, 2, 3).seconds
    assert mixture_cost(100_000, 2, 3, n_init=4).seconds == pytest.approx(5 * one)


@pytest.mark.parametrize("focal", ["all", "pairs", "simple"])
def test_sets_are_counted(focal):
    assert count_sets(5, focal) == len(choose_focal(focal, clusters(5)))
    assert count_sets(5, [1, 2, 4, 8, 16, 31]) == 6


@pytest.mark.parametrize("n_classes", [2, 3, 6, 9])
def test_closed_families_are_counted_exactly(n_classes):
    for labels in (hard(n_classes, 50), nested(n_classes, 400)):
        assert expected_sets(labels) == len(SetFamily.spanned_by(labels).sets)


def test_families_that_grow_are_not_underestimated_and_never_beyond_all_subsets():
    labels = nested(12, 100)
    assert len(np.unique(labels.focal)) < expected_sets(labels) <= labels.frame.omega
    assert expected_sets(nested(20, 500)) > 50_000
    assert expected_sets(MassTable.vacuous(3, Frame("abc"))) == 1
    assert expected_sets(MassTable(Frame("ab"), [0], np.ones((2, 1)))) == 1


def test_many_classes_are_counted_without_overflow():
    labels = nested(63, 60)
    named = np.count_nonzero(np.unique(labels.focal))
    assert expected_sets(labels) == named**2 > 2_500**2


def test_rich_labels_cost_much():
    rich = pooling_cost(nested(20, 500), 20_000 + 25_600, 7)
    assert rich.bytes > 2e9
    assert 20 < rich.seconds < 200  # measured: about a minute


def test_contextual_discounting_pools_every_set_of_a_few_classes():
    few, many = hard(10, 50), hard(20, 50)
    assert pooling_cost(few, 14_400, 7, "contextual").seconds == pytest.approx(5.2, rel=0.1)
    assert pooling_cost(few, 14_400, 7).seconds < 0.1
    assert pooling_cost(many, 14_400, 7, "contextual").seconds < 2
