"""Columns that split the rows: which value is for training, and where only a person knows that."""

from typing import Any

import pandas as pd

from belieflab.data.label_files import as_names, sort_names
from belieflab.data.row_columns import (
    GROUPS,
    PARTS,
    check_split,
    find_split_kind,
    name_part,
    parts_and_others,
)
from belieflab.errors import DataError

_SPLITS = frozenset(
    {"split", "data_split", "subset", "partition", "train_test", "train_test_split", "traintest"}
)
_TRAIN = frozenset({"train", "is_train", "training", "is_training", "in_train", "for_training"})
_TEST = frozenset(
    {"test", "is_test", "testing", "is_testing", "in_test", "holdout", "is_holdout"}
    | {"is_val", "is_validation", "is_dev"}
)
_YES = frozenset({"1", "true", "t", "yes", "y"})
_NO = frozenset({"0", "false", "f", "no", "n"})
_MAX_NAMES = 12
HOLDOUT = "holdout"
"""The part of rows that are kept apart under another name than test or validation."""


def may_be_split(column: "pd.Series[Any]", name: str) -> bool:
    """Whether a column seems to say which rows are for training.

    Its cells say so, as `train` and `test` do, or its heading does and it holds two values.
    """
    if not pd.api.types.is_numeric_dtype(column.dtype) and column.nunique() <= _MAX_NAMES:
        named = [str(value) for value in column.dropna().unique()]
        if find_split_kind(named) == PARTS or parts_and_others(named):
            return True
    return 2 <= column.nunique() <= _most_values(name)


def _most_values(name: str) -> int:
    """How many values a split has by its heading: 0, 1 and 2 may be train, validation and test."""
    called = heading_key(name)
    return 3 if called in _SPLITS else 2 if called in _TRAIN | _TEST else 0


def heading_key(name: str) -> str:
    """A heading in small letters, with `_` for blanks and dashes."""
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def guess_training(column: "pd.Series[Any]", name: str) -> tuple[str, ...] | None:
    """The values of the rows for training, where `is_train` or `is_test` tell; else None."""
    values = {str(value).strip().lower(): str(value) for value in _values(column)}
    yes, no = values.keys() & _YES, values.keys() & _NO
    if len(values) != 2 or not yes or not no:
        return None
    if heading_key(name) in _TRAIN:
        return (values[yes.pop()],)
    return (values[no.pop()],) if heading_key(name) in _TEST else None


def list_unclear(column: "pd.Series[Any]", name: str) -> list[str]:
    """The values of which only a person knows whether their rows are for training.

    They stand beside train and test, a blank cell as an empty text; or all values are such, two of
    them, or as many as the heading lets expect. Empty where the values name parts, or groups.
    """
    values = _values(column)
    if others := parts_and_others([*values, *([""] if column.isna().any() else [])]):
        return sort_names(set(others))
    few = 2 <= len(values) <= max(2, _most_values(name))
    return sort_names(set(values)) if few and find_split_kind(values) == GROUPS else []


def read_split(
    frame: pd.DataFrame, columns: list[str], training: tuple[str, ...] | None = None
) -> list[str]:
    """The part or group of every row; one that is neither is refused, with its row.

    `training` holds the values of the rows for training, none for groups; None: as they are named.
    """
    if not columns:
        return []
    if len(columns) > 1:
        raise DataError(f"Only one column can split the rows; found {', '.join(columns)}.")
    column, name = frame[columns[0]], columns[0]
    names = split_values(column, training)
    try:
        check_split(names, len(frame))
        if training is None and _is_unknown(column, name):
            raise DataError(
                f"It holds {', '.join(list_unclear(column, name))}, and nothing says which of them "
                "is for training; write train and test instead, or say it in its role."
            )
    except DataError as error:
        raise DataError(f"The column {name!r} cannot split the rows. {error}") from None
    return names


def split_values(column: "pd.Series[Any]", training: tuple[str, ...] | None) -> list[str]:
    """The part or group of every row, empty where the cell is."""
    names = ["" if name is None else name for name in as_names(column)]
    if not training:
        return names
    partly = bool(parts_and_others(names))
    apart = HOLDOUT if partly else "test"
    parts = {name: name_part(name, name in training, apart) for name in names}
    if not partly:
        parts[""] = ""  # refused with its row
    return [parts[name] for name in names]


def describe_split(
    column: "pd.Series[Any]", name: str, training: tuple[str, ...] | None = None
) -> str:
    """`120 train, 30 test` or `24 groups`."""
    values = split_values(column, training)
    if training is None and (parts_and_others(values) or _is_unknown(column, name)):
        return "rows for training unknown"
    if find_split_kind(values) == GROUPS:
        return f"{len(set(values)):,} groups"
    counts = pd.Series(values).value_counts(sort=False)
    return ", ".join(f"{count:,} {part}" for part, count in counts.items())


def _is_unknown(column: "pd.Series[Any]", name: str) -> bool:
    """Whether a heading such as `split` is all that is known about values such as 0 and 1."""
    values = list_unclear(column, name)
    numbers = pd.api.types.is_numeric_dtype(column.dtype)
    flags = numbers or {value.strip().lower() for value in values} <= _YES | _NO
    return bool(values) and flags and _most_values(name) > 0


def _values(column: "pd.Series[Any]") -> list[str]:
    return [name for name in as_names(pd.Series(column.dropna().unique())) if name is not None]
