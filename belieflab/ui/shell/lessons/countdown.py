"""The pause after which a finished step goes on by itself: long enough to read, seen and stopped.

It runs in the browser, which knows whether it is seen and whether the person does something else:
its script presses the button Next.
"""

from functools import cache
from typing import Any

import streamlit as st

from belieflab.ui.shell import scripts
from belieflab.ui.shell.lessons.progress import Progress

WORDS_PER_SECOND = 3.0
"""At which a text is read without haste."""
LOOK_SECONDS, LEAST_SECONDS = 4, 8
"""For a look at the picture, besides reading; and the shortest pause."""

_NEXT = ".st-key-shell-lesson_next button"


def seconds(text: str) -> int:
    """How long a person needs to read this and to look at what it says."""
    return max(LEAST_SECONDS, LOOK_SECONDS + round(len(text.split()) / WORDS_PER_SECOND))


@cache
def _component() -> Any:
    parts: dict[str, Any] = {kind: scripts.read(f"countdown.{kind}") for kind in ("html", "css")}
    return st.components.v2.component("belieflab_countdown", js=scripts.call("countdown"), **parts)


def draw(progress: Progress, text: str) -> None:
    """Draw the countdown of a step that has just been finished, and whose outcome is this text."""
    if progress.moves_on:
        data = {"name": progress.moves_on, "seconds": seconds(text), "button": _NEXT}
        _component()(key="shell.lesson_countdown", data=data)
