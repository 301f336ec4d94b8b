"""What a law of labels needs from the truth, checked once and told in words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.constructors import gathered
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.errors import DataError

LARGEST_TABLE = 50_000_000
"""Masses a table of labels may hold (400 MB); beyond that the law is refused in words."""


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

    @property
    def masks(self) -> NDArray[np.int64]:
        """The true singletons as masks [shape=(r,)]."""
        return self.frame.singletons[self.codes]

    def labels(self, masks: NDArray[np.int64], mass: NDArray[np.float64]) -> MassTable:
        """A table from each known row's own sets and masses [shape=(r, J)]; other rows get Ω."""
        all_masks = np.full((self.n, masks.shape[1]), self.frame.omega, dtype=np.int64)
        all_mass = np.zeros((self.n, masks.shape[1]))
        all_mass[:, 0] = 1.0
        all_masks[self.rows], all_mass[self.rows] = masks, mass
        n_sets = len(np.unique(all_masks[all_mass > 0]))
        if self.n * n_sets > LARGEST_TABLE:
            raise DataError(
                f"These labels would use {n_sets:,} different sets of classes over {self.n:,} "
                f"rows, a table of {self.n * n_sets:,} masses; at most {LARGEST_TABLE:,} fit. "
                "Take fewer classes or fewer rows."
            )
        return MassTable(*gathered(self.frame, all_masks, all_mass))


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


def other_class(
    rng: np.random.Generator, codes: NDArray[np.int64], classes: int
) -> NDArray[np.int64]:
    """A class other than the given one, each with the same probability [shape=(r,)]."""
    return (codes + rng.integers(1, classes, size=len(codes))) % classes
