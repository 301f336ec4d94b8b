"""The pixels of an image as a table: reduced to a size to work with, colours from 0 to 1."""

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.image_features import COLOURS, GREY, POSITION
from belieflab.errors import DataError

Pixels = NDArray[Any]
Floats = NDArray[np.float64]

MAX_PIXELS = 40_000
"""Pixels that are kept: 200 × 200 are segmented in a fraction of a second."""

MAX_FILE_PIXELS = 25_000_000
"""Pixels of a file up to which it is unpacked, before it is reduced."""


def check_pixels(rows: int, columns: int) -> None:
    """Refuse an image without pixels, and one that is too large to unpack."""
    if rows < 1 or columns < 1:
        raise DataError("The image has no pixels.")
    if rows * columns > MAX_FILE_PIXELS:
        size = f"{columns:,} × {rows:,}" if rows > 1 else f"{columns:,}"
        raise DataError(
            f"The image has {size} pixels; the limit is {MAX_FILE_PIXELS // 1_000_000} million. "
            "Scale it down first."
        )


def reduced_shape(rows: int, columns: int, max_pixels: int = MAX_PIXELS) -> tuple[int, int]:
    """Rows and columns of the image as it is kept: its own, or fewer of the same proportion.

    Examples
    --------
    >>> reduced_shape(150, 200), reduced_shape(480, 640), reduced_shape(1, 90_000)
    ((150, 200), (173, 230), (1, 40000))
    """
    if rows * columns <= max_pixels:
        return rows, columns
    share = (max_pixels / (rows * columns)) ** 0.5
    short = max(1, int(min(rows, columns) * share))
    long = min(int(max(rows, columns) * share), max_pixels // short)
    return (short, long) if rows <= columns else (long, short)


def describe_reduced(what: str, rows: int, columns: int) -> str:
    """`PNG image, 640 × 480 pixels, reduced to 230 × 173`: columns first, as pictures are named."""
    text = f"{what}, {columns:,} × {rows:,} pixels"
    fewer = reduced_shape(rows, columns)
    return text if fewer == (rows, columns) else f"{text}, reduced to {fewer[1]:,} × {fewer[0]:,}"


def pixel_table(pixels: Pixels, position: bool) -> pd.DataFrame:
    """Colours from 0 to 1, and on request places, of an image [shape=(rows, columns, bands)].

    Whole numbers are divided by the largest of their kind. Other numbers are kept if they lie
    between 0 and 1, else stretched to that. A fourth band, or a second, is opacity over white.
    """
    colours = _over_white(_reduced(pixels) / _scale(pixels))
    if colours.shape[2] == 1 or not np.ptp(colours, axis=2).any():
        colours = colours[:, :, :1]
    low, high = float(colours.min()), float(colours.max())
    if low < 0 or high > 1:
        colours = (colours - low) / (high - low or 1.0)
    names = GREY if colours.shape[2] == 1 else COLOURS
    columns = dict(zip(names, colours.reshape(-1, len(names)).T.copy(), strict=True))
    if position:  # the longer side is 1, so that a pixel is as wide as it is high
        places = np.indices(colours.shape[:2]).reshape(2, -1) / max(1, *colours.shape[:2])
        columns |= dict(zip(POSITION, places, strict=True))
    return pd.DataFrame(columns)


def _scale(pixels: Pixels) -> float:
    """What stands for full colour: the largest number of its kind, 255 where all are up to that."""
    kind = pixels.dtype
    if kind.kind not in "ui":
        return 1.0
    if kind.itemsize > 1 and pixels.min() >= 0 and pixels.max() <= 255:
        return 255.0
    return float(np.iinfo(kind).max) if kind.itemsize <= 2 else 1.0


def _reduced(pixels: Pixels) -> Floats:
    """The mean colours of as many blocks as the image may have pixels; their numbers are checked.

    Blocks need not end between pixels: one that is cut counts by the part that belongs to each.
    """
    rows, columns = reduced_shape(*pixels.shape[:2])
    if pixels.dtype.kind == "f" and not np.isfinite(pixels).all():
        row, column = np.argwhere(~np.isfinite(pixels))[0][:2]
        raise DataError(f"The pixel in row {row + 1}, column {column + 1} holds no finite number.")
    bands = [_mean_rows(_mean_rows(band, rows).T, columns).T for band in np.moveaxis(pixels, 2, 0)]
    return np.stack(bands, axis=-1)


def _mean_rows(band: Pixels, count: int) -> Floats:
    """So many rows [shape=(count, columns)], each the mean of its share of the rows there are."""
    if count == len(band):
        return np.asarray(band, dtype=np.float64)
    edges = np.arange(count + 1) * (len(band) / count)
    edges[-1] = len(band)
    means = np.empty((count, band.shape[1]))
    for row, (start, end) in enumerate(pairwise(edges)):
        first, last = int(start), int(np.ceil(end))
        places = np.arange(first, last)
        weights = np.minimum(places + 1, end) - np.maximum(places, start)
        means[row] = weights @ band[first:last] / (end - start)
    return means


def _over_white(colours: Floats) -> Floats:
    """The image without its opacity, if it has one: as it looks on white paper."""
    if colours.shape[2] not in (2, 4):
        return colours
    opacity = colours[:, :, -1:]
    seen: Floats = colours[:, :, :-1] * opacity + (1.0 - opacity)
    return seen
