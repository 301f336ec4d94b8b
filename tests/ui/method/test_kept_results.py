"""The results of a workspace on disk: found again, checked, within limits, never two to a file."""

import gc
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st

from belieflab import DataError
from belieflab.experiments import Assessment, DataChoice, LawChoice, MethodChoice, Sweep, list_jobs
from belieflab.experiments.cells import Cell, Job, Outcome, Result
from belieflab.ui.method import kept_results
from belieflab.ui.method.experiment_run import Book, ExperimentRun
from belieflab.ui.method.kept_results import KeptBook
from belieflab.ui.shell.store import limits, result_files, visit
from belieflab.ui.shell.store.limits import Mode, name_of, new_key

CELL = Cell("assess", {"method": "soft", "level": 0.1})
RESULTS = [
    Result(Job(CELL, k, 7), Outcome(0.1 + k / 3, 12.5, {"notes": ["a"]}), 0.25) for k in (0, 1)
]


@pytest.fixture
def turn_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Book]]:
    """`turn_to(key)`: the book of a new session that has the workspace of that key."""
    monkeypatch.setenv(limits.DATA_VARIABLE, str(tmp_path))

    def turn(key: str, mode: Mode = Mode.DISK) -> Book:
        values: dict[str, Any] = {visit.VISIT: visit.Visit(mode, {}, key=key)}
        monkeypatch.setattr(st, "session_state", values)
        return kept_results.book()

    yield turn
    kept_results._BOOKS.clear()


def add(book: Book, results: list[Result]) -> None:
    with book.open([each.job for each in results]) as store:
        store.add(results)
    for each in results:
        book.add(each)


def killed() -> None:
    """Nothing is left in memory, as after a kill."""
    kept_results._BOOKS.clear()


def path_of(key: str, folder: Path) -> Path:
    return result_files.path_of(folder, name_of(key))


def change(path: Path, statement: str) -> None:
    base = sqlite3.connect(path)
    with base:
        base.execute(statement)
    base.close()


def messages() -> list[str]:
    return [text for _, text in st.session_state.get("shell.messages", [])]


def test_what_was_computed_is_there_after_a_kill_and_in_no_other_workspace(
    turn_to: Any, tmp_path: Path
) -> None:
    key = new_key()
    book = turn_to(key)
    assert not list(tmp_path.iterdir())  # nothing is written before there is something to keep
    add(book, RESULTS)
    assert path_of(key, tmp_path).exists() and key not in str(path_of(key, tmp_path))
    assert turn_to(key) is book  # one for all sessions of this server
    killed()
    again = turn_to(key)
    assert again is not book and again.results(7, [CELL]) == RESULTS
    assert not turn_to(new_key()).results(7, [CELL])


@pytest.mark.parametrize("mode", [Mode.MEMORY, Mode.OFF])
def test_where_nothing_is_kept_on_disk_the_file_is_temporary(
    turn_to: Any, tmp_path: Path, mode: Mode
) -> None:
    book = turn_to(new_key(), mode)
    add(book, RESULTS)
    assert kept_results.book() is book and not list(tmp_path.iterdir())
    folder = book.path.parent
    st.session_state.clear()
    del book
    gc.collect()
    assert not folder.exists()


def test_a_session_that_turns_to_another_workspace_turns_to_its_results(turn_to: Any) -> None:
    first = turn_to(new_key())
    add(first, RESULTS)
    st.session_state[visit.VISIT].key = new_key()
    second = kept_results.book()
    assert second.path != first.path and not second.results(7, [CELL])


