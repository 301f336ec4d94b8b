"""What a student may ask for: to join a session by its code, and to answer its questions.

Everything comes from the network and is checked here; a `Refusal` carries the sentence that the
student reads.
"""

from dataclasses import dataclass
from typing import Any

from belieflab.classroom.codes import LENGTH, Tokens, tidy_code
from belieflab.classroom.devices import device_kind
from belieflab.classroom.limits import JoinRate, WrongCodes
from belieflab.classroom.refusal import Refusal
from belieflab.classroom.store import MAX_STUDENTS, Store, Student

WRONG_CODE = f"There is no session with this code. Check the code: it has {LENGTH} characters."
CLOSED = "This session is closed. Thank you for taking part."
FULL = f"This session is full: {MAX_STUDENTS} students have joined."
MANY = "Too many devices have joined from your network. Tell the teacher."
BUSY = "Many are joining at this moment. You are let in by itself in a few seconds."
WAITING = "The teacher lets every device in by hand. Please wait: you are device {device}."
REMOVED = "The teacher has taken this device out of the session. Tell the teacher: device {device}."
NOT_REVEALED = "The teacher has not revealed the classes yet. Try again in a moment."
NOT_JOINED = "Join the session first: open the link again."


@dataclass(frozen=True)
class Welcome:
    """What joining gives: the token to come again with, and what the student sees."""

    token: str
    sheet: dict[str, Any]
    waiting: bool = False


class StudentRequests:
    """Answers to students, whoever carries the messages."""

    def __init__(
        self, store: Store, rate: JoinRate | None = None, wrong: WrongCodes | None = None
    ) -> None:
        self._store = store
        self._rate = rate or JoinRate()
        self._wrong = wrong or WrongCodes()
        self._tokens = Tokens()

    def device_token(self, token: str) -> str:
        """The token of a device that opens the page: its own, or a new one."""
        return token if self._tokens.is_ours(token) else self._tokens.draw()

    def join(self, message: Any, token: str, address: str, agent: str = "") -> Welcome:
        """Let a device in by `{"code": …}`; one that comes again keeps its place and its objects.

        Where the teacher admits, it is let in later: the page asks again.
        """
        code = tidy_code(_field(message, "code"))
        student = self._known(code, token)
        if student is None:
            student = self._add(code, token, address, agent)
        if student.state == "waiting":
            sentence = WAITING.format(device=student.device)
            return Welcome(student.token, {"sentence": sentence}, waiting=True)
        given = {"device": student.device, "answers": list(student.answers)}
        return Welcome(student.token, self._store.student_sheet(student) | given)

    def answer(self, message: Any, token: str) -> dict[str, Any]:
        """Note `{"code": …, "question": nth, "class": k, "doubt": d}` and say how many are done.

        Several possible classes are `"classes": [k, …]` instead; all of them mean "don't know".
        """
        code = tidy_code(_field(message, "code"))
        student = self._known(code, token)
        if student is None or student.state == "waiting":
            raise Refusal(403, NOT_JOINED)
        nth = _whole_number(message, "question", len(student.objects))
        count = self._store.count_classes(code)
        several = isinstance(message, dict) and "classes" in message
        chosen = _classes(message, count) if several else _whole_number(message, "class", count)
        if not self._store.take_answer(student, nth, chosen, _doubt(message)):
            raise Refusal(410, CLOSED)
        earlier = [place for place, given in enumerate(student.answers) if given is not None]
        return {"answered": len({*earlier, nth})}

    def score(self, message: Any, token: str) -> dict[str, Any]:
        """How honest the student's doubt was, by `{"code": …}`, once the teacher has revealed."""
        code = tidy_code(_field(message, "code"))
        student = self._known(code, token)
        if student is None or student.state == "waiting":
            raise Refusal(403, NOT_JOINED)
        found = self._store.score(code, token)
        if found is None:
            raise Refusal(409, NOT_REVEALED)
        return found

    def _known(self, code: str, token: str) -> Student | None:
        student = self._store.find_student(code, token) if token else None
        if student is not None and student.state == "removed":
            raise Refusal(403, REMOVED.format(device=student.device))
        return student

    def _add(self, code: str, token: str, address: str, agent: str) -> Student:
        """A new device. A right code is never refused for wrong ones from the same address."""
        is_open = self._store.is_open(code)
        if is_open is None:
            raise Refusal(404, WRONG_CODE, delay=self._wrong.delay(address))
        if not is_open:
            raise Refusal(410, CLOSED)
        wait = self._rate.take(address)
        if wait > 0:
            raise Refusal(429, BUSY, retry=wait)
        token = self.device_token(token)
        student = self._store.add_student(code, token, address, device_kind(agent))
        if student is None:
            full = self._store.count_students(code) >= MAX_STUDENTS
            raise Refusal(503, FULL if full else MANY)
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


def _classes(message: Any, below: int) -> list[int]:
    values = _field(message, "classes")
    fits = isinstance(values, list) and 0 < len(values) <= below
    if not fits or not all(type(each) is int and 0 <= each < below for each in values):
        raise Refusal(400, f"The classes are a list of whole numbers from 0 to {below - 1}.")
    return sorted(set(values))


def _doubt(message: Any) -> float:
    value = _field(message, "doubt")
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise Refusal(400, "The doubt is a number from 0 to 1.")
    return float(value)
