"""Labels built by plain rules from the truth; a row whose truth is unknown stays vacuous."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import full_of, masks_of
from belieflab.data.dataset import Dataset
from belieflab.data.truth import need_truth, other_class
from belieflab.errors import DataError

BY_CHANCE, GIVEN_SIZE = "by chance", "given size"
EVENLY, AT_RANDOM = "evenly", "at random"
SAME, FALLING = "same for all", "falling with distance"


def build_hard(dataset: Dataset, _rng: np.random.Generator) -> MassTable:
    """The true class, for sure: m({true}) = 1."""
    truth = need_truth(dataset, "Hard labels")
    return truth.one_set(truth.frame.singletons[truth.codes])


def build_semi_supervised(
    dataset: Dataset, rng: np.random.Generator, *, share: float = 0.2
) -> MassTable:
    """A share of the rows, rounded, keeps its true class; the others know nothing.

    Which rows: at random, but one of each class first, so that every class is known at least
    once as soon as there are enough rows. A larger share keeps all the rows of a smaller one.
    """
    truth = need_truth(dataset, "Semi-supervised")
    order = _one_of_each_class_first(rng.permutation(len(truth.rows)), truth.codes)
    kept = order[: round(share * len(order))]
    masks = full_of(truth.frame.size, len(order), truth.frame.omega)
    masks[kept] = truth.frame.singletons[truth.codes[kept]]
    return truth.one_set(masks)


def _one_of_each_class_first(
    order: NDArray[np.int64], codes: NDArray[np.int64]
) -> NDArray[np.int64]:
    _, first = np.unique(codes[order], return_index=True)
    return np.concatenate([order[np.sort(first)], np.delete(order, first)])


def build_sets(
    dataset: Dataset,
    rng: np.random.Generator,
    *,
    how: str = BY_CHANCE,
    chance: float = 0.3,
    size: int = 2,
) -> MassTable:
    """A set that holds the true class and others: each by chance, or so many that the size fits.

    All mass of a row lies on its set (the partially supervised case of Côme et al. 2009, §3.1).
    """
    truth = need_truth(dataset, "Sets of classes")
    classes = truth.frame.size
    keys = rng.random((len(truth.rows), classes))
    keys[np.arange(len(keys)), truth.codes] = -1.0
    if how == BY_CHANCE:
        inside = keys < chance
    elif size > classes:
        raise DataError(
            f"Sets of classes: a set of {size} classes does not fit a frame of {classes}."
        )
    else:
        inside = np.argsort(np.argsort(keys, axis=1), axis=1) < size
    return truth.one_set(masks_of(inside))


def build_probabilistic(
    dataset: Dataset, rng: np.random.Generator, *, confidence: float = 0.8, rest: str = EVENLY
) -> MassTable:
    """A probability per class: the true class has the given one, the others share the rest.

    The rest is shared evenly, or at random by a flat Dirichlet draw. On one class it has all.
    """
    truth = need_truth(dataset, "Probabilities")
    classes = truth.frame.size
    if classes == 1:
        return truth.probabilities(np.ones((len(truth.rows), 1)))
    weights = rng.standard_exponential((len(truth.rows), classes))
    if rest == EVENLY:
        weights = np.ones_like(weights)
    true_cells = np.arange(len(weights)), truth.codes
    weights[true_cells] = 0.0
    values = (1.0 - confidence) * weights / weights.sum(axis=1, keepdims=True)
    values[true_cells] = confidence
    return truth.probabilities(values)


def build_guess_doubt(
    dataset: Dataset, rng: np.random.Generator, *, doubt: float = 0.3, wrong: float = 0.0
) -> MassTable:
    """One guess per row, all with the same doubt: m({guess}) = 1 - doubt, m(Ω) = doubt.

    Exactly the asked share of the guesses, rounded, names another class, each equally likely.
    """
    truth = need_truth(dataset, "Guess and doubt", least_classes=2 if wrong > 0 else 1)
    guess = truth.codes.copy()
    if wrong > 0:
        chosen = rng.permutation(len(guess))[: round(wrong * len(guess))]
        guess[chosen] = other_class(rng, truth.codes, truth.frame.size)[chosen]
    return truth.guesses(guess, np.full(len(guess), float(doubt)))


def build_plausibility(
    dataset: Dataset, _rng: np.random.Generator, *, others: float = 0.3, profile: str = SAME
) -> MassTable:
    """A plausibility profile: 1 for the true class, less for the others (Côme et al. 2009, §4.2).

    The others all have the given value v, or v^d where d is the distance to the true class in
    the order of the classes (for ordered classes). The label is the consonant mass function.
    """
    truth = need_truth(dataset, "Plausibility profile")
    classes = truth.frame.size
    positions = np.arange(classes)
    distance = np.abs(positions[:, None] - positions)
    if profile == SAME:
        distance = np.minimum(distance, 1)
    profiles = np.vstack([float(others) ** distance, np.ones(classes)])
    one_label_each = MassTable.from_contour(profiles, truth.frame)
    codes = np.full(truth.n, classes)
    codes[truth.rows] = truth.codes
    return one_label_each[codes]
