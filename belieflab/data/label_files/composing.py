"""A mass table into label columns, exactly or not at all."""

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import guess_kind
from belieflab.belief.frame import OMEGA_SIGN
from belieflab.belief.masks import Masks
from belieflab.data.label_files.contours import exact_contour, rows_equal
from belieflab.data.label_files.layouts import LAYOUTS, check_layout
from belieflab.data.label_files.notation import (
    ANYTHING,
    DOUBT,
    Heading,
    class_heading,
    joined,
    looks_otherwise,
)
from belieflab.data.label_files.parsing import classes_in
from belieflab.errors import DataError


def label_columns(table: MassTable, layout: str) -> pd.DataFrame:
    """The label columns that say what a table says; `read_labels` gives the same masses back.

    The same means: the same classes, of the same kind and in the same order, and the same mass
    on every set, bit for bit. Focal sets without mass, and their order, survive in the layout of
    masses only. A table that a layout cannot express is refused, with the row.
    """
    if not check_layout(layout).writable:
        raise DataError(f"The layout {layout!r} is read but not written; choose 'masses'.")
    return _COMPOSERS[layout](table)


def layouts_for(table: MassTable) -> tuple[str, ...]:
    """The layouts that can express a table exactly; `masses` always can."""
    return tuple(
        key for key, layout in LAYOUTS.items() if layout.writable and not why_not(table, key)
    )


def why_not(table: MassTable, layout: str) -> str:
    """Why a layout cannot express a table, in a sentence; empty when it can."""
    try:
        label_columns(table, layout)
    except DataError as error:
        return str(error)
    return ""


def _sets_of_rows(table: MassTable, layout: str) -> Masks:
    """The one set that holds all mass of each row [shape=(n,)]."""
    whole = (table.mass == 1.0).any(axis=1) & ((table.mass > 0).sum(axis=1) == 1)
    if not whole.all():
        row = int(np.argmin(whole))
        raise DataError(
            f"Row {row + 1} spreads its mass over several sets; "
            f"the layout {layout!r} holds one answer without doubt."
        )
    sets: Masks = table.focal[table.mass.argmax(axis=1)]
    return sets


def _compose_hard(table: MassTable) -> pd.DataFrame:
    frame, sets = table.frame, _sets_of_rows(table, "hard")
    names = {int(mask): name for mask, name in zip(frame.singletons, frame.names, strict=True)}
    names.setdefault(frame.omega, "")
    for row, mask in enumerate(sets):
        if int(mask) not in names:
            raise DataError(
                f"Row {row + 1} is {frame.format(int(mask))}, neither one class nor unknown."
            )
    return _declared("label", [names[int(mask)] or None for mask in sets], "hard", frame)


def _compose_sets(table: MassTable) -> pd.DataFrame:
    frame, sets = table.frame, _sets_of_rows(table, "sets")
    texts = {int(mask): joined(frame.members(int(mask))) for mask in np.unique(sets)}
    if frame.size > 1:
        texts[frame.omega] = ANYTHING
    return _declared("set", [texts[int(mask)] for mask in sets], "sets", frame)


def _compose_guess_and_doubt(table: MassTable) -> pd.DataFrame:
    frame = table.frame
    singles = np.column_stack([table.mass_of(int(mask)) for mask in frame.singletons])
    doubt = table.mass_of(frame.omega) if frame.size > 1 else np.zeros(len(table))
    guessed = singles.max(axis=1) > 0
    best = singles.argmax(axis=1)
    guesses = [frame.names[k] if known else None for k, known in zip(best, guessed, strict=True)]
    columns = _declared("guess", guesses, "guess-doubt", frame, doubt)
    back = MassTable.from_guess_and_doubt(np.array(guesses, dtype=object), doubt, frame)
    wrong = ~rows_equal(table, back)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise DataError(
            f"Row {row + 1} is not one guess with the rest of its mass on all classes, "
            "or only up to rounding; choose the layout of masses."
        )
    return columns


def _compose_plausibilities(table: MassTable) -> pd.DataFrame:
    return _class_columns("pl:", exact_contour(table), table.frame)


def _compose_probabilities(table: MassTable) -> pd.DataFrame:
    frame = table.frame
    values = np.column_stack([table.mass_of(int(mask)) for mask in frame.singletons])
    others = ~np.isin(table.focal, frame.singletons) & (table.mass > 0)
    if others.any():
        row, j = np.argwhere(others)[0]
        raise DataError(
            f"Row {row + 1} puts mass on {frame.format(int(table.focal[j]))}; "
            "probabilities are on single classes only."
        )
    return _class_columns("p:", values, frame)


def _compose_masses(table: MassTable) -> pd.DataFrame:
    frame = table.frame
    columns = {frame.format(int(mask)): table.mass[:, j] for j, mask in enumerate(table.focal)}
    composed = pd.DataFrame(columns)
    if _tells_classes(composed, "masses", frame):
        return composed
    declaring = Heading(OMEGA_SIGN, frame.names, frame.kind).text
    if OMEGA_SIGN in columns:
        return composed.rename(columns={OMEGA_SIGN: declaring})
    composed[declaring] = pd.Series([None] * len(table), dtype=object)
    return composed


def _declared(
    name: str,
    cells: list[str | None],
    layout: str,
    frame: Frame,
    doubt: NDArray[np.float64] | None = None,
) -> pd.DataFrame:
    """A text column whose heading declares the classes where the cells do not tell them."""
    columns: dict[str, object] = {name: pd.Series(cells, dtype=object)}
    if doubt is not None:
        columns[DOUBT] = doubt
    composed = pd.DataFrame(columns)
    if _tells_classes(composed, layout, frame):
        return composed
    return composed.rename(columns={name: Heading(name, frame.names, frame.kind).text})


def _tells_classes(columns: pd.DataFrame, layout: str, frame: Frame) -> bool:
    """Whether a reader finds the classes and their kind without a heading that declares them."""
    return classes_in(columns, layout)[0] == frame.names and guess_kind(frame.names) == frame.kind


def _class_columns(prefix: str, values: NDArray[np.float64], frame: Frame) -> pd.DataFrame:
    as_text = looks_otherwise(frame.names, frame.kind)
    headings = [class_heading(prefix, name, in_quotes=as_text) for name in frame.names]
    return pd.DataFrame({heading: values[:, k] for k, heading in enumerate(headings)})


_COMPOSERS: dict[str, Callable[[MassTable], pd.DataFrame]] = {
    "hard": _compose_hard,
    "sets": _compose_sets,
    "guess-doubt": _compose_guess_and_doubt,
    "plausibilities": _compose_plausibilities,
    "probabilities": _compose_probabilities,
    "masses": _compose_masses,
}
