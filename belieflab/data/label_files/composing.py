"""A mass table into label columns, exactly or not at all: one function per layout."""

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import guess_kind
from belieflab.belief.frame import OMEGA_SIGN
from belieflab.belief.masks import Masks
from belieflab.data.label_files.contours import exact_contour, rows_equal
from belieflab.data.label_files.notation import (
    ANYTHING,
    DOUBT,
    PLAUSIBILITY,
    PROBABILITY,
    Heading,
    class_heading,
    joined,
    looks_otherwise,
)
from belieflab.data.label_files.number_labels import classes_of_sets
from belieflab.data.label_files.text_labels import classes_in_cells, classes_in_sets
from belieflab.errors import DataError


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


def compose_hard(table: MassTable) -> pd.DataFrame:
    """One class per row, or nothing where the class is unknown."""
    frame, sets = table.frame, _sets_of_rows(table, "hard")
    names = {int(mask): name for mask, name in zip(frame.singletons, frame.names, strict=True)}
    names.setdefault(frame.omega, "")
    for row, mask in enumerate(sets):
        if int(mask) not in names:
            raise DataError(
                f"Row {row + 1} is {frame.format(int(mask))}, neither one class nor unknown."
            )
    return _declared("label", [names[int(mask)] or None for mask in sets], classes_in_cells, frame)


def compose_sets(table: MassTable) -> pd.DataFrame:
    """One set of classes per row."""
    frame, sets = table.frame, _sets_of_rows(table, "sets")
    texts = {int(mask): joined(frame.members(int(mask))) for mask in np.unique(sets)}
    if frame.size > 1:
        texts[frame.omega] = ANYTHING
    return _declared("set", [texts[int(mask)] for mask in sets], classes_in_sets, frame)


def compose_guess_and_doubt(table: MassTable) -> pd.DataFrame:
    """A guess and a doubt per row."""
    frame = table.frame
    singles = np.column_stack([table.mass_of(int(mask)) for mask in frame.singletons])
    doubt = table.mass_of(frame.omega) if frame.size > 1 else np.zeros(len(table))
    guessed = singles.max(axis=1) > 0
    best = singles.argmax(axis=1)
    guesses = [frame.names[k] if known else None for k, known in zip(best, guessed, strict=True)]
    columns = _declared("guess", guesses, classes_in_cells, frame, doubt)
    back = MassTable.from_guess_and_doubt(np.array(guesses, dtype=object), doubt, frame)
    wrong = ~rows_equal(table, back)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise DataError(
            f"Row {row + 1} is not one guess with the rest of its mass on all classes, "
            "or only up to rounding; choose the layout of masses."
        )
    return columns


def compose_plausibilities(table: MassTable) -> pd.DataFrame:
    """One column of plausibilities per class."""
    return _class_columns(PLAUSIBILITY, exact_contour(table), table.frame)


def compose_probabilities(table: MassTable) -> pd.DataFrame:
    """One column of probabilities per class."""
    frame = table.frame
    values = np.column_stack([table.mass_of(int(mask)) for mask in frame.singletons])
    others = ~np.isin(table.focal, frame.singletons) & (table.mass > 0)
    if others.any():
        row, j = np.argwhere(others)[0]
        raise DataError(
            f"Row {row + 1} puts mass on {frame.format(int(table.focal[j]))}; "
            "probabilities are on single classes only."
        )
    return _class_columns(PROBABILITY, values, frame)


def compose_masses(table: MassTable) -> pd.DataFrame:
    """One column of masses per focal set."""
    frame = table.frame
    columns = {frame.format(int(mask)): table.mass[:, j] for j, mask in enumerate(table.focal)}
    composed = pd.DataFrame(columns)
    if _tells_classes(classes_of_sets(composed), frame):
        return composed
    declaring = Heading(OMEGA_SIGN, frame.names, frame.kind).text
    if OMEGA_SIGN in columns:
        return composed.rename(columns={OMEGA_SIGN: declaring})
    composed[declaring] = pd.Series([None] * len(table), dtype=object)
    return composed


def _declared(
    name: str,
    cells: list[str | None],
    classes: Callable[[pd.DataFrame], tuple[tuple[str, ...], bool]],
    frame: Frame,
    doubt: NDArray[np.float64] | None = None,
) -> pd.DataFrame:
    """A text column whose heading declares the classes where the cells do not tell them."""
    columns: dict[str, object] = {name: pd.Series(cells, dtype=object)}
    if doubt is not None:
        columns[DOUBT] = doubt
    composed = pd.DataFrame(columns)
    if _tells_classes(classes(composed), frame):
        return composed
    return composed.rename(columns={name: Heading(name, frame.names, frame.kind).text})


def _tells_classes(found: tuple[tuple[str, ...], bool], frame: Frame) -> bool:
    """Whether a reader finds the classes and their kind without a heading that declares them."""
    return found[0] == frame.names and guess_kind(frame.names) == frame.kind


def _class_columns(prefix: str, values: NDArray[np.float64], frame: Frame) -> pd.DataFrame:
    as_text = looks_otherwise(frame.names, frame.kind)
    headings = [class_heading(prefix, name, in_quotes=as_text) for name in frame.names]
    return pd.DataFrame({heading: values[:, k] for k, heading in enumerate(headings)})
