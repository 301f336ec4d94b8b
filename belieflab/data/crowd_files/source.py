"""A file of answers as its layouts look at it: a table, or the values of a JSON or YAML text."""

import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from belieflab.belief.classes import without_surrogates
from belieflab.data.crowd_files.cells import ANSWER, ITEM, WORKER, find_columns
from belieflab.data.crowd_files.origin import FLAT_ENDINGS, Origin
from belieflab.data.reading.archives import is_workbook, open_archive, unpack_folder
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.gzipped import GZIP_ENDING
from belieflab.data.reading.json_tables import JSON_ENDINGS
from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.readers import read_table, sniff
from belieflab.data.reading.sampling import ending_of
from belieflab.data.reading.yaml_tables import YAML_ENDINGS, load_yaml
from belieflab.errors import DataError

_ARRAY, _ZIP = b"\x93NUMPY", b"PK"
_RECORDS = "json"
_HALVES = re.compile(rb"\\u[dD][89a-fA-F]")
"""How JSON writes halves of characters; two that belong together are one character."""


@dataclass(frozen=True)
class CrowdSource:
    """The content of a file; each way of looking at it is taken once."""

    content: bytes
    filename: str = ""
    classes: tuple[str, ...] = ()
    """Classes that are known from elsewhere."""

    @classmethod
    def of_table(
        cls, table: pd.DataFrame, guess: FileGuess | None = None, filename: str = ""
    ) -> "CrowdSource":
        """A table that was read already by that guess, from a file of that name."""
        records = guess is not None and guess.kind == _RECORDS
        source = cls(b"", filename.lower().removesuffix(f".{GZIP_ENDING}"))
        has_header = guess is None or guess.has_header
        first_line = (1 if records or not has_header else 2) + (guess.skip if guess else 0)
        vars(source).update(values=None, mapping=None, table=table, first_line=first_line)
        vars(source).update(has_header=has_header)
        vars(source).update(delimiter="," if guess is None else guess.delimiter)
        if records:
            vars(source).update(ending=_RECORDS)
        return source

    @cached_property
    def delimiter(self) -> str:
        """What separates the cells of a text."""
        return "," if self._is_plain else self._guess.delimiter

    @cached_property
    def has_header(self) -> bool:
        """Whether a row of names stands above the table."""
        return not self._is_plain and self._guess.has_header

    @cached_property
    def _guess(self) -> FileGuess:
        return sniff(self.content, self.filename)

    @property
    def _is_plain(self) -> bool:
        """Whether it is JSON or an array, which have no lines of names."""
        return self.values is not None or self.content.startswith(_ARRAY)

    @cached_property
    def ending(self) -> str:
        """Of a file that is written as this one was; empty where that cannot be."""
        if self.values is not None:
            return _RECORDS
        ending = self.filename.lower().rpartition(".")[2]
        return ending if ending in FLAT_ENDINGS else ""

    def origin(self, columns: Iterable[str], beside: Mapping[str, Any], **more: Any) -> Origin:
        """How the table wrote its answers, with these columns beside them, one row per item."""
        others = pd.DataFrame(dict(beside)) if beside else None
        held = tuple(str(name) for name in columns)
        header = self.ending == _RECORDS or self.has_header
        look: dict[str, Any] = {"delimiter": self.delimiter, "has_header": header}
        return Origin(held, ending=self.ending, beside=others, **look, **more)

    @cached_property
    def values(self) -> Any:
        """What a JSON text holds, or JSON lines; None for other files."""
        start = self.content[:64].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        if start not in (b"[", b"{") or self._looks_like_yaml:
            return None
        try:
            return _whole_texts(self.content, json.loads(self.content.decode("utf-8-sig")))
        except UnicodeDecodeError:
            raise DataError("The JSON text is not written in UTF-8.") from None
        except RecursionError:
            raise DataError("The JSON text is nested too deeply.") from None
        except json.JSONDecodeError as error:
            lines = self._lines()
            if lines is not None:
                return _whole_texts(self.content, lines)
            where = f"line {error.lineno}: {error.msg}"
            raise DataError(f"The file starts like JSON but is none: {where}.") from None
        except ValueError as error:
            raise DataError(f"The JSON text cannot be read: {error}.") from None

    def _lines(self) -> list[Any] | None:
        """JSON lines; None when the first line is no JSON by itself."""
        values: list[Any] = []
        for number, line in enumerate(self.content.decode("utf-8-sig").split("\n"), start=1):
            try:
                values += [json.loads(line)] if line.strip() else []
            except (ValueError, RecursionError):
                if not values:
                    return None
                raise DataError(f"Line {number} of the JSON lines cannot be read.") from None
        return values

    @cached_property
    def parts(self) -> dict[str, Any]:
        """What the JSON files in a zip hold, by their names; empty for other files."""
        if not self.content.startswith(_ZIP):
            return {}
        with open_archive(self.content) as archive:
            if is_workbook(archive):
                return {}
        files = unpack_folder(self.content, lambda name: ending_of(name) in JSON_ENDINGS)
        return {name: CrowdSource(text, name).values for name, text in files.items() if text}

    @property
    def _looks_like_yaml(self) -> bool:
        return ending_of(self.filename) in YAML_ENDINGS

    @cached_property
    def mapping(self) -> dict[str, Any] | None:
        """The mapping of a YAML text; None for other files."""
        if not self._looks_like_yaml:
            return None
        values = load_yaml(self.content)
        return values if isinstance(values, dict) else None

    @cached_property
    def table(self) -> pd.DataFrame | None:
        """The file as a table; None for JSON that is not a list of flat entries."""
        if self.mapping is not None or self.parts:
            return None
        if self.values is not None:
            return _flat_table(self.values)
        if self.content.startswith(_ARRAY):
            return _array_table(self.content)
        return read_table(self.content, sniff(self.content, self.filename))

    @cached_property
    def first_line(self) -> int:
        """The line of the file on which the first row of the table stands."""
        return 1 if self._is_plain else 1 + self._guess.has_header + self._guess.skip


