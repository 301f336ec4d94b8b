"""What the Neighbours page is asked about: a place of the plane, or an object."""

import math
import re

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.method.context import Context

_ROW = re.compile(r"row ([0-9]{1,9})")


def read_place(text: str, dataset: Dataset) -> NDArray[np.float64] | int | None:
    """The coordinates [shape=(2,)] or the row of the object; None when nothing is asked."""
    name = text.strip()
    if not name:
        return None
    if name in dataset.ids:
        return dataset.ids.index(name)
    if found := _ROW.fullmatch(name):
        if dataset.ids and _ROW.fullmatch(dataset.ids[0]):  # names of rows of the whole data
            raise DataError(f"There is no {name} among the objects that are learned from.")
        if 1 <= int(found[1]) <= dataset.n:
            return int(found[1]) - 1
        raise DataError(f"There is no row {found[1]}; the objects have 1 to {dataset.n:,}.")
    try:
        numbers = [float(part) for part in name.replace(";", ",").split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise DataError(
            "A place is two numbers with a comma between them, or an object as in "
            f"{dataset.ids[0] if dataset.ids else 'row 12'!r}; found {text!r}."
        )
    return np.array(numbers)


def place_of(context: Context) -> NDArray[np.float64] | int | None:
    """The place or object asked about; None where the text is not one."""
    try:
        return read_place(context.settings.place, context.dataset)
    except DataError:
        return None
