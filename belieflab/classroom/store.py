"""The file that the app and the students' server share: sessions, students, answers."""

import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from belieflab.classroom.assignment import choose_objects
from belieflab.classroom.codes import draw_code
from belieflab.classroom.session import ClassSession
from belieflab.data.crowd_answers import CrowdAnswers

MAX_STUDENTS = 300
"""In one session; it is then full."""

PATIENT = 600.0
"""Seconds after which the open questions of a silent student are given to others."""

_WAIT = 10.0
_LAYOUT = """
CREATE TABLE IF NOT EXISTS session (
    code TEXT PRIMARY KEY, opened REAL NOT NULL, closed REAL, sheet TEXT NOT NULL,
    questions TEXT NOT NULL, asked TEXT NOT NULL, teacher TEXT NOT NULL, points BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS student (
    number INTEGER PRIMARY KEY, code TEXT NOT NULL REFERENCES session, token TEXT NOT NULL UNIQUE,
    seen REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS question (
    student INTEGER NOT NULL REFERENCES student, nth INTEGER NOT NULL, object INTEGER NOT NULL,
    class INTEGER, doubt REAL, PRIMARY KEY (student, nth)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class StoredSession:
    """A session as the teacher sees it."""

    code: str
    session: ClassSession
    closed: bool


@dataclass(frozen=True)
class Student:
    """One who joined: the session, the token that says who it is, and what was asked and answered.

    `objects` are places among the session's questions; an answer is a class and a doubt.
    """

    code: str
    token: str
    objects: tuple[int, ...]
    answers: tuple[tuple[int, float] | None, ...]


class Store:
    """Sessions, students and answers in one SQLite file that two processes share."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock
        with self._read() as base:
            base.execute("PRAGMA journal_mode = WAL")
            base.executescript(_LAYOUT)

    # -- the teacher ----------------------------------------------------------------------------

    def open_session(self, session: ClassSession) -> str:
        """Open a session, closing any other; returns its code."""
        code = draw_code()
        teacher = {
            "title": session.title,
            "class_names": session.class_names,
            "colours": session.colours,
            "axis_titles": session.axis_titles,
            "facts": session.facts,
            "note": session.note,
            "fingerprint": session.fingerprint,
        }
        with self._write() as base:
            now = self._clock()
            base.execute("UPDATE session SET closed = ? WHERE closed IS NULL", (now,))
            base.execute(
                "INSERT INTO session VALUES (?, ?, NULL, ?, ?, ?, ?, ?)",
                (
                    code,
                    now,
                    json.dumps(session.sheet()),
                    json.dumps(session.questions()),
                    json.dumps(session.asked.tolist()),
                    json.dumps(teacher),
                    np.ascontiguousarray(session.points, dtype=np.float64).tobytes(),
                ),
            )
        return code

    def close_session(self, code: str) -> None:
        """Take no more students and answers; what was answered stays."""
        with self._write() as base:
            base.execute(
                "UPDATE session SET closed = ? WHERE code = ? AND closed IS NULL",
                (self._clock(), code),
            )

    def reopen_session(self, code: str) -> None:
        """Let a closed session take answers again."""
        with self._write() as base:
            base.execute("UPDATE session SET closed = NULL WHERE code = ?", (code,))

    def latest_session(self) -> StoredSession | None:
        """The session that was opened last; None before the first."""
        with self._read() as base:
            found = base.execute(
                "SELECT * FROM session ORDER BY opened DESC, rowid DESC"
            ).fetchone()
        if found is None:
            return None
        teacher = json.loads(found["teacher"])
        session = ClassSession(
            title=teacher["title"],
            class_names=tuple(teacher["class_names"]),
            colours=tuple(teacher["colours"]),
            points=np.frombuffer(found["points"], dtype=np.float64).reshape(-1, 2),
            axis_titles=(teacher["axis_titles"][0], teacher["axis_titles"][1]),
            asked=np.array(json.loads(found["asked"]), dtype=np.int64),
            facts=tuple(map(tuple, teacher["facts"])),
            note=teacher["note"],
            fingerprint=teacher["fingerprint"],
        )
        return StoredSession(found["code"], session, found["closed"] is not None)

    def answers(self, opened: StoredSession) -> CrowdAnswers:
        """Everything that was answered in a session so far; students are numbered as they came."""
        with self._read() as base:
            lines = base.execute(
                "SELECT student.number, object, class, doubt FROM question JOIN student ON"
                " student.number = question.student WHERE code = ? AND class IS NOT NULL"
                " ORDER BY student.number, nth",
                (opened.code,),
            ).fetchall()
        columns = np.array([tuple(line) for line in lines], dtype=np.float64).reshape(-1, 4)
        who, places, codes = columns[:, :3].astype(np.int64).T
        return CrowdAnswers.from_codes(
            frame=opened.session.frame,
            n=len(opened.session.points),
            rows=opened.session.asked[places],
            annotators=np.unique(who, return_inverse=True)[1].astype(np.int64),
            codes=codes,
            doubts=columns[:, 3],
        )

    def count_students(self, code: str) -> int:
        """How many have joined a session."""
        with self._read() as base:
            return _number(base, "SELECT COUNT(*) FROM student WHERE code = ?", code)

    # -- the students ---------------------------------------------------------------------------

    def is_open(self, code: str) -> bool | None:
        """Whether a session takes answers; None when there is no session of that code."""
        with self._read() as base:
            found = base.execute("SELECT closed FROM session WHERE code = ?", (code,)).fetchone()
        return None if found is None else found["closed"] is None

    def find_student(self, code: str, token: str) -> Student | None:
        """Who holds this token in this session."""
        with self._read() as base:
            return _student(base, code, token)

    def admit_student(self, code: str) -> Student | None:
        """A new student of an open session, with objects to label; None when it is full."""
        with self._write() as base:
            if _number(base, "SELECT COUNT(*) FROM student WHERE code = ?", code) >= MAX_STUDENTS:
                return None
            now, token = self._clock(), secrets.token_urlsafe(18)
            objects = choose_objects(_load(base, code, now), np.random.default_rng())
            number = base.execute(
                "INSERT INTO student (code, token, seen) VALUES (?, ?, ?)", (code, token, now)
            ).lastrowid
            base.executemany(
                "INSERT INTO question (student, nth, object) VALUES (?, ?, ?)",
                [(number, nth, int(place)) for nth, place in enumerate(objects)],
            )
            return _student(base, code, token)

    def take_answer(self, student: Student, nth: int, code: int, doubt: float) -> bool:
        """Note an answer in place of any earlier one; False when the session is closed."""
        with self._write() as base:
            changed = base.execute(
                "UPDATE question SET class = ?, doubt = ? WHERE nth = ? AND student ="
                " (SELECT number FROM student JOIN session USING (code)"
                "  WHERE token = ? AND code = ? AND closed IS NULL)",
                (code, doubt, nth, student.token, student.code),
            ).rowcount
            base.execute(
                "UPDATE student SET seen = ? WHERE token = ?", (self._clock(), student.token)
            )
            return changed == 1

    def student_sheet(self, student: Student) -> dict[str, Any]:
        """What the student sees: the session's sheet and the own questions, in order."""
        with self._read() as base:
            found = base.execute(
                "SELECT sheet, questions FROM session WHERE code = ?", (student.code,)
            ).fetchone()
        questions = json.loads(found["questions"])
        sheet: dict[str, Any] = json.loads(found["sheet"])
        return sheet | {"questions": [questions[place] for place in student.objects]}

    # -- the file -------------------------------------------------------------------------------

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)) as base:
            base.row_factory = sqlite3.Row
            yield base

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """One transaction that no other writer interrupts."""
        with self._read() as base:
            base.execute(
                "PRAGMA synchronous = OFF"
            )  # a lecture's file need not survive a power cut
            base.execute("BEGIN IMMEDIATE")
            try:
                yield base
            except BaseException:
                base.rollback()
                raise
            base.commit()


def _number(base: sqlite3.Connection, query: str, code: str) -> int:
    return int(base.execute(query, (code,)).fetchone()[0])


def _student(base: sqlite3.Connection, code: str, token: str) -> Student | None:
    lines = base.execute(
        "SELECT object, class, doubt FROM question JOIN student ON student = number"
        " WHERE code = ? AND token = ? ORDER BY nth",
        (code, token),
    ).fetchall()
    if not lines:
        return None
    answers = [None if line["class"] is None else (line["class"], line["doubt"]) for line in lines]
    return Student(code, token, tuple(line["object"] for line in lines), tuple(answers))


def _load(base: sqlite3.Connection, code: str, now: float) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Answers each object has, and questions still open with students who were here of late."""
    asked = base.execute("SELECT asked FROM session WHERE code = ?", (code,)).fetchone()
    load = np.zeros(len(json.loads(asked[0])), dtype=np.int64)
    counted = base.execute(
        "SELECT object, COUNT(*) FROM question JOIN student ON student = number"
        " WHERE code = ? AND (class IS NOT NULL OR seen > ?) GROUP BY object",
        (code, now - PATIENT),
    )
    for place, count in counted:
        load[place] = count
    return load
