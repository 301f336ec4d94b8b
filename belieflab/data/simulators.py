"""Labels drawn by the laws of the papers; a row whose truth is unknown stays vacuous."""

import math

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import Masks
from belieflab.data.beta import draw_beta
from belieflab.data.dataset import Dataset
from belieflab.data.truth import LARGEST_TABLE, Truth, need_truth, other_class
from belieflab.errors import DataError

HALF_WIDTH = 0.05
"""Côme et al. (2009) draw each nonspecificity within this distance of the asked mean."""


def simulate_nonspecificity(
    dataset: Dataset, rng: np.random.Generator, *, ns: float = 0.3
) -> MassTable:
    """Labels that are right but imprecise, each with its own drawn nonspecificity.

    The value is uniform in [ns - w, ns + w], w = 0.05; near 0 and 1 the width shrinks to
    w = min(0.05, ns, 1 - ns), so the mean stays ns and ns = 0 is hard, ns = 1 vacuous.
    Nested sets A_1 = {true} ⊂ … ⊂ A_K = Ω with the other classes in random order share the mass
    by `nested_masses`, so the nonspecificity is exactly the value drawn; for two classes this is
    the label of Côme et al. 2009, §5.1.1. Each row draws its own order of classes as long as the
    table of all the sets stays small; on large frames the rows share a few random orders.
    """
    truth = need_truth(dataset, "Given nonspecificity", least_classes=2)
    width = min(HALF_WIDTH, ns, 1.0 - ns)
    drawn = ns + width * rng.uniform(-1.0, 1.0, size=len(truth.rows))
    mass = nested_masses(rng, np.clip(drawn, 0.0, 1.0), truth.frame.size)
    return truth.labels(_nested_sets(rng, truth), mass)


def nested_masses(
    rng: np.random.Generator, ns: NDArray[np.float64], classes: int
) -> NDArray[np.float64]:
    """Random masses on sets of sizes 1..K whose nonspecificity is exactly `ns` [shape=(n, K)].

    q ~ Dirichlet(1, …, 1) has nonspecificity s = Σ q_j ln j / ln K; it is mixed with the
    singleton, m = (ns/s) q + (1 - ns/s) on A_1, when ns ≤ s, and else with Ω,
    m = ((1-ns)/(1-s)) q + the rest on A_K.
    """
    q = rng.dirichlet(np.ones(classes), size=len(ns))
    s = q @ (np.log(np.arange(1, classes + 1)) / np.log(classes))
    precise = ns <= s
    share = np.where(precise, ns / np.where(s > 0, s, 1.0), (1 - ns) / np.where(s < 1, 1 - s, 1.0))
    mass = share[:, None] * q
    mass[np.arange(len(ns)), np.where(precise, 0, classes - 1)] += 1.0 - share
    return mass


def _nested_sets(rng: np.random.Generator, truth: Truth) -> Masks:
    """For each known row {true} ⊂ … ⊂ Ω, growing by the classes in random order [shape=(r, K)]."""
    n, classes = len(truth.rows), truth.frame.size
    n_orders = _affordable_orders(truth.n, n, classes)
    keys = rng.random((n_orders, classes))
    if n_orders < n:
        keys = keys[rng.integers(n_orders, size=n)]
    keys[np.arange(n), truth.codes] = -1.0
    order = np.argsort(keys, axis=1)
    return np.bitwise_or.accumulate(truth.frame.singletons[order], axis=1)


def _affordable_orders(n: int, rows: int, classes: int) -> int:
    """How many orders of the classes fit into the table of labels: at best one per row."""
    if n * min(2.0**classes, 1.0 + rows * (classes - 1)) <= LARGEST_TABLE:
        return rows
    sets_of_one_order = classes * (classes + 1) // 2
    n_orders = LARGEST_TABLE // (n * sets_of_one_order)
    if n_orders == 0:
        raise DataError(
            f"Given nonspecificity: {classes} classes have too many nested sets for {n:,} rows; "
            f"at most {LARGEST_TABLE // sets_of_one_order:,} rows fit."
        )
    return min(n_orders, rows)


def simulate_expert_doubt(
    dataset: Dataset, rng: np.random.Generator, *, mean: float = 0.2, deviation: float = 0.2
) -> MassTable:
    """An expert who is wrong as often as the doubt says (Côme et al. 2009, §5.2).

    Doubt p_i ~ Beta with this mean and standard deviation; with probability p_i the guess is
    another class, each equally likely; m({guess}) = 1 - p_i, m(Ω) = p_i.
    """
    truth = need_truth(dataset, "Expert with doubt", least_classes=2)
    doubt = draw_beta(rng, mean, deviation, len(truth.rows))
    flipped = rng.random(len(doubt)) < doubt
    wrong = other_class(rng, truth.codes, truth.frame.size)
    guess = np.where(flipped, wrong, truth.codes)
    return truth.guesses(guess, doubt)


def simulate_epsilon_noise(
    dataset: Dataset, rng: np.random.Generator, *, epsilon: float = 0.3
) -> MassTable:
    """A share of the labels spoilt, the others right and sure (Hoarau et al. 2022, §4.2).

    Exactly ⌊εn⌋ of the n known rows, chosen without replacement: another class gets the mass
    u ~ U(0, 1), and 1 - u is spread evenly over the other 2^K - 2 nonempty sets, Ω included.
    """
    truth = need_truth(dataset, "ε-noise", least_classes=2)
    _check_powerset(truth)
    n, omega = len(truth.rows), truth.frame.omega
    chosen = rng.permutation(n)[: math.floor(epsilon * n + 1e-9)]
    u = rng.random(n)[chosen]
    wrong = other_class(rng, truth.codes, truth.frame.size)[chosen]
    if len(chosen) == 0:
        return truth.one_set(truth.frame.singletons[truth.codes])
    mass = np.zeros((truth.n, omega))  # column j holds the set with mask j + 1
    mass[:, -1] = 1.0
    mass[truth.rows, -1] = 0.0
    mass[truth.rows, truth.frame.singletons[truth.codes] - 1] = 1.0
    rows = truth.rows[chosen]
    mass[rows] = ((1.0 - u) / (omega - 1))[:, None]
    mass[rows, truth.frame.singletons[wrong] - 1] = u
    return MassTable._trusted(truth.frame, np.arange(1, omega + 1, dtype=np.int64), mass)


def _check_powerset(truth: Truth) -> None:
    classes, max_classes = truth.frame.size, int(math.log2(LARGEST_TABLE / truth.n))
    if classes > max_classes:
        raise DataError(
            f"ε-noise puts mass on all 2^K - 1 sets of K classes; with {truth.n:,} rows there is "
            f"room for K up to {max_classes}, and these data have {classes} classes."
        )


def simulate_bayesian(
    dataset: Dataset, rng: np.random.Generator, *, mean: float = 0.2, deviation: float = 0.1
) -> MassTable:
    """Probabilities whose error is drawn: b_i ~ Beta(mean, sd) (López-Cruz et al. 2013, §4.1).

    The true class has 1 - b_i, each other class b_i/(K - 1). On one class it has all.
    """
    truth = need_truth(dataset, "Bayesian labels")
    n, classes = len(truth.rows), truth.frame.size
    error = draw_beta(rng, mean, deviation, n)
    if classes == 1:
        return truth.probabilities(np.ones((n, 1)))
    values = np.repeat(error[:, None] / (classes - 1), classes, axis=1)
    values[np.arange(n), truth.codes] = 1.0 - error
    return truth.probabilities(values)
