"""Categorical features: which they are, their levels, and points as numbers and codes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.errors import DataError

Floats = NDArray[np.float64]

MAX_LEVELS = 1000
"""A feature with more levels is an identifier rather than a category."""


@dataclass(frozen=True)
class Categories:
    """The levels of every feature in training, None where it is continuous [p entries].

    In sorted order, or in that of a category dtype, without levels that no object has.
    """

    levels: tuple[NDArray[Any] | None, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of levels of every feature, 0 where it is continuous."""
        return tuple(0 if each is None else len(each) for each in self.levels)

    def encode(self, X: Any) -> Floats:
        """Points as numbers [shape=(n, p)]: codes of levels, -1 for a level that is not known."""
        columns = [_column(X, j) for j in range(len(self.levels))]
        points = np.empty((len(columns[0]), len(columns)))
        for j, (column, levels) in enumerate(zip(columns, self.levels, strict=True)):
            if levels is None:
                points[:, j] = _numbers(column, _name(X, j))
            else:
                _refuse_missing(column, _name(X, j))
                points[:, j] = _codes(column, pd.Index(levels))
        return points

    def decode(self, points: Floats, names: Any = None) -> Any:
        """Points with levels in place of codes; a DataFrame where names of columns are given."""
        columns: list[Any] = [
            column if levels is None else levels[column.astype(np.int64)]
            for column, levels in zip(points.T, self.levels, strict=True)
        ]
        if names is None:
            numeric = all(each is None or each.dtype.kind in "iuf" for each in self.levels)
            return np.column_stack(
                [np.asarray(c, dtype=float if numeric else object) for c in columns]
            )
        for j, levels in enumerate(self.levels):
            if levels is not None:
                columns[j] = pd.Categorical(columns[j], categories=list(levels))
        return pd.DataFrame(dict(zip(names, columns, strict=True)))


def read_categories(X: Any, wanted: Any) -> Categories | None:
    """The categorical features of training points and their levels; None where there are none.

    `wanted` is "from_dtype" (columns of a DataFrame of dtype category, object, string or bool),
    None, a mask of all features, or numbers or names of some.
    """
    if wanted is None or (isinstance(wanted, str) and not hasattr(X, "dtypes")):
        return None
    if hasattr(X, "dtypes"):
        chosen = _by_dtype(X) if isinstance(wanted, str) else _chosen(wanted, list(X.columns))
    else:
        chosen = _chosen(wanted, [None] * np.shape(X)[1])
    if not chosen.any():
        return None
    return Categories(
        tuple(
            _levels(_column(X, j), _name(X, j)) if is_one else None
            for j, is_one in enumerate(chosen)
        )
    )


def _by_dtype(X: Any) -> NDArray[np.bool_]:
    types = pd.api.types
    tests = (types.is_object_dtype, types.is_string_dtype, types.is_bool_dtype)
    return np.array(
        [
            isinstance(dtype, pd.CategoricalDtype) or any(test(dtype) for test in tests)
            for dtype in X.dtypes
        ]
    )


def _chosen(wanted: Any, names: list[Any]) -> NDArray[np.bool_]:
    given, p = np.asarray(wanted), len(names)
    chosen = np.zeros(p, dtype=np.bool_)
    if given.ndim == 1 and given.size == 0:
        return chosen
    if given.ndim == 1 and given.dtype.kind == "b" and len(given) == p:
        return given.copy()
    for each in np.atleast_1d(given).tolist() if given.dtype.kind != "b" else [wanted]:
        if isinstance(each, int) and -p <= each < p:
            chosen[each] = True
        elif isinstance(each, str) and each in names:
            chosen[names.index(each)] = True
        else:
            raise DataError(
                "categorical_features names features by a mask with one entry each, by numbers "
                f"from 0 to {p - 1}, or by names of columns; found {each!r}."
            )
    return chosen


def _column(X: Any, j: int) -> Any:
    if hasattr(X, "iloc"):
        return X.iloc[:, j]
    table = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    return table[:, j]


def _name(X: Any, j: int) -> str:
    return repr(str(X.columns[j])) if hasattr(X, "columns") else str(j + 1)


def _levels(column: Any, name: str) -> NDArray[Any]:
    _refuse_missing(column, name)
    if isinstance(getattr(column, "dtype", None), pd.CategoricalDtype):
        found = column.cat.remove_unused_categories().cat.categories
        levels: NDArray[Any] = np.asarray(found)
    else:
        values = pd.unique(np.asarray(column))
        try:
            levels = np.sort(values)
        except TypeError:  # numbers beside text
            levels = np.array(sorted(values, key=str), dtype=object)
    if len(levels) > MAX_LEVELS:
        raise DataError(
            f"The categorical feature {name} has {len(levels):,} levels; at most {MAX_LEVELS:,} "
            "can be told apart. Leave it out."
        )
    return levels


def _codes(column: Any, levels: "pd.Index[Any]") -> NDArray[np.intp]:
    """The place of every value among the levels, -1 where it is none of them."""
    if isinstance(getattr(column, "dtype", None), pd.CategoricalDtype):
        found: NDArray[np.intp] = levels.get_indexer(column.cat.categories)
        return found[column.cat.codes.to_numpy()]
    return levels.get_indexer(pd.Index(np.asarray(column)))


def _refuse_missing(column: Any, name: str) -> None:
    missing = np.flatnonzero(pd.isna(column))
    if missing.size:
        raise DataError(
            f"Row {missing[0] + 1} has no value in the categorical feature {name}; leave the row "
            "out, or make 'unknown' a level of its own."
        )


def _numbers(column: Any, name: str) -> Floats:
    try:
        return np.asarray(column, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError(
            f"The feature {name} holds values that are no numbers; name it in "
            "categorical_features, or leave it out."
        ) from None
