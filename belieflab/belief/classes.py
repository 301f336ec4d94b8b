"""The class codec: class values as given, the names they print as, and how the two find each other.

Everything that turns labels into classes or back goes through here, so that 0, 0.0, `np.int8(0)`
and `False` are the same class everywhere, and "0" is that class wherever nothing else can be meant.
"""

from collections.abc import Hashable, Iterable, Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

TEXT, INTEGER, BOOLEAN, NUMBER = "text", "integer", "boolean", "number"
KINDS = (TEXT, INTEGER, BOOLEAN, NUMBER)
"""What the values of all classes of a frame are; files store it beside the names."""

NOT_FOUND = -1

MAX_LENGTH = 300
"""Characters of a name that many objects share: tables write it out for each of them."""

_LARGEST_EXACT = 2.0**53
_TYPES: dict[type, str] = {str: TEXT, bool: BOOLEAN, int: INTEGER, float: NUMBER}
_BOOLEANS = {"False": False, "True": True}


def plain_value(value: Any) -> Any:
    """A class value as a Python object: numpy scalars unpacked, whole floats as integers.

    What cannot be looked up, such as a list, becomes its text.
    """
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, Hashable):
        return str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < _LARGEST_EXACT:
        return int(value)
    return value


def check_lengths(names: Iterable[str], what: str) -> None:
    """Refuse a name that is a whole text: a packed file of 50 kB can give one to millions of rows.

    Examples
    --------
    >>> check_lengths(["setosa"], "class")
    """
    for name in names:
        if len(name) > MAX_LENGTH:
            raise DataError(
                f"The {what} {name[:40] + '…'!r} has {len(name):,} characters; a name has at most "
                f"{MAX_LENGTH}."
            )


def without_surrogates(text: str) -> str:
    """The text with � for every lone half of a character, which no file could hold."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def kind_of(values: Iterable[Any]) -> str:
    """The kind of all `values`, one of KINDS; values of several kinds count as text."""
    kinds = {_TYPES.get(type(value), TEXT) for value in values}
    if kinds == {INTEGER, NUMBER}:
        return NUMBER
    return kinds.pop() if len(kinds) == 1 else TEXT


def restore_values(names: Iterable[str], kind: str) -> tuple[Any, ...]:
    """The values that print as `names` and are of that kind; the inverse of names and `kind_of`.

    Raises
    ------
    DataError
        When a name is not how a value of that kind prints.
    """
    if kind not in KINDS:
        raise DataError(f"{kind!r} is no kind of class; the kinds are {', '.join(KINDS)}.")
    return tuple(name if kind == TEXT else _restore(str(name), kind) for name in names)


def guess_kind(names: Iterable[str]) -> str:
    """The kind that all names look like: integers, booleans, finite numbers, or else text."""
    names = list(names)
    for kind in (INTEGER, BOOLEAN, NUMBER) if names else ():
        try:
            if all(-inf < value < inf for value in restore_values(names, kind)):
                return kind
        except DataError:
            continue
    return TEXT


def as_class_array(values: Sequence[Any]) -> NDArray[Any]:
    """Class values as an array of their own type, or of objects when they have several."""
    kinds = {type(value) for value in values}
    if len(kinds) == 1 and kinds <= {bool, str, float}:
        return np.array(values)
    if kinds == {int} and all(-(2**63) <= value < 2**63 for value in values):
        return np.array(values, dtype=np.int64)
    array = np.empty(len(values), dtype=object)
    array[:] = list(values)
    return array


def find_classes(known: Sequence[Any], values: Sequence[Any]) -> NDArray[np.int64]:
    """Position of each value among the `known` class values, -1 where it is none of them.

    Values match by value (0, 0.0 and False are equal). Only if none of them does, they match by
    the names they print as, provided that no two of `values` print alike.
    """
    plain = [plain_value(value) for value in values]
    found = _look_up({plain_value(value): k for k, value in enumerate(known)}, plain)
    if (found != NOT_FOUND).any():
        return found
    names = [str(value) for value in plain]
    if len(set(names)) < len(set(plain)):
        return found
    return _look_up({str(plain_value(value)): k for k, value in enumerate(known)}, names)


def column_classes(table: Any) -> list[Any] | None:
    """The column names of a pandas or polars DataFrame as class values; None for anything else."""
    columns = getattr(table, "columns", None)
    shape: tuple[int, ...] = getattr(table, "shape", ())
    if columns is None or callable(columns) or len(shape) != 2 or len(columns) != shape[1]:
        return None
    return [plain_value(name) for name in columns]


def _look_up(places: dict[Any, int], values: Sequence[Any]) -> NDArray[np.int64]:
    return np.array([places.get(value, NOT_FOUND) for value in values], dtype=np.int64)


def _restore(name: str, kind: str) -> Any:
    try:
        value = _BOOLEANS[name] if kind == BOOLEAN else int(name) if kind == INTEGER else None
        value = plain_value(float(name)) if kind == NUMBER else value
    except (KeyError, ValueError):
        value = None
    if value is None or str(value) != name:
        raise DataError(f"The class name {name!r} is not how a class of kind {kind} prints.")
    return value
