"""How many masses the labels of a file may come to."""

import numpy as np

from belieflab.belief.masks import Masks
from belieflab.errors import DataError

MAX_MASSES = 50_000_000
"""Rows times different sets, 400 MB: a table holds a number for each row and each focal set."""


LARGEST_MASKS = 1 << 29
"""Bytes of the masks of nested sets: above 63 classes each is a number of as many bits."""


def check_size(masks: Masks) -> None:
    """Refuse rows whose sets [shape=(n,) or (n, J)] differ so much that no table can hold them.

    Without this the memory would grow with the square of the file: n rows, each with a set of
    its own, make n × n masses.
    """
    check_count(len(masks), len(np.unique(masks)))


def check_count(n_rows: int, n_sets: int) -> None:
    """Refuse rows and different sets that are too many for one table."""
    if n_rows * n_sets > MAX_MASSES:
        raise DataError(
            f"The labels name {n_sets:,} different sets of classes in {n_rows:,} rows; the "
            f"limit is {MAX_MASSES:,} masses, one for each row and each set."
        )


def check_nested(n_rows: int, n_classes: int) -> None:
    """Refuse plausibilities of so many classes that the nested sets of all rows cannot be held."""
    if n_classes > 63 and n_rows * n_classes * (n_classes // 8 + 32) > LARGEST_MASKS:
        raise DataError(
            f"Plausibilities of {n_classes:,} classes in {n_rows:,} rows are too many to be read "
            "at once; save the labels as sets or as one class per row."
        )
