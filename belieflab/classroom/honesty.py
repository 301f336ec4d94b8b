"""How honest a student's doubt was, once the teacher has revealed the classes."""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Line = tuple[int, Sequence[int], float]
"""Place of the object, the possible classes that were named, the doubt."""

SURE = 0.8
"""Probability of the favoured class from which on a student counts as sure."""

KEPT_SECONDS = 2.0
"""For which the score of the class is not computed again."""

STEPS = 5
"""Of the curve: as wide ones from 1/K to 1."""


def reveal_classes(base: sqlite3.Connection, code: str, classes: Sequence[int]) -> None:
    """Note the true classes of the asked objects, -1 where unknown."""
    text = json.dumps([int(each) for each in classes])
    base.execute("UPDATE session SET revealed = ? WHERE code = ?", (text, code))


class Scores:
    """How honest students were, each beside the class, whose answers are read now and then only.

    All phones may ask at once, and each would read the answers of everyone.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._kept: tuple[str, str, dict[str, Any]] | None = None
        self._until = 0.0

    def read(self, base: sqlite3.Connection, code: str, token: str) -> dict[str, Any] | None:
        """The student's own score and that of the class; None before the classes are revealed."""
        query = "SELECT revealed, sheet FROM session WHERE code = ?"
        found = base.execute(query, (code,)).fetchone()
        if found is None or found["revealed"] is None:
            return None
        truth, size = json.loads(found["revealed"]), len(json.loads(found["sheet"])["classes"])
        own = summarise(_lines(base, code, token), truth, size)
        with self._lock:
            name = code, found["revealed"]
            if self._kept is None or self._kept[:2] != name or self._clock() >= self._until:
                self._kept = (*name, summarise(_lines(base, code), truth, size))
                self._until = self._clock() + KEPT_SECONDS
            return {"own": own, "class": self._kept[2]}


def _lines(base: sqlite3.Connection, code: str, token: str | None = None) -> list[Line]:
    """The answers of those who take part, or of one device."""
    lines = base.execute(
        "SELECT object, class, doubt, members FROM student JOIN question ON student = number"
        " WHERE code = ? AND (? IS NULL OR token = ?) AND state = 'in' AND class IS NOT NULL",
        (code, token, token),
    )
    return [(line["object"], _members(line), line["doubt"]) for line in lines]


def _members(line: sqlite3.Row) -> list[int]:
    return json.loads(line["members"]) if line["members"] else [line["class"]]


def summarise(lines: Iterable[Line], truth: Sequence[int], size: int) -> dict[str, Any]:
    """Mean Brier score of BetP, and how often sure and doubtful answers were right.

    The curve is that of `crowd.calibration.calibrate`: by steps, how probable the favoured class
    was on average, how often it was right, and for how many answers.

    Examples
    --------
    >>> found = summarise([(0, [1], 0.0), (1, [0, 1], 0.0)], [1, 1], 2)
    >>> found["brier"], found["sure"], found["doubtful"]
    (0.25, [1.0, 1], [0.5, 1])
    >>> found["curve"]
    [[0.5, 0.5, 1], [1.0, 1.0, 1]]
    """
    scores, sure, doubtful = [], [0.0, 0], [0.0, 0]
    steps = [[0.0, 0.0, 0] for _ in range(STEPS)]
    for place, members, doubt in lines:
        true = truth[place]
        if true < 0:
            continue
        shares = [
            doubt / size + ((1 - doubt) / len(members) if k in members else 0.0)
            for k in range(size)
        ]
        scores.append(sum((share - (k == true)) ** 2 for k, share in enumerate(shares)))
        top = max(shares)
        tied = [k for k, share in enumerate(shares) if share >= top - 1e-12]
        right = (true in tied) / len(tied)
        kind = sure if top >= SURE else doubtful
        kind[0] += right
        kind[1] += 1
        step = int((top - 1 / size) / max(1 - 1 / size, 1e-12) * STEPS)
        for nth, value in enumerate((top, right, 1)):
            steps[min(max(step, 0), STEPS - 1)][nth] += value
    mean = round(sum(scores) / len(scores), 3) if scores else None
    curve = [[top / count, right / count, count] for top, right, count in steps if count]
    return {"brier": mean, "sure": sure, "doubtful": doubtful, "curve": curve}
