"""How honest a student's doubt was, once the teacher has revealed the classes."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

Line = tuple[int, Sequence[int], float]
"""Place of the object, the possible classes that were named, the doubt."""

SURE = 0.8
"""Probability of the favoured class from which on a student counts as sure."""


def reveal_classes(base: sqlite3.Connection, code: str, classes: Sequence[int]) -> None:
    """Note the true classes of the asked objects, -1 where unknown."""
    text = json.dumps([int(each) for each in classes])
    base.execute("UPDATE session SET revealed = ? WHERE code = ?", (text, code))


def read_score(base: sqlite3.Connection, code: str, token: str) -> dict[str, Any] | None:
    """The student's own Brier score and that of the class; None before the classes are revealed."""
    found = base.execute("SELECT revealed, sheet FROM session WHERE code = ?", (code,)).fetchone()
    if found is None or found["revealed"] is None:
        return None
    truth, size = json.loads(found["revealed"]), len(json.loads(found["sheet"])["classes"])
    lines = base.execute(
        "SELECT object, class, doubt, members, token = ? AS own FROM question JOIN student ON"
        " number = student WHERE code = ? AND state = 'in' AND class IS NOT NULL",
        (token, code),
    ).fetchall()
    given = [(bool(line["own"]), (line["object"], _members(line), line["doubt"])) for line in lines]
    own = [line for is_own, line in given if is_own]
    everyone = [line for _, line in given]
    return {"own": summarise(own, truth, size), "class": summarise(everyone, truth, size)}


def _members(line: sqlite3.Row) -> list[int]:
    return json.loads(line["members"]) if line["members"] else [line["class"]]


def summarise(lines: Iterable[Line], truth: Sequence[int], size: int) -> dict[str, Any]:
    """Mean Brier score of BetP, and how often sure and doubtful answers were right.

    Examples
    --------
    >>> summarise([(0, [1], 0.0), (1, [0, 1], 0.0)], [1, 1], 2)
    {'brier': 0.25, 'sure': [1.0, 1], 'doubtful': [0.5, 1]}
    """
    scores, sure, doubtful = [], [0.0, 0], [0.0, 0]
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
        kind = sure if top >= SURE else doubtful
        kind[0] += (true in tied) / len(tied)
        kind[1] += 1
    mean = round(sum(scores) / len(scores), 3) if scores else None
    return {"brier": mean, "sure": sure, "doubtful": doubtful}
