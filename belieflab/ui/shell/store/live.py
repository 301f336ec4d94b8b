"""The workspaces that are open on this server, also for a while after their connection ended."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from streamlit import runtime

from belieflab.answers import array_bytes
from belieflab.ui.shell.departed import STRIP_SECONDS
from belieflab.ui.shell.page_settings import Latest
from belieflab.ui.shell.session import let_go
from belieflab.ui.shell.state import bytes_held
from belieflab.ui.shell.store import limits
from belieflab.ui.shell.store.record import SavedSession
from belieflab.ui.shell.store.saving import Saved
from belieflab.ui.shell.workspace import Workspace

LOOK_SECONDS = 10.0


@dataclass
class Open:
    """A workspace, the session it is open in, and what else of the session a reload takes over."""

    workspace: Workspace
    session_id: str
    latest: Latest
    on_disk: bool = False
    values: dict[str, Any] = field(default_factory=dict)
    saved: Saved = field(default_factory=Saved)
    seen: float = field(default_factory=time.monotonic)
    changed: float = field(default_factory=time.time)
    address: dict[str, str] = field(default_factory=dict)
    held: int | None = None
    """Bytes of all of it, counted once after its connection has ended."""

    def snapshot(self) -> SavedSession:
        """What of it is saved, as it is now."""
        workspace, settings, address = self.workspace, self.latest.settings, self.address
        pins = {page: list(kept) for page, kept in workspace.pins.items()}
        return SavedSession(workspace.states, workspace.truth_hidden, pins, settings, address)

    def let_go(self) -> None:
        """Drop what can be computed again, and count what is left."""
        let_go(self.values)
        self.held = array_bytes((self.workspace.states, self.values))

    def empty(self) -> None:
        """Leave nothing of it behind in a session that the server has not closed yet."""
        self.workspace.empty()
        for value in self.values.values():
            if isinstance(value, dict):
                value.clear()

    @property
    def seconds_kept(self) -> float:
        """How long it stays here after its connection has ended."""
        kept = self.on_disk and not self.saved.problem
        return limits.LOCAL_SECONDS if kept else limits.PUBLIC_SECONDS


def is_connected(session_id: str) -> bool:
    """Whether the browser of a session is there."""
    return runtime.exists() and runtime.get_instance().is_active_session(session_id)


class Registry:
    """Open workspaces by name. A thread drops those whose connection ended too long ago."""

    def __init__(self, connected: Callable[[str], bool] = is_connected) -> None:
        self._open: dict[str, Open] = {}
        self._lock = threading.Lock()
        self._connected = connected
        self._thread: threading.Thread | None = None

    def add(self, name: str, entry: Open) -> None:
        """Keep an open workspace under that name."""
        with self._lock:
            self._open[name] = entry
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_again_and_again, daemon=True)
                self._thread.start()

    def find(self, name: str) -> Open | None:
        """The workspace of that name, if it is here."""
        return self._open.get(name)

    def is_elsewhere(self, entry: Open, session_id: str) -> bool:
        """Whether the workspace is open in the browser of another session."""
        return entry.session_id != session_id and self._connected(entry.session_id)

    def forget(self, names: Iterable[str]) -> None:
        """Drop these workspaces."""
        with self._lock:
            for name in names:
                self._open.pop(name, None)

    def look(self, now: float) -> None:
        """Drop what has been without a connection for too long, and the oldest of too much."""
        with self._lock:
            left: list[tuple[float, str]] = []
            for name, entry in list(self._open.items()):
                if self._connected(entry.session_id):
                    entry.seen, entry.held = now, None
                elif now - entry.seen > entry.seconds_kept:
                    self._drop(name)
                else:
                    left.append((entry.seen, name))
            held = 0
            for _, name in sorted(left, reverse=True):
                entry = self._open[name]
                if entry.held is None and now - entry.seen >= STRIP_SECONDS:
                    entry.let_go()
                held += bytes_held(entry.workspace.states) if entry.held is None else entry.held
                if held > limits.MAX_MEMORY_BYTES:
                    self._drop(name)

    def _drop(self, name: str) -> None:
        entry = self._open.pop(name)
        if not entry.on_disk:
            entry.empty()

    def _look_again_and_again(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.look(time.monotonic())
