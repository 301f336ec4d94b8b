"""The place on the plane that a person asks about: clicked, typed, or in the address."""

import math

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.ui.pages.neighbours.settings import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.page_settings import is_text, keep

KEY = f"{PAGE}.place"


def choose(x: float, y: float) -> None:
    """Ask about this place; called from a callback."""
    st.session_state[KEY] = f"{x:.5g}, {y:.5g}"


def forget() -> None:
    """Ask about no place."""
    st.session_state[KEY] = ""


def draw_field() -> str:
    """Draw the field that shows the place and takes one; returns its text."""
    if not lecture.shows("place"):
        return value_of(KEY, "", is_text)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        keep(KEY, is_text)
        text = st.text_input(
            "Place",
            key=KEY,
            bind="query-params",
            placeholder="click on the plane, or type: across, up",
            width=300,
            help="The place whose evidence is shown; its neighbours are linked to it above.",
        )
        st.button("Clear", key=f"{PAGE}.forget", on_click=forget, disabled=not text)
    return str(text)


def present() -> str:
    """The text of the place before its field is drawn."""
    return value_of(KEY, "", is_text)


def read_place(text: str) -> NDArray[np.float64] | None:
    """The coordinates [shape=(2,)]; None when none are asked for."""
    if not text.strip():
        return None
    parts = text.replace(";", ",").split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(map(math.isfinite, numbers)):
        raise DataError(f"A place is two numbers with a comma between them; found {text!r}.")
    return np.array(numbers)
