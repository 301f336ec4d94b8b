"""Numbers with signs on the Data page: named, and read as numbers when a person says so."""

from dataclasses import replace
from functools import partial

import streamlit as st

from belieflab.data import reading
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.draft_reading import read_as
from belieflab.ui.pages.data.opening import wait_for
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain


def draw_signs(draft: Draft) -> None:
    """Draw which columns of text hold numbers with signs, and the button that reads them so."""
    if not draft.marked or draft.guess is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(reading.describe_marked(draft.marked)), width="stretch")
        reread = partial(read_as, draft, replace(draft.guess, unmarked=True))
        begin = partial(wait_for, draft.files, reread)
        draw_button("Read as numbers", f"data.unmarked.{draft.number}", begin)
