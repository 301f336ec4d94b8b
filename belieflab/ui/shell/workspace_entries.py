"""Entries of the description in a workspace file, each checked for what it must be."""

from collections.abc import Callable, Mapping
from typing import Any

from belieflab.errors import DataError
from belieflab.ui.shell.pinned import MAX_NUMBER
from belieflab.ui.shell.workspace_file import DESCRIPTION


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(each) is kind for each in value)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -MAX_NUMBER <= value <= MAX_NUMBER


def _is_share(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


_FITS: dict[str, Callable[[Any], bool]] = {
    "a text": lambda value: isinstance(value, str),
    "a number from 0 to 1": _is_share,
    "a group of entries": lambda value: isinstance(value, dict),
    "a group of numbers from 0 to 1": lambda value: (
        isinstance(value, dict) and all(map(_is_share, value.values()))
    ),
    "a list of texts": lambda value: _is_list(value, str),
    "a list of whole numbers": lambda value: _is_list(value, int),
    "a list of numbers": lambda value: isinstance(value, list) and all(map(_is_number, value)),
    "a list of names and levels": lambda value: _is_list(value, dict),
}


def read_entry(section: Mapping[str, Any], name: str, kind: str, default: Any = None) -> Any:
    """An entry of the description; a DataError says what it must be."""
    value = section.get(name, default)
    if not _FITS[kind](value):
        raise DataError(f"{name!r} in {DESCRIPTION} must be {kind}.")
    return value


def read_whole_number(section: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """A whole number of the description between limits; a DataError says what it must be."""
    value = section.get(name)
    if type(value) is not int or not low <= value <= high:
        raise DataError(f"{name!r} in {DESCRIPTION} must be a whole number from {low} to {high}.")
    return value
