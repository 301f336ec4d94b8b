"""The points and the labels that an oracle would give them, shared by all models of one run."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.active.opinions import Floats, Rows
from belieflab.belief import Frame, MassTable, jousselme, max_pignistic
from belieflab.errors import DataError
from belieflab.neighbors.pooling import Pool

FEW = 2000
"""Up to so many objects the similarities of all labels are reckoned once."""


class Material:
    """Points [shape=(n, p)] and one label per point; models are told some of the labels.

    A label that says nothing (all mass on Ω) may be told, but nobody learns from it.
    """

    def __init__(self, X: Floats, labels: MassTable) -> None:
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

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.labels.frame

    @cached_property
    def classes(self) -> Rows:
        """The class with the largest pignistic probability of each label [shape=(n,)]."""
        return max_pignistic(self.labels)

    @cached_property
    def pool(self) -> Pool:
        """The labels, ready to be pooled over neighbourhoods."""
        return Pool(self.labels)

    def similarity(self, rows: Rows) -> Floats:
        """1 - Jousselme's distance between the labels of these rows [shape=(m, m)]."""
        if len(self.labels) <= FEW:
            return self._similarities[np.ix_(rows, rows)]
        return _similar(self.labels[rows])

    @cached_property
    def _similarities(self) -> Floats:
        return _similar(self.labels)

    def telling(self, told: Rows) -> Rows:
        """Those of the rows whose label says something about the classes."""
        return told[self._speaks[told]]

    @cached_property
    def _speaks(self) -> NDArray[np.bool_]:
        labels = self.labels
        telling = (labels.focal != labels.frame.omega) & (labels.focal != 0)
        return np.asarray(np.greater(labels.mass[:, telling], 0.0).any(axis=1))


def _similar(labels: MassTable) -> Floats:
    return np.maximum(1.0 - jousselme(labels), 0.0)
