"""Pictures into a table of pixels: colours from 0 to 1, row by row, and places on request.

Whether a picture is too large is known from its header, before anything is unpacked. What has
more pixels than can be worked with is reduced by the mean colour of each block.
"""

import io
import re
import struct
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.reading.datasets import Loaded
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.optional import pillow_module
from belieflab.data.reading.pixels import (
    Pixels,
    check_pixels,
    describe_reduced,
    pixel_table,
    reduced_shape,
)
from belieflab.data.reading.sampling import FileSample
from belieflab.errors import DataError

EXTENSIONS = ("png", "jpg", "jpeg", "tif", "tiff")
MARKS = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"II+\0": "TIFF",
    b"MM\0+": "TIFF",
}
DAMAGED = "The image is damaged or cut short; open it in the program that made it and save it again"
_GREY = ("1", "L")
_COLOUR = ("RGB", "RGBX", "CMYK", "YCbCr", "LAB", "HSV", "P")
_WITH_ALPHA = ("LA", "La", "PA", "RGBA", "RGBa")
_NUMBERS = ("I", "F", "I;16", "I;16L", "I;16B", "I;16N")


def guess_image(sample: FileSample) -> FileGuess | None:
    """A file that starts with the mark of a format of pictures; its header says how large it is."""
    kind = next((kind for mark, kind in MARKS.items() if sample.content.startswith(mark)), None)
    if kind is None:
        if sample.filename.lower().endswith(EXTENSIONS):
            raise DataError("The file has the name of an image, but it is no PNG, JPEG or TIFF.")
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the size, which is checked here, and odd entries
        image = _open(sample.content)
        width, height = image.size
        check_pixels(height, width)
        if image.mode not in (*_GREY, *_COLOUR, *_WITH_ALPHA, *_NUMBERS):
            raise DataError(f"The image has pixels of the kind {image.mode!r}, which is not read.")
        said = [describe_reduced(f"{kind} image", height, width)]
        if _has_several(image):
            said.append("the first of several frames")
        if _has_alpha(image):
            said.append("transparent parts over white")
        if image.mode in ("I", "F"):
            said.append("numbers beyond 0 to 1 stretched to that")
    shape = reduced_shape(height, width)
    return FileGuess("image", as_image=True, shape=shape, text=", ".join(said))


def read_image(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """The pixels of a picture, row by row: red, green and blue, or grey alone."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = _open(content)
        check_pixels(*reversed(image.size))
        try:
            pixels = _pixels(image)
        except MemoryError:
            raise
        except Exception:  # a damaged picture raises whatever its decoder happens to meet
            raise DataError(f"{DAMAGED}.") from None
    return pixel_table(pixels, guess.position)


def with_image(loaded: Loaded, guess: FileGuess | None) -> Loaded:
    """The points of a file that was read as an image, as its pixels."""
    if guess is None or not guess.as_image:
        return loaded
    dataset = replace(loaded.dataset, image_shape=guess.shape, source=f"{guess.text}.")
    return replace(loaded, dataset=dataset, notes=(f"{guess.text}.", *loaded.notes))


def _open(content: bytes) -> Any:
    """The picture behind its header; nothing is unpacked yet."""
    pillow = pillow_module("PIL.Image")
    try:
        return pillow.open(io.BytesIO(content), formats=("PNG", "JPEG", "TIFF"))
    except pillow.DecompressionBombError as error:
        found = re.search(r"\d{6,}", str(error))
        width, height = (int(found[0]) if found else 10**9), 1
        if content.startswith(b"\x89PNG"):
            width, height = struct.unpack(">II", content[16:24])
        check_pixels(height, width)
        raise DataError(f"{DAMAGED}.") from None
    except MemoryError:
        raise
    except Exception:
        raise DataError(f"{DAMAGED}.") from None


def _has_several(image: Any) -> bool:
    """Whether another frame follows the first one; only TIFF must be asked for it."""
    if image.format != "TIFF":
        return int(getattr(image, "n_frames", 1)) > 1
    try:
        image.seek(1)
    except Exception:
        return False
    return True


def _has_alpha(image: Any) -> bool:
    return image.mode in _WITH_ALPHA or "transparency" in image.info


def _pixels(image: Any) -> Pixels:
    """The numbers of a picture [shape=(rows, columns, bands)] as its file has them."""
    if image.mode in _NUMBERS:
        whole = image.mode.startswith("I;16")
        return np.asarray(image, dtype=np.uint16 if whole else np.float64)[:, :, None]
    if _has_alpha(image):
        return np.asarray(image.convert("RGBA"))
    if image.mode in _GREY:
        return np.asarray(image.convert("L"))[:, :, None]
    return np.asarray(image.convert("RGB"))
