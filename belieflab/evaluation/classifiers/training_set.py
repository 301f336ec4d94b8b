"""Points with one label each, prepared once for many fits to some of them."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable, jousselme, max_pignistic
from belieflab.errors import DataError
from belieflab.evaluation.classifiers.entry import Codes, Floats, Rows
from belieflab.neighbors.pooling import Pool

MAX_PRECOMPUTED = 2000
"""Up to so many objects the similarities of all labels are computed once."""


class TrainingSet:
    """Points [shape=(n, p)] and one label per point; classifiers learn from some of the labels.

    A vacuous label (all mass on Ω) may be among them, but nobody learns from it. Objects of one of
    the `groups` [shape=(n,)] are left out together where a classifier leaves objects out; each
    counts by its weight [shape=(n,)], above 0, where a classifier takes `weights`.
    """

    def __init__(
        self,
        X: Floats,
        labels: MassTable,
        *,
        groups: Codes | None = None,
        weights: Floats | None = None,
    ) -> None:
        if len(labels) != len(X):
            raise DataError(f"There are {len(X)} objects but {len(labels)} labels.")
        if labels.frame.size < 2:
            raise DataError(
                f"Active learning needs at least two classes to tell apart; there is only "
                f"{labels.frame.names[0]!r}."
            )
        impossible = np.flatnonzero(~(labels.contour() > 0).any(axis=1))
        if impossible.size:
            raise DataError(
                f"The label of row {impossible[0] + 1} makes every class impossible: all its mass "
                "is on ∅."
            )
        self.X = np.ascontiguousarray(X, dtype=np.float64)
        self.labels = labels
        self.groups, self.weights = groups, weights

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.labels.frame

    @cached_property
    def classes(self) -> Codes:
        """The class with the largest pignistic probability of each label [shape=(n,)]."""
        return max_pignistic(self.labels)

    @cached_property
    def pool(self) -> Pool:
        """The labels, ready to be pooled over neighbourhoods."""
        return Pool(self.labels)

    def similarity(self, rows: Rows) -> Floats:
        """1 - Jousselme's distance between the labels of these rows [shape=(m, m)]."""
        if len(self.labels) <= MAX_PRECOMPUTED:
            return self._similarities[np.ix_(rows, rows)]
        return _similar(self.labels[rows])

    @cached_property
    def _similarities(self) -> Floats:
        return _similar(self.labels)

    def informative(self, rows: Rows) -> Rows:
        """Those of the rows whose label says something about the classes."""
        return rows[self._informative[rows]]

    @cached_property
    def _informative(self) -> NDArray[np.bool_]:
        return says_something(self.labels)


def says_something(labels: MassTable) -> NDArray[np.bool_]:
    """Whether a label has mass on a set other than ∅ and Ω [shape=(n,)]."""
    informative = (labels.focal != labels.frame.omega) & (labels.focal != 0)
    return np.asarray(np.greater(labels.mass[:, informative], 0.0).any(axis=1))


def _similar(labels: MassTable) -> Floats:
    return np.maximum(1.0 - jousselme(labels), 0.0)
