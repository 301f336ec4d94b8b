"""Taking a source out of a combination again."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import transforms
from belieflab.belief.combination import common_frame
from belieflab.belief.regrouping import refuse_total_conflict
from belieflab.belief.row_names import name_rows
from belieflab.belief.rules import RULES
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

Floats = NDArray[np.float64]

TOLERANCE = 1e-9
"""A mass that misses 0 by no more than this is rounding."""


def decombine(table: MassTable, source: MassTable, rule: str = "dempster") -> MassTable:
    """What the other sources said, once `source` is taken out of their combination `table`.

    The conjunctive rules multiply commonalities, so q(A) = q_table(A) / q_source(A) for all A
    (Smets 1995); for Dempster's rule this holds up to a factor for A ≠ ∅, and the masses are
    normalised. The disjunctive rule multiplies implicabilities b, and b is divided.

    Parameters
    ----------
    table : MassTable
        The combination.
    source : MassTable
        The source to remove, on the same frame with as many rows; up to 20 classes. It needs some
        mass on Ω in every row (for "disjunctive": on ∅), else what it excludes is lost for good.
    rule : {"dempster", "conjunctive", "disjunctive"}
        The rule by which it was combined.

    Returns
    -------
    MassTable
        The combination of the others. A DataError names the rows in which the quotient is no mass
        function, because `source` is not part of `table`.

    Examples
    --------
    >>> from belieflab.belief import MassTable, combine, decombine
    >>> first = MassTable("ab", [1, 3], [[0.6, 0.4]])
    >>> second = MassTable("ab", [2, 3], [[0.5, 0.5]])
    >>> decombine(combine([first, second]), second).mass.round(6)
    array([[0.6, 0.4]])
    """
    frame = common_frame([table, source])
    remove = RULES.find(rule).remove
    if remove is None:
        able = ", ".join(repr(each.key) for each in RULES.values() if each.remove)
        raise DataError(f"A source is removed from a combination by one of {able}; found {rule!r}.")
    return MassTable.from_dense(remove(table.dense(), source.dense()), frame)


def conjunctive_quotient(whole: Floats, part: Floats) -> Floats:
    """By the conjunctive rule, which keeps its conflict."""
    return _quotient(whole, part)


def normalised_quotient(whole: Floats, part: Floats) -> Floats:
    """By Dempster's rule."""
    return _quotient(whole, part, normalised=True)


def disjunctive_quotient(whole: Floats, part: Floats) -> Floats:
    """By the disjunctive rule: De Morgan, on the complements."""
    return _quotient(whole[:, ::-1], part[:, ::-1], "∅")[:, ::-1]


def _quotient(
    whole: Floats, part: Floats, needed: str = "Ω", *, normalised: bool = False
) -> Floats:
    """The masses whose commonalities are those of `whole` over those of `part` [(n, 2^K)]."""
    dogmatic = np.flatnonzero(part[:, -1] <= 0)
    if dogmatic.size:
        raise DataError(
            f"A source can be removed only if it has some mass on {needed}; it has none in "
            f"{name_rows(dogmatic)}."
        )
    quotient = transforms.to_commonality(whole) / transforms.to_commonality(part)
    mass = transforms.from_commonality(quotient)
    if normalised:
        mass[:, 0] = 0.0
        totals = np.add.reduce(mass, axis=1)
        refuse_total_conflict(totals)
        mass /= totals[:, None]
    # Rounding of the combination's masses is divided by commonalities as small as m(Ω).
    noise = np.maximum(8 * np.finfo(np.float64).eps / part[:, -1:], 1e-15)
    wrong = np.flatnonzero((mass < -np.maximum(noise, TOLERANCE)).any(axis=1))
    if wrong.size:
        raise DataError(
            f"The source cannot be removed in {name_rows(wrong)}: what is left has negative "
            "masses, so the source is not part of this combination."
        )
    mass[np.abs(mass) <= noise] = 0.0
    mass = np.maximum(mass, 0.0)
    cleaned: Floats = mass / np.add.reduce(mass, axis=1)[:, None]
    return cleaned
