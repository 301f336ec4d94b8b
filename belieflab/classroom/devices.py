"""The devices of a session as the teacher sees them: let in, removed, merged into one student."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from belieflab.classroom.database import number_of
from belieflab.classroom.questions import give_questions
from belieflab.classroom.store import MAX_STUDENTS, Store
from belieflab.errors import DataError

State = Literal["waiting", "in", "removed"]
_KINDS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class Device:
    """One browser that joined.

    Attributes
    ----------
    number : counted from 1 within the session; the student sees it, too
    student : number of the first device of the same student
    state : whether it waits for the teacher, takes part, or was removed
    address : where it joined from; a school's phones may share one
    kind : what its browser calls it, as iPhone or Windows
    answered, asked : how far it is
    """

    number: int
    student: int
    state: State
    address: str
    kind: str
    answered: int
    asked: int


def device_kind(agent: str) -> str:
    """What kind of device a browser says it runs on."""
    return next((kind for word, kind in _KINDS.items() if word in agent), "other")


def list_devices(store: Store, code: str) -> list[Device]:
    """All devices that joined a session, in the order they came."""
    with store.read() as base:
        lines = base.execute(
            "SELECT s.device, first.device AS student, s.state, s.address, s.kind,"
            " COUNT(question.class) AS answered, COUNT(question.nth) AS asked"
            " FROM student AS s JOIN student AS first ON first.number = s.person"
            " LEFT JOIN question ON question.student = s.number"
            " WHERE s.code = ? GROUP BY s.number ORDER BY s.number",
            (code,),
        ).fetchall()
    return [Device(*line) for line in lines]


def admit_devices(store: Store, code: str, devices: Sequence[int]) -> None:
    """Let devices in that wait or were removed; one that was removed finds its answers again."""
    with store.write() as base:
        for number in _numbers(base, code, devices):
            query = "SELECT COUNT(*) FROM student WHERE code = ? AND state = 'in'"
            if number_of(base, query, code) >= MAX_STUDENTS:
                raise DataError(f"This session is full: {MAX_STUDENTS} devices take part.")
            now = store.clock()
            base.execute(
                "UPDATE student SET state = 'in', seen = ? WHERE number = ?", (now, number)
            )
            give_questions(base, code, number, now)


def remove_devices(store: Store, code: str, devices: Sequence[int]) -> None:
    """Take devices out: their answers no longer count, and they cannot join again."""
    with store.write() as base:
        for number in _numbers(base, code, devices):
            base.execute("UPDATE student SET state = 'removed' WHERE number = ?", (number,))


def merge_devices(store: Store, code: str, devices: Sequence[int]) -> None:
    """Count devices as one student, who was asked on all of them.

    Where both answered about the same object, the device that joined last counts.
    """
    if len(set(devices)) < 2:
        raise DataError("Choose at least two devices to merge.")
    with store.write() as base:
        numbers = _numbers(base, code, devices)
        people = {_person(base, number) for number in numbers}
        for person in people:
            change = "UPDATE student SET person = ? WHERE person = ?"
            base.execute(change, (min(people), person))


def separate_devices(store: Store, code: str, devices: Sequence[int]) -> None:
    """Count merged devices as students of their own again."""
    with store.write() as base:
        for number in _numbers(base, code, devices):
            others = base.execute(
                "SELECT number FROM student WHERE person = ? AND number <> ? ORDER BY number",
                (number, number),
            ).fetchall()
            if others:  # the others keep together, under the next one
                base.execute(
                    "UPDATE student SET person = ? WHERE person = ?", (others[0][0], number)
                )
            base.execute("UPDATE student SET person = number WHERE number = ?", (number,))


def _numbers(base: sqlite3.Connection, code: str, devices: Sequence[int]) -> list[int]:
    """The rows of devices that are there."""
    lines = base.execute("SELECT device, number FROM student WHERE code = ?", (code,)).fetchall()
    known = dict(map(tuple, lines))
    return [known[device] for device in sorted(set(devices)) if device in known]


def _person(base: sqlite3.Connection, number: int) -> int:
    """The first device of the student whose device this is."""
    return number_of(base, "SELECT person FROM student WHERE number = ?", number)
