"""Pictures beneath the points of a plane: whole numbers, each in its colour, as a small PNG.

A function is evaluated on a grid and interpolated to one three times as fine, so that the borders
of regions are lines and not the edges of cells; where answers change it may be asked again at the
places in between. A PNG of few colours is smaller than the numbers.
"""

import base64
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.grid import Grid, lay_grid

FINER = 3
"""Steps of the picture for one of the grid, along each axis."""

MAX_ASKED = 15_000
"""Places between those of a grid that are asked about; borders of more are smoothed instead."""

PREFIX = "data:image/png;base64,"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB, PALETTE, RGBA = 2, 3, 6
"""Kinds of PNG: colours themselves, numbers of colours in a list, and colours with opacity."""


def fine_shape(shape: tuple[int, int]) -> tuple[int, int]:
    """Rows and columns of the picture of a grid of that shape."""
    rows, columns = (FINER * (side - 1) + 1 for side in shape)
    return rows, columns


def refine(values: NDArray[Any], shape: tuple[int, int]) -> NDArray[np.float32]:
    """Values at the places of a grid [shape=(cells, K)], interpolated [shape=(fine cells, K)]."""
    fine = values.astype(np.float32).reshape(*shape, -1)
    for axis in (0, 1):
        fine = _between(fine, axis)
    return fine.reshape(-1, fine.shape[2])


def exact_codes(
    codes: NDArray[Any], grid: Grid, ask: Callable[[Floats], NDArray[Any]]
) -> NDArray[Any]:
    """Kinds of cells [shape=(cells,)] on the finer grid, each border where it is.

    Between four places of one kind all is of that kind. Elsewhere `ask` gives the kinds of places
    [shape=(m, 2)]; where these are more than `MAX_ASKED` borders are those of `refine_codes`.
    """
    table = codes.reshape(grid.shape)
    if min(grid.shape) < 2 or (table == table[0, 0]).all():
        return refine_codes(codes, grid.shape)
    corner, up, right = table[:-1, :-1], table[1:, :-1], table[:-1, 1:]
    mixed = (corner != up) | (corner != right) | (corner != table[1:, 1:])
    asked = np.pad(_repeat(mixed), ((0, 1), (0, 1)), mode="edge")
    asked[::FINER, ::FINER] = False
    if asked.sum() > MAX_ASKED:
        return refine_codes(codes, grid.shape)
    rows, columns = asked.shape
    limits = (grid.x[0], grid.x[-1]), (grid.y[0], grid.y[-1])
    fine: NDArray[Any] = _repeat(table)[:rows, :columns].ravel()
    fine[asked.ravel()] = ask(lay_grid(limits, columns, rows).places[asked.ravel()])
    return fine


def _repeat(table: NDArray[Any]) -> NDArray[Any]:
    return table.repeat(FINER, axis=0).repeat(FINER, axis=1)


def refine_codes(codes: NDArray[Any], shape: tuple[int, int]) -> NDArray[Any]:
    """Kinds of cells [shape=(cells,)] on the finer grid, their borders smooth."""
    kinds, found = np.unique(codes, return_inverse=True)
    if len(kinds) == 1:
        return np.full(np.prod(fine_shape(shape)), kinds[0])
    flags = (found[:, None] == np.arange(len(kinds))).reshape(*shape, -1)
    for axis in (0, 1):
        flags = _smooth(flags, axis)
    fine: NDArray[Any] = kinds[refine(flags.reshape(len(codes), -1), shape).argmax(axis=1)]
    return fine


def draw_image(grid: Grid, codes: NDArray[Any], colours: Sequence[str], name: str) -> go.Image:
    """The picture of codes over the grid; the code 0 has the first colour.

    Plotly turns a picture over where the axis runs upwards, whatever the sign of `dy`: so the
    lowest row comes first and `dy` is positive.
    """
    rows, columns = fine_shape(grid.shape)
    across = float(grid.x[-1] - grid.x[0]) / max(columns - 1, 1)
    up = float(grid.y[-1] - grid.y[0]) / max(rows - 1, 1)
    place = {
        "x0": float(grid.x[0]),
        "dx": across or 1.0,
        "y0": float(grid.y[0]),
        "dy": up or 1.0,
    }
    look = {"zsmooth": "fast", "hoverinfo": "skip"}
    return go.Image(source=paint(codes, colours), name=name, **place, **look)


def paint(codes: NDArray[Any], colours: Sequence[str]) -> str:
    """Codes of colours [shape=(rows, columns)], the row of y0 first, as the address of a PNG."""
    table = np.array([_channels(colour) for colour in colours], dtype=np.uint8)
    if len(table) > 256:
        return as_address(table[codes])
    listed = _chunk(b"PLTE", table[:, :3].tobytes()) + _chunk(b"tRNS", table[:, 3].tobytes())
    return as_address(codes.astype(np.uint8), listed)


def as_address(pixels: NDArray[np.uint8], listed: bytes = b"") -> str:
    """A picture, its rows in the order in which they are drawn, as the address of a PNG.

    `pixels` are colours [shape=(rows, columns, 3 or 4)], or numbers of the colours that are
    `listed` as parts of the PNG [shape=(rows, columns)].
    """
    rows, columns = pixels.shape[:2]
    kind = PALETTE if listed else {3: RGB, 4: RGBA}[pixels.shape[2]]
    lines = np.zeros((rows, 1 + pixels[0].size), dtype=np.uint8)  # each begins with its filter, 0
    lines[:, 1:] = pixels.reshape(rows, -1)
    parts = [_chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, kind, 0, 0, 0)), listed]
    parts += [_chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)), _chunk(b"IEND", b"")]
    return PREFIX + base64.b64encode(SIGNATURE + b"".join(parts)).decode("ascii")


def _chunk(name: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


def _channels(colour: str) -> list[int]:
    """Red, green, blue and opacity of `rgba(r, g, b, a)`, each from 0 to 255."""
    *light, opacity = (float(part) for part in colour[5:-1].split(","))
    return [*(round(part) for part in light), round(255 * opacity)]


def _between(values: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
    """The values along an axis with those between them on straight lines."""
    values = np.moveaxis(values, axis, 0)
    fine = np.empty((FINER * (len(values) - 1) + 1, *values.shape[1:]), dtype=np.float32)
    fine[::FINER] = values
    step = np.diff(values, axis=0) / np.float32(FINER)
    for part in range(1, FINER):
        fine[part::FINER] = values[:-1] + np.float32(part) * step
    return np.moveaxis(fine, 0, axis)


def _smooth(flags: NDArray[Any], axis: int) -> Floats:
    """Means with weights 1, 2, 1 along an axis; what is at the edge goes on beyond it."""
    padded = np.concatenate([flags.take([0], axis), flags, flags.take([-1], axis)], axis)
    side = flags.shape[axis]
    parts = (padded.take(range(start, start + side), axis) for start in range(3))
    before, here, after = (part.astype(np.float64) for part in parts)
    smooth: Floats = (before + 2.0 * here + after) / 4.0
    return smooth
