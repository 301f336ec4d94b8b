"""The store that the app and the students' server share: sessions, students, answers."""

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from belieflab.belief.masks import as_masks
from belieflab.classroom.codes import draw_code
from belieflab.classroom.database import Database, number_of
from belieflab.classroom.honesty import Scores, reveal_classes
from belieflab.classroom.questions import give_questions
from belieflab.classroom.session import ClassSession
from belieflab.data.crowd_answers import CrowdAnswers

MAX_STUDENTS = 300
"""Devices in one session; it is then full."""

MAX_PER_ADDRESS = 150
"""Devices in one session from one address: a lecture behind a router, but never all places."""


@dataclass(frozen=True)
class StoredSession:
    """A session as the teacher sees it."""

    code: str
    session: ClassSession
    closed: bool
    admission: bool
    """Whether the teacher lets every device in."""


@dataclass(frozen=True)
class Student:
    """One who joined: the session, the token that says who it is, and what was asked and answered.

    `objects` are places among the session's questions; an answer is a class, or several possible
    ones, and a doubt. One who waits for the teacher has none yet. `device` is the number that
    teacher and student see.
    """

    code: str
    token: str
    device: int
    state: str
    objects: tuple[int, ...]
    answers: tuple[tuple[int | list[int], float] | None, ...]


