"""Workspaces on disk: whole or not at all, within limits, and gone when forgotten."""

import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from belieflab import DataError
from belieflab.ui.shell.store import limits
from belieflab.ui.shell.store.disk import Disk
from belieflab.ui.shell.store.saving import Saver

WRITER = """
import sys
from pathlib import Path
from belieflab.ui.shell.store.disk import Disk
disk = Disk(Path(sys.argv[1]))
for number in range(100_000):
    text = str(number).encode()
    disk.save("one", text, [f"block {number}"], lambda name: name.encode() * 20_000)
    print(number, flush=True)
"""


def put(disk: Disk, name: str, size: int = 10, *blocks: str, now: float | None = None) -> None:
    disk.save(name, b"record of " + name.encode(), blocks, lambda hash_: b"x" * size, now)


def names(disk: Disk) -> set[str]:
    with sqlite3.connect(disk.path) as base:
        return {row[0] for row in base.execute("SELECT name FROM workspace")}


def blocks(disk: Disk) -> set[str]:
    with sqlite3.connect(disk.path) as base:
        return {row[0] for row in base.execute("SELECT hash FROM block")}


def test_what_is_saved_is_there_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "new" / "folder")
    assert disk.load("one") is None
    put(disk, "one", 10, "b")
    kept = disk.load("one")
    assert kept is not None and kept.record == b"record of one" and kept.block("b") == b"x" * 10
    assert abs(kept.saved - time.time()) < 60
    assert disk.load("two") is None
    if sys.platform != "win32":
        assert stat.S_IMODE(disk.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(disk.path.parent.stat().st_mode) == 0o700


def test_a_kill_in_the_middle_of_a_write_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    for written in (3, 9):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        last = -1
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            while last < written:
                last = int(process.stdout.readline())
            process.kill()
            rest = process.stdout.read().split("\n")
        last = max([last, *(int(line) for line in rest[:-1] if line)])
        kept = Disk(tmp_path).load("one")
        assert kept is not None
        number = int(kept.record)
        assert last <= number <= last + 1
        assert kept.block(f"block {number}") == f"block {number}".encode() * 20_000


def test_a_block_is_written_once_and_goes_with_its_last_workspace(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    packed: list[str] = []

    def pack(hash_: str) -> bytes:
        packed.append(hash_)
        return b"x"

    disk.save("one", b"", ["a", "b"], pack)
    disk.save("two", b"", ["a"], pack)
    disk.save("one", b"", ["a", "b"], pack)
    assert packed == ["a", "b"]
    disk.forget(["one"])
    assert blocks(disk) == {"a"}
    disk.forget(["two", "nobody"])
    assert not blocks(disk) and not names(disk)
    assert disk.path.stat().st_size < 50_000


def test_what_is_forgotten_is_not_in_the_file_any_more(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.save("one", b"a secret of one", ["a"], lambda hash_: b"a secret table")
    assert b"a secret" in disk.path.read_bytes()
    disk.forget(["one"])
    assert b"a secret" not in disk.path.read_bytes()


def test_the_old_go_by_themselves(tmp_path: Path) -> None:
    disk, now = Disk(tmp_path), time.time()
    put(disk, "old", 10, "a", now=now - limits.MAX_AGE - 1)
    assert disk.load("old") is None
    put(disk, "new", 10, "b", now=now)
    assert names(disk) == {"new"} and blocks(disk) == {"b"}


def test_all_together_stay_within_their_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, now = Disk(tmp_path), time.time()
    monkeypatch.setattr(limits, "MAX_TOTAL_BYTES", 2_500)
    for number in range(4):
        put(disk, str(number), 1_000, f"block {number}", now=now + number)
    assert names(disk) == {"2", "3"}
    monkeypatch.setattr(limits, "MAX_WORKSPACES", 1)
    put(disk, "5", 10, now=now + 5)
    assert names(disk) == {"5"}


def test_one_that_is_too_large_is_refused_and_what_was_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(tmp_path)
    monkeypatch.setattr(limits, "MAX_WORKSPACE_BYTES", 1_000)
    put(disk, "one", 500, "a")
    with pytest.raises(DataError, match="more than"):
        put(disk, "one", 501, "a", "b")
    kept = disk.load("one")
    assert kept is not None and blocks(disk) == {"a"}


NO_DATABASE = [b"no database at all" * 100, b"SQLite format 3\0" + b"?" * 5000]


@pytest.mark.parametrize("content", NO_DATABASE)
def test_a_damaged_file_is_put_aside_and_a_new_one_begun(tmp_path: Path, content: bytes) -> None:
    disk = Disk(tmp_path)
    disk.path.write_bytes(content)
    disk.prune()  # says nothing, and leaves it
    with pytest.raises(DataError, match="put aside"):
        disk.load("one")
    assert disk.load("one") is None
    put(disk, "one")
    assert disk.load("one") is not None
    aside = disk.path.with_suffix(".damaged")
    assert aside.read_bytes() == content
    disk.prune(aside.stat().st_mtime + limits.MAX_AGE - 1)
    assert aside.exists()
    disk.prune(aside.stat().st_mtime + limits.MAX_AGE + 1)
    assert not aside.exists()


def test_a_folder_that_cannot_be_used_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataError, match="data folder"):
        put(Disk(tmp_path / "file"), "one")


def test_what_is_too_old_goes_without_a_save(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.prune()  # of nothing
    put(disk, "old", 10, "a", now=1_000.0)
    put(disk, "new", 10, "b", now=2_000.0)
    disk.prune(1_000.0 + limits.MAX_AGE)
    assert names(disk) == {"new"} and blocks(disk) == {"b"}


def test_what_was_put_aside_is_forgotten_with_everything(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    aside = disk.path.with_suffix(".damaged")
    aside.write_bytes(b"?")
    saver = Saver(lambda: disk)
    saver.forget(["one"])
    assert aside.exists()
    saver.forget([], everything=True)
    assert not aside.exists()
