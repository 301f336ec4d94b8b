"""Components that work in the browser: their scripts stand in the folder `player`."""

import re
from importlib.resources import files
from typing import Any

import streamlit as st

SCRIPTS = files("belieflab.ui.method") / "player"


def component(name: str, script: str, **more: str) -> Any:
    """The component of a script, which finds what `charts.js` defines, and of other files."""
    parts: dict[str, Any] = {kind: _read(file) for kind, file in more.items()}
    return st.components.v2.component(
        f"belieflab_{name}", js=_read("charts.js") + _read(script), **parts
    )


def class_name(key: str) -> str:
    """The CSS class that Streamlit gives to the element of that key."""
    return "st-key-" + re.sub(r"[^a-zA-Z0-9_-]", "-", key.strip())


def _read(file: str) -> str:
    return (SCRIPTS / file).read_text(encoding="utf-8")
