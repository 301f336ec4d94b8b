"""A file of answers as its layouts look at it: a table, or the values of a JSON or YAML text."""

import io
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.readers import read_table, sniff
from belieflab.errors import DataError

_ARRAY = b"\x93NUMPY"


@dataclass(frozen=True)
class CrowdSource:
    """The content of a file; each way of looking at it is taken once."""

    content: bytes
    filename: str = ""

    @classmethod
    def of_table(cls, table: pd.DataFrame, first_line: int = 2) -> "CrowdSource":
        """A table that was read already; its first row stands on that line."""
        source = cls(b"")
        vars(source).update(values=None, mapping=None, table=table, first_line=first_line)
        return source

    @cached_property
    def values(self) -> Any:
        """What a JSON text holds, or JSON lines; None for other files."""
        start = self.content[:64].removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        if start not in (b"[", b"{") or self._looks_like_yaml:
            return None
        try:
            return json.loads(self.content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise DataError("The JSON text is not written in UTF-8.") from None
        except RecursionError:
            raise DataError("The JSON text is nested too deeply.") from None
        except json.JSONDecodeError as error:
            lines = self._lines()
            if lines is not None:
                return lines
            where = f"line {error.lineno}: {error.msg}"
            raise DataError(f"The file starts like JSON but is none: {where}.") from None
        except ValueError as error:
            raise DataError(f"The JSON text cannot be read: {error}.") from None

    def _lines(self) -> list[Any] | None:
        """JSON lines; None when the lines are no JSON each."""
        try:
            text = self.content.decode("utf-8-sig")
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            return None

    @property
    def _looks_like_yaml(self) -> bool:
        return self.filename.lower().endswith((".yaml", ".yml"))

    @cached_property
    def mapping(self) -> dict[str, Any] | None:
        """The mapping of a YAML text; None for other files."""
        if not self._looks_like_yaml:
            return None
        import yaml

        loader = yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader
        try:
            # By references a small text could become a large one.
            for event in yaml.parse(self.content, Loader=loader):
                if isinstance(event, yaml.AliasEvent):
                    raise DataError("The YAML text refers to parts of itself, which is not read.")
            values = yaml.load(self.content, Loader=loader)  # noqa: S506  (a safe loader)
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            if isinstance(error, DataError):
                raise
            mark = getattr(error, "problem_mark", None)
            where = "" if mark is None else f" in line {mark.line + 1}"
            raise DataError(f"The YAML text cannot be read{where}.") from None
        return values if isinstance(values, dict) else None

    @cached_property
    def table(self) -> pd.DataFrame | None:
        """The file as a table; None for JSON that is not a list of flat entries."""
        if self.mapping is not None:
            return None
        if self.values is not None:
            return _flat_table(self.values)
        if self.content.startswith(_ARRAY):
            return _array_table(self.content)
        return read_table(self.content, sniff(self.content, self.filename))

    @cached_property
    def first_line(self) -> int:
        """The line of the file on which the first row of the table stands."""
        if self.values is not None or self.content.startswith(_ARRAY):
            return 1
        return 2 if sniff(self.content, self.filename).has_header else 1


def _flat_table(values: Any) -> pd.DataFrame | None:
    """A list of entries with plain values, lists of names as JSON; None for anything else."""
    if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
        return None
    if not values or "annotations" in values[0]:
        return None
    keys = list(dict.fromkeys(key for each in values for key in each))
    check_table_size(len(values), len(keys))
    return pd.DataFrame({key: [_cell(each.get(key)) for each in values] for key in keys})


def _cell(value: Any) -> Any:
    if isinstance(value, dict) and isinstance(value.get("choices"), list):
        value = value["choices"]
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _array_table(content: bytes) -> pd.DataFrame:
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        raise DataError("The NumPy array is damaged, or holds more than numbers.") from None
    if array.ndim != 2 or array.dtype.kind not in "iuf":
        raise DataError("The NumPy array must be a table of numbers, one row per item.")
    check_table_size(*array.shape)
    return pd.DataFrame(array, columns=[str(k) for k in range(array.shape[1])])
