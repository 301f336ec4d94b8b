"""How a file wrote its answers: headings, separators, and what stands beside the answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

from belieflab.data.reading.guess import DELIMITERS
from belieflab.data.reading.spreadsheet_guard import guard

_LARGEST_WHOLE = 2**53
FLAT_ENDINGS = ("csv", "tsv", "txt", "json")


@dataclass(frozen=True, eq=False)
class Origin:
    """What is needed to write labels as a file wrote the answers.

    Attributes
    ----------
    columns : all columns of a table, in order; those of annotators as one, `said`
    headings : the columns of worker, item, answer and so on, by role
    said : where the answers stand in a table with one column per annotator
    delimiter, has_header, ending : of a delimited text; `json` for a list of records
    marks : other habits of the file, such as names of Label Studio's controls
    beside : the other columns, one row per item; None where they are not at hand
    """

    columns: tuple[str, ...] = ()
    headings: Mapping[str, str] = field(default_factory=dict)
    said: str = ""
    delimiter: str = ","
    has_header: bool = True
    ending: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    beside: pd.DataFrame | None = None

    def of_items(self, kept: Any) -> "Origin":
        """The same with some of the items [shape=(items,)] alone."""
        if self.beside is None:
            return self
        return replace(self, beside=self.beside[kept].reset_index(drop=True))

    @property
    def missing(self) -> list[str]:
        """The columns of the file that cannot be written back."""
        known = {self.said, *self.headings.values(), *self.cells}
        return [name for name in self.columns if name not in known]

    @property
    def cells(self) -> dict[str, Any]:
        """The other columns by name, one cell per item."""
        if self.beside is None:
            return {}
        return {str(name): _as_read(self.beside[name]) for name in self.beside.columns}

    def write(self, columns: Mapping[str, Sequence[Any]]) -> bytes:
        """These columns and those beside them, in the order of the file; new ones come last."""
        cells = {**self.cells, **columns}
        known = dict.fromkeys((*self.columns, *columns))
        table = pd.DataFrame({name: cells[name] for name in known if name in cells})
        if self.ending == "json":
            return str(table.to_json(orient="records", force_ascii=False, indent=1)).encode()
        return write_text(table, self.delimiter, self.has_header)

    def describe(self) -> dict[str, Any]:
        """The same as plain values, without what stands beside the answers."""
        return {
            "columns": list(self.columns),
            "headings": dict(self.headings),
            "said": self.said,
            "delimiter": self.delimiter,
            "has_header": self.has_header,
            "ending": self.ending,
            "marks": dict(self.marks),
        }

    @classmethod
    def of_description(cls, value: Any, beside: pd.DataFrame | None = None) -> "Origin | None":
        """What `describe` gave; None for anything else."""
        if not isinstance(value, Mapping) or set(value) != set(cls().describe()):
            return None
        texts = [value["said"], value["ending"], *_texts(value)]
        plain = all(isinstance(each, str) for each in texts)
        if not plain or value["delimiter"] not in DELIMITERS:
            return None
        found = {
            **value,
            "columns": tuple(value["columns"]),
            "has_header": bool(value["has_header"]),
        }
        return cls(**found, beside=beside)


def _texts(value: Mapping[str, Any]) -> list[Any]:
    groups = value["headings"], value["marks"]
    if not all(isinstance(each, dict) for each in groups) or not isinstance(value["columns"], list):
        return [None]
    return [*value["columns"], *(x for each in groups for pair in each.items() for x in pair)]


def _as_read(column: "pd.Series[Any]") -> list[Any]:
    """The cells of a column; whole numbers, which are read as floats, without a fraction."""
    given = column.dropna()
    if not pd.api.types.is_float_dtype(column.dtype) or not len(given):
        return list(column.tolist())
    whole = (given % 1 == 0) & (given.abs() < _LARGEST_WHOLE)
    return list((column.astype("Int64") if whole.all() else column).tolist())


def write_text(columns: Any, delimiter: str = ",", has_header: bool = True) -> bytes:
    """A delimited text whose cells no spreadsheet runs."""
    table = pd.DataFrame(columns)
    safe = {guard(str(name)): [_safe(cell) for cell in table[name]] for name in table.columns}
    text: str = pd.DataFrame(safe).to_csv(index=False, sep=delimiter, header=has_header)
    return text.encode("utf-8")


def _safe(cell: Any) -> Any:
    return guard(cell) if isinstance(cell, str) else cell
