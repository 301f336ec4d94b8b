"""The results of the papers: what is read when."""

from pathlib import Path

import pytest

from belieflab.experiments.command import main
from belieflab.ui.method.experiment_run import Book
from belieflab.ui.pages.papers import results

NAME = "denoeux2015-bernoulli"


@pytest.fixture
def read(tmp_path, monkeypatch) -> list[Book]:
    """Every reading of a book from its file."""
    monkeypatch.setenv(results.FOLDER, str(tmp_path))
    done, real = [], Book.read
    monkeypatch.setattr(Book, "read", lambda book, *what: (done.append(book), real(book, *what)))
    return done


class Writer:
    working = True


def test_a_file_is_read_when_it_has_changed_unless_it_is_written_here(read, tmp_path, capsys):
    found = results.book(NAME)
    begun = len(read)
    assert results.book(NAME) is found and len(read) == begun
    reading = results._reading(str(found.path))
    reading.writer = Writer()
    assert main(["run", NAME, "--quick", "--workers", "1", "--results", str(tmp_path)]) == 0
    capsys.readouterr()
    assert not results.book(NAME).results(0, results.find(NAME).cells)
    reading.writer.working = False
    assert len(results.book(NAME).results(0, results.find(NAME).cells)) == 1
    assert len(read) == begun + 1


def test_a_journal_that_goes_while_it_is_looked_at_is_no_failure(tmp_path, monkeypatch):
    path = tmp_path / "results.sqlite"
    path.touch()
    monkeypatch.setattr(Path, "exists", lambda _: True)  # as a moment before
    assert list(results._mark(path)) == ["results.sqlite"]
