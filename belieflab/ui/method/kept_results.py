"""The results of a workspace: they are kept as long as it is, also when the server is killed.

Where the workspace is saved on this computer they are in a file beside it; else in a temporary file
that goes with the session.
"""

from collections.abc import Sequence
from pathlib import Path
from weakref import WeakValueDictionary

from belieflab.errors import DataError
from belieflab.experiments.cells import Job
from belieflab.experiments.store import DamagedStore, ResultStore
from belieflab.ui.method.experiment_run import Book
from belieflab.ui.shell.messages import say_error
from belieflab.ui.shell.session import carry, session
from belieflab.ui.shell.store import limits, result_files, visit

BOOK = "shell.results"
carry(BOOK)

ROW_BYTES = 1000
"""More than a result takes in the file."""

_BOOKS: WeakValueDictionary[Path, "KeptBook"] = WeakValueDictionary()


class KeptBook(Book):
    """The book of a file in the data folder, which has its limits."""

    def open(self, jobs: Sequence[Job] = ()) -> ResultStore:
        """The file; where it would become too large, it keeps only what is about these jobs."""
        try:
            result_files.make(self.path)
        except OSError as error:
            raise DataError(f"The data folder cannot be used: {error.strerror}.") from error
        store = super().open()
        expected = result_files.size_of(self.path) + ROW_BYTES * len(self.missing(jobs))
        if jobs and expected > limits.MAX_RESULT_BYTES:
            store.keep_only(jobs[0].seed, {job.cell.key for job in jobs})
        return store


def book() -> Book:
    """The book of this session's workspace, with all that is in its file."""
    kept: tuple[Path | None, Book | None] = session().get(BOOK, (None, None))
    path, (known, found) = _path(), kept
    if found is None or known != path:
        found = Book.temporary("results.sqlite") if path is None else _open(path)
        session()[BOOK] = path, found
    return found


def _path() -> Path | None:
    """Where the results of this session's workspace are kept; None where they are not."""
    here = visit.current()
    if here is None or here.mode is not limits.Mode.DISK or not here.key:
        return None
    return result_files.path_of(limits.data_folder(), limits.name_of(here.key))


def _open(path: Path) -> Book:
    """The book of a file, one for all sessions of this server; a file that is damaged goes."""
    if found := _BOOKS.get(path):
        return found
    for _ in range(2):
        made = KeptBook(path)
        try:
            if path.exists():
                with made.open() as store:
                    for result in store.read_all():
                        made.add(result)
        except DamagedStore:
            result_files.delete_file(path)
            say_error("The file of results was damaged. They are computed anew.")
        except DataError as error:
            say_error(f"Results are not kept: {error}")
            return Book.temporary(path.name)
        else:
            break
    _BOOKS[path] = made
    return made


@result_files.before_deletion
def _close(path: Path) -> None:
    """Let go of a file that is about to be deleted."""
    if found := _BOOKS.pop(path, None):
        found.close()
