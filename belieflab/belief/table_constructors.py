"""The three arrays of a mass table, and every way to make them from what people have."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import constructors, discounting, regrouping, table_frames
from belieflab.belief.checks import checked_focal, checked_mass, checked_rates
from belieflab.belief.frame import Frame
from belieflab.belief.masks import Masks, as_masks

Floats = NDArray[np.float64]


class TableConstructors:
    """Frame, focal sets and masses, checked; the base of MassTable."""

    def __init__(self, frame: Frame | Iterable[object], focal: ArrayLike, mass: ArrayLike) -> None:
        self.frame = frame if isinstance(frame, Frame) else Frame(frame)
        self.focal = checked_focal(self.frame, focal)
        self.mass = checked_mass(self.frame, self.focal, mass)
        self.focal.setflags(write=False)
        self.mass.setflags(write=False)

    # -- building -----------------------------------------------------------------------------

    @classmethod
    def _trusted(cls, frame: Frame, focal: Masks, mass: Floats) -> Self:
        """Wrap arrays that this package has just computed, without checking them again."""
        table = cls.__new__(cls)
        table.frame, table.focal, table.mass = frame, focal, mass
        focal.setflags(write=False)
        mass.setflags(write=False)
        return table

    @classmethod
    def vacuous(cls, n: int, frame: Frame | Iterable[object]) -> Self:
        """n rows that know nothing: all mass on Ω."""
        frame = frame if isinstance(frame, Frame) else Frame(frame)
        return cls._trusted(frame, as_masks(frame.size, [frame.omega]), np.ones((n, 1)))

    @classmethod
    def from_hard(
        cls,
        y: Sequence[Any] | NDArray[Any],
        frame: Frame | Iterable[object] | None = None,
        *,
        unknown: Any = None,
    ) -> Self:
        """One class per row, all its mass on that class; an unknown class gives Ω.

        Parameters
        ----------
        y : array-like [shape=(n,)]
            The classes. NaN, None and NA mean unknown.
        frame : Frame or classes, optional
            By default the sorted known values. Labels match classes of a given frame by value,
            and by name if none does; integers that are neither are positions, counted from 0.
        unknown : optional
            One more value that means unknown, such as -1. By default -1 is a class like any
            other, and a FitWarning says so where it stands beside two or more other integers.

        Returns
        -------
        MassTable [n rows]

        Examples
        --------
        >>> from belieflab import MassTable
        >>> labels = MassTable.from_hard([1.0, 0.0, float("nan")])
        >>> labels
        MassTable(3 rows on [0, 1]; focal sets {0}, {1}, Ω)
        >>> MassTable.from_hard([1, 0, -1], unknown=-1).equals(labels)
        True
        """
        return cls._trusted(*constructors.hard(y, frame, unknown))

    @classmethod
    def from_sets(
        cls, sets: Sequence[Iterable[object] | int], frame: Frame | Iterable[object]
    ) -> Self:
        """One set of possible classes per row, all its mass on that set.

        Parameters
        ----------
        sets : sequence [n of them]
            Each a list of classes, by value or by name, or an integer: a mask.
        frame : Frame or classes

        Examples
        --------
        >>> from belieflab import MassTable
        >>> labels = MassTable.from_sets([["a", "c"], ["b"], 0b111], "abc")
        >>> labels.pignistic().round(2)
        array([[0.5 , 0.  , 0.5 ],
               [0.  , 1.  , 0.  ],
               [0.33, 0.33, 0.33]])
        """
        return cls._trusted(*constructors.sets(sets, frame))

    @classmethod
    def from_contour(
        cls, contour: ArrayLike, frame: Frame | Iterable[object] | None = None
    ) -> Self:
        """The consonant table whose `contour()` is exactly the given plausibilities.

        Classes by falling plausibility: m(first j) = c_(j) - c_(j+1), m(∅) = 1 - max c.

        Parameters
        ----------
        contour : array-like or DataFrame [shape=(n, K)]
            The plausibility of each class, from 0 to 1.
        frame : Frame or classes, optional
            By default the column names of a DataFrame, else 0..K-1. Named columns are put into
            the order of a given frame; columns without names are in its order.

        Examples
        --------
        >>> from belieflab import MassTable
        >>> import pandas as pd
        >>> labels = MassTable.from_contour(pd.DataFrame({"a": [1.0], "b": [0.25]}))
        >>> labels
        MassTable(1 rows on ['a', 'b']; focal sets {a}, Ω)
        >>> labels.mass
        array([[0.75, 0.25]])
        """
        return cls._trusted(*constructors.contour(contour, frame))

    @classmethod
    def from_probabilities(
        cls, probabilities: ArrayLike, frame: Frame | Iterable[object] | None = None
    ) -> Self:
        """Bayesian masses: row i gives class k the probability p_ik.

        Parameters
        ----------
        probabilities : array-like or DataFrame [shape=(n, K)]
            Rows sum to 1.
        frame : Frame or classes, optional
            As in `from_contour`.

        Examples
        --------
        >>> from belieflab import MassTable
        >>> MassTable.from_probabilities([[0.2, 0.8]], ["no", "yes"]).to_frame()
           {no}  {yes}
        0   0.2    0.8
        """
        return cls(*constructors.probabilities(probabilities, frame))

    @classmethod
    def from_guess_and_doubt(
        cls,
        guess: Sequence[Any] | NDArray[Any],
        doubt: ArrayLike,
        frame: Frame | Iterable[object] | None = None,
        *,
        unknown: Any = None,
    ) -> Self:
        """A guess discounted by its doubt: m({guess}) = 1 - p_i, m(Ω) = p_i.

        `guess` [shape=(n,)], `frame` and `unknown` as in `from_hard`; `doubt` p, from 0 (sure) to
        1 (no idea) [shape=(n,), or one number].

        Examples
        --------
        >>> from belieflab import MassTable
        >>> MassTable.from_guess_and_doubt(["a", "b"], [0.2, 1.0]).contour()
        array([[1. , 0.2],
               [1. , 1. ]])
        """
        known, focal, mass = constructors.hard(guess, frame, unknown)
        rates = checked_rates(doubt, (len(mass),), "doubt")
        return cls._trusted(known, *discounting.discount(known.omega, focal, mass, rates))

    @classmethod
    def from_dense(cls, dense: ArrayLike, frame: Frame | Iterable[object]) -> Self:
        """Masses of all 2^K subsets in the order of their masks [shape=(n, 2^K)]."""
        frame = frame if isinstance(frame, Frame) else Frame(frame)
        wide = cls(frame, frame.powerset(), dense)
        return cls._trusted(frame, *regrouping.compact(frame, wide.focal, wide.mass))

    @classmethod
    def from_frame(cls, table: Any, frame: Frame | Iterable[object] | None = None) -> Self:
        """The masses of a pandas or polars DataFrame with one column per focal set.

        Columns are named `{a}`, `{a, b}`, `Ω` or `∅`, as `to_frame` names them, or just `a`.

        Parameters
        ----------
        table : DataFrame [shape=(n, F)]
        frame : Frame or classes, optional
            By default the classes that `to_frame` left in `attrs`, else those that the columns
            name, in order; they must be given where they cannot be known because of a column Ω.

        Examples
        --------
        >>> from belieflab import MassTable
        >>> labels = MassTable.from_guess_and_doubt([0, 1], 0.25)
        >>> MassTable.from_frame(labels.to_frame()).frame
        Frame([0, 1])
        """
        return cls._trusted(*table_frames.from_frame(table, frame))

    @classmethod
    def stack(cls, tables: Sequence["TableConstructors"]) -> Self:
        """The rows of all tables, one below the other; they must be on the same frame.

        Frames are the same when their names are; the class values of the first are kept. Tables
        that are all of one subclass give one of that subclass.
        """
        parts = regrouping.stack([(t.frame, t.focal, t.mass) for t in tables])
        kinds = {type(table) for table in tables}
        kind = kinds.pop() if len(kinds) == 1 else cls
        return (kind if issubclass(kind, cls) else cls)._trusted(*parts)
