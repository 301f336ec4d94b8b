"""Objects of a second table, made into what a model learned from: columns matched by name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.label_files.cells import as_names
from belieflab.data.reading.categories import BLANK
from belieflab.data.reading.datasets import feature_matrix
from belieflab.data.reading.limits import check_saved_features
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.object_columns import read_ids
from belieflab.data.reading.roles import guess_roles
from belieflab.errors import DataError
from belieflab.iteration import check_stop
from belieflab.memory import check_memory

Floats = NDArray[np.float64]

MAX_LISTED = 8
CELL_BYTES = 32.0
"""Of memory for a number of the table, while it becomes one of the model's."""

ONE_HOT = " = "
"""Between the column and the level in the name of a feature of 0 and 1."""


@dataclass(frozen=True, eq=False)
class NewObjects:
    """Objects as a model takes them.

    Attributes
    ----------
    X : features on the scale of those that were learned from [shape=(m, p)]
    names : of these features, in their own units
    categories : texts of categorical columns by name [each of length m]
    ids : m names of the objects; empty without a column of ids
    rows : which rows of the table they are, from 0 [shape=(m,)]
    notes : what was done on the way, in sentences
    """

    X: Floats
    names: tuple[str, ...]
    categories: Mapping[str, NDArray[Any]]
    ids: tuple[str, ...]
    rows: NDArray[np.int64]
    notes: tuple[str, ...]

    def table(self, titles: Sequence[str]) -> pd.DataFrame:
        """Features under these titles beside the categories, as network classifiers take them."""
        columns: dict[str, Any] = dict(zip(titles, self.X.T, strict=True))
        return pd.DataFrame(columns | dict(self.categories))

    def name_columns(self) -> dict[str, Any]:
        """What the objects are called in a table: their row, and their id where they have one."""
        named: dict[str, Any] = {"row": self.rows + 1}
        return named | ({"id": list(self.ids)} if self.ids else {})


