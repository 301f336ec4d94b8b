"""Saving in the background, a moment after each change."""

import atexit
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from belieflab.errors import DataError
from belieflab.ui.shell import failures
from belieflab.ui.shell.store import limits, record
from belieflab.ui.shell.store.disk import Disk
from belieflab.ui.shell.store.record import Hashes, SavedSession

UNFORESEEN = (
    "Something went wrong while saving. The server's log has the details under the id {id}."
)


@dataclass
class Saved:
    """How the saving of one workspace stands: when it was last saved, or why it could not be."""

    hashes: Hashes = field(default_factory=Hashes)
    when: float | None = None
    problem: str = ""


class Saver:
    """One thread that writes to disk what was handed to it."""

    def __init__(self, disk: Callable[[], Disk]) -> None:
        self._disk = disk
        self._waiting: dict[str, tuple[float, SavedSession, Saved]] = {}
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, name: str, snapshot: SavedSession, saved: Saved) -> None:
        """Save this in a moment, unless it is replaced before; returns at once."""
        with self._changed:
            due = time.monotonic() + limits.SAVE_AFTER
            due = min(due, self._waiting[name][0]) if name in self._waiting else due
            self._waiting[name] = (due, snapshot, saved)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="saving", daemon=True)
                self._thread.start()
                atexit.register(self.flush)
            self._changed.notify()

    def flush(self) -> None:
        """Save now what waits."""
        with self._writing:
            with self._changed:
                waiting, self._waiting = self._waiting, {}
            for name, (_, snapshot, saved) in waiting.items():
                self._write(name, snapshot, saved)

    def forget(self, names: Iterable[str], *, everything: bool = False) -> None:
        """Drop what waits, and delete what is on disk; of `everything` also what was put aside."""
        names = list(names)
        with self._writing:
            with self._changed:
                for name in names:
                    self._waiting.pop(name, None)
            self._disk().forget(names)
            if everything:
                self._disk().forget_damaged()

    def prune(self) -> None:
        """Delete what is too old, in a thread: the page that is drawn first does not wait."""

        def work() -> None:
            try:
                with self._writing:
                    self._disk().prune()
            except Exception as error:
                failures.log(error)

        threading.Thread(target=work, name="pruning", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                left = min(due for due, _, _ in self._waiting.values()) - time.monotonic()
            if left > 0:
                time.sleep(left)
            self.flush()

    def _write(self, name: str, snapshot: SavedSession, saved: Saved) -> None:
        try:
            content, blocks = record.write(snapshot, saved.hashes)
            self._disk().save(name, content, blocks, lambda hash_: record.pack(blocks[hash_]))
            saved.when, saved.problem = time.time(), ""
        except DataError as error:
            saved.problem = str(error)
        except Exception as error:  # the one thread goes on: it saves all sessions
            saved.problem = UNFORESEEN.format(id=failures.log(error))
