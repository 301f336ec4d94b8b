"""The controls of a page: bound to the address, kept, and in force where a lecture hides them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

import streamlit as st

from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of, values_of
from belieflab.ui.shell.page_settings import (
    Fits,
    between,
    is_switch,
    is_text,
    keep,
    one_of,
    several_of,
)

Number = TypeVar("Number", int, float)
Titles = Mapping[str, str]
"""Keys and what stands on the screen for them."""


@dataclass(frozen=True)
class Controls:
    """The controls of one page; each has the key `<page>.<name>`, in the session and the address.

    `words` are the help of a control. A lecture draws those that it names, by their own name or
    by `shown_as`. What else a widget takes (`width`, `disabled`) is handed on to it.
    """

    page: str
    rare: bool = False
    """Whether a lecture draws none of them, named or not."""

    def choose_one(
        self,
        name: str,
        label: str,
        options: Titles | Sequence[str],
        words: str = "",
        usual: str | None = None,
        form: Literal["list", "segments", "scale"] = "list",
        **given: Any,
    ) -> str:
        """Draw the choice of one option; it begins with the usual one, or else the first."""
        titles = options if isinstance(options, Mapping) else {each: each for each in options}
        keys = list(titles)
        usual = keys[0] if usual is None or usual not in titles else usual
        draw: Callable[..., Any] = {
            "list": partial(st.selectbox, index=keys.index(usual)),
            "segments": partial(st.segmented_control, default=usual, required=True),
            "scale": partial(st.select_slider, value=usual),
        }[form]
        draw = partial(draw, label, keys, format_func=titles.__getitem__)
        written = {title: key for key, title in titles.items()}
        return str(self._draw(name, usual, one_of(keys), draw, words, written=written, **given))

    def choose_several(
        self, name: str, label: str, titles: Titles, usual: Sequence[str], words: str = ""
    ) -> tuple[str, ...]:
        """Draw the choice of several keys by their titles."""
        if not self._shows(name):
            return values_of(f"{self.page}.{name}", usual, titles)
        draw = partial(st.multiselect, label, list(titles), default=list(usual))
        draw = partial(draw, format_func=titles.__getitem__)
        return tuple(self._draw(name, usual, several_of(titles), draw, words))

    def choose_number(
        self,
        name: str,
        label: str,
        limits: tuple[Number, Number],
        usual: Number,
        words: str = "",
        step: Number | None = None,
        form: Literal["slider", "field"] = "slider",
        **given: Any,
    ) -> Number:
        """Draw the choice of a number, whole or real as its limits; equal limits leave none."""
        low, high = limits
        widget: Callable[..., Any] = st.slider if form == "slider" else st.number_input
        draw = partial(widget, label, low, high, usual, step) if low < high else lambda **_: low
        chosen: Number = self._draw(name, usual, between(low, high), draw, words, **given)
        return chosen

    def switch(self, name: str, label: str, words: str = "", usual: bool = False) -> bool:
        """Draw a switch."""
        return bool(self._draw(name, usual, is_switch, partial(st.toggle, label, usual), words))

    def write(self, name: str, label: str, usual: str, words: str = "") -> str:
        """Draw a line of text."""
        return str(self._draw(name, usual, is_text, partial(st.text_input, label, usual), words))

    def _draw(
        self,
        name: str,
        usual: Any,
        fits: Fits,
        draw: Callable[..., Any],
        words: str,
        *,
        shown_as: str = "",
        written: Mapping[str, str] | None = None,
        **given: Any,
    ) -> Any:
        """What the control holds, on screen or not; what does not fit any more is forgotten."""
        key = f"{self.page}.{name}"
        if not self._shows(shown_as or name):
            return value_of(key, usual, fits, written)
        keep(key, fits)
        if key in st.session_state and not fits(st.session_state[key]):
            del st.session_state[key]
        return draw(key=key, bind="query-params", help=words or None, **given)

    def _shows(self, name: str) -> bool:
        return lecture.present() is None if self.rare else lecture.shows(name)


def more() -> Any:
    """Where rare controls go: folded away, but in a lecture beside the others."""
    return st.container() if lecture.present() is not None else st.expander("More")


def explain(shelf: Mapping[str, Any], keys: Collection[str] | None = None) -> str:
    """Each entry with its explanation, for the help of a control."""
    return "\n".join(
        f"- **{entry.title}**: {entry.explanation}"
        for key, entry in shelf.items()
        if keys is None or key in keys
    )
