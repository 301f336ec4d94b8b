"""A mass table into the label columns of a layout."""

import pandas as pd

from belieflab.belief import MassTable
from belieflab.data.label_files.layouts import LAYOUTS
from belieflab.errors import DataError


def label_columns(table: MassTable, layout: str) -> pd.DataFrame:
    """The label columns that say what a table says; `read_labels` gives the same masses back.

    The same means: the same classes, of the same kind and in the same order, and the same mass
    on every set, bit for bit. Focal sets without mass, and their order, survive in the layout of
    masses only. A table that a layout cannot express is refused, with the row.
    """
    compose = LAYOUTS.find(layout).compose
    if compose is None:
        raise DataError(f"The layout {layout!r} is read but not written; choose 'masses'.")
    return compose(table)


def layouts_for(table: MassTable) -> tuple[str, ...]:
    """The layouts that can express a table exactly; `masses` always can."""
    return tuple(
        key for key, layout in LAYOUTS.items() if layout.writable and not why_not(table, key)
    )


def why_not(table: MassTable, layout: str) -> str:
    """Why a layout cannot express a table, in a sentence; empty when it can."""
    try:
        label_columns(table, layout)
    except DataError as error:
        return str(error)
    return ""
