"""Which columns of a table with one answer per line say who, about what, and what was said."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.cells import ANSWER, ITEM, WORKER, find_columns, is_of
from belieflab.data.reading.columns import is_class_heading

MAX_CLASSES = 20
"""Different answers above which a column without a telling heading holds no answers."""
_MAX_COLUMNS = 6
_MAX_READINGS = 3
_FEWEST_LINES = 10
_EACH_ONCE = 0.95
"""Share of the lines that are the only ones of that person about that item."""

Columns = dict[str, str]


def find_line_columns(frame: pd.DataFrame) -> list[Columns]:
    """The columns of worker, item and answer, as they may be; the likeliest first, often none.

    Headings tell, or those of worker and item alone, or in a small table without features the
    numbers of different values: few answers, many items, and each worker once about each item.

    Examples
    --------
    >>> lines = [(w, i, "cat" if i % 2 else "dog") for w in "abc" for i in range(9)]
    >>> find_line_columns(pd.DataFrame(lines, columns=["who", "what", "said"]))
    [{'worker': 'who', 'item': 'what', 'answer': 'said'}]
    """
    found = find_columns(frame.columns)
    if WORKER in found and ITEM in found:
        if not any(frame[found[role]].nunique() < len(frame) for role in (WORKER, ITEM)):
            return []
        if ANSWER in found:
            return [{role: found[role] for role in (WORKER, ITEM, ANSWER)}]
        given = {WORKER: found[WORKER], ITEM: found[ITEM]}
        others = [name for name in map(str, frame.columns) if name not in found.values()]
        others = [name for name in others if is_of(name, ANSWER)] or others
        said = [name for name in others if 2 <= frame[name].nunique() <= MAX_CLASSES]
        said.sort(key=lambda name: pd.api.types.is_numeric_dtype(frame[name].dtype))
        return [{**given, ANSWER: name} for name in said[:_MAX_READINGS]]
    return [*_by_numbers(frame)][:_MAX_READINGS]


def _by_numbers(frame: pd.DataFrame) -> Iterator[Columns]:
    """What the numbers of different values allow, where no heading tells."""
    names = [str(name) for name in frame.columns]
    if not 3 <= len(names) <= _MAX_COLUMNS or len(frame) < _FEWEST_LINES:
        return
    if any(_is_fractional(frame[name]) for name in names):
        return
    different = {name: int(frame[name].nunique()) for name in names}
    again = [name for name in names if 2 <= different[name] <= len(frame) / 1.5]
    texts = [name for name in again if not _are_numbers(frame[name])]
    if len(again) < 3 or (not texts and len(names) > 4):
        return
    for said in sorted(again, key=lambda name: (name not in texts, different[name])):
        if different[said] > MAX_CLASSES or (not texts and is_class_heading(said)):
            continue
        others = sorted((name for name in again if name != said), key=different.__getitem__)
        worker, item = others[-2:]
        if not texts and not all(frame[name].min() in (0, 1) for name in (worker, item)):
            continue  # numbers that are no count: two features and a class
        fewest = min(different[worker], different[item])
        if fewest <= different[said] and fewest < 5:
            continue
        pairs = frame[[worker, item]].dropna()
        if len(pairs.drop_duplicates()) >= _EACH_ONCE * len(frame):
            yield {WORKER: worker, ITEM: item, ANSWER: said}


def _are_numbers(column: "pd.Series[Any]") -> bool:
    """Whether its cells are numbers, also where they are kept as texts, as classes are."""
    if pd.api.types.is_numeric_dtype(column.dtype):
        return True
    numbers = pd.to_numeric(pd.Series(column.dropna().unique()), errors="coerce")
    return bool(numbers.notna().all())


def _is_fractional(column: "pd.Series[float]") -> bool:
    if not pd.api.types.is_numeric_dtype(column.dtype):
        return False
    values = column.dropna().to_numpy(dtype=np.float64)
    return bool((values != np.floor(values)).any())
