"""Results beside a saved workspace: theirs alone, within limits, gone with it."""

import os
import sqlite3
import stat
import sys
import time
from pathlib import Path

import pytest

from belieflab.ui.shell.store import limits, result_files
from belieflab.ui.shell.store.disk import Disk
from belieflab.ui.shell.store.result_files import FOLDER, path_of


def put(disk: Disk, folder: Path, name: str, size: int = 10, now: float | None = None) -> Path:
    """Save a workspace with a file of results of that size."""
    path = path_of(folder, name)
    result_files.make(path)
    path.write_bytes(b"x" * size)
    path.with_name(path.name + "-wal").write_bytes(b"x")
    disk.save(name, b"record", [], lambda hash_: b"", now)
    return path


def left(folder: Path) -> set[str]:
    return {path.name for path in (folder / FOLDER).iterdir()}


def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    path = path_of(tmp_path, "one")
    result_files.make(path)
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE results (score REAL)")
        modes = {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    if sys.platform != "win32":
        assert modes == {0o600} and stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_they_go_with_their_workspace(tmp_path: Path) -> None:
    disk, now = Disk(tmp_path), time.time()
    put(disk, tmp_path, "old", now=now - limits.MAX_AGE - 1)
    put(disk, tmp_path, "one", now=now)
    assert left(tmp_path) == {"one.sqlite", "one.sqlite-wal"}
    put(disk, tmp_path, "two", now=now)
    disk.forget(["one"])
    assert left(tmp_path) == {"two.sqlite", "two.sqlite-wal"}
    disk.prune(now + limits.MAX_AGE + 1)
    assert not left(tmp_path)


def test_those_of_a_workspace_that_was_never_saved_go_when_they_are_old(tmp_path: Path) -> None:
    disk, now = Disk(tmp_path), time.time()
    put(disk, tmp_path, "saved")
    for name, age in (("new", 0.0), ("old", limits.MAX_AGE + 1)):
        path = path_of(tmp_path, name)
        result_files.make(path)
        os.utime(path, (now - age, now - age))
    disk.prune()
    assert left(tmp_path) == {"saved.sqlite", "saved.sqlite-wal", "new.sqlite"}


def test_they_count_to_the_total(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk, now = Disk(tmp_path), time.time()
    monkeypatch.setattr(limits, "MAX_TOTAL_BYTES", 2_500)
    for number in range(4):
        put(disk, tmp_path, str(number), 1_000, now + number)
    assert {name for name in left(tmp_path) if name.endswith("sqlite")} == {"2.sqlite", "3.sqlite"}
    assert disk.load("1") is None and disk.load("2") is not None


def test_a_file_is_closed_before_it_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Path, bool]] = []
    monkeypatch.setattr(result_files, "_BEFORE", [lambda path: seen.append((path, path.exists()))])
    path = put(Disk(tmp_path), tmp_path, "one")
    Disk(tmp_path).forget(["one"])
    assert seen == [(path, True)] and not path.exists()


def test_a_copy_has_a_file_of_its_own(tmp_path: Path) -> None:
    path = path_of(tmp_path, "one")
    result_files.copy(tmp_path, "one", "two")  # there is nothing to copy
    result_files.make(path)
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE results (score REAL)")
        base.execute("INSERT INTO results VALUES (1.5)")
        base.commit()
        result_files.copy(tmp_path, "one", "two")  # while the first is open
        base.execute("INSERT INTO results VALUES (2.5)")
    with sqlite3.connect(path_of(tmp_path, "two")) as other:
        assert other.execute("SELECT score FROM results").fetchall() == [(1.5,)]
    path_of(tmp_path, "damaged").write_bytes(b"no database" * 1000)
    result_files.copy(tmp_path, "damaged", "three")
    assert not path_of(tmp_path, "three").exists()
