"""Work whose browser is gone ends: runs are stopped, and what computes ahead leaves."""

import threading
import time
import weakref
from collections.abc import Callable, MutableMapping
from typing import Any, Protocol

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from belieflab.iteration import Stopped

WATCH_SECONDS = 5.0
GONE_SECONDS = 30.0
"""How long a session may be without a connection before its runs are stopped."""

AGAIN_SECONDS, AGAIN_BYTES = 10.0, 1_000_000
"""What a page begins by itself within so many estimated seconds goes soon after the browser, where
its result is larger than this: for a browser that comes back it begins again."""


class Watched(Protocol):
    """A run: whether it is at work, and how to end that."""

    @property
    def running(self) -> bool:
        """Whether it is at work and nobody has asked it to stop."""

    def stop(self) -> None:
        """Ask the work to end at once."""


def leaver() -> Callable[[], None]:
    """What a thread may call again and again: it ends where the browser of this session is gone."""
    context = get_script_run_ctx()
    name = "" if context is None else context.session_id

    def check() -> None:
        try:
            is_here = runtime.get_instance().is_active_session(name)
        except RuntimeError:
            return  # there is no server: the page runs in process
        if not is_here:
            raise Stopped

    return check


def drop_what_begins_again(own: MutableMapping[str, Any]) -> None:
    """Stop and drop those runs of a departed session that a browser would begin by coming back."""
    for key, run in list(own.items()):
        large = run.finished and sum(run.parts.values()) > AGAIN_BYTES
        if 0.0 < run.begins_within <= AGAIN_SECONDS and (large or run.running):
            del own[key]
            run.stop()


class Watch:
    """Stops the runs of sessions that have lost their browser for longer than a reload takes."""

    def __init__(self) -> None:
        self._sessions: weakref.WeakKeyDictionary[Watched, str] = weakref.WeakKeyDictionary()
        self._last_seen: dict[str, float] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def add(self, run: Watched, session: str) -> None:
        """Watch a run until it ends."""
        with self._lock:
            self._sessions[run] = session
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_again_and_again, daemon=True)
                self._thread.start()

    def look(self, now: float, is_connected: Callable[[str], bool]) -> None:
        """Stop every run whose session has not been connected for too long."""
        with self._lock:
            sessions = {run: name for run, name in self._sessions.items() if run.running}
        for name in set(sessions.values()):
            if is_connected(name):
                self._last_seen[name] = now
        self._last_seen = {name: self._last_seen.get(name, now) for name in set(sessions.values())}
        for run, name in sessions.items():
            if now - self._last_seen[name] > GONE_SECONDS:
                run.stop()

    def _look_again_and_again(self) -> None:
        while True:
            time.sleep(WATCH_SECONDS)
            if runtime.exists():
                self.look(time.monotonic(), runtime.get_instance().is_active_session)


WATCH = Watch()
