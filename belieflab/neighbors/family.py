"""The sets that pooled labels can put mass on, and commonalities on just these sets.

Dempster's rule multiplies commonalities. On a family of sets closed under intersection the masses
are found again from the commonalities of its members alone, so that 2^K numbers are needed only
where the labels use nearly all subsets.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks, membership
from belieflab.belief.regrouping import distinct
from belieflab.belief.transform_kernel import add_supersets

Floats = NDArray[np.float64]


MAX_SETS = (1 << 11) - 1
NOISE = 8 * float(np.finfo(np.float64).eps)
"""A mass below this share of the largest commonality is rounding of differences."""


class SetFamily:
    """Nonempty sets closed under intersection, Ω among them, larger sets first."""

    def __init__(self, frame: Frame, sets: Masks) -> None:
        self.frame = frame
        self.is_powerset = len(sets) == frame.omega
        sizes = membership(frame.size, sets).sum(axis=1)
        self.sets = sets if self.is_powerset else sets[np.lexsort((sets, -sizes))]

    @classmethod
    def spanned_by(cls, labels: MassTable) -> "SetFamily | None":
        """The family of all intersections of the labels' focal sets; None when it is too large."""
        frame = labels.frame
        sets = distinct(np.append(labels.compact().focal, frame.omega))
        sets = sets[sets != 0]
        few_classes = frame.omega <= MAX_SETS
        while len(sets) <= MAX_SETS:
            closed = distinct((sets[:, None] & sets).ravel())
            closed = closed[closed != 0]
            if few_classes and 64 < frame.omega <= 4 * len(closed):
                # The fast transform of all subsets beats solving for a good part of them.
                return cls(frame, np.arange(1, frame.omega + 1, dtype=np.int64))
            if len(closed) == len(sets):
                return cls(frame, sets)
            sets = closed
        return None

    def commonalities(self, labels: MassTable) -> Floats:
        """q(A) = Σ_{B ⊇ A} m(B) of each label for the sets of the family [shape=(n, C)]."""
        holds = np.equal(labels.focal[:, None] & self.sets, self.sets)
        return np.ascontiguousarray(labels.mass @ holds.astype(np.float64))

    def masses(self, commonality: Floats) -> tuple[MassTable, Floats]:
        """The normalised mass functions with these commonalities, and Σ m before [shape=(n,)]."""
        largest = commonality.max(axis=1, keepdims=True)
        if self.is_powerset:
            every = np.zeros((len(commonality), self.frame.omega + 1))
            every[:, 1:] = commonality
            add_supersets(every, -1.0)
            mass = every[:, 1:]
        else:
            mass = solve_triangular(
                self._contained_in, commonality.T, lower=True, unit_diagonal=True
            ).T
        mass = np.where(mass > NOISE * largest, mass, 0.0)
        # Ω is the one set whose mass is its commonality, with every digit.
        omega = int(np.flatnonzero(self.sets == self.frame.omega)[0])
        mass[:, omega] = commonality[:, omega]
        totals: Floats = mass.sum(axis=1)
        return MassTable._trusted(self.frame, self.sets, mass / totals[:, None]), totals

    @cached_property
    def betting(self) -> Floats:
        """Weights that turn commonalities into BetP, up to normalisation [shape=(C, K)]."""
        members = membership(self.frame.size, self.sets)
        shares = members / members.sum(axis=1, keepdims=True)
        if self.is_powerset:
            odd = np.where(members.sum(axis=1) % 2 == 1, 1.0, -1.0)
            return np.ascontiguousarray(shares * odd[:, None])
        weights = solve_triangular(
            self._contained_in, shares, lower=True, unit_diagonal=True, trans="T"
        )
        return np.ascontiguousarray(weights, dtype=np.float64)

    @cached_property
    def _contained_in(self) -> Floats:
        """1 where set a lies in set b: the matrix from masses to commonalities [shape=(C, C)]."""
        contained: Floats = np.equal(self.sets[:, None] & self.sets, self.sets[:, None]).astype(
            np.float64
        )
        return contained
