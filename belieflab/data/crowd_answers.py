"""Answers with a doubt, one by one, as a class of students or any real crowd gives them.

Annotator j says class k about object i with doubt d: m({k}) = r_j (1 - d), the rest on Ω, where r_j
is how far j is believed. As a file there is one line per answer:

    row,annotator,answer,doubt
    17,1,setosa,0.25
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import Frame, MassTable, combine
from belieflab.data.crowd import agreement
from belieflab.data.dataset import UNKNOWN
from belieflab.data.label_files import as_names, as_numbers, sort_names
from belieflab.errors import DataError

COLUMNS = ("row", "annotator", "answer", "doubt")
"""Headings of the file; the doubt may be left out."""


@dataclass(frozen=True, eq=False)
class CrowdAnswers:
    """What annotators said about n objects, one entry per answer.

    Attributes
    ----------
    frame : the K classes
    n : number of objects, of which many may have no answer
    rows : object of each answer, from 0 [shape=(A,)]
    annotators : who said it, numbers from 0 [shape=(A,)]
    codes : the class that was said [shape=(A,)]
    doubts : from 0, sure, to 1, no idea [shape=(A,)]
    """

    frame: Frame
    n: int
    rows: NDArray[np.int64]
    annotators: NDArray[np.int64]
    codes: NDArray[np.int64]
    doubts: NDArray[np.float64]

    def __post_init__(self) -> None:
        for name, column, limit in (
            ("an object", self.rows, self.n),
            ("an annotator", self.annotators, len(self.rows)),
            ("a class", self.codes, self.frame.size),
        ):
            outside = (column < 0) | (column >= max(limit, 1))
            if outside.any():
                place = int(np.argmax(outside))
                raise DataError(
                    f"Answer {place + 1} names {name} with the number {column[place]}; "
                    f"numbers run from 0 to {limit - 1}."
                )
        wrong = ~((self.doubts >= 0) & (self.doubts <= 1))
        if wrong.any():
            place = int(np.argmax(wrong))
            raise DataError(
                f"Answer {place + 1} has the doubt {self.doubts[place]:g}; a doubt is a number "
                "from 0 to 1."
            )
        pairs = np.column_stack([self.rows, self.annotators])
        if len(np.unique(pairs, axis=0)) < len(pairs):
            raise DataError("An annotator answers at most once about each object.")

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def n_annotators(self) -> int:
        """How many annotators said something."""
        return len(np.unique(self.annotators))

    @property
    def counts(self) -> NDArray[np.int64]:
        """Answers about each object [shape=(n,)]."""
        return np.bincount(self.rows, minlength=self.n)

    def agreement(self) -> NDArray[np.float64]:
        """How often each annotator says what most others say [shape=(J,)], see `crowd.agreement`.

        J is one more than the largest annotator's number.
        """
        if not len(self):
            return np.empty(0)
        asked, places = np.unique(self.rows, return_inverse=True)
        table = np.full((len(asked), int(self.annotators.max()) + 1), UNKNOWN, dtype=np.int64)
        table[places, self.annotators] = self.codes
        return agreement(table, self.frame)

    def combine(self, rule: str = "dempster", reliabilities: ArrayLike = 1.0) -> MassTable:
        """One label per object by a rule of `belieflab.belief.RULES`; vacuous without an answer.

        `reliabilities`: r, one number for all or one per annotator [shape=(J,)]. Only those who
        answered about an object are its sources, which matters to the average.
        """
        doubts = self._discounted(reliabilities)
        order = np.argsort(self.rows, kind="stable")
        counts = self.counts
        first = np.concatenate([[0], np.cumsum(counts)])
        silent = np.flatnonzero(counts == 0)
        rows, parts = [silent], [MassTable.vacuous(len(silent), self.frame)]
        for count in np.unique(counts[counts > 0]).tolist():
            chosen = np.flatnonzero(counts == count)
            said = [order[first[chosen] + nth] for nth in range(count)]
            rows.append(chosen)
            parts.append(self._met([self._sources(each, doubts) for each in said], rule))
        gathered = MassTable.stack(parts)
        return gathered[np.argsort(np.concatenate(rows), kind="stable")].compact()

    def _sources(self, said: NDArray[np.int64], doubts: NDArray[np.float64]) -> MassTable:
        """The chosen answers as mass functions."""
        masks = self.frame.singletons[self.codes[said]].tolist()
        return MassTable.from_sets(masks, self.frame).discount(doubts[said])

    @staticmethod
    def _met(sources: list[MassTable], rule: str) -> MassTable:
        try:
            return combine(sources, rule)
        except DataError:
            if rule != "dempster":
                raise
            raise DataError(
                "Dempster's rule cannot combine answers that contradict each other without any "
                "doubt. Believe the annotators less, or take another rule."
            ) from None

    def conflict(self, reliabilities: ArrayLike = 1.0) -> NDArray[np.float64]:
        """Mass on ∅ when all answers about an object meet in the conjunctive rule [shape=(n,)]."""
        return self.combine("conjunctive", reliabilities).mass_of(0)

    def table(self) -> pd.DataFrame:
        """One line per answer, objects and annotators counted from 1."""
        names = np.array(self.frame.names, dtype=object)
        columns = (self.rows + 1, self.annotators + 1, names[self.codes], self.doubts)
        return pd.DataFrame(dict(zip(COLUMNS, columns, strict=True)))

    def _discounted(self, reliabilities: ArrayLike) -> NDArray[np.float64]:
        """The doubt of each answer once its annotator is believed only so far: 1 - r_j (1 - d)."""
        values = np.asarray(reliabilities, dtype=np.float64)
        if not ((values >= 0) & (values <= 1)).all():
            raise DataError("A reliability is a number from 0 to 1.")
        if values.ndim and len(self) and len(values) <= int(self.annotators.max()):
            raise DataError(f"{len(values)} reliabilities are too few for these annotators.")
        believed = values[self.annotators] if values.ndim else values
        return np.asarray(np.clip(1.0 - believed * (1.0 - self.doubts), 0.0, 1.0))


def holds_answers(headings: Iterable[object]) -> bool:
    """Whether a table with these headings holds one answer per line."""
    return set(COLUMNS[:3]) <= {str(heading).strip().lower() for heading in headings}


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
    return CrowdAnswers(
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
