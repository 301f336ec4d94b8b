"""A square table on the Data page: dissimilarities or features, as the person says."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.data.reading import Roles
from belieflab.data.reading.role_names import Role
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control

READINGS: dict[str, Role] = {"dissimilarities": "dissimilarity", "features": "feature"}
HELP = (
    "Dissimilarities: row i, column j holds how far apart objects i and j are. Credal partition, "
    "EKNNclus and Neighbours use them as they are. Features: every column is a number to learn "
    "from."
)


def draw_square(draft: Draft, roles: Roles, give: Callable[[list[str], Role], None]) -> None:
    """Draw what a square table is read as, open to change, and what is wrong with its matrix.

    `give` gives columns a role, in a callback.
    """
    square = [*draft.square]
    if not square:
        return
    key = f"data.square.{draft.number}"
    relational = all(roles.of[name] == "dissimilarity" for name in square)
    current = "dissimilarities" if relational else "features"
    if st.session_state.get(key) != current:
        st.session_state[key] = current

    def change() -> None:
        give(square, READINGS[st.session_state[key]])

    look: dict[str, Any] = {"choices": tuple(READINGS), "form": "segments", "help": HELP}
    draw_control(Parameter("square", "Read as", current, **look), key, on_change=change)
    if relational and draft.flaw:
        st.error(plain(draft.flaw), icon=":material/error:")
