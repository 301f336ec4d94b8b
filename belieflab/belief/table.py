"""MassTable: n mass functions on one frame that share one list of focal sets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import discounting, measures, regrouping, table_frames
from belieflab.belief.checks import checked_focal, checked_rates
from belieflab.belief.masks import Masks
from belieflab.belief.table_constructors import TableConstructors

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


class MassTable(TableConstructors):
    """n mass functions on one frame that share one list of focal sets.

    Parameters
    ----------
    frame : Frame or classes
    focal : masks of the F focal sets [shape=(F,)], each once, in any order; kept as int64 up to 63
        classes, as Python integers (dtype object) above
    mass : masses [shape=(n, F)], nonnegative, rows summing to 1

    Mass on ∅ is allowed and means conflict or an outlier. The table is never widened to
    2^K columns unless asked. Tables are values: no method changes one in place.
    """

    # -- being an array for scikit-learn's splitters --------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """(n, F)."""
        return self.mass.shape[0], self.mass.shape[1]

    def __len__(self) -> int:
        return int(self.mass.shape[0])

    def __getitem__(self, rows: Any) -> Self:
        """The chosen rows as a table (an integer gives a table of one row).

        `table[rows, ...]`, as scikit-learn writes it, is the same.
        """
        if isinstance(rows, tuple):
            if len(rows) != 2 or rows[1] is not Ellipsis:
                raise TypeError("A MassTable is indexed by rows only; take columns from .mass.")
            rows = rows[0]
        if not isinstance(rows, slice):
            rows = np.atleast_1d(np.asarray(rows))
            rows = rows if rows.size else rows.astype(np.int64)
        return self._trusted(self.frame, self.focal, np.ascontiguousarray(self.mass[rows]))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.mass, dtype=dtype, copy=True if copy is None else copy)

    def __repr__(self) -> str:
        sets = ", ".join(self.frame.format(int(mask)) for mask in self.focal[:6])
        more = ", …" if len(self.focal) > 6 else ""
        kind, classes = type(self).__name__, list(self.frame.values)
        return f"{kind}({len(self)} rows on {classes}; focal sets {sets}{more})"

    def _repr_html_(self) -> str:
        return table_frames.to_html(self)

    # -- one number per class -------------------------------------------------------------------

    def contour(self) -> Floats:
        """Plausibility of every singleton, pl({k}) = Σ_{A ∋ k} m(A) [shape=(n, K)]."""
        return measures.contour(self.frame.size, self.focal, self.mass)

    def pignistic(self) -> Floats:
        """BetP(k) = Σ_{A ∋ k} m(A) / |A| / (1 - m(∅)) [shape=(n, K)]; a row all on ∅ gives 1/K."""
        return measures.pignistic(self.frame.size, self.focal, self.mass)

    # -- one number per row ---------------------------------------------------------------------

    def mass_of(self, mask: int) -> Floats:
        """m(A) [shape=(n,)]; zero where A is not a focal set of the table."""
        return measures.column_sum(self.mass, self.focal == self.frame.check_mask(mask))

    def belief(self, mask: int) -> Floats:
        """bel(A) = Σ_{∅ ≠ B ⊆ A} m(B) [shape=(n,)]."""
        inside = (self.focal != 0) & ((self.focal & ~self.frame.check_mask(mask)) == 0)
        return measures.column_sum(self.mass, inside)

    def plausibility(self, mask: int) -> Floats:
        """pl(A) = Σ_{B ∩ A ≠ ∅} m(B) [shape=(n,)]."""
        return measures.column_sum(self.mass, (self.focal & self.frame.check_mask(mask)) != 0)

    def commonality(self, mask: int) -> Floats:
        """q(A) = Σ_{B ⊇ A} m(B) [shape=(n,)]."""
        mask = self.frame.check_mask(mask)
        return measures.column_sum(self.mass, (self.focal & mask) == mask)

    def conflict(self) -> Floats:
        """m(∅) [shape=(n,)]: contradiction between sources, or a sign of an outlier."""
        return self.mass_of(0)

    def nonspecificity(self) -> Floats:
        """Σ_{A ≠ ∅} m(A) ln|A| / ln K, from 0 (precise) to 1 (vacuous) [shape=(n,)]."""
        return measures.nonspecificity(self.frame.size, self.focal, self.mass)

    def discord(self) -> Floats:
        """-Σ_{A ≠ ∅} m(A) log2 BetP(A), in bits [shape=(n,)] (Klir and Ramer 1990)."""
        return measures.discord(self.frame.size, self.focal, self.mass)

    def strife(self) -> Floats:
        """-Σ_{A ≠ ∅} m(A) log2 Σ_B m(B) |A ∩ B| / |A|, in bits [shape=(n,)] (Klir and Parviz)."""
        return measures.strife(self.frame.size, self.focal, self.mass)

    def pignistic_entropy(self) -> Floats:
        """-Σ_k BetP(k) log2 BetP(k), in bits [shape=(n,)]."""
        return measures.pignistic_entropy(self.frame.size, self.focal, self.mass)

    def total_uncertainty(self) -> Floats:
        """Nonspecificity in bits plus discord [shape=(n,)] (Klir and Ramer 1990).

        Σ_{A ≠ ∅} m(A) log2(|A| / BetP(A)): Shannon's entropy for probabilities, log2 K for the
        vacuous mass function, 0 only when one class has all the mass.
        """
        bits = measures.nonspecificity_in_bits(self.frame.size, self.focal, self.mass)
        return bits + self.discord()

    def is_bayesian(self) -> NDArray[np.bool_]:
        """Which rows have all their mass on single classes [shape=(n,)]."""
        return regrouping.is_bayesian(self.focal, self.mass)

    def is_consonant(self) -> NDArray[np.bool_]:
        """Which rows have focal sets that contain one another [shape=(n,)]."""
        return regrouping.is_consonant(self.frame.size, self.focal, self.mass)

    # -- other tables ---------------------------------------------------------------------------

    def normalise(self) -> Self:
        """Divide each row by 1 - m(∅); a row all on ∅ raises DataError."""
        return self._trusted(self.frame, *regrouping.without_conflict(self.focal, self.mass))

    def discount(self, rate: ArrayLike) -> Self:
        """Keep 1 - r of every mass and give r to Ω; one rate, or one per row (Shafer 1976)."""
        return self._trusted(
            self.frame, *self._discounted(checked_rates(rate, (len(self),), "rate"))
        )

    def discount_contextually(
        self, rates: ArrayLike, contexts: Sequence[int] | None = None
    ) -> Self:
        """Discount by a rate of its own for each class, or for each of the `contexts` (masks).

        `rates` [shape=(L,) or (n, L)]. A share r_k of every mass moves from A to A ∪ {k}, so that
        pl'(k) = r_k + (1 - r_k) pl(k) (Mercier et al. 2008). Up to 2^K focal sets may
        appear; one context Ω is plain discounting.
        """
        given = self.frame.singletons if contexts is None else contexts
        masks = [self.frame.check_mask(mask) for mask in given]
        spread = checked_rates(rates, (len(self), len(masks)), "rate")
        moved = discounting.discount_contextually(self.focal, self.mass, masks, spread)
        return self._trusted(self.frame, *moved).compact()

    def condition(self, mask: int) -> Self:
        """Beliefs once the truth is known to lie in A; what contradicts A goes to ∅.

        `normalise()` afterwards gives Dempster's conditioning.
        """
        moved = discounting.condition(self.focal, self.mass, self.frame.check_mask(mask))
        return self._trusted(self.frame, *moved).compact()

    def compact(self) -> Self:
        """The same masses without empty columns, focal sets in increasing order of their masks."""
        return self._trusted(self.frame, *regrouping.compact(self.frame, self.focal, self.mass))

    def on(self, focal: ArrayLike) -> Self:
        """The same masses on a given list of focal sets, which must hold every set with mass."""
        masks = checked_focal(self.frame, focal)
        return self._trusted(
            self.frame, masks, regrouping.spread(self.frame, self.focal, self.mass, masks)
        )

    def dense(self) -> Floats:
        """Masses of all 2^K subsets in the order of their masks [shape=(n, 2^K)]; K up to 20."""
        return regrouping.dense(self.frame, self.focal, self.mass)

    def to_frame(self) -> "pd.DataFrame":
        """The masses as a pandas DataFrame, one column per focal set; `from_frame` goes back.

        Columns are named as `Frame.format` writes a set. The class values travel in `attrs`.

        Examples
        --------
        >>> MassTable.from_guess_and_doubt(["a", "b"], 0.25).to_frame()
            {a}   {b}     Ω
        0  0.75  0.00  0.25
        1  0.00  0.75  0.25
        """
        return table_frames.to_frame(self)

    def equals(self, other: "MassTable", tolerance: float = 0.0) -> bool:
        """Whether both hold the same mass functions, whatever the order of the focal sets."""
        return self.frame == other.frame and regrouping.equals(
            (self.focal, self.mass), (other.focal, other.mass), tolerance
        )

    def _discounted(self, rates: Floats) -> tuple[Masks, Floats]:
        return discounting.discount(self.frame.omega, self.focal, self.mass, rates)
