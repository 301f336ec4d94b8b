"""What the browser keeps of its saved workspaces, and what is known about a browser session."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import streamlit as st

from belieflab.ui.shell.store import limits
from belieflab.ui.shell.store.limits import Mode, is_key, new_key
from belieflab.ui.shell.store.record import Summary

KEEPER = "shell.keeper"
_COMPONENT = st.components.v2.component(
    "belieflab_keeper", js=(files(__package__) / "browser.js").read_text("utf-8")
)


@dataclass(frozen=True)
class Answer:
    """The keys that a browser holds, and whether its address was written by this tab itself."""

    tab: str
    others: tuple[str, ...]
    same: bool


@dataclass(frozen=True)
class Offer:
    """A workspace that this browser made in another tab."""

    key: str
    summary: Summary
    saved: float


@dataclass
class Visit:
    """What is known about a browser session."""

    mode: Mode
    query: dict[str, str]
    session: str = field(default_factory=new_key)
    key: str = ""
    answer: Answer | None = None
    waited: bool = False
    restored: bool = False
    keys: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    offer: Offer | None = None
    forget: bool = False
    version: int = -1
    """The version of the workspace when the address had been read."""
    token: Any = None
    """What was last handed over to be saved."""


def draw(visit: Visit, made: bool, receive: Callable[[], None], *, waiting: bool = False) -> None:
    """Draw the component that keeps the key; `made`: whether it is worth an offer to other tabs."""
    data = {
        "session": visit.session,
        "waiting": waiting,
        "key": visit.key,
        "offered": bool(visit.key) and made,
        "gone": list(visit.gone),
        "forget": visit.forget,
        "most": limits.MAX_BROWSER_KEYS,
        "seconds": int(limits.MAX_AGE),
    }
    _COMPONENT(key=KEEPER, data=data, on_found_change=receive, height=1)


def read_answer(visit: Visit, found: Any) -> Answer | None:
    """What the browser found, checked value by value; None when it is not for this session."""
    if not isinstance(found, dict) or found.get("session") != visit.session:
        return None
    tab, others = found.get("tab"), found.get("all")
    others = others[: limits.MAX_BROWSER_KEYS] if isinstance(others, list) else []
    valid = tuple(key for key in dict.fromkeys(filter(is_key, others)))
    return Answer(str(tab) if is_key(tab) else "", valid, found.get("same") is True)
