"""What a page has worked out, kept in the session for as long as it is asked for."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

MOST_REMEMBERED = 24
"""Answers kept per page; the oldest leaves first."""

Answer = TypeVar("Answer")


def remember(page: str, what: str, mark: Hashable, make: Callable[[], Answer]) -> Answer:
    """The answer of `make`, made once for the same page, the same words and the same mark."""
    memory: dict[Hashable, Any] = st.session_state.setdefault(f"{page}.memory", {})
    place = (what, mark)
    if place not in memory:
        memory[place] = make()
        while len(memory) > MOST_REMEMBERED:
            del memory[next(iter(memory))]
    answer: Answer = memory[place]
    return answer
