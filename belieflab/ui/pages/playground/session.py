"""The playground in the browser session: what it is now, what it was, and the address bar."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.page_settings import is_text, keep
from belieflab.ui.shell.playground_link import KEYS, read_link, write_link
from belieflab.ui.shell.playground_presets import FIRST, PRESETS
from belieflab.ui.shell.playground_state import Playground
from belieflab.ui.shell.text import plain

UNDO_DEPTH = 50
_WRITTEN = "playground_written"
_KEY = "playground"
_LINK = "playground.link"
"""The link's text among the settings of this page, so that a workspace file restores it."""


class Session:
    """The present playground and the ones before it; changed in callbacks only."""

    def __init__(self, playground: Playground) -> None:
        self._history = [playground]
        self._opened = playground

    @property
    def link(self) -> dict[str, str]:
        """The query parameters of what the page shows now."""
        return write_link(self.playground)

    @property
    def playground(self) -> Playground:
        """What the page shows now."""
        return self._history[-1]

    @property
    def can_undo(self) -> bool:
        """Whether something was changed."""
        return len(self._history) > 1

    @property
    def can_reset(self) -> bool:
        """Whether the page differs from what was opened last."""
        return self.playground != self._opened

    def change(self, playground: Playground) -> None:
        """Take a changed playground; the one before can be had back."""
        if playground != self.playground:
            self._history.append(playground)
            del self._history[: -UNDO_DEPTH - 1]

    def open(self, playground: Playground) -> None:
        """Take an example or a link; a reset comes back here."""
        self.change(playground)
        self._opened = playground

    def undo(self) -> None:
        """Go back one change."""
        if self.can_undo:
            self._history.pop()

    def reset(self) -> None:
        """Go back to what was opened last; this too can be undone."""
        self.change(self._opened)


def enter_playground() -> Session:
    """The session's playground after the address bar was read, which then says what is shown.

    The bar is read when it says something that was not written here: a link, a story, a bookmark.
    The same holds for the text that an opened workspace file puts among the page's settings.
    """
    keep(_LINK, is_text)
    written: dict[str, str] = st.session_state.get(_WRITTEN, {})
    params = {key: st.query_params[key] for key in KEYS if key in st.query_params}
    saved = dict(parse_qsl(st.session_state.get(_LINK, "")))
    asked = params if params and params != written else saved if saved != written else {}
    linked = _read_or_say(asked)
    session: Session | None = st.session_state.get(_KEY)
    if session is None:
        session = Session(linked or PRESETS[FIRST].playground)
        st.session_state[_KEY] = session
    elif linked is not None:
        session.open(linked)
    _write_address(session.link)
    return session


def _read_or_say(params: Mapping[str, str]) -> Playground | None:
    try:
        return read_link(params)
    except DataError as error:
        st.error(plain(str(error)), icon=":material/link_off:")
        return None


def _write_address(link: dict[str, str]) -> None:
    st.session_state[_WRITTEN] = link
    st.session_state[_LINK] = urlencode(link)
    for key in KEYS:
        if key in link:
            if st.query_params.get(key) != link[key]:
                st.query_params[key] = link[key]
        elif key in st.query_params:
            del st.query_params[key]


def changing(session: Session, edit: Callable[..., Playground]) -> Callable[..., None]:
    """A widget callback that puts `edit`'s outcome on the playground, or says why it cannot."""

    def callback(*args: Any) -> None:
        session.change(edit(*args))

    return guarded(callback)
