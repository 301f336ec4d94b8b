"""Failures nobody foresaw: logged whole with an id, shown as one sentence with the same id.

`BELIEFLAB_DEBUG=1` shows the traceback on the page as well.
"""

import logging
import os
import secrets

import streamlit as st

DEBUG_VARIABLE = "BELIEFLAB_DEBUG"
SENTENCE = (
    "Something went wrong here. Your data and labels are kept: go on with another page or setting. "
    "The server's log has the details under the id {id}."
)
_LOG = logging.getLogger("belieflab")


def is_debugging() -> bool:
    """Whether a developer asked for tracebacks on the page."""
    return os.environ.get(DEBUG_VARIABLE, "") not in ("", "0")


def log(error: Exception) -> str:
    """Log an error that nobody foresaw; returns the id under which the log has it."""
    name = secrets.token_hex(4)
    _LOG.error("Error %s", name, exc_info=error)
    return name


def report(error: Exception) -> bool:
    """Log an uncaught error of a page, a callback or a fragment, and say so on the page.

    Streamlit calls it for everything but `st.stop` and `st.rerun`. Returns that its own display is
    left out.
    """
    st.error(SENTENCE.format(id=log(error)), icon=":material/error:")
    if is_debugging():
        st.exception(error)
    return True
