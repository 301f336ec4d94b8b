"""The bold disjunctive rule, dual to the cautious one: at least one source is reliable."""

from collections.abc import Sequence

import numpy as np

from belieflab.belief.combination import combine, common_frame
from belieflab.belief.row_names import name_rows
from belieflab.belief.table import MassTable
from belieflab.errors import DataError


def combine_bold(tables: Sequence[MassTable]) -> MassTable:
    """Combine sources that may share evidence and of which at least one is reliable.

    Every m with m(∅) > 0 is the disjunctive combination of A_{v(A)}, A ≠ ∅, where A_v puts v on ∅
    and 1 - v on A, and

        v(A) = Π_{B ⊆ A} b(B)^((-1)^(|A| - |B| + 1)),   b(A) = Σ_{B ⊆ A} m(B).

    The bold rule takes the least weight of each set, v(A) = min_j v_j(A) (Denœux 2008, the
    bold disjunctive rule). It is commutative, associative and idempotent. Its complement is the
    cautious combination of the complements, which is how it is computed.

    Parameters
    ----------
    tables : sequence of MassTable
        Sources on the same frame with the same number of rows, each with some mass on ∅ in every
        row; up to 20 classes.

    Returns
    -------
    MassTable
        One mass function per row.

    Examples
    --------
    >>> from belieflab.belief import MassTable, combine_bold
    >>> source = MassTable("ab", [0, 1, 3], [[0.5, 0.3, 0.2]])
    >>> combine_bold([source, source]).mass.round(6)
    array([[0.5, 0.3, 0.2]])
    """
    common_frame(tables)
    for j, table in enumerate(tables, start=1):
        normal = np.flatnonzero(table.mass_of(0) <= 0)
        if normal.size:
            raise DataError(
                f"The bold rule needs some mass on ∅ in every row, but source {j} has none in "
                f"{name_rows(normal)}."
            )
    return complement(combine([complement(table) for table in tables], "cautious"))


def complement(table: MassTable) -> MassTable:
    """The negation of a source, m̄(A) = m(complement of A) (Dubois and Prade 1986)."""
    return table._trusted(table.frame, table.frame.omega ^ table.focal, table.mass).compact()
