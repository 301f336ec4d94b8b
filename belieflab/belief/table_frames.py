"""Mass tables as data frames, one column per focal set, and as the HTML that a notebook shows."""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.checks import as_numbers, checked_focal, checked_mass
from belieflab.belief.classes import column_classes
from belieflab.belief.frame import EMPTY_SIGN, OMEGA_SIGN, Frame, split_members
from belieflab.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

    from belieflab.belief.table import MassTable

CLASSES = "classes"
"""Key in `DataFrame.attrs` under which the class values travel."""

ROUNDING = 1e-12
"""Rows whose sum misses 1 by no more than this are kept as they are, to the last bit."""

MAX_ROWS, MAX_COLUMNS = 10, 12
"""What a notebook shows of a table."""


def to_frame(table: "MassTable") -> "pd.DataFrame":
    """One column per focal set, named as `Frame.format` writes it; classes in `attrs`."""
    import pandas as pd

    names = [table.frame.format(int(mask)) for mask in table.focal]
    made = pd.DataFrame(np.array(table.mass), columns=names)
    made.attrs[CLASSES] = list(table.frame.values)
    return made


def from_frame(
    columns: Any, frame: Frame | Iterable[object] | None
) -> tuple[Frame, NDArray[Any], NDArray[np.float64]]:
    """Frame, focal sets and masses of a DataFrame as `to_frame` writes it."""
    names = column_classes(columns)
    if names is None:
        raise DataError("A table of masses is a DataFrame with one column per focal set.")
    headings = [str(name) for name in names]
    frame = _frame_of(columns, headings) if frame is None else frame
    frame = frame if isinstance(frame, Frame) else Frame(frame)
    focal = checked_focal(frame, [frame.parse(heading) for heading in headings])
    values = as_numbers(columns, "masses")
    mass = checked_mass(frame, focal, values)
    exact = (np.abs(values.sum(axis=1) - 1.0) <= ROUNDING) & (values >= 0).all(axis=1)
    mass[exact] = values[exact]
    return frame, focal, mass


def to_html(table: "MassTable") -> str:
    """The first rows and focal sets as an HTML table; class names are escaped."""
    n, n_sets = table.shape
    masks = table.focal[:MAX_COLUMNS]
    more = n_sets > MAX_COLUMNS
    heads = [table.frame.format(int(mask)) for mask in masks] + ["…"] * more
    lines = [_line("th", ["", *heads])]
    for row in range(min(n, MAX_ROWS)):
        cells = [f"{mass:.4g}" for mass in table.mass[row, :MAX_COLUMNS]] + ["…"] * more
        lines.append(_line("td", [str(row), *cells]))
    if n > MAX_ROWS:
        lines.append(_line("td", ["…"] * (1 + len(heads))))
    size = f"{n} row{'s' * (n != 1)}, {n_sets} focal set{'s' * (n_sets != 1)}"
    title = f"{type(table).__name__}: {size} on {{{', '.join(table.frame.names)}}}"
    return f"<p>{escape(title)}</p><table>{''.join(lines)}</table>"


def _line(cell: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{cell}>{escape(text)}</{cell}>" for text in texts) + "</tr>"


def _frame_of(columns: Any, headings: list[str]) -> Frame:
    """The classes that travel with the table, else those that its headings name, in order."""
    classes = getattr(columns, "attrs", {}).get(CLASSES)
    if classes is not None:
        return Frame(classes)
    named: dict[str, None] = {}
    for heading in map(str.strip, headings):
        if heading == OMEGA_SIGN:
            raise DataError(
                f"The table has a column {OMEGA_SIGN}, which does not say what the classes are; "
                "give them: from_frame(table, frame=[...])."
            )
        if heading != EMPTY_SIGN:
            braced = heading.startswith("{") and heading.endswith("}")
            named.update(dict.fromkeys(split_members(heading[1:-1]) if braced else [heading]))
    return Frame.of_kind(named)
