"""Components that work in the browser: their scripts stand in the folder `player`."""

import re
from typing import Any

import streamlit as st

from belieflab.ui.shell import scripts


def component(script: str, **more: str) -> Any:
    """The component of a script by its name, and of other files."""
    parts: dict[str, Any] = {kind: scripts.read(file) for kind, file in more.items()}
    return st.components.v2.component(f"belieflab_{script}", js=scripts.call(script), **parts)


def class_name(key: str) -> str:
    """The CSS class that Streamlit gives to the element of that key."""
    return "st-key-" + re.sub(r"[^a-zA-Z0-9_-]", "-", key.strip())
