"""Play the oracle: a person answers, one object at a time, and may take an answer back."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from belieflab.active.learner import Learner, Line
from belieflab.active.strategies import choose
from belieflab.active.tuning import Tuning
from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError, FitWarning
from belieflab.evaluation.classifiers import (
    CLASSIFIERS,
    FittedClassifier,
    Prediction,
    TrainingSet,
)
from belieflab.evaluation.classifiers.entry import Floats, Rows
from belieflab.evaluation.classifiers.learned import as_model


@dataclass(frozen=True)
class Answer:
    """What a person said about one object: masses by set (mask)."""

    row: int
    masses: Mapping[int, float]


@dataclass(frozen=True, eq=False)
class QuerySession:
    """The points, the classes and the answers so far; immutable, so undo is one answer less.

    Attributes
    ----------
    given : answers that were there at the beginning and cannot be taken back
    answers : those of the person, in order; "I do not know" is all mass on Ω
    groups : of the objects, left out together where a classifier leaves objects out [shape=(n,)]
    weights : what each object counts where a classifier takes weights, above 0 [shape=(n,)]
    """

    X: Floats
    frame: Frame
    given: tuple[Answer, ...] = ()
    answers: tuple[Answer, ...] = ()
    seed: int = 0
    groups: Rows | None = None
    weights: Floats | None = None
    _order: Rows = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.frame.size < 2:
            raise DataError("Name at least two classes to choose between.")
        rows = [answer.row for answer in (*self.given, *self.answers)]
        if len(set(rows)) < len(rows) or not all(0 <= row < len(self.X) for row in rows):
            raise DataError("Every object is answered about once, by its row number.")
        object.__setattr__(
            self, "_order", np.random.default_rng(self.seed).permutation(len(self.X))
        )

    @property
    def labelled(self) -> Rows:
        """The rows with an answer, in order."""
        return np.array([answer.row for answer in (*self.given, *self.answers)], dtype=np.int64)

    @property
    def candidates(self) -> Rows:
        """The rows without an answer, in random order."""
        return self._order[~np.isin(self._order, self.labelled)]

    @property
    def labels(self) -> MassTable:
        """One label per object; who was not asked about has the vacuous one."""
        answers = (*self.given, *self.answers)
        focal = sorted({self.frame.omega, *(mask for each in answers for mask in each.masses)})
        column = {mask: place for place, mask in enumerate(focal)}
        mass = np.zeros((len(self.X), len(focal)))
        mass[:, column[self.frame.omega]] = 1.0
        for answer in answers:
            mass[answer.row] = 0.0
            for mask, value in answer.masses.items():
                mass[answer.row, column[mask]] = value
        return MassTable(self.frame, focal, mass)

    def answered(self, row: int, masses: Mapping[int, float]) -> "QuerySession":
        """The session with one answer more."""
        return replace(self, answers=(*self.answers, Answer(row, dict(masses))))

    def undone(self) -> "QuerySession":
        """The session without the person's last answer."""
        return replace(self, answers=self.answers[:-1])

    def until(self, n_answers: int) -> "QuerySession":
        """The session after the person's first answers."""
        return replace(self, answers=self.answers[:n_answers])

    def next_query(self, line: Line, tuning: Tuning | None = None) -> "Query":
        """What this classifier makes of the answers, and what this strategy asks about next."""
        groups, weights = self.groups, self.weights
        training = TrainingSet(self.X, self.labels, groups=groups, weights=weights)
        learner = Learner(training, tuning or Tuning(), line)
        rng = np.random.default_rng(np.random.SeedSequence([self.seed, len(self.labelled)]))
        fitted = learner.fit(self.labelled, rng)
        prediction, candidates = fitted.predict_all(self.X), self.candidates
        row = None
        if len(candidates):
            about, points = prediction[candidates], self.X[candidates]
            scores = learner.score(fitted, about, self.labelled, points, rng)
            row = int(candidates[choose(scores)[0]])
        title = CLASSIFIERS.find(line.model).title
        make = partial(as_model, fitted, title, self.frame, self.X[self.labelled])
        return Query(fitted, prediction, row, make)


@dataclass(frozen=True)
class Query:
    """The classifier after the answers, its prediction for all objects, and the row it asks about.

    `row` is None when every object has an answer.
    """

    fitted: FittedClassifier
    prediction: Prediction
    row: int | None
    make_model: Callable[[], Any]

    @cached_property
    def model(self) -> Any:
        """What predicts other objects: it has `predict_mass` and `n_features_in_`."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)  # few answers rarely name every class
            return self.make_model()


def as_masses(frame: Frame, classes: Sequence[str], doubt: float = 0.0) -> dict[int, float]:
    """The answer "one of these classes, with that doubt": m(classes) = 1 - doubt, m(Ω) = doubt.

    No class at all is "I do not know".
    """
    if not 0 <= doubt <= 1:
        raise DataError(f"A doubt lies between 0 and 1; found {doubt!r}.")
    mask = frame.mask(classes) if classes else frame.omega
    if mask == frame.omega or doubt == 1:
        return {frame.omega: 1.0}
    return {mask: 1.0 - doubt} | ({frame.omega: float(doubt)} if doubt else {})
