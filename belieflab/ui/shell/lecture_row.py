"""Next and Leave: all that a lecture keeps of the app's own buttons."""

import streamlit as st

from belieflab.ui.shell import navigation
from belieflab.ui.shell.page_table import PageEntry, existing_pages


def draw(page: str) -> None:
    """Draw the small row: on to the next page of the bar, or back to everyday use."""
    with st.container(horizontal=True, horizontal_alignment="right", key="lecture_row"):
        following = next_page(page)
        if following is not None:
            st.button(
                "Next",
                key="lecture.next",
                type="tertiary",
                icon=":material/arrow_forward:",
                help=f"Go on to {following.title}, still as a lecture.",
                on_click=navigation.go_to,
                args=(following.key,),
            )
        st.button(
            "Leave",
            key="lecture.leave",
            type="tertiary",
            icon=":material/close:",
            help="Bring back the bar, the sidebar and the tabs.",
            on_click=_leave,
        )


def next_page(page: str) -> PageEntry | None:
    """The page after this one in the bar; None after the last."""
    entries = existing_pages()
    keys = [entry.key for entry in entries]
    following = keys.index(page) + 1 if page in keys else len(keys)
    return entries[following] if following < len(keys) else None


def _leave() -> None:
    navigation.workspace().lecture = None