@dataclass(frozen=True, eq=False)
class Features:
    """What a model learned from: names of the features, their medians and scale, categories.

    Attributes
    ----------
    names : of the features in their own units
    medians : of the objects learned from, for values that are missing [shape=(p,)]
    centre, spread : of the scale x ↦ (x - centre) / spread [shape=(p,)]; None without scaling
    categories : names of categorical columns that the model uses
    filled : whether missing values were set to medians in training
    """

    names: tuple[str, ...]
    medians: Floats
    centre: Floats | None = None
    spread: Floats | None = None
    categories: tuple[str, ...] = ()
    filled: bool = False

    @classmethod
    def of(cls, dataset: Dataset, *, categories: bool = False) -> "Features":
        """Those of a data set; `categories` says that its categorical columns are used, too."""
        if dataset.dissimilarities is not None:
            raise DataError(
                "These data are dissimilarities between objects; a second file can be predicted "
                "from features only."
            )
        X, names = dataset.original
        scale = dataset.scale
        used = tuple(each.name for each in dataset.categories) if categories else ()
        return cls(
            tuple(names),
            np.asarray(np.median(X, axis=0)),
            None if scale is None else scale.centre,
            None if scale is None else scale.spread,
            used,
            dataset.filled,
        )

    def unscaled(self, X: Floats) -> Floats:
        """Objects as they are learned from in the units of their features [shape=(m, p)]."""
        return X if self.centre is None or self.spread is None else X * self.spread + self.centre

    def described(self) -> dict[str, Any]:
        """The same as JSON, for a file."""
        found: dict[str, Any] = {"names": list(self.names), "medians": self.medians.tolist()}
        if self.centre is not None and self.spread is not None:
            found |= {"centre": self.centre.tolist(), "spread": self.spread.tolist()}
        return found | {"categories": list(self.categories), "filled": self.filled}

    @classmethod
    def read(cls, described: Any) -> "Features":
        """Features from what `described` gave; anything else is refused."""
        refused = DataError("The saved model does not say which features it learned from.")
        if not isinstance(described, Mapping):
            raise refused
        names, categories = described.get("names"), described.get("categories", [])
        for listed in (names, categories):
            if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
                raise refused
        assert isinstance(names, list)  # noqa: S101  (refused above)
        check_saved_features(len(names) + len(categories))
        numbers = {}
        for key in ("medians", "centre", "spread"):
            found = described.get(key)
            good = isinstance(found, list) and len(found) == len(names)
            if good and all(type(each) in (int, float) for each in found or ()):
                try:
                    numbers[key] = np.array(found, dtype=np.float64)
                except OverflowError:
                    raise refused from None
            elif found is not None:
                raise refused
        if "medians" not in numbers or ("centre" in numbers) != ("spread" in numbers):
            raise refused
        if not all(np.isfinite(part).all() for part in numbers.values()):
            raise refused
        if "spread" in numbers and (numbers["spread"] <= 0.0).any():
            raise refused
        filled = described.get("filled") is True
        return cls(tuple(names), categories=tuple(categories), filled=filled, **numbers)

    def match_cost(self, table: pd.DataFrame) -> Cost:
        """What matching a table is expected to cost: text takes longest to become numbers."""
        n, p = len(table), len(self.names)
        read = p + len(self.categories) + min(table.shape[1], p)
        return Cost(5e-3 + 3e-4 * p + 6e-7 * n * read, CELL_BYTES * n * p)

    def match(self, table: pd.DataFrame, missing: Treatment = "drop") -> NewObjects:
        """The objects of a table, columns in any order; a column that is lacking is named.

        A feature `colour = red` is made of the column `colour`. A missing value drops its row, or
        becomes the median of the objects learned from.

        Parameters
        ----------
        table : DataFrame
            One row per object; other columns than those needed are ignored.
        missing : "drop" or "median"

        Returns
        -------
        NewObjects

        Examples
        --------
        >>> import pandas as pd
        >>> from belieflab.data import load_sample
        >>> features = Features.of(load_sample("four-class"))
        >>> table = pd.DataFrame({name: [0.0, 1.0] for name in reversed(features.names)})
        >>> features.match(table).X.shape
        (2, 2)
        """
        table = table.rename(columns=str)
        if table.empty:
            raise DataError("The file has no rows.")
        encoded = {name: _split(name) for name in self.names if name not in table.columns}
        used = [name for name in self.names if name not in encoded]
        used += [column for column, _ in encoded.values()] + list(self.categories)
        self._refuse_lacking(table, used, encoded)
        check_memory(CELL_BYTES * len(table) * len(self.names))
        X = self._numbers(table, encoded)
        X, kept, notes = self._without_gaps(X, missing)
        texts = {name: _texts(table, name)[kept] for name in self.categories}
        ids, id_column = _find_ids(table, used)
        needed = {*used, id_column}
        ignored = [str(name) for name in table.columns if name not in needed]
        if ignored:
            more = ", …" if len(ignored) > MAX_LISTED else ""
            notes += (f"Ignored columns: {', '.join(ignored[:MAX_LISTED])}{more}.",)
        rows = np.flatnonzero(kept)
        named = tuple(ids[row] for row in rows) if ids else ()
        return NewObjects(np.ascontiguousarray(X), self.names, texts, named, rows, notes)

    def _refuse_lacking(
        self, table: pd.DataFrame, used: list[str], encoded: Mapping[str, tuple[str, str]]
    ) -> None:
        lacking = list(dict.fromkeys(name for name in used if name not in table.columns))
        if lacking:
            listed = ", ".join(repr(name) for name in lacking[:MAX_LISTED])
            found = ", ".join(repr(str(name)) for name in table.columns[:MAX_LISTED])
            noun = "column" if len(lacking) == 1 else "columns"
            raise DataError(
                f"The file lacks the {noun} {listed}, which the model learned from; it has {found}"
                f"{', …' if table.shape[1] > MAX_LISTED else ''}."
            )
        counts = Counter(table.columns)
        doubled = [name for name in used if counts[name] > 1]
        if doubled:
            raise DataError(f"The file has two columns {doubled[0]!r}; rename one of them.")

    def _numbers(self, table: pd.DataFrame, encoded: Mapping[str, tuple[str, str]]) -> Floats:
        X = np.empty((len(table), len(self.names)))
        columns = dict.fromkeys(column for column, _ in encoded.values())
        coded = {column: _codes(table, column) for column in columns}
        for j, name in enumerate(self.names):
            check_stop()
            if name in encoded:
                column, level = encoded[name]
                codes, levels = coded[column]
                X[:, j] = codes == levels.get(level, -1)
            elif table[name].isna().all():
                X[:, j] = np.nan
            else:
                X[:, j] = feature_matrix(table, [name])[:, 0]
        return X

    def _without_gaps(
        self, X: Floats, missing: Treatment
    ) -> tuple[Floats, NDArray[np.bool_], tuple[str, ...]]:
        absent = np.isnan(X)
        kept: NDArray[np.bool_] = np.ones(len(X), dtype=np.bool_)
        notes: tuple[str, ...] = ()
        if absent.any() and missing == "median":
            X = np.where(absent, self.medians, X)
            notes = (f"Missing values set to the median of the training: {absent.sum():,}.",)
        elif absent.any():
            kept = np.logical_not(absent.any(axis=1))
            if not kept.any():
                raise DataError("Every row of the file misses a feature, so none can be predicted.")
            X, notes = X[kept], (f"Rows left out, as a feature is missing: {(~kept).sum():,}.",)
        if self.centre is not None and self.spread is not None:
            X = (X - self.centre) / self.spread
        if not np.isfinite(X).all():
            raise DataError("A number of the file is too large for the scale of the training.")
        return X, kept, notes


def _split(name: str) -> tuple[str, str]:
    """The column and the level of a feature of 0 and 1; a name without a level is a column."""
    column, sign, level = name.partition(ONE_HOT)
    return (column, level) if sign else (name, "")


def _texts(table: pd.DataFrame, name: str) -> NDArray[Any]:
    texts = np.empty(len(table), dtype=object)
    texts[:] = [BLANK if value is None else value for value in as_names(table[name])]
    return texts


def _codes(table: pd.DataFrame, name: str) -> tuple[NDArray[np.int64], dict[str, int]]:
    """The level of each row as a number, and the numbers of the levels."""
    check_stop()
    codes, levels = pd.factorize(_texts(table, name))
    return codes, {str(level): code for code, level in enumerate(levels)}


def _find_ids(table: pd.DataFrame, used: list[str]) -> tuple[list[str], str | None]:
    """The names of all rows, and their column; none where no column holds names."""
    # One of the features stays: whether the columns have names decides what one without is.
    others = table.drop(columns=list(dict.fromkeys(used))[1:])
    found = [name for name in guess_roles(others).columns("id") if name not in used]
    if len(found) != 1:
        return [], None
    try:
        return read_ids(others, found), found[0]
    except DataError:
        return [], None
