"""Text columns as features of 0 and 1, on request."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.categories import CategoricalColumn
from belieflab.data.reading.categories import MAX_LEVELS, read_categories
from belieflab.data.reading.limits import MAX_CELLS, MAX_COLUMNS
from belieflab.errors import DataError


def read_one_hot(
    frame: pd.DataFrame, names: list[str], kept: NDArray[np.bool_], beside: int = 0
) -> tuple[NDArray[np.float64], tuple[str, ...], tuple[str, ...]]:
    """Features of 0 and 1 [shape=(kept, levels)], their names, and what was done, in sentences.

    A feature is called `colour = red`; of two levels one is enough. `beside`: how many other
    features there are.
    """
    if names:
        _check_size(frame, names, beside)
    columns, notes = read_categories(frame, names, kept)
    parts = [np.empty((int(kept.sum()), 0))]
    titles: list[str] = []
    for each in columns:
        levels = _shown(each)
        parts.append((each.codes[:, None] == levels).astype(np.float64))
        titles += [f"{each.name} = {each.levels[level]}" for level in levels]
        count = f"{len(levels)} feature{'s'[: len(levels) != 1]}"
        notes += (f"{each.name} became {count} of 0 and 1.",)
    return np.column_stack(parts), tuple(titles), notes


def _check_size(frame: pd.DataFrame, names: list[str], beside: int) -> None:
    """Refuse more features than a table may have columns: each of its columns may become 50."""
    features = beside
    for name in names:
        if (different := frame[name].nunique()) > MAX_LEVELS:
            raise DataError(
                f"The column {name!r} has {different:,} different values and would become as many "
                f"features; at most {MAX_LEVELS} are made. Ignore it, or show it as text."
            )
        features += different if different > 2 else 1
    if features > MAX_COLUMNS or features * len(frame) > MAX_CELLS:
        raise DataError(
            f"With features of 0 and 1 for every value of the columns of text there would be "
            f"{features:,} features of {len(frame):,} objects; the limit is {MAX_COLUMNS:,} "
            f"features, and {MAX_CELLS:,} numbers in all. Ignore some columns, or show them as "
            "text."
        )


def _shown(column: CategoricalColumn) -> NDArray[np.int64]:
    """The levels that some row has; the second of two, which tells the first."""
    found = np.unique(column.codes)
    return found[1:] if len(found) == 2 else found
