"""Binary trees as plain arrays: checked so that every walk ends, and walked by many objects."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.iteration import check_stop

Floats = NDArray[np.float64]
Whole = NDArray[np.int32]

LEAF = -1
"""In place of a feature."""
MAX_DEPTH = 10_000
MAX_STEPS = 1_000_000
"""Nodes that one object passes in all trees at most."""

WRONG_CHILD = "A tree of the model leads to a node that is not below it."


class Trees(NamedTuple):
    """Trees one after another; a node sends x to the left where x ≤ threshold.

    Attributes
    ----------
    starts : the first node of each tree, then the number of all nodes [shape=(trees + 1,)]
    features : the feature that a node asks about, -1 at a leaf [shape=(nodes,)]
    thresholds : what the feature is compared with; +∞ where only missing values go to the right
    left, right : the children, counted from the first node of the tree; 0 at a leaf
    missing_left : whether a missing value goes to the left
    values : of the leaves, in the order of the nodes [shape=(leaves, k)]
    """

    starts: NDArray[np.int64]
    features: Whole
    thresholds: Floats
    left: Whole
    right: Whole
    missing_left: NDArray[np.bool_]
    values: Floats

    @classmethod
    def stack(cls, trees: list["Trees"]) -> "Trees":
        """All of them one after another."""
        sizes = [len(each.features) for each in trees]
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        parts = (np.concatenate(part) for part in list(zip(*trees, strict=True))[1:])
        return cls(starts, *parts)

    def check(self, n_features: int) -> None:
        """Refuse trees that are none, and those in which a walk would be too long."""
        starts, n = self.starts, len(self.features)
        within = len(starts) > 1 and starts[0] == 0 and starts[-1] == n and (starts >= 0).all()
        sizes = np.diff(np.minimum(starts, n + 1))  # numbers far outside could wrap round
        if not within or (sizes <= 0).any():
            raise DataError("The trees of the model do not follow each other.")
        if (self.features < LEAF).any() or (self.features >= n_features).any():
            raise DataError("A tree of the model asks about a feature that it does not have.")
        if np.isnan(self.thresholds).any() or np.isneginf(self.thresholds).any():
            raise DataError("A tree of the model compares with what is no number.")
        inner = self.features != LEAF
        if len(self.values) != n - inner.sum():
            raise DataError("The trees of the model have another number of leaves than of values.")
        first = np.repeat(starts[:-1], sizes)
        at, end = np.arange(n) - first, np.repeat(sizes, sizes)
        children = np.stack([self.left, self.right]).astype(np.int64)
        below = (children > at) & (children < end)
        if not below[:, inner].all() or children[:, ~inner].any():
            raise DataError(WRONG_CHILD)
        parents = np.bincount((children + first)[:, inner].ravel(), minlength=n)
        parents[starts[:-1]] += 1
        if (parents != 1).any():
            raise DataError(WRONG_CHILD)
        steps = int(self.depths().sum())
        if steps > MAX_STEPS:
            raise DataError(
                f"The trees of the model are {steps:,} nodes deep together; the limit is "
                f"{MAX_STEPS:,}."
            )

    def depths(self) -> NDArray[np.int64]:
        """The longest walk in each tree, level by level [shape=(trees,)]."""
        found = np.zeros(len(self.starts) - 1, dtype=np.int64)
        at, tree = self.starts[:-1], np.arange(len(found))
        for level in range(1, MAX_DEPTH + 2):
            inner = self.features[at] != LEAF
            at, tree = at[inner], tree[inner]
            if not at.size:
                return found
            found[tree] = level
            first = self.starts[tree]
            at = np.concatenate([first + self.left[at], first + self.right[at]])
            tree = np.concatenate([tree, tree])
        raise DataError(
            f"A tree of the model is more than {MAX_DEPTH:,} nodes deep, which is the limit."
        )

    def add_up(self, X: Floats, start: Floats) -> Floats:
        """The start and the values of the leaves that the objects come to, in the trees' order.

        Where the start has more numbers than a leaf, the trees take turns with its columns.

        Parameters
        ----------
        X : objects; NaN is a missing value [shape=(n, p)]
        start : what is added to [shape=(columns,)]

        Returns
        -------
        ndarray [shape=(n, columns)]
        """
        k = self.values.shape[1]
        total = np.empty((len(X), len(start)), order="F")
        total[:] = start
        leaf = np.cumsum(self.features == LEAF) - 1
        for tree in range(len(self.starts) - 1):
            check_stop()
            column = k * tree % len(start)
            total[:, column : column + k] += self.values[leaf[self._leaves(X, tree)]]
        return total

    def _leaves(self, X: Floats, tree: int) -> NDArray[np.int64]:
        """The leaf of each object in a tree, among all nodes [shape=(n,)]."""
        begin = self.starts[tree]
        place = np.full(len(X), begin)
        walking = np.arange(len(X)) if self.features[begin] != LEAF else np.zeros(0, np.int64)
        while walking.size:
            at = place[walking]
            x = X[walking, self.features[at]]
            lower = x <= self.thresholds[at]
            missing = np.isnan(x)
            if missing.any():
                lower = np.where(missing, self.missing_left[at], lower)
            at = begin + np.where(lower, self.left[at], self.right[at])
            place[walking] = at
            walking = walking[self.features[at] != LEAF]
        return place
