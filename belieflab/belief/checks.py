"""Checking what a person gives for focal sets, masses, rates and tables of one column per class."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief.frame import Frame
from belieflab.belief.masks import Masks, as_masks
from belieflab.errors import DataError

SUM_TOLERANCE = 1e-6
"""A row may miss a sum of 1 by this much (text files round); it is then scaled to 1."""

ROUNDING = 1e-9
"""A number may leave [0, 1] by this much (arithmetic rounds); it is then put back."""


def as_numbers(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """A float64 copy in C order; text that is no number is refused."""
    try:
        return np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise DataError(f"A table of {what} holds numbers only, in rows of equal length.") from None


def checked_focal(frame: Frame, focal: ArrayLike) -> Masks:
    """Focal masks as a fresh array: inside the frame, each once, at least one."""
    # As objects, because numpy makes floats of integers on both sides of 2^63.
    given = np.array(focal, dtype=object, ndmin=1)
    if given.ndim != 1 or given.size == 0:
        raise DataError("A mass table needs at least one focal set.")
    wanted = [int(m) if isinstance(m, float) and m.is_integer() else m for m in given.tolist()]
    masks = as_masks(frame.size, [frame.check_mask(mask) for mask in wanted])
    unique, counts = np.unique(masks, return_counts=True)
    if (counts > 1).any():
        twice = frame.format(int(unique[counts > 1][0]))
        raise DataError(f"The focal set {twice} is listed twice.")
    return masks


def checked_mass(frame: Frame, focal: Masks, mass: ArrayLike) -> NDArray[np.float64]:
    """Masses as a fresh array: one column per focal set, nonnegative, rows summing to 1."""
    masses = as_numbers(mass, "masses")
    if masses.ndim != 2 or masses.shape[1] != len(focal):
        raise DataError(
            f"Masses must be a table with one column per focal set ({len(focal)}); "
            f"found shape {masses.shape}."
        )
    bad = ~(np.isfinite(masses) & (masses >= -ROUNDING))
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise DataError(
            f"Row {row + 1} has the mass {masses[row, column]:g} on "
            f"{frame.format(int(focal[column]))}; a mass is a number from 0 to 1."
        )
    np.maximum(masses, 0.0, out=masses)
    totals = masses.sum(axis=1)
    off = np.abs(totals - 1.0) > SUM_TOLERANCE
    if off.any():
        row = int(np.argmax(off))
        raise DataError(
            f"The masses of row {row + 1} sum to {totals[row]:.6g}; they must sum to 1."
        )
    inexact = np.abs(totals - 1.0) > 1e-15 * max(len(focal), 4)
    masses[inexact] /= totals[inexact, None]
    return masses


def checked_columns(values: ArrayLike, what: str, *, first_row: int = 0) -> NDArray[np.float64]:
    """A table with one column per class of numbers from 0 to 1, as a fresh array.

    Messages count rows from `first_row`, for a part of a larger table.
    """
    plural = "probabilities" if what == "probability" else "plausibilities"
    table = as_numbers(values, plural)
    if table.ndim != 2 or table.shape[1] == 0:
        raise DataError(
            f"A table of {plural} has one row per object and one column per class; "
            f"found shape {table.shape}."
        )
    bad = ~((table >= -ROUNDING) & (table <= 1.0 + ROUNDING))
    if bad.any():
        row, k = np.argwhere(bad)[0]
        raise DataError(
            f"Row {first_row + row + 1} has the {what} {table[row, k]:g} in column {k + 1}; "
            f"a {what} is a number from 0 to 1."
        )
    return np.clip(table, 0.0, 1.0, out=table)


def checked_rates(rates: ArrayLike, shape: tuple[int, ...], what: str) -> NDArray[np.float64]:
    """Rates from 0 to 1, one number or an array that fits `shape`, spread to that shape."""
    given = as_numbers(rates, f"{what}s")
    try:
        spread = np.broadcast_to(given, shape)
    except ValueError:
        raise DataError(
            f"Give one {what}, or {' × '.join(map(str, shape))} of them; found shape {given.shape}."
        ) from None
    bad = ~((spread >= 0) & (spread <= 1))
    if bad.any():
        where = np.argwhere(bad)[0]
        row = f"Row {where[0] + 1} has" if given.ndim == len(shape) else "Found"
        raise DataError(
            f"{row} the {what} {spread[tuple(where)]:g}; a {what} is a number from 0 to 1."
        )
    return spread
