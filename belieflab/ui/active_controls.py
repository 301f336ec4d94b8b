"""Controls of the Active learning page that keep their values where a lecture hides them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from belieflab.ui import lecture
from belieflab.ui.page_settings import between, keep, one_of, several_of
from belieflab.ui.unseen import value_of

PAGE = "active"


def choose_one(
    name: str, label: str, titles: Mapping[str, str], words: str, usual: str | None = None
) -> str:
    """Draw a select box over keys with titles; a choice that is not there any more falls back."""
    key, keys = f"{PAGE}.{name}", list(titles)
    usual = keys[0] if usual is None else usual
    fits, written = one_of(keys), {title: each for each, title in titles.items()}
    if not lecture.shows(name):
        return value_of(key, usual, fits, written)
    keep(key, fits)
    if st.session_state.get(key) not in titles:
        st.session_state.pop(key, None)
    return str(
        st.selectbox(
            label,
            keys,
            index=keys.index(usual),
            format_func=titles.__getitem__,
            key=key,
            bind="query-params",
            help=words,
        )
    )


def choose_several(
    name: str, label: str, titles: Mapping[str, str], usual: Sequence[str], words: str
) -> tuple[str, ...]:
    """Draw a choice of several keys by their titles."""
    key = f"{PAGE}.{name}"
    if not lecture.shows(name):
        return _unseen_several(key, titles, usual)
    keep(key, several_of(titles))
    chosen: list[str] = st.multiselect(
        label,
        list(titles),
        default=list(usual),
        format_func=titles.__getitem__,
        key=key,
        bind="query-params",
        help=words,
    )
    return tuple(chosen)


def _unseen_several(key: str, titles: Mapping[str, str], usual: Sequence[str]) -> tuple[str, ...]:
    """What the session or the address says of several choices that are not on screen."""
    by_title = {title: each for each, title in titles.items()}
    linked = [by_title[text] for text in st.query_params.get_all(key) if text in by_title]
    kept = [each for each in st.session_state.get(key, ()) if each in titles]
    return tuple(kept or linked or usual)


def choose_share(name: str, label: str, usual: float, words: str) -> float:
    """Draw a slider from 0 to 1."""
    key, fits = f"{PAGE}.{name}", between(0.0, 1.0)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    return float(
        st.slider(label, 0.0, 1.0, usual, 0.05, key=key, bind="query-params", help=words or None)
    )


def choose_number(name: str, label: str, limits: tuple[int, int], usual: int, words: str) -> int:
    """Draw a slider over whole numbers."""
    key, fits = f"{PAGE}.{name}", between(*limits)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    low, high = limits
    return int(st.slider(label, low, high, usual, key=key, bind="query-params", help=words))


def more() -> Any:
    """Where rare controls go: folded away, but in a lecture beside the others."""
    return st.container() if lecture.present() is not None else st.expander("More")


def explain(shelf: Mapping[str, Any], keys: Sequence[str] | Mapping[str, Any] | None = None) -> str:
    """Each entry with its explanation, for the help of a control."""
    chosen: Callable[[str], bool] = (lambda _: True) if keys is None else keys.__contains__
    return "\n".join(
        f"- **{entry.title}**: {entry.explanation}" for key, entry in shelf.items() if chosen(key)
    )
