"""MassTable: n mass functions on one frame that share one list of focal sets."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import constructors, measures
from belieflab.belief.frame import Frame
from belieflab.errors import DataError

SUM_TOLERANCE = 1e-6
"""A row may miss a sum of 1 by this much (text files round); it is then scaled to 1."""


class MassTable:
    """n mass functions on one frame that share one list of focal sets.

    Parameters
    ----------
    frame : Frame or class names
    focal : masks of the F focal sets [shape=(F,)], each once, in any order
    mass : masses [shape=(n, F)], nonnegative, rows summing to 1

    Mass on ∅ is allowed and means conflict or an outlier. The table is never widened to
    2^K columns unless asked. Tables are values: no method changes one in place.
    """

    def __init__(self, frame: Frame | Iterable[object], focal: ArrayLike, mass: ArrayLike) -> None:
        self.frame = frame if isinstance(frame, Frame) else Frame(frame)
        self.focal = _checked_focal(self.frame, focal)
        self.mass = _checked_mass(mass, len(self.focal))
        self.focal.setflags(write=False)
        self.mass.setflags(write=False)

    # -- building -----------------------------------------------------------------------------

    @classmethod
    def _trusted(
        cls, frame: Frame, focal: NDArray[np.int64], mass: NDArray[np.float64]
    ) -> "MassTable":
        """Wrap arrays that this package has just computed, without checking them again."""
        table = cls.__new__(cls)
        table.frame, table.focal, table.mass = frame, focal, mass
        focal.setflags(write=False)
        mass.setflags(write=False)
        return table

    @classmethod
    def vacuous(cls, n: int, frame: Frame | Iterable[object]) -> "MassTable":
        """n rows that know nothing: all mass on Ω."""
        frame = frame if isinstance(frame, Frame) else Frame(frame)
        return cls._trusted(frame, np.array([frame.omega], dtype=np.int64), np.ones((n, 1)))

    @classmethod
    def from_hard(
        cls, y: Sequence[Any] | NDArray[Any], frame: Frame | Iterable[object] | None = None
    ) -> "MassTable":
        """One class per row; NaN, None and -1 among integers mean unknown, Ω."""
        return cls(*constructors.hard(y, frame))

    @classmethod
    def from_sets(
        cls, sets: Sequence[Iterable[object] | int], frame: Frame | Iterable[object]
    ) -> "MassTable":
        """One set of possible classes per row, as names or as a mask; all its mass on that set."""
        return cls(*constructors.sets(sets, frame))

    @classmethod
    def from_contour(
        cls, contour: ArrayLike, frame: Frame | Iterable[object] | None = None
    ) -> "MassTable":
        """The consonant table whose `contour()` is exactly the given plausibilities [shape=(n, K)].

        Classes by falling plausibility: m(first j) = c_(j) - c_(j+1), m(∅) = 1 - max c.
        """
        return cls(*constructors.contour(contour, frame))

    @classmethod
    def from_probabilities(
        cls, probabilities: ArrayLike, frame: Frame | Iterable[object] | None = None
    ) -> "MassTable":
        """Bayesian masses: row i gives class k the probability p_ik [shape=(n, K)]."""
        return cls(*constructors.probabilities(probabilities, frame))

    @classmethod
    def from_guess_and_doubt(
        cls,
        guess: Sequence[Any] | NDArray[Any],
        doubt: ArrayLike,
        frame: Frame | Iterable[object] | None = None,
    ) -> "MassTable":
        """A guess discounted by its doubt: m({guess}) = 1 - p_i, m(Ω) = p_i (paper 000, §5.2)."""
        return cls(*constructors.guess_and_doubt(guess, doubt, frame))

    # -- being an array for scikit-learn's splitters --------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """(n, F)."""
        return self.mass.shape[0], self.mass.shape[1]

    def __len__(self) -> int:
        return int(self.mass.shape[0])

    def __getitem__(self, rows: Any) -> "MassTable":
        """The chosen rows as a table (an integer gives a table of one row)."""
        if isinstance(rows, tuple):
            raise TypeError("A MassTable is indexed by rows only; take columns from .mass.")
        if isinstance(rows, (int, np.integer)):
            rows = [rows]
        return MassTable._trusted(self.frame, self.focal, np.ascontiguousarray(self.mass[rows]))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.mass, dtype=dtype, copy=True if copy is None else copy)

    def __repr__(self) -> str:
        sets = ", ".join(self.frame.format(int(mask)) for mask in self.focal[:6])
        more = ", …" if len(self.focal) > 6 else ""
        return f"MassTable({len(self)} rows on {list(self.frame.names)}; focal sets {sets}{more})"

    # -- what one may ask -----------------------------------------------------------------------

    def contour(self) -> NDArray[np.float64]:
        """Plausibility of every singleton, pl({k}) = Σ_{A ∋ k} m(A) [shape=(n, K)]."""
        return measures.contour(self.frame.size, self.focal, self.mass)

    def pignistic(self) -> NDArray[np.float64]:
        """BetP(k) = Σ_{A ∋ k} m(A) / |A| / (1 - m(∅)) [shape=(n, K)]; a row all on ∅ gives 1/K."""
        return measures.pignistic(self.frame.size, self.focal, self.mass)

    def nonspecificity(self) -> NDArray[np.float64]:
        """Σ_{A ≠ ∅} m(A) ln|A| / ln K, from 0 (precise) to 1 (vacuous) [shape=(n,)]."""
        return measures.nonspecificity(self.frame.size, self.focal, self.mass)

    def belief(self, mask: int) -> NDArray[np.float64]:
        """bel(A) = Σ_{∅ ≠ B ⊆ A} m(B) [shape=(n,)]."""
        self.frame.check_mask(mask)
        inside = (self.focal != 0) & ((self.focal & ~np.int64(mask)) == 0)
        return measures.column_sum(self.mass, inside)

    def plausibility(self, mask: int) -> NDArray[np.float64]:
        """pl(A) = Σ_{B ∩ A ≠ ∅} m(B) [shape=(n,)]."""
        self.frame.check_mask(mask)
        return measures.column_sum(self.mass, (self.focal & np.int64(mask)) != 0)

    def commonality(self, mask: int) -> NDArray[np.float64]:
        """q(A) = Σ_{B ⊇ A} m(B) [shape=(n,)]."""
        self.frame.check_mask(mask)
        return measures.column_sum(self.mass, (self.focal & np.int64(mask)) == np.int64(mask))

    def mass_of(self, mask: int) -> NDArray[np.float64]:
        """m(A) [shape=(n,)]; zero where A is not a focal set of the table."""
        self.frame.check_mask(mask)
        return measures.column_sum(self.mass, self.focal == np.int64(mask))


def _checked_focal(frame: Frame, focal: ArrayLike) -> NDArray[np.int64]:
    masks = np.array(focal, dtype=np.int64, ndmin=1)
    if masks.ndim != 1 or masks.size == 0:
        raise DataError("A mass table needs at least one focal set.")
    for mask in masks:
        frame.check_mask(int(mask))
    unique, counts = np.unique(masks, return_counts=True)
    if (counts > 1).any():
        raise DataError(
            f"The focal set {frame.format(int(unique[counts > 1][0]))} is listed twice."
        )
    return masks


def _checked_mass(mass: ArrayLike, n_focal: int) -> NDArray[np.float64]:
    masses = np.array(mass, dtype=np.float64, order="C")
    if masses.ndim != 2 or masses.shape[1] != n_focal:
        raise DataError(
            f"Masses must be a table with one column per focal set ({n_focal}); "
            f"found shape {masses.shape}."
        )
    if not np.isfinite(masses).all():
        row, column = np.argwhere(~np.isfinite(masses))[0]
        raise DataError(
            f"Row {row + 1} has the mass {masses[row, column]}; a mass is a number from 0 to 1."
        )
    if (masses < 0).any():
        row, column = np.argwhere(masses < 0)[0]
        raise DataError(f"Row {row + 1} has the negative mass {masses[row, column]:g}.")
    totals = masses.sum(axis=1)
    off = np.abs(totals - 1.0) > SUM_TOLERANCE
    if off.any():
        row = int(np.argmax(off))
        raise DataError(
            f"The masses of row {row + 1} sum to {totals[row]:.6g}; they must sum to 1."
        )
    inexact = np.abs(totals - 1.0) > 1e-15 * max(n_focal, 4)
    masses[inexact] /= totals[inexact, None]
    return masses
