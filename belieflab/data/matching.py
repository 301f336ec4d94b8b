"""Which class each component or cluster stands for, so that it has the colour and name of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from belieflab.belief import MassTable

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ALIKE = 1e-9
"""Probabilities that differ by less say the same."""


@dataclass(frozen=True)
class Matching:
    """Groups (components or clusters) and the classes they stand for.

    Parameters
    ----------
    class_of : the number of each group's class, -1 for none; no class has two groups
    class_names : the names of all classes
    """

    class_of: tuple[int, ...]
    class_names: tuple[str, ...] = ()

    @cached_property
    def matched(self) -> bool:
        """Whether any group stands for a class."""
        return any(code >= 0 for code in self.class_of)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Where each group stands among all colours: at its class, or beyond the classes.

        Where no group stands for a class, they stand in their own order.
        """
        beyond = len(self.class_names) if self.matched else 0
        found = []
        for code in self.class_of:
            found.append(code if code >= 0 else beyond)
            beyond += code < 0
        return tuple(found)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The groups in the order of their places."""
        return tuple(sorted(range(len(self.places)), key=self.places.__getitem__))

    def names(self, noun: str) -> list[str]:
        """The names of the groups: those of their classes, or the noun and a number."""
        pairs = zip(self.class_of, self.places, strict=True)
        return [self.class_names[code] if code >= 0 else f"{noun} {at + 1}" for code, at in pairs]


def match_groups(
    groups: NDArray[Any],
    n_groups: int,
    class_names: Sequence[str],
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> Matching:
    """Find the class of every group: by the labels, else by the truth, else none.

    The assignment of groups to classes with the largest overlap; a group and a class that share
    no object are not matched. Of a label counts what it prefers to the class it prefers least.

    Parameters
    ----------
    groups : the group of every object [shape=(n,)] or its shares in all of them [shape=(n, K)]
    n_groups : the number of groups K
    class_names : the classes, which are those of the labels
    truth : codes [shape=(n,)], -1 where unknown; give none that is hidden

    Examples
    --------
    >>> import numpy as np
    >>> found = match_groups(np.array([2, 2, 0, 1]), 3, ["a", "b"], truth=np.array([0, 0, 1, -1]))
    >>> found.names("cluster")
    ['b', 'cluster 3', 'a']
    """
    size = len(class_names)
    shares = np.zeros((len(groups), size))
    if labels is not None and labels.frame.size == size:
        shares = labels.pignistic()
        shares = shares - shares.min(axis=1, keepdims=True)  # nothing where all are alike
        shares[shares < ALIKE] = 0.0
    if truth is not None and not shares.any():
        shares = (truth[:, None] == np.arange(size)).astype(np.float64)
    class_of = assign(overlaps(shares, groups, n_groups))
    return Matching(tuple(class_of.tolist()), tuple(map(str, class_names)))


def overlaps(shares: Floats, groups: NDArray[Any], n_groups: int) -> Floats:
    """How much each class [shape=(n, C)] and each group have in common [shape=(C, K)]."""
    if groups.ndim == 2:
        return np.asarray(shares.T @ groups)
    counted = [np.bincount(groups, column, minlength=n_groups) for column in shares.T]
    return np.array(counted, dtype=np.float64).reshape(-1, n_groups)


def assign(overlap: Floats | Integers) -> Integers:
    """The class of each group [shape=(K,)] for the largest overlap in all [shape=(C, K)].

    One group per class at most; -1 where nothing is shared.
    """
    classes, groups = linear_sum_assignment(overlap, maximize=True)
    shared = overlap[classes, groups] > 0
    class_of = np.full(overlap.shape[1], -1)
    class_of[groups[shared]] = classes[shared]
    return class_of


def complete(class_of: Sequence[int] | Integers, count: int) -> Integers:
    """The same with the first numbers below `count` that are free instead of -1 [shape=(K,)]."""
    found = np.array(class_of, dtype=np.int64)
    free = np.setdiff1d(np.arange(count), found)
    found[found < 0] = free[: (found < 0).sum()]
    return found
