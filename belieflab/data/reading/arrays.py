"""NumPy's .npy and .npz files into a table; nothing in them is ever unpickled."""

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.lib import format as npy
from numpy.typing import NDArray

from belieflab.data.label_files.cells import number_name
from belieflab.data.reading.archives import open_archive, read_member
from belieflab.data.reading.columns import check_names
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import check_table_size
from belieflab.data.reading.pixels import (
    MAX_FILE_PIXELS,
    check_pixels,
    describe_reduced,
    pixel_table,
    reduced_shape,
)
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

MARK = b"\x93NUMPY"
_ENDING = ".npy"
_BETWEEN = ", "
_LARGEST_WHOLE = 2.0**53
BANDS = (1, 3, 4)
"""How many numbers a pixel has: grey, colour, or colour and opacity."""
SMALLEST_SIDE = 8
"""Rows and columns from which a table of bytes may be an image."""


def guess_npy(sample: FileSample) -> FileGuess | None:
    """A file that starts with the mark of the format; its array may be that of an image."""
    if not sample.content.startswith(MARK):
        return None
    shape, kind = _header(sample.content, "the array")
    guess = FileGuess("npy", has_header=False)
    is_image = len(shape) == 2 or (len(shape) == 3 and shape[2] in BANDS)
    if not is_image or kind.names is not None or kind.kind not in "uif" or min(shape) < 1:
        return guess
    rows, columns = shape[:2]
    if rows * columns > MAX_FILE_PIXELS:
        return guess
    return replace(
        guess,
        as_image=len(shape) == 3,
        shape=reduced_shape(rows, columns),
        may_be_image=len(shape) == 2 and kind == np.uint8 and min(shape) >= SMALLEST_SIDE,
        text=describe_reduced("NumPy array", rows, columns),
    )


def guess_npz(sample: FileSample) -> FileGuess | None:
    """A zip that holds .npy files alone; arrays with as many rows are taken together."""
    if not sample.content.startswith(b"PK"):
        return None
    with open_archive(sample.content) as archive:
        names = archive.namelist()
        if not names or not all(name.endswith(_ENDING) for name in names):
            return None
        groups: dict[int, list[str]] = {}
        for name in names:
            shape = _shape(read_member(archive, name), name)
            groups.setdefault(shape[0] if shape else 0, []).append(name.removesuffix(_ENDING))
    listed = sorted((group for rows, group in groups.items() if rows > 1), key=len, reverse=True)
    if not listed:
        raise DataError("No array of the .npz file has several rows.")
    sheets = tuple(map(_BETWEEN.join, listed))
    return FileGuess("npz", has_header=False, sheets=sheets, sheet=sheets[0])


def read_npy(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """One array as a table: a row for each entry of its first axis, or for each pixel."""
    if guess.as_image:
        image = np.atleast_3d(_load(content, "the array", image=True))
        if image.ndim != 3 or image.shape[2] not in BANDS or image.dtype.kind not in "uif":
            raise DataError("The array is no image: one has rows, columns and at most four bands.")
        return pixel_table(image, guess.position)
    return _as_frame(_columns(_load(content, "the array"), ""))


def read_npz(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """The chosen arrays side by side; columns of an array with several are numbered."""
    columns: dict[str, NDArray[Any]] = {}
    with open_archive(content) as archive:
        for name in guess.sheet.split(_BETWEEN):
            if name + _ENDING not in archive.namelist():
                raise DataError(f"The .npz file holds no array {name!r}.")
            new = _columns(_load(read_member(archive, name + _ENDING), repr(name)), name)
            check_names([*columns, *new])
            columns |= new
            check_table_size(len(next(iter(new.values()))), len(columns))
    return _as_frame(columns)


def _shape(content: bytes, name: str) -> tuple[int, ...]:
    return _header(content, name)[0]


def _header(content: bytes, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """The shape and kind that a .npy file states; objects and complex numbers are refused."""
    stream = io.BytesIO(content)
    try:
        version = npy.read_magic(stream)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read(stream)
    except Exception:  # the header of a damaged file raises whatever it happens to cause
        raise DataError(f"The header of {name} is damaged; it is no NumPy array.") from None
    if dtype.hasobject:
        raise DataError(
            f"In {name} are Python objects, which are never unpickled; "
            "save an array of numbers or of texts."
        )
    if any(kind.kind not in "biufUS" for kind in _kinds(dtype)):
        raise DataError(f"In {name} is {dtype}; only numbers and texts can be read.")
    return tuple(int(length) for length in shape), dtype


def _kinds(dtype: np.dtype[Any]) -> list[np.dtype[Any]]:
    return [dtype] if dtype.names is None else [dtype[name] for name in dtype.names]


def _load(content: bytes, name: str, image: bool = False) -> NDArray[Any]:
    """The array in a .npy file, after its shape was found to be that of a table or an image."""
    shape = _shape(content, name)
    if not shape:
        raise DataError(f"In {name} is a single number; a table needs rows.")
    if image and len(shape) > 1:
        check_pixels(*shape[:2])
    else:
        check_table_size(shape[0], int(np.prod([float(length) for length in shape[1:]])))
    try:
        loaded = np.load(io.BytesIO(content), allow_pickle=False)
    except MemoryError:
        raise
    except Exception:
        raise DataError(f"The numbers of {name} are damaged or cut short.") from None
    return np.asarray(loaded)


def _columns(array: NDArray[Any], name: str) -> dict[str, NDArray[Any]]:
    """The columns of an array by name; further axes, as those of pictures, are laid in one row."""
    if array.dtype.names is not None:
        if array.ndim != 1 or any(array.dtype[each].shape for each in array.dtype.names):
            raise DataError("A structured array can be read when each field is one column.")
        return {each: array[each] for each in array.dtype.names}
    table = array.reshape(len(array), -1)
    if table.shape[1] == 1 and name:
        return {name: table[:, 0]}
    return {f"{name or 'column'} {k + 1}": table[:, k] for k in range(table.shape[1])}


def _as_frame(columns: dict[str, NDArray[Any]]) -> pd.DataFrame:
    names = [str(name) for name in columns]
    check_names(names)
    check_table_size(len(next(iter(columns.values()), ())), len(names))
    cells = [_cells(column) for column in columns.values()]
    return pd.DataFrame(dict(zip(names, cells, strict=True)))


def _cells(column: NDArray[Any]) -> Any:
    """Numbers as float64, texts as texts, blank ones missing; so are ids too long for a float64."""
    if column.dtype.kind in "iu" and len(column) and float(np.abs(column).max()) > _LARGEST_WHOLE:
        return pd.Series([number_name(value) for value in column.tolist()])
    if column.dtype.kind in "biuf":
        return column.astype(np.float64)
    texts = [value.decode("latin-1") if isinstance(value, bytes) else value for value in column]
    given = [_readable(text) if text.strip() else None for text in texts]
    return pd.Series(given) if any(given) else pd.Series([float("nan")] * len(given))


def _readable(text: str) -> str:
    """The text without numbers that stand for no character, which a damaged array may hold."""
    return str(text).encode("utf-8", "surrogatepass").decode("utf-8", "replace")
