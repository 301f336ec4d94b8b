"""What the pictures of neighbours cost is known before anything is computed."""

import numpy as np
import pytest

from belieflab import Frame, MassTable
from belieflab.neighbors.family import SetFamily
from belieflab.ui.pages.neighbours.cost import (
    CELLS,
    MAX_BYTES,
    Cost,
    expect_cost,
    expect_curve_cost,
    expect_sets,
)


def chains(n_classes: int, n: int) -> MassTable:
    """Labels as the law of nonspecificity makes them: nested sets in random orders."""
    generator = np.random.default_rng(0)
    return MassTable.from_contour(generator.uniform(size=(n, n_classes)))


def hard(n_classes: int, n: int) -> MassTable:
    return MassTable.from_guess_and_doubt(np.arange(n) % n_classes, np.full(n, 0.2))


@pytest.mark.parametrize("n_classes", [2, 3, 6, 9])
def test_closed_families_are_counted_exactly(n_classes):
    for labels in (hard(n_classes, 50), chains(n_classes, 400)):
        assert expect_sets(labels) == len(SetFamily.spanned_by(labels).sets)


def test_families_that_grow_are_not_underestimated_and_never_beyond_all_subsets():
    labels = chains(12, 100)
    assert len(np.unique(labels.focal)) < expect_sets(labels) <= labels.frame.omega
    assert expect_sets(chains(20, 500)) > 50_000
    assert expect_sets(MassTable.vacuous(3, Frame("abc"))) == 1
    assert expect_sets(MassTable(Frame("ab"), [0], np.ones((2, 1)))) == 1


def test_many_classes_are_counted_without_overflow():
    labels = chains(63, 60)
    named = np.count_nonzero(np.unique(labels.focal))
    assert expect_sets(labels) == named**2 > 2_500**2


def test_ordinary_labels_are_computed_at_once_and_rich_ones_wait():
    assert not expect_cost(hard(20, 20_000), 20_000 + CELLS, 7).is_too_large
    assert not expect_cost(chains(3, 150), 150 + CELLS, 7).is_too_large
    assert not expect_curve_cost(chains(3, 150), 150, 50).is_too_large
    rich = expect_cost(chains(20, 500), 20_000 + CELLS, 7)
    assert rich.is_too_large and rich.bytes > 5 * MAX_BYTES
    assert 20 < rich.seconds < 200  # measured: about a minute
    assert expect_curve_cost(chains(20, 500), 500, 50).is_too_large


def test_cost_grows_with_rows_and_neighbours():
    labels = chains(5, 100)
    once = expect_cost(labels, 1_000, 5)
    assert expect_cost(labels, 2_000, 5).bytes == 2 * once.bytes
    assert expect_cost(labels, 2_000, 5).seconds == pytest.approx(2 * once.seconds)
    assert expect_cost(labels, 1_000, 10).seconds > once.seconds


def test_cost_in_words():
    assert Cost(71, 6.2e9).words == "1 min 11 s and 6 GB"
    assert Cost(0.2, 3e7).words == "less than 1 s and 30 MB"
