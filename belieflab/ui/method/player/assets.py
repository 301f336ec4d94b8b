"""The files of the components, and the name by which they find a chart on the page."""

import re
from importlib.resources import files


def read_asset(name: str) -> str:
    """The text of a file that stands beside this module."""
    return (files("belieflab.ui.method.player") / name).read_text(encoding="utf-8")


def class_name(key: str) -> str:
    """The CSS class that Streamlit gives to the element of that key."""
    return "st-key-" + re.sub(r"[^a-zA-Z0-9_-]", "-", key.strip())
