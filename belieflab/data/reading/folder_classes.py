"""The classes of files that belong together: their names, and the true ones by name or by code."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.data.dataset import UNKNOWN
from belieflab.data.label_files import as_names, classes_in, declared_kind, sort_names
from belieflab.data.label_files.text_labels import SIGNS
from belieflab.data.reading.datasets import encode_truth
from belieflab.errors import DataError


def class_names(table: pd.DataFrame | None) -> tuple[str, ...]:
    """Class names by their codes (`0;Basset`), or in the order of the lines."""
    if table is None:
        return ()
    names = as_names(table.iloc[:, -1])
    if table.shape[1] > 1:
        codes = as_names(table.iloc[:, 0])
        if codes[0] is None or not codes[0].isdecimal():
            codes, names = codes[1:], names[1:]
        expected = {str(k) for k in range(len(codes))}
        if {str(code) for code in codes} != expected:
            raise DataError("classes.csv must number the classes 0, 1, 2, … in its first column.")
        order = np.argsort([int(str(code)) for code in codes])
        names = [names[k] for k in order]
    for k, name in enumerate(names):
        if name is None:
            raise DataError(f"classes.csv has no name for class {k}.")
    return tuple(str(name) for name in names)


def named_frame(
    truth: pd.DataFrame | None, labels: pd.DataFrame | None, layout: str
) -> Frame | None:
    """The classes without classes.csv: those that the labels fix, else all of labels and truth."""
    named: tuple[str, ...] = ()
    if labels is not None:
        named, fixed = classes_in(labels, layout)
        if fixed:
            return Frame.of_kind(named, declared_kind(labels.columns))
    true = set() if truth is None else {name for name in as_names(truth.iloc[:, 0]) if name}
    known = true if true == SIGNS else true - {str(UNKNOWN)}
    everything = sort_names(known | set(named))
    kind = None if labels is None else declared_kind(labels.columns)
    return Frame.of_kind(everything, kind) if everything else None


def read_truth(table: pd.DataFrame | None, frame: Frame | None) -> NDArray[np.int64] | None:
    """Codes of the true classes; the file holds names, or codes from 0 on.

    -1 is an unknown class, unless it is one of the frame.
    """
    if table is None or frame is None:
        return None
    names = as_names(table.iloc[:, 0])
    known = {name for name in names if name is not None}
    codes = {str(k) for k in range(frame.size)} | {str(UNKNOWN)}
    strange = next((row for row, name in enumerate(names) if name and name not in codes), None)
    if known & codes and strange is not None and not known & set(frame.names):
        raise DataError(
            f"Row {strange + 1} has the true class {names[strange]!r}; classes.csv has numbers "
            f"from 0 to {frame.size - 1}."
        )
    if known <= codes and not known <= set(frame.names):
        return np.array([UNKNOWN if name is None else int(name) for name in names], dtype=np.int64)
    unknown = {str(UNKNOWN)} - {*frame.names}
    return encode_truth([None if name in unknown else name for name in names], frame)
