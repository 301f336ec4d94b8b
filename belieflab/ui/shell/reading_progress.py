"""How far the reading of an uploaded file has come, on the page that waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from belieflab.ui.shell.text import plain

if TYPE_CHECKING:
    from belieflab.data.reading.process import Progress, Watch

PATIENCE = 0.5
"""Seconds without a word: most files are read before."""


@contextmanager
def watched(name: str) -> Iterator["Watch"]:
    """What is to be called while a file of that name is read; it draws where it was made.

    Drawing is also where Streamlit ends a run that another one replaces or whose visitor has left,
    and with it the reading.
    """
    place = st.empty()

    def draw(progress: "Progress") -> None:
        if progress.before:
            place.info(
                f"Other files are read first: {progress.before}.", icon=":material/hourglass_top:"
            )
        elif progress.seconds > PATIENCE:
            limit = progress.limit
            text = f"Reading {name}: {progress.seconds:.0f} s, at most {limit:.0f} s"
            place.progress(min(progress.seconds / limit, 1.0), text=plain(text))

    yield draw
    place.empty()
