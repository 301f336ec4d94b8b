"""The scale on which a file gives confidences, to be changed wherever answers are shown."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from belieflab.data.crowd_files.scale import Scale
from belieflab.ui.shell.messages import guarded


def draw_scale(key: str, scale: Scale, change: Callable[[Scale], None]) -> None:
    """Draw the lowest and the highest confidence; `change` is called with what a person sets."""
    keys = f"{key}.low", f"{key}.high"

    def act() -> None:
        low, high = (float(st.session_state[each]) for each in keys)
        change((low, high))

    for name, label, value in zip(keys, ("from", "to"), scale, strict=True):
        st.session_state.setdefault(name, float(value))
        look: dict[str, Any] = {"key": name, "step": 1.0, "on_change": guarded(act), "width": 170}
        st.number_input(f"Confidence {label}", **look)


def forget_scale(key: str) -> None:
    """Let the next scale be shown as the file has it."""
    for each in (key, f"{key}.low", f"{key}.high"):
        st.session_state.pop(each, None)