def _whole_texts(content: bytes, values: Any) -> Any:
    """The values of a JSON text without halves of characters, which cannot be written again."""
    if _HALVES.search(content) is None:
        return values
    return json.loads(without_surrogates(json.dumps(values, ensure_ascii=False)))


def _flat_table(values: Any) -> pd.DataFrame | None:
    """A list of entries with plain values, lists of names as JSON; None for anything else.

    Columns of records are left out where the others hold the answers; else they are refused.
    """
    if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
        return None
    if not values or "annotations" in values[0]:
        return None
    keys = list(dict.fromkeys(key for each in values for key in each))
    check_table_size(len(values), len(keys))
    columns = {key: [_names_chosen(each.get(key)) for each in values] for key in keys}
    flat = {key: cells for key, cells in columns.items() if not any(map(_is_nested, cells))}
    if len(flat) < len(columns) and not {WORKER, ITEM, ANSWER} <= find_columns(flat).keys():
        key = next(key for key in columns if key not in flat)
        row = next(row for row, cell in enumerate(columns[key], start=1) if _is_nested(cell))
        raise DataError(
            f"Row {row} holds records in {key!r}, where a number or a text is expected. Answers "
            "are one per line (worker, item, answer), or a JSON export of Label Studio, argilla, "
            "doccano or Prodigy."
        )
    return pd.DataFrame({key: list(map(_cell, cells)) for key, cells in flat.items()})


def _names_chosen(value: Any) -> Any:
    chosen = value.get("choices") if isinstance(value, dict) else None
    return chosen if isinstance(chosen, list) else value


def _is_nested(value: Any) -> bool:
    """Whether it is a record, or a list with one in it."""
    held = value if isinstance(value, list) else [value]
    return any(isinstance(each, dict) for each in held)


def _cell(value: Any) -> Any:
    """A list as JSON; true and false in it are called as a column of them calls them."""
    if not isinstance(value, list):
        return value
    named = [str(each) if isinstance(each, bool) else each for each in value]
    return json.dumps(named, ensure_ascii=False)


def _array_table(content: bytes) -> pd.DataFrame:
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        raise DataError("The NumPy array is damaged, or holds more than numbers.") from None
    if array.ndim != 2 or array.dtype.kind not in "iuf":
        raise DataError("The NumPy array must be a table of numbers, one row per item.")
    check_table_size(*array.shape)
    return pd.DataFrame(array, columns=[str(k) for k in range(array.shape[1])])


def dict_of(value: Any) -> dict[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
