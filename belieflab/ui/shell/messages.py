"""Sentences that a callback leaves for the next drawing of the page."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell.text import plain

TOLD_SECONDS = 30.0

_KEY = "shell.messages"
_TOLD = "shell.told"


def say(text: str) -> None:
    """Remember a sentence to show once, as plain text."""
    st.session_state.setdefault(_KEY, []).append(("note", text))


def say_error(text: str) -> None:
    """Remember a sentence about something that could not be done."""
    st.session_state.setdefault(_KEY, []).append(("error", text))


def tell(session: Any, text: str) -> None:
    """Say, from the event loop of the server, what could not be done, and have the page draw it.

    It stays for a while: an uploader has its page run again at once, with the files it has left.
    """
    session.session_state._new_session_state[_TOLD] = text, time.monotonic() + TOLD_SECONDS
    session.request_rerun(session._client_state)


def waiting() -> bool:
    """Whether something is left to be shown."""
    return bool(st.session_state.get(_KEY))


def guarded(callback: Callable[..., Any]) -> Callable[..., None]:
    """The callback, which now tells a DataError to the person instead of breaking the page."""

    @wraps(callback)
    def careful(*args: Any, **kwargs: Any) -> None:
        try:
            callback(*args, **kwargs)
        except DataError as error:
            say_error(str(error))

    return careful


@contextmanager
def show_errors() -> Iterator[None]:
    """End the drawing within, or a drawing function, with the sentence of a DataError."""
    try:
        yield
    except DataError as error:
        st.error(plain(error), icon=":material/error:")


def show() -> None:
    """Draw what was remembered, once, at the top of the page, and what was told just now."""
    told, until = st.session_state.get(_TOLD, ("", 0.0))
    if time.monotonic() < until:
        st.error(plain(told), icon=":material/error:")
    for kind, text in st.session_state.pop(_KEY, []):
        if kind == "error":
            st.error(plain(text), icon=":material/error:")
        else:
            st.toast(plain(text), icon=":material/check:")
