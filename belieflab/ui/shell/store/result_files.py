"""Files of the results that a workspace has computed: each lies beside it, under its name.

They are SQLite files (`belieflab.experiments.store`) and go with their workspace.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path

FOLDER, _END = "results", ".sqlite"
_PARTS = ("", "-wal", "-shm")
_BEFORE: list[Callable[[Path], None]] = []


def before_deletion(act: Callable[[Path], None]) -> Callable[[Path], None]:
    """Have this done with the path of a file that is to be deleted, so that it can be closed."""
    _BEFORE.append(act)
    return act


def path_of(folder: Path, name: str) -> Path:
    """Where the results of a workspace are, in a data folder."""
    return folder / FOLDER / f"{name}{_END}"


def make(path: Path) -> None:
    """Make folder and file so that nobody else on this computer can read them."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # what SQLite puts beside it is alike


def sizes(folder: Path) -> dict[str, int]:
    """The bytes of every file, by the name of its workspace."""
    return {path.name.removesuffix(_END): size_of(path) for path in _all(folder)}


def size_of(path: Path) -> int:
    """The bytes of a file, with what has not been merged into it yet."""
    return sum(part.stat().st_size for part in _parts(path) if part.exists())


def delete(folder: Path, names: Iterable[str]) -> None:
    """Delete the results of these workspaces."""
    for name in names:
        delete_file(path_of(folder, name))


def delete_file(path: Path) -> None:
    """Delete a file and what lies beside it."""
    for act in _BEFORE:
        act(path)
    for part in _parts(path):
        with suppress(OSError):
            part.unlink()


def delete_left(folder: Path, known: Iterable[str], oldest: float) -> None:
    """Delete the files of no known workspace that have not changed since then."""
    names = set(known)
    for path in _all(folder):
        with suppress(OSError):
            left = path.name.removesuffix(_END) not in names
            if left and max(p.stat().st_mtime for p in _parts(path) if p.exists()) <= oldest:
                delete_file(path)


def copy(folder: Path, name: str, to: str) -> None:
    """Give a copy of a workspace its results; those that cannot be read are computed again."""
    source, target = path_of(folder, name), path_of(folder, to)
    if not source.exists():
        return
    try:
        make(target)
        with closing(sqlite3.connect(source)) as base, closing(sqlite3.connect(target)) as copied:
            base.backup(copied)
    except (OSError, sqlite3.Error):
        delete_file(target)


def _all(folder: Path) -> list[Path]:
    return sorted((folder / FOLDER).glob(f"*{_END}"))


def _parts(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in _PARTS]
