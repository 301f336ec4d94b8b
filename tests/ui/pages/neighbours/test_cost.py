"""What the Neighbours page computes by itself, and what waits for Run."""

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.cost import QUICK_BYTES, QUICK_SECONDS
from belieflab.data.dataset import Dataset
from belieflab.data.settings import Settings
from belieflab.neighbors.cost import leave_one_out_cost, pooling_cost
from belieflab.ui.method.context import Context
from belieflab.ui.pages.neighbours.fit import cost
from belieflab.ui.pages.neighbours.settings import parameters
from belieflab.ui.shell.workspace import Workspace


def chains(n_classes: int, n: int) -> MassTable:
    """Labels as the law of nonspecificity makes them: nested sets in random orders."""
    generator = np.random.default_rng(0)
    return MassTable.from_contour(generator.uniform(size=(n, n_classes)))


def hard(n_classes: int, n: int) -> MassTable:
    return MassTable.from_guess_and_doubt(np.arange(n) % n_classes, np.full(n, 0.2))


def asked(labels: MassTable, n: int, **values) -> Context:
    workspace, dataset = Workspace(), Dataset(np.zeros((n, 2)), ("a", "b"))
    context = Context("neighbours", workspace, dataset, labels)
    return Context("neighbours", workspace, dataset, labels, Settings(parameters(context), values))


def is_quick(context: Context) -> bool:
    found = cost(context)
    return found.is_quick


def test_ordinary_labels_are_computed_at_once_and_rich_ones_wait():
    assert is_quick(asked(hard(20, 20_000), 20_000))
    assert is_quick(asked(chains(3, 150), 150))
    assert leave_one_out_cost(2, chains(3, 150), 50).seconds < QUICK_SECONDS
    rich = cost(asked(chains(20, 500), 20_000))
    assert rich.bytes > 5 * QUICK_BYTES
    assert 20 < rich.seconds < 200  # measured: about a minute
    assert 4.4e9 < rich.bytes < 8e9  # measured: 4.4 GB at the most
    assert leave_one_out_cost(2, chains(20, 500), 50).seconds > QUICK_SECONDS


def test_cost_grows_with_rows_and_neighbours():
    labels = chains(5, 100)
    once = pooling_cost(labels, 1_000, 5)
    assert pooling_cost(labels, 2_000, 5).bytes == 2 * once.bytes
    assert pooling_cost(labels, 2_000, 5).seconds == pytest.approx(2 * once.seconds)
    assert pooling_cost(labels, 1_000, 10).seconds > once.seconds
    few = cost(asked(labels, 1_000))
    assert cost(asked(labels, 100_000)).seconds > 5 * few.seconds
    assert cost(asked(labels, 1_000, K=20)).seconds > few.seconds


def test_a_large_network_waits_and_a_small_one_does_not():
    assert is_quick(asked(hard(3, 150), 150, model="network"))
    assert not is_quick(asked(hard(3, 100_000), 100_000, model="network", prototypes=20))
