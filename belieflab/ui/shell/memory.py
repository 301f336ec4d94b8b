"""What a page has worked out, kept in the session for as long as it is asked for."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

MAX_KEPT = 12
"""Answers kept per page and kind; the oldest leaves first."""

Answer = TypeVar("Answer")


def remember(
    page: str, what: str, token: Hashable, make: Callable[[], Answer], kept: int = MAX_KEPT
) -> Answer:
    """The answer of `make`, made once for the same page, kind and token."""
    everything: dict[str, dict[Hashable, Any]] = st.session_state.setdefault(f"{page}.memory", {})
    memory = everything.setdefault(what, {})
    if token not in memory:
        memory[token] = make()
        while len(memory) > kept:
            del memory[next(iter(memory))]
    answer: Answer = memory[token]
    return answer
