"""Dissimilarities between objects: what is wrong with a matrix of them, and how it is drawn."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError

Floats = NDArray[np.float64]

MAX_OBJECTS = 5_000
"""Their dissimilarities take 200 MB."""

ROUNDING = 1e-8
"""Two entries that differ by less than this share of the larger are one rounded number."""

AXES = ("MDS 1", "MDS 2")
MAX_EXACT = 400
"""Objects up to which all axes of the scaling are found, and not the two of the plane alone."""
BLOCK, MAX_PRODUCTS, PRECISION = 4, 30, 1e-12
"""Vectors that are multiplied at once, how often at most, and the share left over that ends it."""


def from_dissimilarities(
    D: Any, names: Sequence[str] = (), **about: Any
) -> tuple[Dataset, tuple[str, ...]]:
    """Objects of which only the dissimilarities are known, and what was done to these.

    Parameters
    ----------
    D : dissimilarities [shape=(n, n)], see `checked_matrix`
    names : n names of the objects, which become their ids; none: they are called by their rows
    about : other fields of the `Dataset`

    Returns
    -------
    the Dataset, whose X are the coordinates of classical multidimensional scaling; and notes

    Examples
    --------
    >>> dataset, notes = from_dissimilarities([[0, 3, 4], [3, 0, 5], [4, 5, 0]], ["a", "b", "c"])
    >>> dataset.feature_names, dataset.ids, notes
    (('MDS 1', 'MDS 2'), ('a', 'b', 'c'), ())
    """
    matrix, notes = checked_matrix(D, names)
    return (
        Dataset(scale_to_plane(matrix), AXES, dissimilarities=matrix, ids=tuple(names), **about),
        notes,
    )


def checked_matrix(D: Any, names: Sequence[str] = ()) -> tuple[Floats, tuple[str, ...]]:
    """The dissimilarities [shape=(n, n)], symmetric and 0 on the diagonal, and what was done.

    Pairs that differ by rounding take their mean. Anything else is refused in a sentence that
    says where; objects are called by their names, or by their rows.
    """
    matrix = np.array(D, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        shape = " × ".join(f"{length:,}" for length in matrix.shape)
        raise DataError(
            f"Dissimilarities form a square table, a row and a column for every object; found "
            f"{shape}."
        )
    n = len(matrix)
    if n < 2:
        raise DataError("Dissimilarities need at least two objects.")
    if n > MAX_OBJECTS:
        raise DataError(
            f"There are dissimilarities between {n:,} objects; the limit is {MAX_OBJECTS:,}."
        )
    _refuse_values(matrix, names)
    notes: tuple[str, ...] = ()
    if not np.array_equal(matrix, matrix.T):
        notes = _refuse_asymmetry(matrix, names)
        matrix = 0.5 * matrix + 0.5 * matrix.T  # the sum of the largest numbers is none
    np.fill_diagonal(matrix, 0.0)
    return matrix, notes


def scale_to_plane(D: Floats) -> Floats:
    """Coordinates by classical multidimensional scaling (Torgerson 1952) [shape=(n, 2)].

    The two largest eigenvalues of -½ J D² J, J the centring matrix, give two axes; an axis without
    a positive one is 0. Each points where its largest coordinate is positive.
    """
    largest = float(D.max())
    if largest == 0:
        return np.zeros((len(D), 2))
    squares = np.square(D / largest)
    means = squares.mean(axis=0)
    products = -0.5 * (squares - means - means[:, None] + means.mean())
    values, vectors = _two_largest(products)
    axes: Floats = vectors * np.sqrt(np.maximum(values, 0.0))
    strongest = axes[np.argmax(np.abs(axes), axis=0), [0, 1]]
    return np.ascontiguousarray(largest * axes * np.where(strongest < 0, -1.0, 1.0))


def _two_largest(products: Floats) -> tuple[Floats, Floats]:
    """The two largest eigenvalues, the larger first, and their vectors [shapes=(2,), (n, 2)].

    Of many objects by Lanczos in blocks: the best of the space that the products of a few random
    vectors span, after so many products at most. Where the axes stand out it is exact long before;
    dissimilarities without any, such as random ones, have no better plane to look at.
    """
    n = len(products)
    if n <= MAX_EXACT:
        values, vectors = np.linalg.eigh(products)
        return values[:-3:-1], vectors[:, :-3:-1]
    block = np.random.default_rng(0).standard_normal((n, BLOCK))
    basis, images = (np.empty((n, BLOCK * MAX_PRODUCTS)) for _ in range(2))
    for done in range(0, basis.shape[1], BLOCK):
        for _ in range(2):  # once would leave rounding
            block = np.linalg.qr(block - basis[:, :done] @ (basis[:, :done].T @ block))[0]
        filled = done + BLOCK
        basis[:, done:filled], images[:, done:filled] = block, products @ block
        within = basis[:, :filled].T @ images[:, :filled]
        values, weights = np.linalg.eigh((within + within.T) / 2)
        values, weights = values[:-3:-1], weights[:, :-3:-1]
        vectors = basis[:, :filled] @ weights
        errors = np.linalg.norm(images[:, :filled] @ weights - vectors * values, axis=0)
        if (errors <= PRECISION * abs(values[0])).all():
            break
        block = images[:, done:filled]
    return values, vectors


def _refuse_values(matrix: Floats, names: Sequence[str]) -> None:
    """Refuse missing and negative entries, and a diagonal that is not 0."""
    missing = np.argwhere(~np.isfinite(matrix))
    if len(missing):
        i, j = missing[0]
        found = "is missing" if np.isnan(matrix[i, j]) else "is infinite"
        more = f"; {len(missing) - 1:,} more are not there" if len(missing) > 1 else ""
        raise DataError(f"The dissimilarity of {_pair(names, i, j)} {found}{more}.")
    diagonal, largest = np.diag(matrix), max(-matrix.min(), matrix.max())
    wrong = np.flatnonzero(np.abs(diagonal) > ROUNDING * largest)
    if len(wrong):
        i = int(wrong[0])
        sentence = f"The dissimilarity of {_called(names, i)} to itself is {diagonal[i]:g}, not 0."
        if (matrix <= diagonal[:, None]).all() and len(wrong) == len(matrix):
            sentence += (
                " Every object is largest with itself, so these look like similarities: turn them "
                "into dissimilarities first, for instance by 1 - s."
            )
        raise DataError(sentence)
    negative = np.argwhere(matrix < 0)
    if len(negative):
        i, j = negative[0]
        raise DataError(
            f"The dissimilarity of {_pair(names, i, j)} is {matrix[i, j]:g}; dissimilarities are "
            "not negative."
        )


def _refuse_asymmetry(matrix: Floats, names: Sequence[str]) -> tuple[str, ...]:
    gaps = np.abs(matrix - matrix.T)
    largest = np.maximum(matrix, matrix.T)
    far = gaps > ROUNDING * largest
    if not far.any():
        n_pairs = int(np.count_nonzero(np.triu(gaps)))
        return (
            f"{n_pairs:,} pair{'s' if n_pairs > 1 else ''} of objects differed by rounding in the "
            "two directions; the mean was taken.",
        )
    i, j = np.argwhere(far)[0]
    others = int(np.count_nonzero(np.triu(far))) - 1
    more = f" So do {others:,} more pairs." if others > 1 else " So does 1 more." if others else ""
    raise DataError(
        f"Row {_called(names, i)}, column {_called(names, j)} holds {matrix[i, j]:.9g}, but row "
        f"{_called(names, j)}, column {_called(names, i)} holds {matrix[j, i]:.9g}; "
        f"dissimilarities are the same in both directions.{more}"
    )


def _called(names: Sequence[str], row: int) -> str:
    return repr(names[row]) if names else str(row + 1)


def _pair(names: Sequence[str], i: int, j: int) -> str:
    if names:
        return f"{names[i]!r} and {names[j]!r}"
    return f"row {i + 1}, column {j + 1}"
