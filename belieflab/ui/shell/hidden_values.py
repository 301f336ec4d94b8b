"""The value of a control that is not on screen: a lecture shows few, but all of them hold."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st

from belieflab.ui.shell.page_settings import Fits

Value = TypeVar("Value", str, int, float, bool)


def value_of(
    key: str, default: Value, fits: Fits, written: Mapping[str, Value] | None = None
) -> Value:
    """What the session or the address says of a control that is bound to it; else the default.

    The address holds what the control shows; `written` gives the values of such texts where they
    are not the values themselves.
    """
    candidates: tuple[Any, ...] = (
        st.session_state.get(key),
        (written or {}).get(st.query_params.get(key, "")),
        _read(st.query_params.get(key), default),
    )
    fitting: list[Value] = [each for each in candidates if each is not None and fits(each)]
    return fitting[0] if fitting else default


def values_of(key: str, usual: Sequence[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    """The same of a control that holds several keys; the address holds their titles."""
    by_title = {title: each for each, title in titles.items()}
    linked = [by_title[text] for text in st.query_params.get_all(key) if text in by_title]
    kept = [each for each in st.session_state.get(key, ()) if each in titles]
    return tuple(kept or linked or usual)


def _read(text: str | None, default: Any) -> Any:
    """A text of the address in the default's own kind; None where it is none."""
    if text is None or isinstance(default, str):
        return text
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text.lower())
    if isinstance(default, float):
        return _number(text)
    return int(text) if text.isascii() and text.isdigit() else None


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
