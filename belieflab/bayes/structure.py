"""Which feature depends on which, beside the class: the arcs of a network classifier."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Chosen = NDArray[np.bool_]
Places = NDArray[np.int64]
Arc = tuple[int, int]


class Structure(NamedTuple):
    """An acyclic graph over p features; the class is a parent of every feature that is kept.

    Attributes
    ----------
    parents : whether the feature of the column is a parent of that of the row [shape=(p, p)]
    kept : whether a feature depends on the class [shape=(p,)]; one that does not has no arcs
    """

    parents: Chosen
    kept: Chosen

    @property
    def arcs(self) -> list[Arc]:
        """(parent, child) of every arc between features, by child and then by parent."""
        return [(int(parent), int(child)) for child, parent in np.argwhere(self.parents)]

    @property
    def order(self) -> Places:
        """The kept features, every parent before its children: by their numbers of ancestors."""
        kept = np.flatnonzero(self.kept)
        ancestors = closure(self.parents)[kept].sum(axis=1)
        return kept[np.argsort(ancestors, kind="stable")]

    @property
    def root(self) -> int | None:
        """The only parent of any feature, -1 where there are no arcs, None where there are more."""
        used = np.flatnonzero(self.parents.any(axis=0))
        if len(used) > 1:
            return None
        return int(used[0]) if used.size else -1

    def same_as(self, other: "Structure") -> bool:
        """Whether both have the same arcs and keep the same features."""
        equal = np.array_equal(self.parents, other.parents)
        return equal and np.array_equal(self.kept, other.kept)


def without_arcs(p: int) -> Structure:
    """Naive Bayes: every feature depends on the class alone.

    Examples
    --------
    >>> without_arcs(3).arcs
    []
    """
    return Structure(np.zeros((p, p), dtype=np.bool_), np.ones(p, dtype=np.bool_))


def complete(p: int) -> Structure:
    """Every feature depends on all before it, which is the unrestricted Gaussian."""
    return without_arcs(p)._replace(parents=np.tri(p, k=-1, dtype=np.bool_))


def star(p: int, root: int) -> Structure:
    """Every feature depends on the root: one of the models that AODE averages."""
    structure = without_arcs(p)
    structure.parents[:, root] = True
    structure.parents[root, root] = False
    return structure


def from_arcs(arcs: Iterable[Any], p: int) -> Structure:
    """A structure of given arcs (parent, child), numbers of features from 0.

    Examples
    --------
    >>> from_arcs([(2, 0), (2, 1)], 3).order
    array([2, 0, 1])
    """
    structure = without_arcs(p)
    for arc in arcs:
        parent, child = _read_arc(arc, p)
        structure.parents[child, parent] = True
    cycle = np.flatnonzero(np.diagonal(closure(structure.parents)))
    if cycle.size:
        raise DataError(
            f"The arcs run in a circle through feature {cycle[0]}; a feature must not depend on "
            "itself, nor through others."
        )
    return structure


def _read_arc(arc: Any, p: int) -> Arc:
    try:
        parent, child = (int(feature) for feature in arc)
        whole = (parent, child) == tuple(arc)
    except (TypeError, ValueError):
        whole = False
    if not whole or not (0 <= parent < p and 0 <= child < p):
        raise DataError(
            f"An arc is a pair (parent, child) of features numbered 0 to {p - 1}; found {arc!r}."
        )
    return parent, child


def closure(parents: Chosen) -> Chosen:
    """Whether the feature of the column is an ancestor of that of the row [shape=(p, p)].

    Examples
    --------
    >>> closure(from_arcs([(0, 1), (1, 2)], 3).parents)[2]
    array([ True,  True, False])
    """
    ancestors = parents
    while True:  # paths twice as long each time
        further = ancestors.astype(np.float32)
        longer = ancestors | (further @ further > 0)
        if np.array_equal(longer, ancestors):
            return longer
        ancestors = longer
