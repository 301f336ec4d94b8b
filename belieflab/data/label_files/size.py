"""How many masses the labels of a file may come to."""

import numpy as np

from belieflab.belief.masks import Masks
from belieflab.errors import DataError

MAX_MASSES = 50_000_000
"""Rows times different sets, 400 MB: a table holds a number for each row and each focal set."""


def check_size(masks: Masks) -> None:
    """Refuse rows whose sets [shape=(n,) or (n, J)] differ so much that no table can hold them.

    Without this the memory would grow with the square of the file: n rows, each with a set of
    its own, make n × n masses.
    """
    n_sets = len(np.unique(masks))
    if len(masks) * n_sets > MAX_MASSES:
        raise DataError(
            f"The labels name {n_sets:,} different sets of classes in {len(masks):,} rows; the "
            f"limit is {MAX_MASSES:,} masses, one for each row and each set."
        )
