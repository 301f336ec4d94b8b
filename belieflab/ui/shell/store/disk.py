"""Workspaces on disk: one SQLite file in the user's data folder.

A save is one transaction: after a kill in its middle the workspace is there as it was before. A
file that is damaged is put aside, and the next save begins a new one. A workspace that is deleted
takes the file of its results along.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from belieflab.errors import DataError
from belieflab.ui.shell.store import limits, result_files

FILE = "workspaces.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS workspace (name TEXT PRIMARY KEY, saved REAL, size INTEGER, record BLOB);
CREATE TABLE IF NOT EXISTS block (hash TEXT PRIMARY KEY, size INTEGER, content BLOB);
CREATE TABLE IF NOT EXISTS holds (name TEXT, hash TEXT, PRIMARY KEY (name, hash)) WITHOUT ROWID;
"""
_ORPHANS = "DELETE FROM block WHERE hash NOT IN (SELECT hash FROM holds)"
_TOTAL = "SELECT (SELECT total(size) FROM block) + (SELECT total(size) FROM workspace)"


@dataclass(frozen=True)
class StoredRecord:
    """A saved workspace: when it was saved, its JSON and what gives its blocks."""

    saved: float
    record: bytes
    block: Callable[[str], bytes]


class Disk:
    """The workspaces in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path = folder / FILE
        self._damaged = self.path.with_suffix(".damaged")

    def save(
        self,
        name: str,
        record: bytes,
        hashes: Iterable[str],
        pack: Callable[[str], bytes],
        now: float | None = None,
    ) -> None:
        """Keep a workspace; `pack` gives those of its blocks that are not there yet.

        A DataError says why it cannot be kept; what was kept of it before then stays.
        """
        now = time.time() if now is None else now
        wanted = sorted(set(hashes))
        with self._open(create=True) as base:
            new = {each: pack(each) for each in _missing(base, wanted)}
            with base:
                base.execute("BEGIN IMMEDIATE")
                # Another server may have deleted a block since.
                new |= {each: pack(each) for each in _missing(base, wanted) if each not in new}
                _write(base, name, now, record, wanted, new)
                _check_size(base, name)
                before = _names(base)
                _prune(base, name, now, result_files.sizes(self._folder))
                gone = before - _names(base)
            result_files.delete(self._folder, gone)

    def load(self, name: str) -> StoredRecord | None:
        """The workspace of that name; None where there is none."""
        if not self.path.exists():
            return None
        oldest = time.time() - limits.MAX_AGE
        with self._open() as base:
            query = "SELECT saved, record FROM workspace WHERE name = ? AND saved > ?"
            row = base.execute(query, (name, oldest)).fetchone()
        return None if row is None else StoredRecord(row[0], row[1], self._block)

    def forget(self, names: Iterable[str]) -> None:
        """Delete these workspaces, what only they hold, and their results."""
        names = list(names)
        result_files.delete(self._folder, names)
        if not self.path.exists():
            return
        with self._open() as base, base:
            for name in names:
                _delete(base, name)
            base.execute(_ORPHANS)

    def forget_damaged(self) -> None:
        """Delete the file that was put aside, whose workspaces nobody can tell apart."""
        with suppress(OSError):
            self._damaged.unlink()

    def prune(self, now: float | None = None) -> None:
        """Delete what is too old, when the server starts: nothing may be saved for long.

        What is wrong with the file is said where it is read.
        """
        oldest = (time.time() if now is None else now) - limits.MAX_AGE
        with suppress(OSError):
            if self._damaged.stat().st_mtime <= oldest:
                self._damaged.unlink()
        if self.path.exists():
            with suppress(sqlite3.Error), closing(sqlite3.connect(self.path)) as base, base:
                base.execute("PRAGMA secure_delete = ON")
                before = _names(base)
                _delete_older(base, oldest)
                base.execute(_ORPHANS)
                known = _names(base)
                result_files.delete(self._folder, before - known)
                result_files.delete_left(self._folder, known, oldest)

    def _block(self, hash_: str) -> bytes:
        with self._open() as base:
            row = base.execute("SELECT content FROM block WHERE hash = ?", (hash_,)).fetchone()
        if row is None:
            raise DataError("The saved workspace is damaged and cannot be opened.")
        content: bytes = row[0]
        return content

    @contextmanager
    def _open(self, create: bool = False) -> Iterator[sqlite3.Connection]:
        """The file; whatever is wrong with it becomes a DataError."""
        base: sqlite3.Connection | None = None
        try:
            if create:
                self._make_file()
            base = sqlite3.connect(self.path, timeout=5.0, isolation_level=None)
            base.execute("PRAGMA auto_vacuum = FULL")
            base.execute("PRAGMA secure_delete = ON")
            base.executescript(_TABLES)
            yield base
        except sqlite3.OperationalError as error:  # locked, full, not writable
            raise DataError(f"Workspaces cannot be saved or read now: {error}.") from error
        except sqlite3.DatabaseError as error:
            self._put_aside()
            raise DataError(
                "The file of saved workspaces was damaged. It was put aside, and a new one begun."
            ) from error
        except OSError as error:
            raise DataError(f"The data folder cannot be used: {error.strerror}.") from error
        finally:
            if base is not None:
                base.close()

    def _make_file(self) -> None:
        """Make folder and file so that nobody else on this computer can read them."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))

    def _put_aside(self) -> None:
        with suppress(OSError):
            self.path.replace(self._damaged)