class Store(Database):
    """Sessions, students and answers in one SQLite file that two processes share."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        super().__init__(path)
        self.clock = clock
        self.max_per_address = MAX_PER_ADDRESS
        self._sheets: dict[str, tuple[dict[str, Any], list[Any]]] = {}
        self._scores = Scores(clock)

    # -- the teacher ----------------------------------------------------------------------------

    def open_session(self, session: ClassSession, *, admission: bool = False) -> str:
        """Open a session, closing any other; returns its code.

        With `admission` a device waits until the teacher lets it in.
        """
        code = draw_code()
        teacher = {
            "title": session.title,
            "class_names": session.class_names,
            "colours": session.colours,
            "axis_titles": session.axis_titles,
            "facts": session.facts,
            "note": session.note,
            "fingerprint": session.fingerprint,
            "ids": session.ids,
        }
        with self.write() as base:
            now = self.clock()
            base.execute("UPDATE session SET closed = ? WHERE closed IS NULL", (now,))
            base.execute(
                "INSERT INTO session VALUES (?, ?, NULL, ?, ?, ?, ?, ?, ?, NULL)",
                (
                    code,
                    now,
                    admission,
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
        with self.write() as base:
            base.execute(
                "UPDATE session SET closed = ? WHERE code = ? AND closed IS NULL",
                (self.clock(), code),
            )

    def reopen_session(self, code: str) -> None:
        """Let a closed session take answers again."""
        with self.write() as base:
            base.execute("UPDATE session SET closed = NULL WHERE code = ?", (code,))

    def reveal(self, code: str, classes: Sequence[int]) -> None:
        """Let students compare their answers with the true classes of the asked objects."""
        with self.write() as base:
            reveal_classes(base, code, classes)

    def score(self, code: str, token: str) -> dict[str, Any] | None:
        """How honest a student's doubt was, see `honesty`; None before the classes are revealed."""
        with self.read() as base:
            return self._scores.read(base, code, token)

    def require_admission(self, code: str, admission: bool) -> None:
        """Let new devices wait for the teacher, or in by themselves; those inside stay."""
        with self.write() as base:
            base.execute("UPDATE session SET admission = ? WHERE code = ?", (admission, code))

    def requires_admission(self, code: str) -> bool:
        """Whether new devices wait for the teacher."""
        with self.read() as base:
            return bool(number_of(base, "SELECT admission FROM session WHERE code = ?", code))

    def latest_session(self) -> StoredSession | None:
        """The session that was opened last; None before the first."""
        with self.read() as base:
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
            ids=tuple(teacher["ids"]),
        )
        closed, admission = found["closed"] is not None, bool(found["admission"])
        return StoredSession(found["code"], session, closed, admission)

    def answers(self, opened: StoredSession) -> CrowdAnswers:
        """Everything that was answered in a session so far; students are numbered as they came.

        A student with several devices counts once per object, with the answer of the newest one.
        """
        with self.read() as base:
            lines = base.execute(
                "SELECT person, object, class, doubt, members, MAX(number) FROM question JOIN"
                " student ON"
                " number = student WHERE code = ? AND state = 'in' AND class IS NOT NULL"
                " GROUP BY person, object ORDER BY person, number, nth",
                (opened.code,),
            ).fetchall()
        columns = np.array([tuple(line)[:4] for line in lines], dtype=np.float64).reshape(-1, 4)
        who, places, _ = columns[:, :3].astype(np.int64).T
        frame = opened.session.frame
        members = [json.loads(line["members"] or f"[{line['class']}]") for line in lines]
        masks = [sum(1 << code for code in set(codes)) for codes in members]
        return CrowdAnswers.from_sets(
            frame=frame,
            n=len(opened.session.points),
            rows=opened.session.asked[places],
            annotators=np.unique(who, return_inverse=True)[1].astype(np.int64),
            masks=as_masks(frame.size, masks),
            doubts=columns[:, 3],
        )

    def count_students(self, code: str) -> int:
        """How many take part in a session; merged devices are one student."""
        query = "SELECT COUNT(DISTINCT person) FROM student WHERE code = ? AND state = 'in'"
        with self.read() as base:
            return number_of(base, query, code)

    # -- the students ---------------------------------------------------------------------------

    def is_open(self, code: str) -> bool | None:
        """Whether a session takes answers; None when there is no session of that code."""
        with self.read() as base:
            found = base.execute("SELECT closed FROM session WHERE code = ?", (code,)).fetchone()
        return None if found is None else found["closed"] is None

    def find_student(self, code: str, token: str) -> Student | None:
        """Who holds this token in this session."""
        with self.read() as base:
            return _student(base, code, token)

    def add_student(
        self, code: str, token: str, address: str = "", kind: str = ""
    ) -> Student | None:
        """A new device of an open session; None when all places, or its address's, are taken.

        It gets its questions at once, or waits where the teacher admits: devices that wait take no
        place of those that take part, and the other way round.
        """
        with self.write() as base:
            known = _student(base, code, token)
            if known is not None:  # a double tap
                return known
            state = "waiting" if self.requires_admission(code) else "in"
            taken = "SELECT COUNT(*) FROM student WHERE code = ? AND state = ?"
            theirs = "SELECT COUNT(*) FROM student WHERE code = ? AND address = ? AND state = ?"
            if (
                number_of(base, taken, code, state) >= MAX_STUDENTS
                or number_of(base, theirs, code, address, state) >= self.max_per_address
            ):
                return None
            now = self.clock()
            device = 1 + number_of(base, "SELECT COUNT(*) FROM student WHERE code = ?", code)
            last = number_of(base, "SELECT COALESCE(MAX(number), 0) FROM student")
            number = last + 1
            base.execute(
                "INSERT INTO student VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (number, code, token, device, number, state, address, kind, now),
            )
            if state == "in":
                give_questions(base, code, number, now)
            return _student(base, code, token)

    def take_answer(
        self, student: Student, nth: int, code: int | Sequence[int], doubt: float
    ) -> bool:
        """Note a class, or several, in place of any earlier answer; False when it is closed."""
        members = None if isinstance(code, int) else json.dumps(list(code))
        first = code if isinstance(code, int) else code[0]
        with self.write() as base:
            changed = base.execute(
                "UPDATE question SET class = ?, doubt = ?, members = ? WHERE nth = ? AND student ="
                " (SELECT number FROM student JOIN session USING (code)"
                "  WHERE token = ? AND code = ? AND state = 'in' AND closed IS NULL)",
                (first, doubt, members, nth, student.token, student.code),
            ).rowcount
            base.execute(
                "UPDATE student SET seen = ? WHERE token = ? AND code = ?",
                (self.clock(), student.token, student.code),
            )
            return changed == 1

    def count_classes(self, code: str) -> int:
        """How many classes a session has to choose from."""
        return len(self._sheet(code)[0]["classes"])

    def student_sheet(self, student: Student) -> dict[str, Any]:
        """What the student sees: the session's sheet and the own questions, in order."""
        sheet, questions = self._sheet(student.code)
        return sheet | {"questions": [questions[place] for place in student.objects]}

    def _sheet(self, code: str) -> tuple[dict[str, Any], list[Any]]:
        """What a session asks, which never changes, kept for the last one that was used."""
        known = self._sheets.get(code)
        if known is None:
            query = "SELECT sheet, questions FROM session WHERE code = ?"
            with self.read() as base:
                found = base.execute(query, (code,)).fetchone()
            known = json.loads(found["sheet"]), json.loads(found["questions"])
            self._sheets = {code: known}
        return known


def _student(base: sqlite3.Connection, code: str, token: str) -> Student | None:
    who = base.execute(
        "SELECT number, device, state FROM student WHERE code = ? AND token = ?", (code, token)
    ).fetchone()
    if who is None:
        return None
    lines = base.execute(
        "SELECT object, class, doubt, members FROM question WHERE student = ? ORDER BY nth",
        (who["number"],),
    ).fetchall()
    answers = [
        None
        if line["class"] is None
        else (json.loads(line["members"]) if line["members"] else line["class"], line["doubt"])
        for line in lines
    ]
    objects = tuple(line["object"] for line in lines)
    return Student(code, token, who["device"], who["state"], objects, tuple(answers))
