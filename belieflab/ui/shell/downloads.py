"""A file that is made when its button is clicked can be had at any moment, while the page runs too.

Streamlit gives such a button a new id in every run and forgets the id on screen when that run or
one of another session ends, also when it was broken off before it drew the button: a click then
finds nothing until the browser has the new id. Here a button keeps its id from run to run, and an
id that no run has drawn is forgotten a minute later, or with its session or its browser.
"""

import time
from collections.abc import Callable
from typing import Any

from streamlit import runtime
from streamlit.runtime.media_file_manager import MediaFileManager

GRACE_SECONDS = 60.0
_add = MediaFileManager.add_deferred
_undrawn: dict[str, float] = {}
"""Since when the button of an id has not been drawn."""


def _add_with_lasting_id(
    manager: MediaFileManager,
    data_callable: Callable[[], Any],
    mimetype: str | None,
    coordinates: str,
    file_name: str | None = None,
    *,
    element_id: str = "",
) -> str:
    new = _add(manager, data_callable, mimetype, coordinates, file_name, element_id=element_id)
    with manager._lock:
        known, entry = manager._deferred_callables, manager._deferred_callables[new]
        session = entry["session_id"]
        others = manager._deferred_ids_by_session[session] - {new}
        same = (each for each in others if element_id and known[each]["element_id"] == element_id)
        kept = next(same, None)
        if kept is None:
            return new
        manager._drop_deferred_id(new)
        known[kept] = entry
        manager._files_by_session_and_coord[session][coordinates] = kept
        _undrawn.pop(kept, None)
        return kept


def _forget_undrawn(manager: MediaFileManager) -> None:
    drawn = {
        each for kept in manager._files_by_session_and_coord.values() for each in kept.values()
    }
    now, known = time.monotonic(), manager._deferred_callables
    for file_id in [each for each in known if each not in drawn]:
        since = _undrawn.setdefault(file_id, now)
        if now - since > GRACE_SECONDS or not _is_open(known[file_id]["session_id"]):
            manager._drop_deferred_id(file_id)
    for file_id in [each for each in _undrawn if each not in known or each in drawn]:
        del _undrawn[file_id]


def forget_session(manager: Any, session: str) -> None:
    """Drop at once what the buttons of a session would make files of: that holds its results."""
    with manager._lock:
        for file_id in list(manager._deferred_ids_by_session.get(session, ())):
            manager._drop_deferred_id(file_id)
    manager.clear_session_refs(session)
    manager.remove_orphaned_files()


def _is_open(session: str) -> bool:
    """Whether the session has not been closed; a browser that is gone may come back."""
    if not runtime.exists():
        return False
    sessions = runtime.get_instance()._session_mgr.list_sessions()
    return any(each.session.id == session for each in sessions)


def keep_clickable() -> None:
    """Let the buttons of every session keep their ids."""
    manager: Any = MediaFileManager
    manager.add_deferred = _add_with_lasting_id
    manager._remove_orphaned_deferred_callables = _forget_undrawn
