"""From a label to the Belief playground."""

import streamlit as st

from belieflab.belief import MassTable
from belieflab.ui.shell import navigation
from belieflab.ui.shell.page_table import PAGES


def draw_opening(labels: MassTable, row: int) -> None:
    """A button that opens this label in the playground, where the frame is small enough."""
    if labels.frame.size not in PAGES["playground"].opens_labels_of:
        return
    st.button(
        "Open in the playground",
        icon=":material/open_in_new:",
        key="labels.to_playground",
        on_click=navigation.go_to,
        args=("playground", {"row": str(row + 1)}),
        help="See belief, plausibility and commonality of every set, and combine this label with "
        "another source.",
    )


def draw_next() -> None:
    """Name the next page of the first path."""
    st.page_link(
        navigation.page("playground"),
        label="Next: Belief playground",
        icon=":material/arrow_forward:",
    )
