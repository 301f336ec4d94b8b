"""Lines of codes separated by spaces, of which one has another number of cells than the rest."""

from collections import Counter

import pandas as pd

from belieflab.data.label_files import as_names

_LINES = 10_000
_MOST = 0.7
"""Share of the lines that have the same number of cells."""


def name_ragged_line(table: pd.DataFrame, first_line: int) -> str:
    """Which line is too short or too long, in one sentence; empty where the table is no such.

    A table of codes separated by spaces has one column if one of its lines differs: then nothing
    but the space between the codes says what separates them.

    Examples
    --------
    >>> name_ragged_line(pd.DataFrame({"0 -1 2": ["1 1 0", "2 2", "0 0 0"]}), 2)
    'Line 3 has 2 cells, but most lines have 3.'
    """
    if table.shape[1] != 1:
        return ""
    (heading,) = table.columns
    texts = as_names(table[heading].iloc[:_LINES])
    cells = [(line, text.split()) for line, text in enumerate(texts, first_line) if text]
    if first_line > 1:
        cells.insert(0, (first_line - 1, str(heading).split()))
    counts = Counter(len(held) for _, held in cells)
    if len(counts) < 2:
        return ""
    (width, often), *_ = counts.most_common(1)
    codes = all(map(_is_code, (each for _, held in cells for each in held)))
    if width < 2 or often < _MOST * len(cells) or not codes:
        return ""
    line, held = next((line, held) for line, held in cells if len(held) != width)
    return f"Line {line} has {len(held)} cell{'s'[: len(held) != 1]}, but most lines have {width}."


def _is_code(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
