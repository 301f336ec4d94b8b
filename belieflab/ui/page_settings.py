"""What the pages' own controls show, gathered for the workspace file and put back from it.

A page names its controls `<page>.<name>`. Texts, numbers and lists of them are settings; a
switch is one only when its page says so (`keep`), because a button's key also holds a bool
and may not be set.
"""

import math
import re
from collections.abc import Mapping, MutableMapping
from typing import Any

from belieflab.errors import DataError

MOST_SETTINGS = 500
LONGEST_TEXT = 2_000
LONGEST_LIST = 500
_KEY = re.compile(r"[a-z]+(\.[\w-]+)+")
_NOT_PAGES = ("shell.", "card.")
_KEPT_SWITCHES = "shell.kept_switches"


def keep(session: MutableMapping[Any, Any], *keys: str) -> None:
    """Count these switches of a page among its settings."""
    session[_KEPT_SWITCHES] = set(session.get(_KEPT_SWITCHES, ())) | set(keys)


def gather(session: Mapping[Any, Any]) -> dict[str, Any]:
    """The settings of all pages in this browser session, by key."""
    switches = session.get(_KEPT_SWITCHES, ())
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in sorted(session.items(), key=lambda item: str(item[0]))
        if _is_setting(key, value) and (not isinstance(value, bool) or key in switches)
    }


def put_back(session: MutableMapping[Any, Any], settings: Mapping[str, Any]) -> None:
    """Make the controls show these settings when they are drawn next."""
    session.update(settings)


def checked_page_settings(settings: Any) -> dict[str, Any]:
    """The settings of a workspace file; what no control can hold is left out."""
    if settings is None:
        return {}
    if not isinstance(settings, dict) or len(settings) > MOST_SETTINGS:
        raise DataError("The settings in the workspace file are not a short list of values.")
    return {key: value for key, value in settings.items() if _is_setting(key, value)}


def _is_setting(key: object, value: object) -> bool:
    named = isinstance(key, str) and _KEY.fullmatch(key) and not key.startswith(_NOT_PAGES)
    if isinstance(value, (list, tuple)):
        return bool(named) and len(value) <= LONGEST_LIST and all(map(_is_plain, value))
    return bool(named) and _is_plain(value)


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return isinstance(value, (bool, int, float)) and math.isfinite(value)
