"""What a server keeps of sessions whose browser has gone, and for how long.

Streamlit keeps up to 128 disconnected sessions with all they hold, and drops the oldest without
closing them. Here a session without a connection first loses what can be computed again (results
that follow the controls, drawn charts, fragments, what its buttons would call and the files they
would make, and the large results of runs that begin by themselves) and the uploads that its page
does not show; a browser that comes back has its page run again at once. Later the session is
closed: after five minutes where it holds much, after an hour where it holds little, sooner where
there are too many.

This reaches into Streamlit where nothing public does: tests/ui/shell/test_departed.py looks at a
real server.
"""

import ctypes
import gc
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from streamlit import runtime

from belieflab.answers import array_bytes
from belieflab.ui.shell.downloads import forget_session
from belieflab.ui.shell.session import let_go
from belieflab.ui.shell.uploads import forget_left, held_bytes

LOOK_SECONDS = 2.0
STRIP_SECONDS = 10.0
"""How long a session may be without a connection before it loses what can be computed again."""

MAX_WHOLE = 4
"""How many of those may still hold it; where more have gone, the oldest lose it at once."""

LARGE_BYTES = 10_000_000
LARGE_SECONDS = 5 * 60.0
SMALL_SECONDS = 60 * 60.0
"""How long a session without a connection is kept, by the size of the arrays and files it holds."""

MAX_KEPT = 100
"""Sessions without a connection; the oldest are closed first."""

MAX_POOLS = 2
_M_ARENA_MAX = -8  # of malloc.h

THOROUGH_SECONDS = 60.0
"""How often all objects are searched for garbage of closed sessions: that takes 0.2 s."""

_DERIVED = (".memory", "charts.kept", ".graph")
"""How the keys of what can be computed again end."""


class Departures:
    """The sessions without a connection: since when, how large, and which have been stripped.

    `look` belongs on the event loop of the server: there no session connects meanwhile.
    """

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._bytes: dict[str, int] = {}

    def look(self, server: Any, now: float) -> int:
        """Strip and close what is due, and run pages again that came back; how many changed."""
        sessions = {each.session.id: each.session for each in _sessions(server)}
        gone = {name for name in sessions if not server.is_active_session(name)}
        returned = (self._bytes.keys() & sessions.keys()) - gone
        for name in returned:
            self.welcome(sessions[name])
        self._since = {name: self._since.get(name, now) for name in gone}
        self._bytes = {name: size for name, size in self._bytes.items() if name in gone}
        away = {name: now - since for name, since in self._since.items()}
        whole = enumerate(sorted(gone - self._bytes.keys(), key=away.__getitem__))
        due = [name for at, name in whole if at >= MAX_WHOLE or away[name] >= STRIP_SECONDS]
        stay = sessions.keys() - self._bytes.keys() - set(due)
        others = [sessions[name].session_state for name in stay]
        for name in due:
            self._bytes[name] = strip(sessions[name], others)
            forget_session(server.media_file_mgr, name)
            forget_left(server, sessions[name], after=0.0)
        for name in sessions.keys() - gone:
            forget_left(server, sessions[name])
        ended = set(self._expired(server, away))
        for name in ended:
            server.close_session(name)
        return len(due) + len(ended)

    def welcome(self, session: Any) -> None:
        """Run the page of a session that came back again, where something of it is gone."""
        if self._bytes.pop(session.id, None) is not None:
            session.request_rerun(session._client_state)

    def _expired(self, server: Any, away: dict[str, float]) -> Iterable[str]:
        for name, arrays in self._bytes.items():
            size = arrays + held_bytes(server, name)  # an upload may end after its page has gone
            if away[name] >= (LARGE_SECONDS if size > LARGE_BYTES else SMALL_SECONDS):
                yield name
        longest_first = sorted(self._bytes, key=away.__getitem__, reverse=True)
        yield from longest_first[: max(len(away) - MAX_KEPT, 0)]


def strip(session: Any, others: Sequence[Any]) -> int:
    """Drop what can be computed again, unless the session of a reloaded page has taken it over.

    Returns the bytes of the arrays that stay. `others` are the states of sessions to be left whole.
    """
    state = session.session_state
    kept = state.filtered_state
    for key in [key for key in kept if isinstance(key, str) and key.endswith(_DERIVED)]:
        with suppress(KeyError):
            del state[key]
    let_go(kept, others)
    session._fragment_storage.clear()
    if session._scriptrunner is None:
        _forget_widgets(state._new_widget_state)
    return array_bytes(list(state.filtered_state.values()))


def _forget_widgets(widgets: Any) -> None:
    """Keep the values of the widgets, not what they would call: that holds results and figures."""
    for name in list(widgets):
        widgets.get(name)  # a value that came from the browser is read while it is known how
    widgets.widget_metadata.clear()


def _sessions(server: Any) -> list[Any]:
    return list(server._session_mgr.list_sessions())


def _watch_returns(server: Any, departures: Departures) -> None:
    """Have the page of a browser that comes back run before it can press a button."""
    connect = server.connect_session

    def connect_and_run(*args: Any, **named: Any) -> str:
        name: str = connect(*args, **named)
        info = server._session_mgr.get_session_info(name)
        if info is not None:
            departures.welcome(info.session)
        return name

    server.connect_session = connect_and_run


def _look_again_and_again() -> None:
    departures, changed = Departures(), [0]
    waiting, searched = False, time.monotonic()

    def look(server: Any) -> None:
        changed[0] += departures.look(server, time.monotonic())

    _watch_returns(runtime.get_instance(), departures)
    while True:
        time.sleep(LOOK_SECONDS)
        with suppress(RuntimeError):  # the server is starting or ending
            server = runtime.get_instance()
            server._get_async_objs().eventloop.call_soon_threadsafe(look, server)
        if changed[0]:
            changed[0], waiting = 0, True
            give_back()
        if waiting and time.monotonic() - searched >= THOROUGH_SECONDS:
            waiting, searched = False, time.monotonic()
            give_back(thoroughly=True)


def give_back(thoroughly: bool = False) -> None:
    """Return freed memory to the system, where the C library can.

    Sessions that were there while the kernels were made ready have left the search for garbage
    with them (`warmup`): looked at thoroughly, they too are found.
    """
    frozen = thoroughly and gc.get_freeze_count()
    if frozen:
        gc.unfreeze()
    gc.collect()
    if frozen:
        gc.freeze()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def share_pools() -> None:
    """Have all threads take memory from few pools, where the C library can.

    Every run of a page is a thread; with a pool each, a block that stays keeps a whole pool.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, MAX_POOLS)


_lock = threading.Lock()
_threads: list[threading.Thread] = []


def start() -> None:
    """Begin to look after departed sessions, once per process; nothing happens in tests."""
    with _lock:
        if not _threads and runtime.exists():
            thread = threading.Thread(target=_look_again_and_again, name="departed", daemon=True)
            _threads.append(thread)
            share_pools()
            thread.start()
