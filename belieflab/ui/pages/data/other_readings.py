"""What a file may hold instead, on the Data page: said, and read so when a person asks for it."""

from dataclasses import replace
from functools import partial

import streamlit as st

from belieflab.data import reading
from belieflab.data.reading import FileGuess
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.draft_reading import read_as
from belieflab.ui.pages.data.opening import wait_for
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain


def draw_other_readings(draft: Draft) -> None:
    """Draw that bytes may be an image and text numbers with signs, with a button for each."""
    guess, table = draft.guess, draft.table
    if guess is None:
        return
    if table is not None and guess.may_be_image:
        size = f"{table.shape[1]:,} × {table.shape[0]:,} pixels"
        text = f"The numbers are bytes: this may be an image, {size}."
        _offer(draft, text, "Read as an image", "as_image", replace(guess, as_image=True))
    if draft.marked:
        text = plain(reading.describe_marked(draft.marked))
        _offer(draft, text, "Read as numbers", "unmarked", replace(guess, unmarked=True))


def _offer(draft: Draft, text: str, label: str, key: str, guess: FileGuess) -> None:
    begin = partial(wait_for, draft.files, partial(read_as, draft, guess))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(text, width="stretch")
        draw_button(label, f"data.{key}.{draft.number}", begin)
