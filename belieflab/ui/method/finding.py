"""An object found by its id, or by its row where the data have no ids."""

from typing import Any

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.shell.text import plain


def draw_finder(key: str, dataset: Dataset, label: str, **look: Any) -> int | None:
    """Draw a field for the name of an object; its number, None while nothing is found."""
    what = "id" if dataset.ids else "row"
    name: str = st.text_input(f"{label}: {what}", key=key, **look) or ""
    if not name.strip():
        return None
    try:
        return dataset.find(name)
    except DataError as error:
        st.error(plain(error))
        return None
