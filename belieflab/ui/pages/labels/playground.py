"""From a label to the Belief playground."""

import streamlit as st

from belieflab.belief import MassTable
from belieflab.ui.shell import navigation
from belieflab.ui.shell.playground_link import write_link
from belieflab.ui.shell.playground_state import FEWEST_NAMES, MOST_NAMES, Playground, Source


def draw_opening(labels: MassTable, row: int) -> None:
    """A button that lays this label under the glass, where the frame is small enough."""
    if not FEWEST_NAMES <= labels.frame.size <= MOST_NAMES:
        return
    st.button(
        "Open in the playground",
        icon=":material/open_in_new:",
        key="labels.to_playground",
        on_click=_open,
        args=(labels, row),
        help="See belief, plausibility and commonality of every set, and combine this label with "
        "another source.",
    )


def _open(labels: MassTable, row: int) -> None:
    navigation.go_to("playground", write_link(playground_of(labels, row)))


def playground_of(labels: MassTable, row: int) -> Playground:
    """The label of one row beside a source that knows nothing yet."""
    masses = zip(labels.focal.tolist(), labels.mass[row].tolist(), strict=True)
    own = {mask: round(mass, 10) for mask, mass in masses if mask != labels.frame.omega}
    sources = (Source(f"Row {row + 1}").with_masses(own), Source("Another source"))
    return Playground(labels.frame.names, sources, kind=labels.frame.kind)


def draw_next() -> None:
    """Name the next page of the first path."""
    st.page_link(
        navigation.page("playground"),
        label="Next: Belief playground",
        icon=":material/arrow_forward:",
    )
