"""A classifier with a query strategy: who learns, and what it asks about next."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from belieflab.active.strategies import QueryContext, Strategy, find_strategy
from belieflab.active.tuning import Tuning
from belieflab.belief import MassTable
from belieflab.errors import DataError, FitWarning
from belieflab.evaluation.classifiers import (
    CLASSIFIERS,
    Classifier,
    FittedClassifier,
    Prediction,
    TrainingSet,
    Uninformed,
    label_classifiers,
)
from belieflab.evaluation.classifiers.entry import Floats, Rows

MEMBERS = 5
"""Copies of a classifier in a committee."""

SEEDS = 2**31 - 1


class Line(NamedTuple):
    """One learning curve: the keys of its classifier and its strategy."""

    model: str
    strategy: str

    @property
    def title(self) -> str:
        """Both in words."""
        return f"{CLASSIFIERS.find(self.model).title} · {find_strategy(self.strategy).title}"


def active_classifiers() -> dict[str, Classifier]:
    """The classifiers that can learn from a growing set of labels, those made for few first."""
    able = label_classifiers().values()
    return {each.key: each for each in sorted(able, key=lambda each: not each.works_from_one)}


def can_answer(classifier: Classifier, strategy: Strategy) -> bool:
    """Whether the classifier gives what the strategy looks at."""
    has_masses = classifier.gives_masses or not strategy.needs_masses
    return has_masses and (classifier.gives_conflict or not strategy.needs_conflict)


def check_answerable(line: Line) -> None:
    """Refuse a strategy that looks at what the classifier does not give."""
    classifier, strategy = CLASSIFIERS.find(line.model), find_strategy(line.strategy)
    if can_answer(classifier, strategy):
        return
    if not classifier.gives_masses:
        raise DataError(
            f"{classifier.title} answers with probabilities, which have no {strategy.key}: choose "
            f"another strategy for it, or a classifier that answers with mass functions."
        )
    raise DataError(f"{classifier.title} does not measure conflict: choose another strategy.")


@dataclass(frozen=True)
class Learner:
    """A classifier that learns from labels of a training set, and the strategy of its queries.

    `rows` are the objects it may see: those with a label, and the others without it.
    """

    training: TrainingSet
    tuning: Tuning
    line: Line
    rows: Rows | None = None

    def __post_init__(self) -> None:
        check_answerable(self.line)

    def fit(self, labelled: Rows, rng: np.random.Generator) -> FittedClassifier:
        """The classifier fitted to the labels of these rows."""
        classifier = CLASSIFIERS.find(self.line.model)
        seed = int(rng.integers(SEEDS)) if classifier.random else 0
        rows = self.training.informative(labelled)
        if len(rows) < classifier.min_labels:
            return Uninformed(self.training.frame, classifier)
        settings = self.tuning.settings_for(classifier)
        if classifier.learn is not None:
            return classifier.learn(self.training, rows, **settings)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)  # few labels rarely name every class
            X, labels, more = self._examples(classifier, rows)
            return classifier.fit(X, labels, seed=seed, **_few(settings, rows), **more)

    def _examples(
        self, classifier: Classifier, rows: Rows
    ) -> tuple[Floats, MassTable, dict[str, Any]]:
        """Points, labels, groups and weights to fit to; objects without a label if they help.

        Labels of one group alone have no other group to be asked about it: each object counts.
        """
        X, labels = self.training.X, self.training.labels
        groups, weights = self.training.groups, self.training.weights
        examples, known = rows, labels[rows]
        if classifier.uses_unlabelled:
            seen = np.arange(len(X)) if self.rows is None else self.rows
            others = np.setdiff1d(seen, rows)
            examples = np.concatenate([rows, others])
            known = MassTable.stack([known, MassTable.vacuous(len(others), labels.frame)])
        own = None if groups is None or len(np.unique(groups[rows])) < 2 else groups[examples]
        counts = None if weights is None else weights[examples]
        return X[examples], known, classifier.usable(own, counts)

    def score(
        self,
        fitted: FittedClassifier,
        prediction: Prediction,
        labelled: Rows,
        points: Floats,
        rng: np.random.Generator,
    ) -> Floats:
        """How much the strategy wants to ask about each of the points [shape=(m,)].

        `prediction` is what the fitted classifier says about the points [shape=(m, p)].
        """
        context = QueryContext(prediction, self._committee(fitted, labelled, points, rng), rng)
        return find_strategy(self.line.strategy).score(context)

    def _committee(
        self, fitted: FittedClassifier, labelled: Rows, points: Floats, rng: np.random.Generator
    ) -> Callable[[], Floats]:
        def vote() -> Floats:
            votes = fitted.votes(points)
            if votes is not None:
                return votes
            if not len(labelled):
                return fitted.predict_all(points).probabilities[None]
            n = len(labelled)
            copies = [labelled[rng.integers(n, size=n)] for _ in range(MEMBERS)]
            members = [self.fit(copy, rng).predict_all(points) for copy in copies]
            return np.stack([member.probabilities for member in members])

        return vote


def _few(settings: dict[str, Any], rows: Rows) -> dict[str, Any]:
    """The settings with no more neighbours than there are labels besides one's own."""
    if "neighbors" not in settings:
        return settings
    return settings | {"neighbors": min(settings["neighbors"], len(rows) - 1)}
