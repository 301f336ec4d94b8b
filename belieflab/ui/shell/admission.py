"""No new visitors while the server holds as much memory as it may."""

from collections.abc import Callable

import streamlit as st

from belieflab.memory import memory_refusal
from belieflab.ui.shell.session import WORKSPACE_KEY
from belieflab.ui.shell.text import plain

SESSION_BYTES = 5e6
"""What a session with a small sample needs while its page is open."""


def check(declare_pages: Callable[[], object]) -> None:
    """Say why a new session is not begun, and end its run; one that is there goes on."""
    if WORKSPACE_KEY in st.session_state:
        return
    refusal = memory_refusal(SESSION_BYTES, "Reload this page in some minutes.")
    if refusal:
        declare_pages()  # else the next run does not know its page
        st.error(plain(refusal), icon=":material/hourglass_top:")
        st.stop()
