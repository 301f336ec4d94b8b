"""The SQLite file that the app and the students' server share."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WAIT = 10.0
_LAYOUT = """
CREATE TABLE IF NOT EXISTS session (
    code TEXT PRIMARY KEY, opened REAL NOT NULL, closed REAL, admission INTEGER NOT NULL,
    sheet TEXT NOT NULL, questions TEXT NOT NULL, asked TEXT NOT NULL, teacher TEXT NOT NULL,
    points BLOB NOT NULL, revealed TEXT
);
CREATE TABLE IF NOT EXISTS student (
    number INTEGER PRIMARY KEY, code TEXT NOT NULL REFERENCES session, token TEXT NOT NULL,
    device INTEGER NOT NULL, person INTEGER NOT NULL, state TEXT NOT NULL, address TEXT NOT NULL,
    kind TEXT NOT NULL, seen REAL NOT NULL, UNIQUE (code, token)
);
CREATE TABLE IF NOT EXISTS question (
    student INTEGER NOT NULL REFERENCES student, nth INTEGER NOT NULL, object INTEGER NOT NULL,
    class INTEGER, doubt REAL, members TEXT, PRIMARY KEY (student, nth)
) WITHOUT ROWID;
"""


class Database:
    """Reads and writes of two processes, one writer at a time.

    Connections are kept for the next use: opening one takes longer than most queries. Safe between
    threads.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[sqlite3.Connection] = []
        with self.read() as base:
            base.execute("PRAGMA journal_mode = WAL")
            base.executescript(_LAYOUT)

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection for looking, which nobody else has at the same time."""
        try:
            base = self._idle.pop()
        except IndexError:
            base = self._connect()
        try:
            yield base
        except BaseException:
            base.close()
            raise
        self._idle.append(base)

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other writer interrupts; closing the connection ends it."""
        with self.read() as base:
            base.execute("BEGIN IMMEDIATE")
            yield base
            base.commit()

    def close(self) -> None:
        """Let go of the file."""
        while self._idle:
            self._idle.pop().close()

    __del__ = close

    def _connect(self) -> sqlite3.Connection:
        base = sqlite3.connect(
            self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False
        )
        base.row_factory = sqlite3.Row
        # A lecture's file need not survive a power cut.
        base.execute("PRAGMA synchronous = OFF")
        return base


def number_of(base: sqlite3.Connection, query: str, *values: object) -> int:
    """The single number that a query gives."""
    return int(base.execute(query, values).fetchone()[0])
