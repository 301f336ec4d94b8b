"""Categorical columns of a data set, beside its features."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.classes import check_lengths
from belieflab.errors import DataError


@dataclass(frozen=True, eq=False)
class CategoricalColumn:
    """A column of text or codes, in which every object has one of a few levels.

    Attributes
    ----------
    name : its name
    levels : the names of the levels
    codes : the level of every object [shape=(n,)], from 0
    """

    name: str
    levels: tuple[str, ...]
    codes: NDArray[np.int64]

    def __post_init__(self) -> None:
        check_lengths(self.levels, f"level of {self.name!r}")
        if len(set(self.levels)) < len(self.levels):
            raise DataError(f"The category {self.name!r} names a level twice.")
        outside = (self.codes < 0) | (self.codes >= len(self.levels))
        if outside.any():
            row = int(np.argmax(outside))
            raise DataError(
                f"Row {row + 1} has the code {self.codes[row]} in the category {self.name!r}; its "
                f"{len(self.levels)} levels are numbered from 0."
            )

    @property
    def values(self) -> list[str]:
        """The level of every object, by name."""
        return [self.levels[code] for code in self.codes]

    def take(self, rows: NDArray[Any]) -> "CategoricalColumn":
        """The column of some rows, with all its levels."""
        return replace(self, codes=self.codes[rows])


def check_categories(
    categories: tuple[CategoricalColumn, ...], n: int, feature_names: tuple[str, ...]
) -> None:
    """Refuse columns of another length, and a name that appears twice."""
    names = set(feature_names)
    for column in categories:
        if len(column.codes) != n:
            raise DataError(f"{n} rows of data but {len(column.codes)} of {column.name!r}.")
        if column.name in names:
            raise DataError(f"The column name {column.name!r} appears twice; rename one of them.")
        names.add(column.name)
