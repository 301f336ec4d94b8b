"""What a label law needs from the truth, checked once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.constructors import gathered
from belieflab.belief.masks import Masks, full_of
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.errors import DataError

CERTAIN = 1e-12
"""A label that leaves less than this to all other classes is certain."""

LARGEST_TABLE = 20_000_000
"""Masses a table of labels may hold (160 MB); beyond that the law is refused."""


@dataclass(frozen=True)
class Truth:
    """The rows whose class is known: where they are and which class they have.

    Attributes
    ----------
    frame : the K classes
    n : number of objects
    rows : numbers of the rows whose class is known [shape=(r,)]
    codes : their classes [shape=(r,)]
    """

    frame: Frame
    n: int
    rows: NDArray[np.int64]
    codes: NDArray[np.int64]

    def labels(self, masks: Masks, mass: NDArray[np.float64]) -> MassTable:
        """A table from each known row's own sets and masses [shape=(r, J)]; other rows get Ω."""
        if len(self.rows) < self.n:
            all_masks = full_of(self.frame.size, (self.n, masks.shape[1]), self.frame.omega)
            all_mass = np.zeros((self.n, masks.shape[1]))
            all_mass[:, 0] = 1.0
            all_masks[self.rows], all_mass[self.rows] = masks, mass
            masks, mass = all_masks, all_mass
        self._check_size(masks, mass)
        return MassTable._trusted(*gathered(self.frame, masks, mass))

    def one_set(self, masks: Masks) -> MassTable:
        """A table that puts all mass of each known row on its own set [shape=(r,)]."""
        return self.labels(masks[:, None], np.ones((len(masks), 1)))

    def guesses(self, codes: NDArray[np.int64], doubt: NDArray[np.float64]) -> MassTable:
        """Guesses discounted by their doubts: m({guess}) = 1 - p_i, m(Ω) = p_i [shape=(r,)]."""
        masks = full_of(self.frame.size, (len(codes), 2), self.frame.omega)
        masks[:, 0] = self.frame.singletons[codes]
        return self.labels(masks, np.column_stack([1.0 - doubt, doubt]))

    def probabilities(self, values: NDArray[np.float64]) -> MassTable:
        """A table of Bayesian labels from a probability per class [shape=(r, K)]."""
        return self.labels(np.broadcast_to(self.frame.singletons, values.shape), values)

    def _check_size(self, masks: Masks, mass: NDArray[np.float64]) -> None:
        at_most = min(2.0**self.frame.size, masks.size)
        if self.n * at_most <= LARGEST_TABLE:
            return
        n_sets = len(np.unique(masks[mass > 0]))
        if self.n * n_sets > LARGEST_TABLE:
            raise DataError(
                f"These labels would use {n_sets:,} different sets of classes over {self.n:,} "
                f"rows, a table of {self.n * n_sets:,} masses; at most {LARGEST_TABLE:,} fit. "
                "Take fewer classes, fewer rows or smaller sets."
            )


def truth_of(labels: MassTable) -> NDArray[np.int64] | None:
    """The classes that labels name, as codes [shape=(n,)], -1 where they say nothing.

    None where a label is neither certain nor vacuous, or where none is certain.
    """
    shares = labels.pignistic()
    certain = shares.max(axis=1) >= 1.0 - CERTAIN
    vacuous = labels.contour().min(axis=1) >= 1.0 - CERTAIN
    if not certain.any() or not (certain | vacuous).all():
        return None
    return np.where(certain, shares.argmax(axis=1), UNKNOWN).astype(np.int64)


def need_truth(dataset: Dataset, law: str, *, least_classes: int = 1) -> Truth:
    """The known truth of a data set; a DataError says what the law called `law` lacks."""
    frame = dataset.frame
    if dataset.truth is None or frame is None:
        raise DataError(
            f"{law}: this law starts from the true classes, and the data set {dataset.name!r} has "
            "none. Choose data with a truth, or set the labels by hand or from a file."
        )
    if frame.size < least_classes:
        raise DataError(
            f"{law}: this law needs at least {least_classes} classes; the data set "
            f"{dataset.name!r} has {frame.size}."
        )
    rows = np.flatnonzero(dataset.truth != UNKNOWN)
    return Truth(frame, dataset.n, rows, np.asarray(dataset.truth, dtype=np.int64)[rows])


def describe_unknown(dataset: Dataset) -> str:
    """A sentence on what a law does with rows whose class is unknown; empty when there are none."""
    if dataset.truth is None:
        return ""
    unknown = int((dataset.truth == UNKNOWN).sum())
    if unknown == 0:
        return ""
    rows = "1 row has" if unknown == 1 else f"{unknown:,} rows have"
    return f"{rows} no true class; every law leaves such a label vacuous (all mass on Ω)."


def other_class(
    rng: np.random.Generator, codes: NDArray[np.int64], classes: int
) -> NDArray[np.int64]:
    """A class other than the given one, each with the same probability; shape as given."""
    return (codes + rng.integers(1, classes, size=codes.shape)) % classes
