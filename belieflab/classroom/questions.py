"""The questions of a student as they stand in the file: given once, shared with others first."""

import json
import sqlite3

import numpy as np
from numpy.typing import NDArray

from belieflab.classroom.assignment import share_objects

PATIENT = 600.0
"""Seconds after which the open questions of a silent student are given to others."""


def give_questions(base: sqlite3.Connection, code: str, number: int, now: float) -> None:
    """Choose the objects of a student who is let in; one who has some keeps them."""
    if base.execute("SELECT 1 FROM question WHERE student = ?", (number,)).fetchone():
        return
    objects = share_objects(_load(base, code, now), np.random.default_rng())
    base.executemany(
        "INSERT INTO question (student, nth, object) VALUES (?, ?, ?)",
        [(number, nth, int(place)) for nth, place in enumerate(objects)],
    )


def _load(base: sqlite3.Connection, code: str, now: float) -> NDArray[np.int64]:
    """Answers each object has, and questions still open with students who were here of late."""
    asked = base.execute("SELECT asked FROM session WHERE code = ?", (code,)).fetchone()
    load = np.zeros(len(json.loads(asked[0])), dtype=np.int64)
    counted = base.execute(
        "SELECT object, COUNT(*) FROM question JOIN student ON student = number"
        " WHERE code = ? AND state = 'in' AND (class IS NOT NULL OR seen > ?) GROUP BY object",
        (code, now - PATIENT),
    )
    for place, count in counted:
        load[place] = count
    return load
