"""An image on the Data page: what was understood of a file; its preview shows the picture."""

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from belieflab.data.reading import FileGuess
from belieflab.ui.pages.data.columns import draw_line, guess_key
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.draft_reading import read_as
from belieflab.ui.pages.data.opening import wait_for
from belieflab.ui.shell.buttons import draw_button


def draw_image(draft: Draft, table: pd.DataFrame, guess: FileGuess) -> None:
    """Draw what was understood of an image in one line."""
    rows, columns = guess.shape
    features = ", ".join(map(str, table.columns))
    text = f"{guess.text}. Objects: {rows * columns:,} pixels; features: {features}."
    draw_line(text, guess_key(draft))


def draw_other_reading(draft: Draft) -> None:
    """Draw that a table of bytes may be an image, and the button that reads it as one."""
    if draft.table is None or draft.guess is None or not draft.guess.may_be_image:
        return
    rows, columns = draft.table.shape
    with st.container(horizontal=True, vertical_alignment="center"):
        size = f"{columns:,} × {rows:,} pixels"
        text = f"The numbers are bytes: this may be an image, {size}."
        st.caption(text, width="stretch")
        reread = partial(read_as, draft, replace(draft.guess, as_image=True))
        begin = partial(wait_for, draft.files, reread)
        draw_button("Read as an image", f"data.as_image.{draft.number}", begin)
