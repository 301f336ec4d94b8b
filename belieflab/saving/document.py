"""A model file: `model.json` and one .npy file per array in a zip; read with every check."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from belieflab.belief.classes import without_surrogates
from belieflab.data.reading.archives import open_archive, read_member
from belieflab.errors import DataError
from belieflab.memory import check_memory
from belieflab.version import __version__

FORMAT, VERSION = "belieflab-model", 1
MAIN = "model.json"
MAX_JSON = 4_000_000
"""Bytes of the part that is no array."""

HELD = 3.0
"""Times its unpacked size that a model takes while it is opened."""

MAX_DEPTH = 20
KINDS = "biufU"
"""Kinds of numbers and text that an array may hold; Python objects are none of them."""

NO_MODEL = "The file is no saved model of belieflab."


class Document(NamedTuple):
    """What stands in a model file.

    Attributes
    ----------
    kind : name of the model's class, one of `SAVERS`
    settings : arguments of the class
    values : numbers and texts that were learned, by name
    arrays : arrays that were learned, by name
    about : what a page wants to know again, such as the names of features
    """

    kind: str
    settings: dict[str, Any]
    values: dict[str, Any]
    arrays: dict[str, NDArray[Any]]
    about: dict[str, Any]

    def array(
        self, name: str, shape: tuple[int, ...], dtype: Any = np.float64, *, finite: bool = True
    ) -> NDArray[Any]:
        """An array of that shape, -1 for any length; another shape or kind is refused."""
        found = self.arrays.get(name)
        if found is None:
            raise DataError(f"The model lacks its array {name!r}.")
        same = len(shape) == found.ndim and all(
            want in (-1, have) for want, have in zip(shape, found.shape, strict=True)
        )
        if not same or found.dtype != np.dtype(dtype):
            raise DataError(
                f"The array {name!r} of the model does not fit: {found.dtype} of shape "
                f"{found.shape}."
            )
        if finite and found.dtype.kind == "f" and not np.isfinite(found).all():
            raise DataError(f"The array {name!r} of the model holds what is no finite number.")
        return found

    def number(self, name: str) -> float:
        """A number that is there."""
        found = self.values.get(name)
        lacking = DataError(f"The model lacks its number {name!r}.")
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise lacking
        try:
            return float(found)
        except OverflowError:
            raise lacking from None

    def whole(self, name: str, low: int = 0, high: int = 2**31) -> int:
        """A whole number within limits."""
        found = self.values.get(name)
        if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
            raise DataError(f"The model lacks its number {name!r}.")
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.values.get(name, [])
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise DataError(f"The model lacks its texts {name!r}.")
        return tuple(found)

    def text(self, name: str) -> str:
        """A text that is there."""
        found = self.values.get(name)
        if not isinstance(found, str):
            raise DataError(f"The model lacks its text {name!r}.")
        return found


def write_document(document: Document) -> bytes:
    """The bytes of a model file; the same model gives the same bytes."""
    main = {
        "format": FORMAT,
        "version": VERSION,
        "belieflab": __version__,
        "kind": document.kind,
        "settings": document.settings,
        "values": document.values,
        "arrays": sorted(document.arrays),
        "about": document.about,
    }
    described = json.dumps(main, ensure_ascii=False, indent=1).encode()
    if len(described) > MAX_JSON:
        raise DataError(
            f"The model cannot be saved: its names and settings take more than "
            f"{MAX_JSON // 1_000_000} MB."
        )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, MAIN, described)
        for name, array in document.arrays.items():
            content = io.BytesIO()
            npy.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
            _add(archive, f"{name}.npy", content.getvalue())
    return buffer.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def read_document(content: bytes) -> Document:
    """What stands in a model file; anything else is refused in one sentence.

    Nothing is written to disk, no name in it is a path or a class to import, and no array of
    Python objects is read: opening a file runs no code of its own.
    """
    if not content.startswith(b"PK"):
        raise DataError(NO_MODEL)
    archive = open_archive(content)
    names = archive.namelist()
    if MAIN not in names:
        raise DataError(NO_MODEL)
    if archive.getinfo(MAIN).file_size > MAX_JSON:
        raise DataError(f"The part {MAIN!r} of the model is larger than any that belieflab writes.")
    check_memory(HELD * sum(member.file_size for member in archive.infolist()))
    main = _parse(read_member(archive, MAIN))
    listed = main.get("arrays")
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise DataError(NO_MODEL)
    if sorted(names) != sorted([MAIN, *(f"{name}.npy" for name in listed)]):
        raise DataError("The model holds other parts than it lists.")
    arrays = {name: _read_array(read_member(archive, f"{name}.npy"), name) for name in listed}
    parts = [main.get(name) for name in ("settings", "values", "about")]
    if not all(isinstance(part, dict) for part in parts) or not isinstance(main.get("kind"), str):
        raise DataError(NO_MODEL)
    settings, values, about = (dict(part) for part in parts if isinstance(part, Mapping))
    return Document(main["kind"], settings, values, arrays, about)


def _parse(content: bytes) -> dict[str, Any]:
    try:
        main = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        raise DataError(f"The part {MAIN!r} of the model is damaged.") from None
    if not isinstance(main, dict) or main.get("format") != FORMAT:
        raise DataError(NO_MODEL)
    if main.get("version") != VERSION:
        raise DataError(
            f"The model was saved by another version of belieflab (format {main.get('version')!r}; "
            f"this one reads {VERSION})."
        )
    cleaned: dict[str, Any] = _cleaned(main)
    return cleaned


def _cleaned(value: Any, depth: int = 0) -> Any:
    """The value without halves of characters, which no file could hold; deep ones are refused."""
    if depth > MAX_DEPTH:
        raise DataError(f"The part {MAIN!r} of the model is damaged.")
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, list):
        return [_cleaned(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {without_surrogates(name): _cleaned(each, depth + 1) for name, each in value.items()}
    return value


def _read_array(content: bytes, name: str) -> NDArray[Any]:
    """The array of a .npy part; its header must state what its bytes hold, and no objects."""
    damaged = DataError(f"The array {name!r} of the model is damaged.")
    stream = io.BytesIO(content)
    try:
        version = npy.read_magic(stream)
        header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = header(stream)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise damaged from None
    if dtype.kind not in KINDS or dtype.names is not None or dtype.subdtype is not None:
        raise DataError(f"The array {name!r} of the model holds neither numbers nor text.")
    sizes = [int(each) for each in shape]
    total = int(np.prod(sizes, dtype=object)) * dtype.itemsize if sizes else dtype.itemsize
    if min(sizes, default=0) < 0 or total != len(content) - stream.tell():
        raise damaged
    try:
        array = npy.read_array(io.BytesIO(content), allow_pickle=False)
    except (ValueError, TypeError, SyntaxError):
        raise damaged from None
    return np.asarray(np.ascontiguousarray(array).reshape(array.shape))
