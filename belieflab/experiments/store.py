"""Results on disk: an SQLite file that several processes may write and that survives a kill."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from belieflab.errors import DataError
from belieflab.experiments.cells import Result
from belieflab.experiments.rows import SELECT, read_rows, row_of
from belieflab.version import __version__

APPLICATION = 0x62656C66
"""Marks a file as ours in SQLite's header ("belf")."""

LAYOUT = 1
"""Number of the layout of the table, kept in SQLite's header."""

PATIENCE = 60.0
"""Seconds to wait for another process to finish writing."""

IN_MEMORY = ":memory:"

_TABLE = """
CREATE TABLE IF NOT EXISTS results (
    cell TEXT NOT NULL,
    replicate INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    task TEXT NOT NULL,
    parameters TEXT NOT NULL,
    cell_seed INTEGER NOT NULL,
    score REAL,
    iterations REAL,
    seconds REAL NOT NULL,
    details TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (cell, replicate, seed)
) WITHOUT ROWID
"""

_RUNS = """
CREATE TABLE IF NOT EXISTS runs (
    seed INTEGER NOT NULL,
    computed INTEGER NOT NULL,
    total INTEGER NOT NULL,
    workers TEXT NOT NULL,
    seconds REAL NOT NULL
)
"""

_INSERT = "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

Answer = TypeVar("Answer")


class DamagedStore(DataError):
    """The sentence about a file that was cut off, or holds what no run has written."""


class RunNote(NamedTuple):
    """One run: its seed, how much of the whole it computed, with what, and the time it took."""

    seed: int
    computed: int
    total: int
    workers: str
    seconds: float


class ResultStore:
    """One row per cell, replicate and seed: parameters, score, iterations and time.

    Every row is in the file when `add` returns. A row that is there already stays as it is: the
    seed makes a second computation give the same numbers. Several threads may use it, and one of
    them close it.

    Parameters
    ----------
    path : the file, made when it does not exist; ":memory:" keeps everything in memory
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path if path == IN_MEMORY else Path(path)
        if isinstance(self.path, Path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock, self._closed = threading.Lock(), False
        with self._explained():
            # A page may close in another thread what it opened in this one.
            self._base = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._open()
            except BaseException:
                self._base.close()
                raise

    def add(self, results: Iterable[Result]) -> None:
        """Keep finished jobs; all of them or, when the process dies here, none."""
        rows = [row_of(result) for result in results]
        with self._explained():
            self._base.execute("BEGIN IMMEDIATE")
            try:
                self._base.executemany(_INSERT, rows)
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def finished(self, seed: int) -> set[tuple[str, int]]:
        """(cell, replicate) of every row under this seed."""
        with self._explained():
            found = self._base.execute(
                "SELECT cell, replicate FROM results WHERE seed = ?", (seed,)
            )
            return set(found.fetchall())

    def read(self, seed: int, keys: Iterable[str] | None = None) -> list[Result]:
        """The rows under a seed, by cell and replicate; only those of the named cells if given."""
        with self._explained():
            rows = self._base.execute(
                f"{SELECT} WHERE seed = ? ORDER BY cell, replicate", (seed,)
            ).fetchall()
        wanted = None if keys is None else set(keys)
        return self._results(row for row in rows if wanted is None or row[-1] in wanted)

    def read_all(self) -> list[Result]:
        """The rows under all seeds that this version of belieflab computed; others are dropped."""
        with self._explained():
            self._base.execute("DELETE FROM results WHERE version != ?", (__version__,))
            return self._results(self._base.execute(SELECT).fetchall())

    def versions(self, seed: int) -> list[str]:
        """The versions of belieflab that computed the rows under a seed."""
        with self._explained():
            rows = self._base.execute(
                "SELECT DISTINCT version FROM results WHERE seed = ? ORDER BY version", (seed,)
            ).fetchall()
        return [version for (version,) in rows]

    def note_run(self, run: RunNote) -> None:
        """Remember how long a run took."""
        with self._explained():
            self._base.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", run)

    def runs(self, seed: int) -> list[RunNote]:
        """The runs under a seed, oldest first."""
        with self._explained():
            rows = self._base.execute("SELECT * FROM runs WHERE seed = ?", (seed,)).fetchall()
        return [RunNote(*row) for row in rows]

    def forget(self, seed: int, keys: Iterable[str]) -> None:
        """Drop the rows of these cells, so that they are computed anew."""
        with self._explained():
            self._base.executemany(
                "DELETE FROM results WHERE seed = ? AND cell = ?", [(seed, key) for key in keys]
            )

    def keep_only(self, seed: int, keys: Iterable[str]) -> None:
        """Drop the rows of all other cells and seeds, and make the file smaller."""
        self.forget(seed, {key for key, _ in self.finished(seed)} - set(keys))
        with self._explained():
            self._base.execute("DELETE FROM results WHERE seed != ?", (seed,))
            self._base.execute("VACUUM")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._closed = True
            self._base.close()

    def __enter__(self) -> "ResultStore":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- inside -----------------------------------------------------------------------------------

    def _open(self) -> None:
        """Recognise the file, or lay out a new one."""
        mark = int(self._ask("PRAGMA application_id"))
        tables = int(self._ask("SELECT count(*) FROM sqlite_master"))
        if mark == 0 and tables == 0:
            self._lay_out()
        elif mark != APPLICATION:
            raise DataError(
                f"{self.path} is a database of another program, not a file of results; "
                "name another file."
            )
        layout = int(self._ask("PRAGMA user_version"))
        if layout != LAYOUT:
            raise DataError(
                f"{self.path} has layout {layout} of the results, this version of belieflab knows "
                f"{LAYOUT}; name another file."
            )
        health = self._ask("PRAGMA quick_check(1)")
        if health != "ok":
            raise DamagedStore(_damaged(self.path, str(health)))
        # A killed process still loses nothing; waiting for the disk at every row took 5 ms each.
        self._base.execute("PRAGMA synchronous = NORMAL")

    def _lay_out(self) -> None:
        # Two processes may make the same file at once: the first one does, the other waits.
        _with_patience(lambda: self._ask("PRAGMA journal_mode = WAL"))
        self._base.execute("BEGIN IMMEDIATE")
        self._base.execute(_TABLE)
        self._base.execute(_RUNS)
        self._base.execute(f"PRAGMA application_id = {APPLICATION}")
        self._base.execute(f"PRAGMA user_version = {LAYOUT}")
        self._base.execute("COMMIT")

    def _results(self, rows: Iterable[tuple[Any, ...]]) -> list[Result]:
        try:
            return read_rows(rows)
        except (TypeError, ValueError, RecursionError) as error:
            raise DamagedStore(_damaged(self.path, "a row is no result")) from error

    def _ask(self, question: str) -> Any:
        return self._base.execute(question).fetchone()[0]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's errors as sentences; one thread at a time."""
        try:
            with self._lock:
                if self._closed:
                    raise DataError(f"{self.path} was closed: its results are not kept any more.")
                yield
        except sqlite3.OperationalError as error:
            raise DataError(f"{self.path} cannot be used: {error}.") from error
        except sqlite3.DatabaseError as error:
            raise DamagedStore(_damaged(self.path, str(error))) from error


def _damaged(path: object, reason: str) -> str:
    return (
        f"{path} is not a whole file of results (SQLite says: {reason}). It was cut off or is "
        "something else; move it away or name another file."
    )


def _with_patience(attempt: Callable[[], Answer]) -> Answer:
    """SQLite's own waiting does not cover a change of the journal."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
