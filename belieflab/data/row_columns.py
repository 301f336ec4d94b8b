"""What a table says about its rows besides features: which are for training, what each counts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.classes import check_lengths
from belieflab.errors import DataError

PARTS, GROUPS = "parts", "groups"
"""Kinds of a split: rows for training and others, or rows that belong together."""

TRAINING = frozenset({"train", "training", "learn", "learning", "fit"})
KEPT_APART = frozenset(
    {"test", "testing", "valid", "validation", "val", "dev", "eval", "holdout", "hold-out"}
)


def find_split_kind(values: Sequence[str]) -> str:
    """`parts` where every row is for training or kept apart by name, else `groups`."""
    named = {value.strip().lower() for value in values}
    both = named <= TRAINING | KEPT_APART and named & TRAINING and named & KEPT_APART
    return PARTS if both else GROUPS if values else ""


def parts_and_others(values: Sequence[str]) -> list[str]:
    """The values that name no part, where others name rows for training and rows kept apart."""
    named = {value.strip().lower() for value in values}
    if not (named & TRAINING and named & KEPT_APART):
        return []
    known = TRAINING | KEPT_APART
    return [value for value in dict.fromkeys(values) if value.strip().lower() not in known]


def name_part(value: str, training: bool, apart: str) -> str:
    """The name of a part: the value where it says what it is, else `train`, or that given."""
    known = TRAINING if training else KEPT_APART
    return value if value.strip().lower() in known else "train" if training else apart


def find_training(values: Sequence[str]) -> NDArray[np.bool_]:
    """Which rows are for training [shape=(n,)]."""
    return np.array([value.strip().lower() in TRAINING for value in values], dtype=bool)


def check_split(values: Sequence[str], n: int) -> None:
    """Refuse a split that leaves a row out, or in which only some values name parts."""
    if not values:
        return
    if len(values) != n:
        raise DataError(f"{n} rows of data but {len(values)} values of the split.")
    check_lengths(set(values), "value of the split")
    others = {*parts_and_others(values)}
    for row, value in enumerate(values):
        if not value.strip():
            raise DataError(f"Row {row + 1} belongs to no part or group of the split.")
        if value in others:
            raise DataError(
                f"Row {row + 1} is {value!r}, which is no part such as train, test or validation; "
                "other rows are for training or test."
            )


def check_weights(weights: NDArray[Any] | None, n: int) -> None:
    """Refuse weights that are not one number above 0 per row."""
    if weights is None:
        return
    if weights.shape != (n,):
        raise DataError(f"{n} rows of data but {len(weights)} weights.")
    wrong = ~(np.isfinite(weights) & (weights > 0))
    if wrong.any():
        row = int(np.argmax(wrong))
        found = "no weight" if np.isnan(weights[row]) else f"the weight {weights[row]:g}"
        raise DataError(f"Row {row + 1} has {found}; a weight is a number above 0.")


def check_image(shape: tuple[int, ...], n: int) -> None:
    """Refuse the shape of an image that has another number of pixels."""
    if not shape:
        return
    if len(shape) != 2 or min(shape) < 1 or shape[0] * shape[1] != n:
        stated = " × ".join(map(str, shape))
        raise DataError(f"{n} rows of data are not the pixels of an image of shape {stated}.")
