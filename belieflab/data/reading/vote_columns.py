"""Columns of counts or shares beside features that may be labels, as their even sums suggest."""

import hashlib
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.reading.class_columns import guess_truth, is_text, is_whole
from belieflab.data.reading.columns import is_class_heading
from belieflab.data.reading.questions import (
    MAX_LISTED,
    VOTES,
    Answer,
    Question,
    show_reading,
)
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles
from belieflab.data.reading.share_columns import find_shares

FEWEST_ROWS, FEWEST_COLUMNS = 10, 3
MIN_VOTES, MAX_VOTES = 3, 100
"""Sums of a row between which counts may be votes; categories as 0 and 1 are none."""
MAX_CLASSES = 64


def ask_about_votes(frame: pd.DataFrame, roles: Roles) -> Question | None:
    """Whether counts or shares with even sums beside other columns are labels or features."""
    if any(roles.columns(role) for role in ("label", "annotator", "dissimilarity")):
        return None
    numbers = [
        name
        for name, role in roles.of.items()
        if role == "feature" or (role == "truth" and not is_class_heading(name))
    ]
    found = find_votes(frame, numbers)
    shares = [] if found else find_shares(frame, numbers)
    columns = found or shares
    if not columns or len(columns) == len(numbers):  # all of them are asked about as a table
        return None
    labels, features = _roles_beside(frame, roles, columns)
    sums = round(float(frame[columns].iloc[0].sum()))
    layouts = ("counts", "counts-doubt") if found else ("probabilities" if sums == 1 else "counts",)
    answers = [Answer(show_reading(frame[columns], key), labels, key) for key in layouts]
    answers.append(Answer(f"{len(columns):,} features", features))
    listed = ", ".join(columns[:MAX_LISTED]) + (", …" if len(columns) > MAX_LISTED else "")
    text = f"{listed}: whole numbers, {sums} in every row. Votes or features?"
    if shares:
        text = f"{listed}: every row sums to {sums}. Probabilities of classes or features?"
    return Question(VOTES, text, tuple(answers))


def _roles_beside(
    frame: pd.DataFrame, roles: Roles, votes: list[str]
) -> tuple[dict[str, Role], dict[str, Role]]:
    """The roles where these columns are labels, which name what the true class may be, and else."""
    names = [name for name in roles.columns("truth") if name not in votes]
    found = guess_truth(frame, [name for name in roles.of if name not in votes], votes)
    if found is not None and roles.of[found] in ("feature", "category", "truth"):
        names.append(found)
    features: dict[str, Role] = dict.fromkeys(votes, "feature")
    labels: dict[str, Role] = dict.fromkeys(votes, "label")
    for name in names:
        features[name] = roles.of[name]
        other: Role = "category" if is_text(frame[name]) else "feature"
        labels[name] = "truth" if name == found else other
    return labels, features


def find_votes(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The first adjacent columns of counts, three or more, with the same sum in every row.

    Counts that are 0 in every row belong to those beside them: nobody voted for such a class.

    Examples
    --------
    >>> table = pd.DataFrame({"x": range(10), "a": range(10), "b": [2] * 5 + [1] * 5})
    >>> table["c"] = 20 - table["a"] - table["b"]
    >>> find_votes(table, ["x", "a", "b", "c"])
    ['a', 'b', 'c']
    """
    if len(frame) < FEWEST_ROWS:
        return []
    block: list[str] = []
    allowed = {*names}
    for name in map(str, frame.columns):
        if name in allowed and _are_counts(frame[name]):
            block.append(name)
        elif found := _with_even_sums(frame, block):
            return found
        else:
            block = []
    return _with_even_sums(frame, block)


def _are_counts(column: "pd.Series[Any]") -> bool:
    return is_whole(column) and bool(column.between(0, MAX_VOTES).all())


def _with_even_sums(frame: pd.DataFrame, block: list[str]) -> list[str]:
    """The first of such columns in a block of adjacent counts.

    Sums from one column to another are even where the running sums of all rows differ by the same
    at both: then these are the same but for what the first row has.
    """
    if len(block) < FEWEST_COLUMNS:
        return []
    running, seen = np.zeros(len(frame)), dict[bytes, int]()
    for end, name in enumerate([None, *block]):
        if name is not None:
            running += frame[name].to_numpy(dtype=np.float64)
        key = hashlib.blake2b(running - running[0], digest_size=16).digest()
        start, seen[key] = seen.get(key, end), end
        if end - start >= FEWEST_COLUMNS and _may_be_votes(frame[block[start:end]]):
            while start > 0 and not frame[block[start - 1]].any():
                start -= 1
            while end < len(block) and not frame[block[end]].any():
                end += 1
            return block[start:end] if end - start <= MAX_CLASSES else []
    return []


def _may_be_votes(columns: pd.DataFrame) -> bool:
    """Whether counts that sum to the same are no categories as 0 and 1, and no large numbers."""
    values = columns.to_numpy(dtype=np.float64)
    return MIN_VOTES <= values[0].sum() <= MAX_VOTES and bool(values.max() > 1)
