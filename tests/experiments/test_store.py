"""The file of results: complete, shared, and hard to break."""

import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from belieflab import DataError
from belieflab.experiments import Cell, Job, Outcome, Result, ResultStore, run
from belieflab.experiments.store import RunNote

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("interrupted.py")


@pytest.fixture(scope="module")
def slow():
    """The sweep of the program that is killed."""
    namespace = {"__name__": "interrupted"}
    exec(compile(PROGRAM.read_text(encoding="utf-8"), PROGRAM, "exec"), namespace)  # noqa: S102
    return namespace["JOBS"]


def start(path, pause):
    """The program in a process of its own; it finds the library whether installed or not."""
    return subprocess.Popen(
        [sys.executable, PROGRAM, path, str(pause)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


def contents(path_or_store, seed=0):
    store = path_or_store
    if not isinstance(store, ResultStore):
        store = ResultStore(path_or_store)
    return [(r.job.cell.key, r.job.replicate, r.outcome) for r in store.read(seed)]


@pytest.fixture(scope="module")
def whole(slow):
    """What an undisturbed run gives."""
    with ResultStore(":memory:") as store:
        list(run(slow, store))
        return contents(store)


def test_a_row_tells_how_to_compute_it_again(tmp_path):
    cell = Cell("assess", {"size": 3, "name": "Γ"})
    result = Result(Job(cell, 2, 7), Outcome(0.25, 12.0, {"notes": ["ok"]}), 0.5)
    with ResultStore(tmp_path / "a" / "results.sqlite") as store:
        store.add([result])
        assert store.read(7) == [result]
        assert store.read(7, [cell.key]) == [result]
        assert store.read(7, ["other"]) == store.read(8) == []
        assert store.finished(7) == {(cell.key, 2)}
        row = store._base.execute(
            "SELECT seed, cell_seed, parameters, score, iterations, seconds FROM results"
        ).fetchone()
        note = RunNote(7, 1, 1, "1 worker", 0.5)
        store.note_run(note)
        assert (store.runs(7), store.runs(8)) == ([note], [])
        store.forget(7, [cell.key])
        assert store.finished(7) == set()
    assert row == (7, cell.seed(7, 2), row[2], 0.25, 12.0, 0.5)
    assert json.loads(row[2]) == {"size": 3, "name": "Γ"}


def test_what_is_there_stays(tmp_path):
    job = Job(Cell("assess", {}), 0, 0)
    with ResultStore(tmp_path / "r.sqlite") as store:
        store.add([Result(job, Outcome(0.1), 1.0)])
        store.add([Result(job, Outcome(0.2), 1.0)])
        assert [result.outcome.score for result in store.read(0)] == [0.1]


def test_a_killed_run_goes_on_and_loses_nothing(tmp_path, slow, whole):
    path = tmp_path / "killed.sqlite"
    with start(path, 0.01) as process:
        written = [int(process.stdout.readline()) for _ in range(7)]
        process.send_signal(signal.SIGKILL)
    with ResultStore(path) as store:
        kept = len(store.finished(0))
        assert written[-1] <= kept < len(slow)
        computed = list(run(slow, store))
        assert len(computed) == len(slow) - kept
        assert computed[0].done == kept + 1 and computed[-1].done == len(slow)
        assert contents(store) == whole


def test_two_processes_write_at_once(tmp_path, whole):
    path = tmp_path / "shared.sqlite"
    with start(path, 0) as first, start(path, 0) as second:
        for process in (first, second):
            process.communicate(timeout=120)
    assert (first.returncode, second.returncode) == (0, 0)
    assert contents(path) == whole


def test_many_writers_wait_for_each_other(tmp_path):
    path = tmp_path / "busy.sqlite"
    stores = [ResultStore(path) for _ in range(4)]
    for number in range(40):
        job = Job(Cell("assess", {"n": number}), 0, 0)
        stores[number % 4].add([Result(job, Outcome(0.0), 0.0)])
    assert len(stores[0].finished(0)) == 40
    for store in stores:
        store.close()


def test_a_truncated_file_is_reported(tmp_path, slow):
    path = tmp_path / "cut.sqlite"
    with ResultStore(path) as store:
        store.add(
            Result(Job(Cell("assess", {"n": n}), 0, 0), Outcome(0.0, 0, {"x": "y" * 500}), 0.0)
            for n in range(200)
        )
    content = path.read_bytes()
    for length in (50, 4096, len(content) // 2, len(content) - 1000):
        path.write_bytes(content[:length])
        with pytest.raises(DataError, match=r"cut\.sqlite is not a whole file of results"):
            ResultStore(path)


def test_a_row_that_is_no_result_is_reported(tmp_path):
    path = tmp_path / "odd.sqlite"
    with ResultStore(path) as store:
        store.add([Result(Job(Cell("assess", {"n": 1}), 0, 0), Outcome(0.5), 0.0)])
        store._base.execute("UPDATE results SET details = '['")
        for read in (lambda: store.read(0), store.read_all):
            with pytest.raises(DataError, match=r"odd\.sqlite is not a whole file of results"):
                read()


def test_one_thread_may_close_what_another_writes_to(tmp_path):
    store = ResultStore(tmp_path / "r.sqlite")
    written, errors = threading.Event(), []

    def write():
        try:
            for number in itertools.count():
                store.add([Result(Job(Cell("assess", {}), number, 0), Outcome(0.5), 0.0)])
                written.set()
        except DataError as error:
            errors.append(str(error))

    thread = threading.Thread(target=write)
    thread.start()
    assert written.wait(30)
    store.close()
    thread.join(30)
    assert len(errors) == 1 and "not kept any more" in errors[0]


def test_a_foreign_file_is_reported(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("These are my notes, and they are longer than a header." * 20)
    with pytest.raises(DataError, match=r"notes\.txt is not a whole file of results"):
        ResultStore(text)
    other = tmp_path / "other.sqlite"
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.close()
    with pytest.raises(DataError, match="database of another program"):
        ResultStore(other)
    assert text.read_text().startswith("These are my notes")


def test_another_layout_and_a_folder_are_reported(tmp_path):
    path = tmp_path / "new.sqlite"
    with ResultStore(path) as store:
        store._base.execute("PRAGMA user_version = 99")
    with pytest.raises(DataError, match="layout 99"):
        ResultStore(path)
    with pytest.raises(DataError, match="cannot be used"):
        ResultStore(tmp_path)
