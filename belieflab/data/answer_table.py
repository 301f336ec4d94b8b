"""Answers of annotators from a table with one line per answer."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.data.answer_headings import COLUMNS
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.label_files import as_names, as_numbers, sort_names
from belieflab.errors import DataError


def read_answers(table: pd.DataFrame, n: int, frame: Frame | None = None) -> CrowdAnswers:
    """The answers in a table with the columns `row`, `annotator`, `answer` and perhaps `doubt`.

    Objects are counted from 1; annotators may have any names. A line without an answer is passed
    over. Without a frame the answers name the classes.
    """
    columns = {str(name).strip().lower(): table[name] for name in table.columns}
    missing = [name for name in COLUMNS[:3] if name not in columns]
    if missing:
        raise DataError(f"The table of answers has no column {missing[0]!r}.")
    said = [(name or "").strip() for name in as_names(columns["answer"])]
    kept = np.array([bool(name) for name in said], dtype=bool)
    lines = np.flatnonzero(kept)
    if not len(lines):
        raise DataError("The table holds no answer: the column 'answer' is blank.")
    names = [said[line] for line in lines]
    frame = frame or Frame.of_kind(sort_names(set(names)))
    who = [str(name) for name in np.array(as_names(columns["annotator"]), dtype=object)[kept]]
    places = {name: place for place, name in enumerate(dict.fromkeys(who))}
    doubts = as_numbers(columns["doubt"], blank=0.0) if "doubt" in columns else np.zeros(len(kept))
    return CrowdAnswers.from_codes(
        frame,
        n,
        _objects(as_numbers(columns["row"], blank=0.0)[kept], lines, n),
        np.array([places[name] for name in who], dtype=np.int64),
        np.array([_code(frame, name, line) for name, line in zip(names, lines, strict=True)]),
        doubts[kept],
    )


def _objects(numbers: NDArray[np.float64], lines: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    wrong = (numbers < 1) | (numbers > n) | (numbers != np.rint(numbers))
    if wrong.any():
        place = int(np.argmax(wrong))
        raise DataError(
            f"Line {lines[place] + 1} of the answers speaks of object {numbers[place]:g}; the "
            f"objects are numbered from 1 to {n:,}."
        )
    return numbers.astype(np.int64) - 1


def _code(frame: Frame, name: str, line: np.int64) -> int:
    try:
        return frame.index(name)
    except DataError as error:
        raise DataError(f"Line {line + 1} of the answers: {error}") from None
