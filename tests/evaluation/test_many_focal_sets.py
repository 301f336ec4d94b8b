"""Evidence on thousands of focal sets: the same numbers in little memory, a fitting estimate."""

import numpy as np
import pytest
from allocation import peak_of

from belieflab import Frame, MassTable
from belieflab.belief.masks import membership
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.evaluation import agreement_with_labels
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.held_out import HoldingOut
from belieflab.evaluation.plan import Plan
from belieflab.evaluation.suspects import weigh
from belieflab.neighbors.search_cost import expected_sets
from belieflab.ui.method.tasks import MAX_BYTES


def own_sets(seed, n, each, size=16):
    """Mass functions whose sets differ from row to row."""
    rng = np.random.default_rng(seed)
    focal = np.sort(rng.choice(np.arange(1, 2**size - 1), n * each, replace=False))
    mass, columns = np.zeros((n, n * each)), rng.permutation(n * each).reshape(n, each)
    np.put_along_axis(mass, columns, rng.dirichlet(np.ones(each), n), axis=1)
    return MassTable(Frame([f"k{j}" for j in range(size)]), focal, mass)


def weigh_by_pairs(evidence, labels):
    """Against, for and probability from every pair of sets of each row [shape=(3, n)]."""
    size, found = evidence.frame.size, []
    for m, y in zip(evidence.mass, labels.mass, strict=True):
        A = membership(size, evidence.focal[m > 0])
        B = membership(size, labels.focal[y > 0])
        common, pairs = A @ B.T, np.outer(m[m > 0], y[y > 0])
        own = A.sum(axis=1)[:, None]
        columns = (common == 0, common == own, common / own)
        found.append([(pairs * each).sum() for each in columns])
    return np.array(found).T


@pytest.mark.parametrize("pairs", [1, 50, 1 << 18])
def test_blocks_of_rows_and_sets_give_the_sums_over_all_pairs(pairs, monkeypatch):
    evidence, labels = own_sets(0, 12, 30), own_sets(1, 12, 5)
    monkeypatch.setattr(agreement_with_labels, "MAX_PAIRS", pairs)
    monkeypatch.setattr(agreement_with_labels, "BLOCK_NUMBERS", 5 * 360)
    found = weigh(evidence, labels)
    order = np.argsort(found.rows)
    numbers = np.array([found.against, found.support, found.probability])[:, order]
    np.testing.assert_allclose(numbers, weigh_by_pairs(evidence, labels), atol=1e-12)


def test_memory_does_not_grow_with_pairs_of_focal_sets():
    evidence, labels = own_sets(0, 60, 500), own_sets(1, 60, 20)
    peak = peak_of(lambda: weigh(evidence, labels))
    # all pairs of the 30,000 sets of the evidence would take 7.2 GB
    assert peak < 8 * evidence.mass.nbytes < 120e6


def test_estimates_grow_with_the_focal_sets_of_the_labels():
    data = load_sample("many-clusters", per_cluster=5)
    hard, nested = (build_labels(law, data) for law in ("hard", "nonspecificity"))
    assert expected_sets(nested) > 1000 * expected_sets(hard)
    for key in ("eknn", "eknn-learned", "gamma-eknn", "knn-tbm"):
        quick, slow = (HoldingOut(CLASSIFIERS.find(key)).cost(2, each) for each in (hard, nested))
        assert quick.bytes < 150e6 and slow.bytes > 5e8
        assert slow.seconds > 5 * quick.seconds
    quick, slow = (HoldingOut(CLASSIFIERS.find("soft")).cost(2, each) for each in (hard, nested))
    assert slow.bytes < 1e8 and slow.seconds > quick.seconds  # its evidence has one set per class
    quick, slow = (Plan(("eknn", "soft")).cost(100, 2, each) for each in (hard, nested))
    assert 4 * quick.bytes < slow.bytes < MAX_BYTES


def test_many_tables_of_many_sets_are_beyond_the_limit():
    labels = build_labels("nonspecificity", load_sample("many-clusters", per_cluster=30))
    assert Plan(("eknn", "knn-tbm"), repeats=2).cost(600, 2, labels).bytes > MAX_BYTES
