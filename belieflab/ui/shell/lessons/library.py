"""Which lessons there are: those of the lab, those in the server's folder, and uploaded ones.

A teacher who runs a server names a folder of lesson files in `BELIEFLAB_LESSONS`; an uploaded
lesson is there for one browser session.
"""

import os
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell.lessons.lesson import Lesson
from belieflab.ui.shell.lessons.reading import MAX_BYTES, read_lesson
from belieflab.ui.shell.session import carry

FOLDER_VARIABLE = "BELIEFLAB_LESSONS"
MAX_FILES = 50
MAX_ADDED = 10
ORDER = ("masses", "worth", "maxima", "neighbours", "overlap", "crowd")
_ADDED = "shell.lessons_added"
carry(_ADDED, forgotten=False)


@cache
def own_lessons() -> dict[str, Lesson]:
    """The lessons of the lab, in the order in which they are taken."""
    return {key: read_lesson(file_of(key), key) for key in ORDER}


def file_of(key: str) -> bytes:
    """The file of a lesson of the lab, or of the `template`."""
    return (files(__package__) / "files" / f"{key}.toml").read_bytes()


def folder_lessons() -> tuple[dict[str, Lesson], list[str]]:
    """The lessons in the server's folder, and one sentence for every file that is none."""
    folder = os.environ.get(FOLDER_VARIABLE, "").strip()
    if not folder:
        return {}, []
    place = Path(folder)
    if not place.is_dir():
        return {}, [f"{FOLDER_VARIABLE} does not name a folder."]
    found: dict[str, Lesson] = {}
    problems = []
    for path in sorted(place.glob("*.toml"))[:MAX_FILES]:
        try:
            lesson = _read_file(path, path.stat().st_mtime_ns)
            _check_free(lesson, found)
            found[lesson.key] = lesson
        except (DataError, OSError) as error:
            text = str(error) if isinstance(error, DataError) else "It cannot be read."
            problems.append(f"{path.name}: {text}")
    return found, problems


@lru_cache(maxsize=2 * MAX_FILES)
def _read_file(path: Path, changed: int) -> Lesson:
    """The lesson of a file, read again when it was changed."""
    with path.open("rb") as file:
        return read_lesson(file.read(MAX_BYTES + 1), path.name)


def added_lessons() -> dict[str, Lesson]:
    """The lessons that were uploaded in this session."""
    kept: dict[str, Lesson] = st.session_state.setdefault(_ADDED, {})
    return kept


def add(lesson: Lesson) -> None:
    """Keep an uploaded lesson for this session; one of the same name is replaced."""
    others = own_lessons() | folder_lessons()[0]
    _check_free(lesson, others)
    kept = added_lessons()
    if lesson.key not in kept and len(kept) >= MAX_ADDED:
        raise DataError(f"A session holds up to {MAX_ADDED} lessons of your own.")
    kept[lesson.key] = lesson


def _check_free(lesson: Lesson, others: dict[str, Lesson]) -> None:
    taken = {name for other in (*others.values(), *own_lessons().values()) for name in other.also}
    if {lesson.key, *lesson.also} & (others.keys() | own_lessons().keys() | taken):
        raise DataError(f"There is a lesson called {lesson.key} already; choose another name.")


def all_lessons() -> dict[str, Lesson]:
    """Every lesson by its key."""
    return own_lessons() | folder_lessons()[0] | added_lessons()


def find(name: str) -> Lesson:
    """The lesson of that key or other name; a DataError says that there is none."""
    lessons = all_lessons()
    for lesson in lessons.values():
        if name == lesson.key or name in lesson.also:
            return lesson
    raise DataError(f"There is no lesson called {name[:60]!r}; there are {', '.join(lessons)}.")
