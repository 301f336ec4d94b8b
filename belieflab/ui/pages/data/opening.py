"""Files that are read while the page is drawn, one after the other."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from belieflab.ui.pages.data.columns import DRAFT
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.draft_reading import open_files
from belieflab.ui.shell.reading_progress import ReadingAhead, watched
from belieflab.ui.shell.session import session_number

WAITING = "data.waiting"
ROUND = "data.upload.round"
"""How often the uploader was emptied; a new key is the only way to empty it."""


def wait_for(
    files: Mapping[str, bytes], read: Callable[..., Draft], *, uploaded: bool = False
) -> None:
    """Begin to read files; the page, drawn meanwhile, shows how far that has come.

    What was being read before nobody waits for any more.
    """
    stop_waiting()
    ahead = ReadingAhead(lambda watch: read(watch=watch), session_number())
    st.session_state[WAITING] = (", ".join(files), ahead, uploaded)


def read_waiting() -> None:
    """Take what was read meanwhile; a run that is broken off leaves it for the next one."""
    if WAITING not in st.session_state:
        return
    name, ahead, uploaded = st.session_state[WAITING]
    with watched(name) as watch:
        st.session_state[DRAFT] = draft = ahead.wait(watch)
    del st.session_state[WAITING]
    if uploaded and draft.problem:
        # A file that cannot be read must not stay and join the next one.
        empty_uploader()


def stop_waiting() -> None:
    """End the reading that nobody waits for any more, if there is one."""
    if WAITING in st.session_state:
        st.session_state.pop(WAITING)[1].leave()


def is_pending() -> bool:
    """Whether a file is being read, or was read and stands beside the uploader."""
    return WAITING in st.session_state or DRAFT in st.session_state


def open_following(draft: Draft) -> None:
    """Have the files read that were uploaded with one that is used now."""
    if draft.following:
        wait_for(draft.following, partial(open_files, dict(draft.following)))


def empty_uploader() -> None:
    """Have the uploader drawn anew, without the files it holds."""
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
