"""What the pages' own controls show, gathered for the workspace file and put back from it.

A page names its controls `<page>.<name>` and says of each that is a setting, in the line before
it is drawn, what it can hold: `method.controls` does so for every parameter.

Nothing else can be set by a file. Its settings wait until their control is drawn, because only
then is it known what fits: the axes of these data, the classes of these labels.
"""

import math
import re
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell.old_names import current_names
from belieflab.ui.shell.text import plain

MAX_SETTINGS = 500
LONGEST_TEXT = 20_000
LONGEST_LIST = 500
LARGEST_NUMBER = 10**18
_KEY = re.compile(r"[a-z]+(\.[\w-]+)+")
_NOT_PAGES = ("shell.", "card.")
KEPT, WAITING = "shell.kept_settings", "shell.waiting_settings"
_LATEST = "shell.latest_settings"

Fits = Callable[[Any], bool]


def keep(key: str, fits: Fits, convert: Callable[[Any], Any] | None = None) -> None:
    """Count the control that is drawn next among the settings of its page.

    A value that waits from an opened file goes into the control when it fits, or what `convert`
    makes of it does; otherwise a passing note says that it was left out.
    """
    session = st.session_state
    session[KEPT] = session.get(KEPT, frozenset()) | {key}
    waiting: dict[str, Any] = session.get(WAITING, {})
    if key not in waiting:
        return
    value = waiting.pop(key)
    if not fits(value) and isinstance(value, (str, list)) and convert is not None:
        with suppress(DataError):
            value = convert(value)
    if fits(value):
        session[key] = list(value) if isinstance(value, tuple) else value
    else:
        st.toast(
            plain(f"The file sets {key} to {_short(value)}, which does not fit; it was left out."),
            icon=":material/info:",
        )


def gather(session: Mapping[Any, Any]) -> dict[str, Any]:
    """The settings of all pages in this browser session, by key; those that still wait too."""
    kept = {key: session[key] for key in session.get(KEPT, ()) if key in session}
    together = kept | dict(session.get(WAITING, {}))
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in sorted(together.items())
        if _is_setting(key, value)
    }


@dataclass
class Latest:
    """The settings when a page was last drawn; a download reads them when it is clicked."""

    settings: dict[str, Any] = field(default_factory=dict)


def latest(session: MutableMapping[Any, Any]) -> Latest:
    """The one holder of this browser session."""
    holder: Latest = session.setdefault(_LATEST, Latest())
    return holder


def remember(session: MutableMapping[Any, Any]) -> None:
    """Gather the settings once the page is drawn: before that its new controls hold nothing."""
    latest(session).settings = gather(session)


def put_back(session: MutableMapping[Any, Any], settings: Mapping[str, Any]) -> None:
    """Let these settings wait for the controls they belong to."""
    session[WAITING] = dict(settings)


def wait_too(session: MutableMapping[Any, Any], settings: Mapping[str, Any]) -> None:
    """Let these settings wait as well, as those of a lesson's step do."""
    session[WAITING] = dict(session.get(WAITING, {})) | dict(settings)


def checked_page_settings(settings: Any) -> dict[str, Any]:
    """The settings of a workspace file; what no control can hold is left out."""
    if settings is None:
        return {}
    if not isinstance(settings, dict) or len(settings) > MAX_SETTINGS:
        raise DataError("The settings in the workspace file are not a short list of values.")
    kept = {key: value for key, value in settings.items() if _is_setting(key, value)}
    return current_names(kept)


def _is_setting(key: object, value: object) -> bool:
    named = isinstance(key, str) and _KEY.fullmatch(key) and not key.startswith(_NOT_PAGES)
    return bool(named) and can_be_set(value)


def can_be_set(value: object) -> bool:
    """Whether a value of a file may be that of a setting: a short text or number, or a few."""
    if isinstance(value, (list, tuple)):
        return len(value) <= LONGEST_LIST and all(map(_is_plain, value))
    return _is_plain(value)


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, int):
        return abs(value) <= LARGEST_NUMBER  # beyond, it is no float and cannot be compared
    return isinstance(value, float) and math.isfinite(value)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"
