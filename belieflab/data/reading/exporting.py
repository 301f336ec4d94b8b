"""Points and labels into files that read back as they were."""

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal

import pandas as pd

from belieflab.belief import MassTable
from belieflab.belief.classes import guess_kind
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import TRUTH, Heading, is_label_heading, label_columns, sort_names
from belieflab.data.reading.columns import ID, TEXT, check_names
from belieflab.data.reading.optional import arrow_module
from belieflab.data.reading.row_roles import SPLIT, WEIGHT
from belieflab.data.reading.spreadsheet_guard import guard
from belieflab.errors import DataError

FileKind = Literal["csv", "parquet"]


def write_labels(
    table: MassTable, layout: str, kind: FileKind = "csv", ids: Sequence[str] = ()
) -> bytes:
    """A label file; reading it gives the same masses, bit for bit (see `label_columns`).

    With `ids` of the objects its first column names them, and the rows are joined by these.
    """
    columns = label_columns(table, layout)
    if len(ids):
        columns.insert(0, ID, pd.Series(ids, dtype=object))
    return write_table(columns, kind)


def write_dataset(
    dataset: Dataset,
    labels: MassTable | None = None,
    layout: str = "masses",
    kind: FileKind = "csv",
) -> bytes:
    """Ids, texts, split, weights, features, categories, truth and labels, as far as given.

    Dissimilarities stand in place of features.
    """
    parts = [pd.DataFrame(own_columns(dataset))]
    if dataset.dissimilarities is None:
        parts.append(pd.DataFrame(dict(zip(dataset.feature_names, dataset.X.T, strict=True))))
    else:
        parts.append(pd.DataFrame(dataset.dissimilarities, columns=matrix_headings(dataset)))
    for each in dataset.categories:
        parts.append(pd.DataFrame({each.name: pd.Series(each.values, dtype=object)}))
    if dataset.truth is not None:
        names = [None if code < 0 else dataset.class_names[code] for code in dataset.truth]
        shown = tuple(sort_names({name for name in names if name is not None}))
        readable = shown == dataset.class_names and guess_kind(shown) == dataset.class_kind
        declared = None if readable else dataset.class_names
        heading = Heading(TRUTH, declared, dataset.class_kind).text
        parts.append(pd.DataFrame({heading: pd.Series(names, dtype=object)}))
    if labels is not None:
        if len(labels) != dataset.n:
            raise DataError(f"{dataset.n} points but {len(labels)} labels.")
        parts.append(label_columns(labels, layout))
    columns = pd.concat(parts, axis=1)
    check_names([str(name) for name in columns.columns])
    return write_table(columns, kind)


def matrix_headings(dataset: Dataset) -> list[str]:
    """Headings of the columns of dissimilarities: the ids, unless one has a meaning of its own."""
    if not dataset.ids:
        return [f"column {k + 1}" for k in range(dataset.n)]
    own = {ID, TEXT, SPLIT, WEIGHT}
    free = not any(
        name in own or name.startswith(TRUTH) or is_label_heading(name) for name in dataset.ids
    )
    return [name if free else f"to {name}" for name in dataset.ids]


def own_columns(dataset: Dataset) -> "dict[str, pd.Series[Any]]":
    """What is known of the rows besides features and classes, by the role and heading of each."""
    cells = {ID: dataset.ids, TEXT: dataset.texts, SPLIT: dataset.split}
    found = {name: pd.Series(each, dtype=object) for name, each in cells.items() if each}
    return found if dataset.weights is None else found | {WEIGHT: pd.Series(dataset.weights)}


def write_table(columns: pd.DataFrame, kind: FileKind = "csv") -> bytes:
    """A table as a file: numbers with all their digits, text safe for spreadsheets."""
    if kind == "parquet":
        return _write_parquet(columns)
    if kind == "csv":
        return _write_csv(columns)
    raise DataError(f"{kind!r} files are not written; choose csv or parquet.")


def _write_csv(columns: pd.DataFrame) -> bytes:
    safe = pd.DataFrame({_safe(str(name)): _safe_column(columns[name]) for name in columns.columns})
    # Every text is quoted, so that no character inside it can be taken for a delimiter.
    text = safe.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    return text.encode("utf-8")


def _safe_column(column: "pd.Series[Any]") -> "pd.Series[Any]":
    if pd.api.types.is_numeric_dtype(column.dtype):
        return column
    return pd.Series([None if pd.isna(cell) else _safe(str(cell)) for cell in column], dtype=object)


def _safe(text: str) -> str:
    if "\0" in text:
        raise DataError(f"The text {text!r} holds a NUL character, which no CSV file can hold.")
    return guard(text)


def _write_parquet(columns: pd.DataFrame) -> bytes:
    arrow, parquet = arrow_module("pyarrow"), arrow_module("pyarrow.parquet")
    arrays, names = [], []
    for name in columns.columns:
        column = columns[name]
        if pd.api.types.is_numeric_dtype(column.dtype):
            arrays.append(arrow.array(column.to_numpy()))
        else:
            cells = [None if pd.isna(cell) else str(cell) for cell in column]
            arrays.append(arrow.array(cells, type=arrow.string()))
        names.append(str(name))
    sink = io.BytesIO()
    parquet.write_table(arrow.table(arrays, names=names), sink)
    return sink.getvalue()
