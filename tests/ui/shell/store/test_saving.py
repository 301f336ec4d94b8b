"""Saving in the background: at once for the caller, once for many changes, never after Forget."""

import threading
import time
from pathlib import Path

import pytest

from belieflab.ui.shell.store import limits
from belieflab.ui.shell.store.disk import Disk
from belieflab.ui.shell.store.record import SavedSession, read_summary
from belieflab.ui.shell.store.saving import Saved, Saver
from belieflab.ui.shell.workspace import Recipe, Workspace


def snapshot(key: str = "iris") -> SavedSession:
    workspace = Workspace()
    workspace.set_up(Recipe(key))
    return SavedSession(workspace.states, False, {}, {}, {})


class Counting(Disk):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.saved = 0
        self.threads: set[str] = set()

    def save(self, *args: object) -> None:
        self.saved += 1
        self.threads.add(threading.current_thread().name)
        super().save(*args)  # type: ignore[arg-type]


def wait_for(saved: Saved) -> None:
    end = time.monotonic() + 20
    while saved.when is None and not saved.problem:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_many_changes_are_saved_once_a_moment_later_in_another_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SAVE_AFTER", 0.3)
    disk, saved = Counting(tmp_path), Saved()
    saver = Saver(lambda: disk)
    for key in ("iris", "gaussians", "four-class"):
        saver.put("one", snapshot(key), saved)
    wait_for(saved)
    kept = disk.load("one")
    assert kept is not None and disk.saved == 1 and disk.threads == {"saving"}
    assert read_summary(kept.record).name == snapshot("four-class").summary.name


def test_what_waits_is_saved_at_the_end_and_not_after_it_was_forgotten(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    saver = Saver(lambda: disk)
    saver.put("one", snapshot(), Saved())
    saver.put("two", snapshot(), Saved())
    saver.forget(["two"])
    saver.flush()
    assert disk.load("one") is not None and disk.load("two") is None
    saver.forget(["one"])
    saver.flush()
    assert disk.load("one") is None


def test_a_problem_is_a_sentence_and_goes_when_saving_works_again(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    disk, saved = Disk(folder), Saved()
    saver = Saver(lambda: disk)
    saver.put("one", snapshot(), saved)
    saver.flush()
    assert saved.problem and saved.when is None
    folder.unlink()
    saver.put("one", snapshot(), saved)
    saver.flush()
    assert not saved.problem and saved.when is not None


def test_an_error_that_nobody_foresaw_is_logged_and_saving_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(Counting):
        def save(self, name: str, *args: object) -> None:  # type: ignore[override]
            if name == "one":
                raise MemoryError("no memory left")
            super().save(name, *args)

    monkeypatch.setattr(limits, "SAVE_AFTER", 0.0)
    disk, failed, saved = Failing(tmp_path), Saved(), Saved()
    saver = Saver(lambda: disk)
    saver.put("one", snapshot(), failed)
    wait_for(failed)
    named = failed.problem.rsplit(" ", 1)[1].rstrip(".")
    assert failed.when is None and f"Error {named}" in caplog.text and "no memory" in caplog.text
    saver.put("two", snapshot(), saved)
    wait_for(saved)
    assert saved.when is not None and disk.load("two") is not None and disk.threads == {"saving"}


def test_what_is_in_the_way_of_pruning_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(Disk):
        def prune(self) -> None:
            raise RuntimeError("cannot be pruned")

    Saver(lambda: Failing(tmp_path)).prune()
    until = time.monotonic() + 20
    while "cannot be pruned" not in caplog.text:
        assert time.monotonic() < until
        time.sleep(0.01)