def test_a_run_keeps_what_is_known_of_its_question_in_a_file_that_is_full(
    turn_to: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_RESULT_BYTES", 0)
    key, cells = new_key(), []
    for method in ("supervised", "knn"):
        cells += Sweep(
            name="small",
            data=(DataChoice("gaussians", {"size": 40}),),
            law=LawChoice("expert-doubt", "mean"),
            levels=(0.1,),
            methods=(MethodChoice(method),),
            test=Assessment("folds", folds=3),
        ).cells
        run = ExperimentRun(list_jobs(cells, 2, 7), turn_to(key))
        run.start()
        run.join(60)
        run.raise_failure()
        assert len(run.steps) == 2
    killed()
    assert len(turn_to(key).results(7, cells)) == 4


def test_what_is_forgotten_is_closed_and_is_not_written_again(turn_to: Any, tmp_path: Path) -> None:
    key = new_key()
    book = turn_to(key)
    store = book.open()
    store.add(RESULTS[:1])
    result_files.delete(tmp_path, [name_of(key)])
    assert not list((tmp_path / result_files.FOLDER).iterdir())
    with pytest.raises(DataError, match="not kept any more"):
        store.add(RESULTS[1:])  # a run that had not ended
    assert not list((tmp_path / result_files.FOLDER).iterdir())
    assert not turn_to(key).results(7, [CELL])


ODD_ROWS = {
    "seconds": "'long'",
    "score": "'0.1 percent'",
    "iterations": "x'00ff'",
    "details": "'{'",
    "details ": "'" + "[" * 5000 + "'",
    "details  ": "'" + json.dumps({"notes": [{"a": 1}]}) + "'",
    "parameters": "'[1]'",
    "parameters ": '\'{"method": "soft"}\'',
    "cell": "'another name'",
    "seed": "'seven'",
}


@pytest.mark.parametrize(("column", "value"), ODD_ROWS.items())
def test_a_row_that_no_run_has_written_is_read_by_nobody(
    turn_to: Any, tmp_path: Path, column: str, value: str
) -> None:
    key = new_key()
    add(turn_to(key), RESULTS)
    killed()
    update = f"UPDATE results SET {column} = {value} WHERE replicate = 0"  # noqa: S608
    change(path_of(key, tmp_path), update)
    book = turn_to(key)
    assert "computed anew" in messages()[0] and not book.results(7, [CELL])
    add(book, RESULTS)
    killed()
    assert turn_to(key).results(7, [CELL]) == RESULTS


@pytest.mark.parametrize("content", [b"no database" * 1000, b"SQLite format 3\0" + b"?" * 5000])
def test_a_damaged_file_is_begun_anew(turn_to: Any, tmp_path: Path, content: bytes) -> None:
    key = new_key()
    result_files.make(path_of(key, tmp_path))
    path_of(key, tmp_path).write_bytes(content)
    book = turn_to(key)
    assert "damaged" in messages()[0]
    add(book, RESULTS)
    killed()
    assert turn_to(key).results(7, [CELL]) == RESULTS


def test_a_file_that_cannot_be_used_stays_and_the_session_has_another(
    turn_to: Any, tmp_path: Path
) -> None:
    key = new_key()
    add(turn_to(key), RESULTS)
    killed()
    change(path_of(key, tmp_path), "PRAGMA user_version = 99")
    book = turn_to(key)
    assert "layout 99" in messages()[0] and kept_results.book() is book
    add(book, RESULTS)
    assert path_of(key, tmp_path).exists() and not isinstance(book, KeptBook)


def test_a_folder_that_cannot_be_made_gets_a_sentence(turn_to: Any, tmp_path: Path) -> None:
    (tmp_path / result_files.FOLDER).write_text("in the way")
    with pytest.raises(DataError, match="data folder cannot be used"):
        turn_to(new_key()).open()


def test_results_of_another_version_of_belieflab_are_computed_again(
    turn_to: Any, tmp_path: Path
) -> None:
    key = new_key()
    add(turn_to(key), RESULTS)
    killed()
    change(path_of(key, tmp_path), "UPDATE results SET version = '0' WHERE replicate = 0")
    book = turn_to(key)
    assert book.results(7, [CELL]) == RESULTS[1:] and not messages()
    add(book, RESULTS[:1])
    killed()
    assert turn_to(key).results(7, [CELL]) == RESULTS


def test_a_file_that_would_be_too_large_keeps_what_is_asked_for(
    turn_to: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, other = new_key(), Cell("assess", {"method": "other"})
    book = turn_to(key)
    add(book, [Result(Job(other, k, 7), Outcome(0.5), 0.0) for k in range(400)])
    add(book, [Result(Job(CELL, 5, 8), Outcome(0.5), 0.0)])
    done = Result(Job(Cell("assess", {"method": "asked for, and known"}), 0, 7), Outcome(0.5), 0.0)
    add(book, [done])
    before = result_files.size_of(book.path)
    monkeypatch.setattr(limits, "MAX_RESULT_BYTES", before)
    with book.open([each.job for each in (done, *RESULTS)]) as store:
        store.add(RESULTS)
    assert book.path.stat().st_size < before / 2
    killed()
    again = turn_to(key)
    assert again.results(7, [done.job.cell, CELL, other]) == [done, *RESULTS]
    assert not again.results(8, [CELL])
