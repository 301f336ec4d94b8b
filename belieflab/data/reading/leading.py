"""Lines above the names of a table: comments of a program, a title, what the delimiter is."""

import csv
import io

from belieflab.data.reading.numbers import guess_decimal, is_number
from belieflab.data.reading.sampling import has_header

_COMMENTS = ("#", "%", "//")
BEFORE_NAMES = "# "
"""Stands before a row of names that NumPy has written."""
_MOST = 50
"""Lines above the names; a file with more is read from its first line."""
_NARROWEST = 3
"""Columns of a table above which a row with one cell is a title."""


def count_marked_lines(text: str) -> tuple[int, str]:
    r"""Lines that begin as comments do, or say `sep=;`; and the delimiter that they say.

    The last comment is none where it has as many cells as the rows below it: it names them.

    Examples
    --------
    >>> count_marked_lines("sep=;\na;b\n1;2\n")
    (1, ';')
    >>> count_marked_lines("# made today\na,b\n1,2\n")
    (1, '')
    """
    lines = text.split("\n", _MOST + 1)
    said = lines[0].strip()
    if said.lower().startswith("sep=") and len(said) == 5:
        return 1, said[-1]
    if lines[0].rstrip("\r").lower() == "sep=\t":
        return 1, "\t"
    for mark in _COMMENTS:
        count = next((k for k, line in enumerate(lines) if not line.startswith(mark)), 0)
        if not 0 < count <= _MOST:
            continue
        below = next((line for line in lines[count:] if line.strip()), "")
        return count - _names_cells(lines[count - 1].removeprefix(mark), below), ""
    return 0, ""


def _names_cells(line: str, below: str) -> bool:
    """Whether a line has as many cells as the one below it, of which it has the names."""
    signs = [sign for sign in ("\t", ";", ",", "|") if sign in below]
    if signs:
        return any(line.count(sign) == below.count(sign) for sign in signs)
    numbers = below.split()
    return len(line.split()) == len(numbers) > 1 and is_number(numbers[0], ".")


def count_title_lines(text: str, delimiter: str) -> int:
    r"""Lines above a row of names that hold a single text, or nothing.

    Examples
    --------
    >>> count_title_lines("Station 5,,\n,,\na,b,kind\n1,2,x\n2,3,y\n", ",")
    2
    """
    if "\n" not in text or "\r" in text.replace("\r\n", ""):
        return 0  # lines end as on an old Mac, and are counted otherwise
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows, ends = [], []
    try:
        for row, _ in zip(reader, range(_MOST), strict=False):
            rows.append(row)
            ends.append(reader.line_num)
    except csv.Error:
        return 0  # said by who reads the rows
    count = count_title_rows(rows, guess_decimal([cell for row in rows for cell in row]))
    return ends[count - 1] if count else 0


def count_title_rows(rows: list[list[str]], decimal: str) -> int:
    """Rows at the beginning, above a row of names, that hold a single text, or nothing."""
    widths = [len(row) for row in rows if sum(map(bool, map(str.strip, row))) > 1]
    if not widths or max(set(widths), key=widths.count) < _NARROWEST:
        return 0
    count = texts = 0
    for row in rows:
        cells = [cell for cell in row if cell.strip()]
        if len(cells) > 1 or any(is_number(cell, decimal) for cell in cells):
            break
        count, texts = count + 1, texts + len(cells)
    below = [row for row in rows[count:] if any(map(str.strip, row))]
    named = len(below) > 1 and len([*filter(str.strip, below[0])]) >= _NARROWEST - 1
    return count if texts and named and has_header(below, decimal) else 0


def after_lines(text: str, count: int) -> str:
    """The text without its first lines, and without the sign of a comment before the names."""
    return (text.split("\n", count)[-1] if count else text).removeprefix(BEFORE_NAMES)