def _names(base: sqlite3.Connection) -> set[str]:
    return {row[0] for row in base.execute("SELECT name FROM workspace")}


def _missing(base: sqlite3.Connection, wanted: list[str]) -> list[str]:
    known = {row[0] for row in base.execute("SELECT hash FROM block")}
    return [hash_ for hash_ in wanted if hash_ not in known]


def _write(
    base: sqlite3.Connection,
    name: str,
    now: float,
    record: bytes,
    wanted: list[str],
    new: Mapping[str, bytes],
) -> None:
    rows = [(hash_, len(content), content) for hash_, content in new.items()]
    base.executemany("INSERT OR IGNORE INTO block VALUES (?, ?, ?)", rows)
    base.execute(
        "INSERT OR REPLACE INTO workspace VALUES (?, ?, ?, ?)", (name, now, len(record), record)
    )
    base.execute("DELETE FROM holds WHERE name = ?", (name,))
    base.executemany("INSERT INTO holds VALUES (?, ?)", [(name, hash_) for hash_ in wanted])


def _check_size(base: sqlite3.Connection, name: str) -> None:
    query = "SELECT total(size) FROM block WHERE hash IN (SELECT hash FROM holds WHERE name = ?)"
    size = base.execute(query, (name,)).fetchone()[0]
    if size > limits.MAX_WORKSPACE_BYTES:
        raise DataError(
            f"The workspace takes {size / 1e6:,.0f} MB, more than the "
            f"{limits.MAX_WORKSPACE_BYTES / 1e6:,.0f} MB that are saved by themselves."
        )


def _prune(base: sqlite3.Connection, name: str, now: float, results: dict[str, int]) -> None:
    """Delete what is too old, and the oldest while there is too much; never this workspace.

    `results`: the bytes of the results that go with each.
    """
    _delete_older(base, now - limits.MAX_AGE)
    others = base.execute("SELECT name FROM workspace ORDER BY saved DESC").fetchall()
    for (each,) in others[limits.MAX_WORKSPACES :]:
        _delete(base, each)
    base.execute(_ORPHANS)
    results = {each: results.get(each, 0) for each in _names(base)}
    while base.execute(_TOTAL).fetchone()[0] + sum(results.values()) > limits.MAX_TOTAL_BYTES:
        query = "SELECT name FROM workspace WHERE name != ? ORDER BY saved LIMIT 1"
        oldest = base.execute(query, (name,)).fetchone()
        if oldest is None:
            return
        _delete(base, oldest[0])
        del results[oldest[0]]
        base.execute(_ORPHANS)


def _delete_older(base: sqlite3.Connection, oldest: float) -> None:
    query = "SELECT name FROM workspace WHERE saved <= ?"
    for (each,) in base.execute(query, (oldest,)).fetchall():
        _delete(base, each)


def _delete(base: sqlite3.Connection, name: str) -> None:
    base.execute("DELETE FROM workspace WHERE name = ?", (name,))
    base.execute("DELETE FROM holds WHERE name = ?", (name,))
