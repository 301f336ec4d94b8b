"""Dataset: the points, their names, categorical columns and, when known, their true classes."""

import sys
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.classes import TEXT, check_lengths
from belieflab.data.categories import CategoricalColumn, check_categories
from belieflab.data.feature_scale import FeatureScale
from belieflab.data.object_texts import check_ids, check_texts
from belieflab.data.plane import Plane
from belieflab.data.row_columns import (
    PARTS,
    check_image,
    check_split,
    check_weights,
    find_split_kind,
    find_training,
)
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
    image_shape : (rows, columns) of the image whose pixels, row by row, are the objects; else empty
    dissimilarities : between the objects [shape=(n, n)], symmetric, not negative and 0 on the
        diagonal, where they are what is known; X then only lays the objects out on a plane
    split : n names of parts (`train`, `test`) or groups; empty without any
    weights : what each object counts [shape=(n,)], above 0; None: all the same
    filled : whether missing values were set to medians when the data were read
    scale : how X was scaled, with its original values; None for features in their own units
    plane : what objects of many features are drawn on, see `belieflab.data.planes`; None: the
        default axes
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
    image_shape: tuple[int, ...] = ()
    dissimilarities: NDArray[np.float64] | None = None
    split: tuple[str, ...] = ()
    weights: NDArray[np.float64] | None = None
    filled: bool = False
    scale: FeatureScale | None = None
    plane: Plane | None = None

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
        check_lengths(self.class_names, "class")
        if self.truth is not None:
            _check_truth(self.truth, len(self.X), len(self.class_names))
        check_categories(self.categories, len(self.X), self.feature_names)
        check_ids(self.ids, len(self.X))
        check_texts(self.texts, len(self.X))
        check_image(self.image_shape, len(self.X))
        if self.dissimilarities is not None:
            _check_dissimilarities(self.dissimilarities, len(self.X))
        check_split(self.split, len(self.X))
        check_weights(self.weights, len(self.X))

    @property
    def n(self) -> int:
        """Number of objects."""
        return int(self.X.shape[0])

    @property
    def p(self) -> int:
        """Number of features."""
        return int(self.X.shape[1])

    @cached_property
    def nbytes(self) -> int:
        """Memory of its numbers, names and texts."""
        codes = [column.codes for column in self.categories]
        numbers = (self.X, self.dissimilarities, self.truth, self.weights, *codes)
        texts = (self.ids, self.texts, self.split)
        in_all = sum(part.nbytes for part in numbers if part is not None)
        return in_all + sum(sum(map(sys.getsizeof, each)) + 8 * len(each) for each in texts)

    @property
    def original(self) -> tuple[NDArray[np.float64], tuple[str, ...]]:
        """The features in their own units [shape=(n, p)], and their names."""
        found = self.scale
        return (self.X, self.feature_names) if found is None else (found.X, found.names)

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
        scale = self.scale and self.scale.beside(columns[:, self.p :], names)
        named = (*self.feature_names, *names)
        plane = self.plane and self.plane.beside(len(names))
        known: dict[str, Any] = {"categories": (), "scale": scale, "plane": plane}
        return replace(self, X=columns, feature_names=named, **known)

    def take(self, rows: NDArray[Any]) -> "Dataset":
        """Some of the objects, by a mask or by numbers."""
        return replace(
            self,
            X=self.X[rows],
            truth=None if self.truth is None else self.truth[rows],
            categories=tuple(each.take(rows) for each in self.categories),
            ids=_taken(self.ids, rows),
            texts=_taken(self.texts, rows),
            image_shape=(),
            dissimilarities=_square_taken(self.dissimilarities, rows),
            split=_taken(self.split, rows),
            weights=None if self.weights is None else self.weights[rows],
            scale=self.scale and self.scale.take(rows),
            plane=self.plane and self.plane.take(rows),
        )

    @cached_property
    def split_kind(self) -> str:
        """`parts` (rows for training and others), `groups` (that belong together), or empty."""
        return find_split_kind(self.split)

    @cached_property
    def training_rows(self) -> NDArray[np.int64]:
        """The objects to learn from, by number: all but those that the split keeps apart."""
        if self.split_kind != PARTS:
            return np.arange(self.n)
        return np.flatnonzero(find_training(self.split))

    @cached_property
    def training(self) -> "Dataset":
        """The objects to learn from, named as in the whole; itself where none is kept apart."""
        if self.split_kind != PARTS:
            return self
        return self._part(self.training_rows)

    @cached_property
    def kept_apart(self) -> dict[str, "Dataset"]:
        """The objects that no method learns from, by the name of their part: `test`."""
        if self.split_kind != PARTS:
            return {}
        names = np.array(self.split, dtype=object)
        apart = ~find_training(self.split)
        return {
            str(name): self._part(np.flatnonzero(names == name))
            for name in dict.fromkeys(names[apart].tolist())
        }

    def _part(self, rows: NDArray[np.int64]) -> "Dataset":
        ids = self.ids or tuple(self.name_of(row) for row in range(self.n))
        return replace(replace(self, ids=ids).take(rows), split=())

    @cached_property
    def groups(self) -> NDArray[np.int64] | None:
        """The group of each object as a code [shape=(n,)]; None without groups."""
        if not self.split or self.split_kind == PARTS:
            return None
        return np.unique(np.array(self.split, dtype=object), return_inverse=True)[1]

    def name_of(self, row: int) -> str:
        """What to call an object: its id, `id 1472` where that is a number, else `row 12`.

        A pixel is `row 12, column 34` of its image.
        """
        if self.image_shape and not self.ids:
            down, across = divmod(int(row), self.image_shape[1])
            return f"row {down + 1}, column {across + 1}"
        if not self.ids:
            return f"row {row + 1}"
        return f"id {self.ids[row]}" if self.ids[row].isdecimal() else self.ids[row]

    def find(self, name: str) -> int:
        """The number of the object with this id; without ids, of this row, counted from 1."""
        name = name.strip()
        if name in self.ids:
            return self.ids.index(name)
        if not self.ids and name.isdecimal() and 0 < int(name) <= self.n:
            return int(name) - 1
        known = f"ids are such as {self.ids[0]!r}" if self.ids else f"rows run from 1 to {self.n:,}"
        raise DataError(f"There is no object {name!r}; {known}.")

    def name_columns(
        self, rows: NDArray[Any] | None = None, *, texts: bool = False
    ) -> dict[str, Any]:
        """The column of a table that names its objects: `id`, or `row` counted from 1.

        Pixels have `row` and `column`, their place in the image. `rows` are the objects of the
        table by number; None: all of them. With `texts`, those to show beside them follow.
        """
        if texts and self.texts:
            chosen = np.arange(self.n) if rows is None else rows
            return {**self.name_columns(rows), "text": [*_taken(self.texts, chosen)]}
        chosen = np.arange(self.n) if rows is None else rows
        if self.image_shape and not self.ids:
            down, across = np.divmod(np.arange(self.n)[chosen], self.image_shape[1])
            return {"row": down + 1, "column": across + 1}
        return {"id": [*_taken(self.ids, chosen)]} if self.ids else {"row": chosen + 1}

    @property
    def frame(self) -> Frame | None:
        """The classes as a frame; None when no class is known."""
        return Frame.of_kind(self.class_names, self.class_kind) if self.class_names else None


def _taken(texts: tuple[str, ...], rows: NDArray[Any]) -> tuple[str, ...]:
    return tuple(texts[row] for row in np.arange(len(texts))[rows]) if texts else ()


def _square_taken(
    matrix: NDArray[np.float64] | None, rows: NDArray[Any]
) -> NDArray[np.float64] | None:
    if matrix is None:
        return None
    chosen = np.arange(len(matrix))[rows]
    return matrix[np.ix_(chosen, chosen)]


def _check_dissimilarities(matrix: NDArray[np.float64], n: int) -> None:
    """What a file holds is checked, and explained, before: see `belieflab.data.dissimilarities`."""
    if matrix.shape != (n, n):
        shape = " × ".join(map(str, matrix.shape))
        raise DataError(f"{n} objects have {n} × {n} dissimilarities; found {shape}.")
    if not (np.isfinite(matrix).all() and matrix.min() >= 0 and not np.diag(matrix).any()):
        raise DataError("Dissimilarities are not negative, and 0 between an object and itself.")
    if not np.array_equal(matrix, matrix.T):
        raise DataError("Dissimilarities are the same in both directions.")


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
