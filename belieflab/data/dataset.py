"""Dataset: the points, their names, categorical columns and, when known, their true classes."""

import hashlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.classes import TEXT
from belieflab.data.categories import CategoricalColumn, check_categories
from belieflab.data.object_texts import check_ids, check_texts
from belieflab.errors import DataError

UNKNOWN = -1
"""Code of an object whose true class is not known."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Points with names and, when known, the truth.

    Attributes
    ----------
    X : features [shape=(n, p)], float64 and finite
    feature_names : p names
    truth : codes into `class_names` [shape=(n,)], -1 where unknown; None when there is no truth
    class_names : K names, also kept when the truth is absent but the classes are known
    class_kind : what the class values are that print as these names, as in `Frame.kind`
    name : what to call it on screen
    source : where it came from, one sentence
    categories : categorical columns, which network classifiers use beside X; others leave them out
    ids : n names of the objects, all different, shown instead of row numbers; empty without any
    texts : n texts shown beside the objects; empty without any
    """

    X: NDArray[np.float64]
    feature_names: tuple[str, ...]
    truth: NDArray[np.int64] | None = None
    class_names: tuple[str, ...] = ()
    name: str = "data"
    source: str = ""
    class_kind: str = TEXT
    categories: tuple[CategoricalColumn, ...] = ()
    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.X.ndim != 2 or 0 in self.X.shape:
            raise DataError("A dataset needs at least one row and one numeric feature.")
        if len(self.feature_names) != self.X.shape[1]:
            raise DataError(
                f"{self.X.shape[1]} feature columns but {len(self.feature_names)} feature names."
            )
        if not np.isfinite(self.X).all():
            row, column = np.argwhere(~np.isfinite(self.X))[0]
            raise DataError(
                f"Row {row + 1} has no finite number in column {self.feature_names[column]!r}."
            )
        if self.truth is not None:
            _check_truth(self.truth, len(self.X), len(self.class_names))
        check_categories(self.categories, len(self.X), self.feature_names)
        check_ids(self.ids, len(self.X))
        check_texts(self.texts, len(self.X))

    @property
    def n(self) -> int:
        """Number of objects."""
        return int(self.X.shape[0])

    @property
    def p(self) -> int:
        """Number of features."""
        return int(self.X.shape[1])

    @property
    def table(self) -> Any:
        """X, or where there are categorical columns a DataFrame of features and these."""
        if not self.categories:
            return self.X
        import pandas as pd

        columns: dict[str, Any] = dict(zip(self.feature_names, self.X.T, strict=True))
        for each in self.categories:
            columns[each.name] = pd.Categorical.from_codes(each.codes, pd.Index(each.levels))
        return pd.DataFrame(columns)

    def coded(self) -> "Dataset":
        """The same objects with the codes of the categories as further features.

        Levels that no object has are left out, as a classifier of `table` leaves them out.
        """
        codes = [np.unique(each.codes, return_inverse=True)[1] for each in self.categories]
        names = tuple(each.name for each in self.categories)
        columns = np.column_stack([self.X, *codes]).astype(np.float64)
        return replace(self, X=columns, feature_names=(*self.feature_names, *names), categories=())

    def take(self, rows: NDArray[Any]) -> "Dataset":
        """Some of the objects, by a mask or by numbers."""
        return replace(
            self,
            X=self.X[rows],
            truth=None if self.truth is None else self.truth[rows],
            categories=tuple(each.take(rows) for each in self.categories),
            ids=_taken(self.ids, rows),
            texts=_taken(self.texts, rows),
        )

    def name_of(self, row: int) -> str:
        """What to call an object: its id, `id 1472` where that is a number, else `row 12`."""
        if not self.ids:
            return f"row {row + 1}"
        return f"id {self.ids[row]}" if self.ids[row].isdecimal() else self.ids[row]

    def name_columns(self, rows: NDArray[Any] | None = None) -> dict[str, Any]:
        """The column of a table that names its objects: `id`, or `row` counted from 1.

        `rows` are the objects of the table by number; None: all of them.
        """
        chosen = np.arange(self.n) if rows is None else rows
        return {"id": [*_taken(self.ids, chosen)]} if self.ids else {"row": chosen + 1}

    @property
    def frame(self) -> Frame | None:
        """The classes as a frame; None when no class is known."""
        return Frame.of_kind(self.class_names, self.class_kind) if self.class_names else None


def fingerprint(X: NDArray[Any], truth: NDArray[Any] | None = None) -> str:
    """A short name for points, or points and classes, from their contents [8 hexadecimal digits].

    It stands in the names of stored results, so it never changes for the same numbers.
    """
    shape = ",".join(map(str, X.shape))
    contents = hashlib.sha256(f"[{shape}]".encode() + np.ascontiguousarray(X).tobytes())
    if truth is not None:
        contents.update(np.ascontiguousarray(truth).tobytes())
    return contents.hexdigest()[:8]


def _taken(texts: tuple[str, ...], rows: NDArray[Any]) -> tuple[str, ...]:
    return tuple(texts[row] for row in np.arange(len(texts))[rows]) if texts else ()


def _check_truth(truth: NDArray[np.int64], n: int, n_classes: int) -> None:
    if truth.shape != (n,):
        raise DataError(f"{n} rows of data but {len(truth)} true classes.")
    outside = (truth < UNKNOWN) | (truth >= n_classes)
    if outside.any():
        row = int(np.argmax(outside))
        raise DataError(
            f"Row {row + 1} has the class number {truth[row]}; the {n_classes} classes are "
            f"numbered from 0, and -1 means unknown."
        )
