"""Triangles in delimited text: rows that grow or shrink by one cell, as half a matrix does."""

import csv
import io
from itertools import pairwise

from belieflab.data.reading.numbers import is_number

Rows = list[list[str]]

FEWEST_ROWS = 3
FIRST, LAST = "first object", "last object"
"""Names of the object without a row of its own, where nothing else names it."""


def split_triangle(rows: Rows) -> tuple[list[str], Rows] | None:
    """The row of names, empty without one, and the rows of a triangle; None for other tables."""
    for n_headings in (0, 1):
        body = rows[n_headings:]
        steps = {len(after) - len(before) for before, after in pairwise(body)}
        if len(body) < FEWEST_ROWS or steps not in ({1}, {-1}):
            continue
        if steps == {-1} or len(body[0]) <= 2:
            return (rows[0] if n_headings else []), body
    return None


def starts_with_names(rows: Rows) -> bool:
    """Whether a triangle has a row of names above it."""
    found = split_triangle(rows)
    return found is not None and bool(found[0])


def fill_triangle(text: str, delimiter: str, decimal: str) -> str | None:
    """The text with all cells of a square table, blank where the file has none; None for others.

    A file without the diagonal has one object more than rows; 0 is put there.
    """
    rows = [row for row in _rows(text, delimiter) if row]
    found = split_triangle(rows)
    if found is None:
        return None
    header, body = found
    grows, shortest = len(body[1]) > len(body[0]), min(len(body[0]), len(body[-1]))
    if shortest > 2:
        return None
    named = shortest == 2
    names = [row[0] for row in body] if named else []
    cells = [row[1:] if named else row for row in body]
    corner = len(header) > len(body) or (header and not header[0].strip())
    headings = header[1:] if corner and named else header
    diagonal = [row[-1] if grows else row[0] for row in cells]
    if all(is_number(cell, decimal) and _is_positive(cell, decimal) for cell in diagonal):
        cells, names, headings = _with_diagonal(cells, names, headings, grows)
    n = len(cells)
    blank = [[""] * (n - len(row)) for row in cells]
    full = [row + gap if grows else gap + row for row, gap in zip(cells, blank, strict=True)]
    lines = [[name, *row] for name, row in zip(names, full, strict=True)] if names else full
    if header:
        lines.insert(0, [*(["name"] if names else []), *headings])
    written = io.StringIO(newline="")
    csv.writer(written, delimiter="\t" if delimiter == " " else delimiter).writerows(lines)
    return written.getvalue()


def _with_diagonal(
    cells: Rows, names: list[str], headings: list[str], grows: bool
) -> tuple[Rows, list[str], list[str]]:
    """The triangle with 0 on its diagonal and the object that has no row, first or last.

    A triangle is left as it is where its names say that it has its diagonal.
    """
    k = len(names)
    shifted = headings[1:k] == names[:-1] if grows else headings[-k:-1] == names[1:]
    if names and headings and not shifted:
        return cells, names, headings
    if grows:
        cells = [["0"], *([*row, "0"] for row in cells)]
        names = [headings[0] if headings else FIRST, *names] if names else []
    else:
        cells = [*(["0", *row] for row in cells), ["0"]]
        names = [*names, headings[-1] if headings else LAST] if names else []
    return cells, names, names or headings


def _is_positive(cell: str, decimal: str) -> bool:
    return float(cell.replace(decimal, ".")) > 0


def _rows(text: str, delimiter: str) -> Rows:
    if delimiter == " ":
        return [line.split() for line in text.splitlines()]
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        return []
