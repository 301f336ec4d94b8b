"""Distances between mass functions."""

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cholesky, eigh
from scipy.spatial.distance import cdist

from belieflab.belief.masks import Masks, membership
from belieflab.belief.regrouping import distinct, spread
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

Floats = NDArray[np.float64]

MAX_SETS = 1 << 13
"""Similarities of this many focal sets fill 512 MB; more are refused."""


def jousselme(table: MassTable, other: MassTable | None = None) -> Floats:
    """Jousselme's distance of every row to every row of `other`, or of the table itself.

    d(m1, m2) = sqrt(½ (m1-m2)ᵀ D (m1-m2)), D(A, B) = |A∩B| / |A∪B|, D(∅, ∅) = 1
    [shape=(n, n_other)] (Jousselme et al. 2001). D is positive definite
    (Bouchard et al. 2013): with D = L Lᵀ it is the Euclidean distance of the rows m L, so that
    n × n distances over F focal sets cost F³ + n²F.
    """
    embedded = _embedded(table) if other is None else _embedded(table, other)
    return np.asarray(cdist(embedded[0], embedded[-1]), dtype=np.float64)


def jousselme_by_row(table: MassTable, other: MassTable) -> Floats:
    """Jousselme's distance of row i to row i of `other` [shape=(n,)]; one row goes with all."""
    rows, other_rows = _embedded(table, other)
    if len(rows) != len(other_rows) and 1 not in (len(rows), len(other_rows)):
        raise DataError(
            f"Row by row, both tables need as many rows; found {len(rows)} and {len(other_rows)}."
        )
    return np.asarray(np.linalg.norm(rows - other_rows, axis=1), dtype=np.float64)


def _embedded(*tables: MassTable) -> list[Floats]:
    """Rows whose Euclidean distances are Jousselme's."""
    frame = tables[0].frame
    for table in tables[1:]:
        if table.frame != frame:
            raise DataError(
                f"A distance needs one frame; found {', '.join(frame.names)} and "
                f"{', '.join(table.frame.names)}."
            )
    compact = [table.compact() for table in tables]
    focal = distinct(*(table.focal for table in compact))
    if len(focal) > MAX_SETS:
        raise DataError(
            f"{len(focal)} focal sets are too many for Jousselme's distance; the most is "
            f"{MAX_SETS}."
        )
    factor = _factor(_similarity(frame.size, focal)) * np.sqrt(0.5)
    return [spread(frame, table.focal, table.mass, focal) @ factor for table in compact]


def _similarity(n_classes: int, focal: Masks) -> Floats:
    """D(A, B) = |A∩B| / |A∪B| [shape=(F, F)]."""
    members = membership(n_classes, focal)
    common = members @ members.T
    sizes = np.add.reduce(members, axis=1)
    united = sizes[:, None] + sizes - common
    return np.where(united > 0, common / np.maximum(united, 1.0), 1.0)


def _factor(similarity: Floats) -> Floats:
    """L with L Lᵀ = D; by eigenvectors where rounding leaves D not positive definite."""
    try:
        return np.asarray(cholesky(similarity, lower=True), dtype=np.float64)
    except np.linalg.LinAlgError:
        values, vectors = eigh(similarity)
        return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)), dtype=np.float64)
