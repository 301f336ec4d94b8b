"""The session of the browser, or what stands in for it in a thread that works ahead."""

from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any

import streamlit as st

_STAND_IN: ContextVar[MutableMapping[str, Any] | None] = ContextVar("session", default=None)


def session() -> MutableMapping[Any, Any]:
    """The values of this session, by key."""
    stand_in = _STAND_IN.get()
    return st.session_state if stand_in is None else stand_in


def stand_in(values: MutableMapping[str, Any]) -> None:
    """Let this thread read and write these values: a thread must not touch a session."""
    _STAND_IN.set(values)
