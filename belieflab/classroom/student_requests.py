"""What a student may ask for: to join a session by its code, and to answer its questions.

Everything comes from the network and is checked here; a `Refusal` carries the sentence that the
student reads.
"""

import math
from dataclasses import dataclass
from typing import Any

from belieflab.classroom.codes import tidy_code
from belieflab.classroom.limits import AttemptLimit, MustWait
from belieflab.classroom.store import MAX_STUDENTS, Store, Student

WRONG_CODE = "There is no session with this code. Check the code: it has eight characters."
CLOSED = "This session is closed. Thank you for taking part."
FULL = f"This session is full: {MAX_STUDENTS} students have joined."
NOT_JOINED = "Join the session first: open the link again."


class Refusal(Exception):
    """A request that is not granted: the status of the answer and a sentence for the student."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


@dataclass(frozen=True)
class Welcome:
    """What joining gives: the token to come again with, and what the student sees."""

    token: str
    sheet: dict[str, Any]


class StudentRequests:
    """Answers to students, whoever carries the messages."""

    def __init__(self, store: Store, limit: AttemptLimit | None = None) -> None:
        self._store = store
        self._limit = limit or AttemptLimit()

    def join(self, message: Any, token: str, address: str) -> Welcome:
        """Let a student in by `{"code": …}`; one with a token finds the same objects again."""
        code = tidy_code(_field(message, "code"))
        student = self._known(code, token)
        if student is None:
            student = self._admit(code, address)
        return Welcome(
            student.token, self._store.student_sheet(student) | {"answers": list(student.answers)}
        )

    def answer(self, message: Any, token: str) -> dict[str, Any]:
        """Note `{"code": …, "question": nth, "class": k, "doubt": d}` and say how many are done."""
        code = tidy_code(_field(message, "code"))
        student = self._known(code, token)
        if student is None:
            raise Refusal(403, NOT_JOINED)
        classes = len(self._store.student_sheet(student)["classes"])
        nth = _whole_number(message, "question", len(student.objects))
        chosen = _whole_number(message, "class", classes)
        if not self._store.take_answer(student, nth, chosen, _doubt(message)):
            raise Refusal(410, CLOSED)
        earlier = [place for place, given in enumerate(student.answers) if given is not None]
        return {"answered": len({*earlier, nth})}

    def _known(self, code: str, token: str) -> Student | None:
        return self._store.find_student(code, token) if token else None

    def _admit(self, code: str, address: str) -> Student:
        try:
            is_open = self._limit.attempt(address, lambda: self._store.is_open(code))
        except MustWait as limit:
            minutes = math.ceil(limit.seconds / 60)
            unit = "minute" if minutes == 1 else "minutes"
            sentence = f"Too many wrong codes. Try again in {minutes} {unit}."
            raise Refusal(429, sentence) from None
        if is_open is None:
            raise Refusal(404, WRONG_CODE)
        if not is_open:
            raise Refusal(410, CLOSED)
        student = self._store.admit_student(code)
        if student is None:
            raise Refusal(503, FULL)
        return student


def _field(message: Any, name: str) -> Any:
    if not isinstance(message, dict) or name not in message:
        raise Refusal(400, f"The message has no {name}.")
    return message[name]


def _whole_number(message: Any, name: str, below: int) -> int:
    value = _field(message, name)
    if type(value) is not int or not 0 <= value < below:
        raise Refusal(400, f"The {name} is a whole number from 0 to {below - 1}.")
    return value


def _doubt(message: Any) -> float:
    value = _field(message, "doubt")
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise Refusal(400, "The doubt is a number from 0 to 1.")
    return float(value)
