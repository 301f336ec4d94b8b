"""The inner loops of neighbour search: one stated order, by distance and then by row number."""

import numpy as np
from numpy.typing import NDArray

from belieflab.compiling import exact_kernel, kernel
from belieflab.stop_kernel import stop_requested

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flag = NDArray[np.int64]


@kernel
def select_nearest(distances: Floats, own: Rows, index: Rows, nearest: Floats, stop: Flag) -> None:
    """The nearest columns of every row, ties by column number [distances (m, n), out (m, k)].

    Columns come in rising order and a later one must be strictly nearer to pass an earlier one,
    so that equal distances stay in the order of their columns. Column own[i] is left out; -1
    leaves out none. Rows after the flag `stop` [shape=(1,)] is set are not searched.
    """
    k = index.shape[1]
    for i in range(distances.shape[0]):
        if stop_requested(stop):
            return
        found = 0
        for column in range(distances.shape[1]):
            distance = distances[i, column]
            if column == own[i] or (found == k and distance >= nearest[i, k - 1]):
                continue
            place = found if found < k else k - 1
            while place > 0 and nearest[i, place - 1] > distance:
                nearest[i, place] = nearest[i, place - 1]
                index[i, place] = index[i, place - 1]
                place -= 1
            nearest[i, place] = distance
            index[i, place] = column
            found = min(found + 1, k)


@kernel
def keep_nearest(values: Floats, first: int, own: Rows, index: Rows, nearest: Floats) -> None:
    """Merge a block of columns into each row's least values, in rising order [values (m, c)].

    The columns are the points from number `first` on; point own[i] is left out. `index` and
    `nearest` [shape=(m, k)] hold the least so far; free places are infinite.
    """
    last = index.shape[1] - 1
    for i in range(values.shape[0]):
        bound = nearest[i, last]
        for column in range(values.shape[1]):
            value = values[i, column]
            if value < bound and first + column != own[i]:
                place = last
                while place > 0 and nearest[i, place - 1] > value:
                    nearest[i, place] = nearest[i, place - 1]
                    index[i, place] = index[i, place - 1]
                    place -= 1
                nearest[i, place] = value
                index[i, place] = first + column
                bound = nearest[i, last]


@kernel
def sort_rows(index: Rows, distances: Floats) -> None:
    """Order each row by distance and then by index, in place; rows are short and nearly sorted."""
    for i in range(index.shape[0]):
        for j in range(1, index.shape[1]):
            distance, row = distances[i, j], index[i, j]
            place = j
            while place > 0 and (
                distances[i, place - 1] > distance
                or (distances[i, place - 1] == distance and index[i, place - 1] > row)
            ):
                distances[i, place] = distances[i, place - 1]
                index[i, place] = index[i, place - 1]
                place -= 1
            distances[i, place] = distance
            index[i, place] = row


@kernel
def drop_own(index: Rows, distances: Floats, own: Rows, kept_index: Rows, kept: Floats) -> None:
    """Leave own[i] out of the neighbours of row i; without it the last goes [(n, k + 1)]."""
    for i in range(index.shape[0]):
        place = 0
        for j in range(index.shape[1]):
            if index[i, j] != own[i] and place < kept.shape[1]:
                kept_index[i, place] = index[i, j]
                kept[i, place] = distances[i, j]
                place += 1


@exact_kernel
def measure_pairs(X: Floats, points: Floats, index: Rows, distances: Floats) -> None:
    """Euclidean distances of row i of X to the points index[i, j], by differences."""
    for i in range(index.shape[0]):
        for j in range(index.shape[1]):
            total = 0.0
            for f in range(X.shape[1]):
                difference = X[i, f] - points[index[i, j], f]
                total += difference * difference
            distances[i, j] = np.sqrt(total)


@kernel
def measure_along(points: Floats, order: Rows, turn: int, distances: Floats) -> None:
    """Distance of each point to the one `turn` places further on in an order, which is a ring."""
    n = len(order)
    for i in range(n):
        one, other = order[i], order[(i + turn) % n]
        total = 0.0
        for f in range(points.shape[1]):
            difference = points[one, f] - points[other, f]
            total += difference * difference
        distances[i] = np.sqrt(total)


@exact_kernel
def scan_points(
    X: Floats, columns: Floats, own: Rows, index: Rows, nearest: Floats, stop: Flag
) -> None:
    """The nearest points of each row of X by plain Euclidean distance [columns (p, n), out (m, k)].

    The features of all points stand in a row each, so that the squares are vector sums. Order and
    `own` and `stop` as in `select_nearest`.
    """
    k = index.shape[1]
    n = columns.shape[1]
    squares = np.empty(n)
    for i in range(X.shape[0]):
        if stop_requested(stop):
            return
        squares[:] = 0.0
        for f in range(columns.shape[0]):
            value = X[i, f]
            for point in range(n):
                difference = value - columns[f, point]
                squares[point] += difference * difference
        if own[i] >= 0:
            squares[own[i]] = np.inf
        found, bound = 0, np.inf
        for point in range(n):
            # Squares are compared first, as roots are slow; slightly more than the bound may tie.
            if squares[point] > bound or point == own[i]:
                continue
            distance = np.sqrt(squares[point])
            if found == k and distance >= nearest[i, k - 1]:
                continue
            place = found if found < k else k - 1
            while place > 0 and nearest[i, place - 1] > distance:
                nearest[i, place] = nearest[i, place - 1]
                index[i, place] = index[i, place - 1]
                place -= 1
            nearest[i, place] = distance
            index[i, place] = point
            found = min(found + 1, k)
            if found == k:
                bound = nearest[i, k - 1] ** 2 * (1.0 + 1e-15)
