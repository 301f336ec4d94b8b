"""The protocol of Hoarau et al. (2022), §4.2: a few labels, then queries, over many random splits.

Every learning curve of every repetition has random streams of its own, so any of them can be
computed alone and in any order, and a run that was stopped goes on with those that are missing.
"""

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from belieflab.active.curves import Curve, summarise
from belieflab.active.learner import Learner, Line, active_classifiers, can_answer
from belieflab.active.oracles import Oracle
from belieflab.active.strategies import choose, find_strategy
from belieflab.active.tuning import Tuning
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.data.group_folds import ONE_GROUP, hold_out_groups
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import (
    CLASSIFIERS,
    FittedClassifier,
    Prediction,
    TrainingSet,
)
from belieflab.evaluation.classifiers.entry import Floats, Rows
from belieflab.iteration import Step

SPLIT, ANSWERS, LEARNING = 1, 2, 3
"""Purposes of the random streams."""


class Split(NamedTuple):
    """Rows kept for the test, labelled at the start, and left to ask about, in random order."""

    test: Rows
    start: Rows
    pool: Rows


@dataclass(frozen=True)
class Moment:
    """One learner at one time: its labels, what it predicts, what it asks about next.

    Attributes
    ----------
    labelled : rows whose labels are known, in the order of the queries
    queried : rows asked about next; none after the last query
    accuracy : on the test rows
    fitted : the classifier as it is now
    candidates : the rows left to ask about; `prediction` : about them
    """

    labelled: Rows
    queried: Rows
    accuracy: float
    fitted: FittedClassifier
    candidates: Rows
    prediction: Prediction


@dataclass(frozen=True)
class Tick:
    """One query of one learning curve, without its classifier."""

    line: Line
    repetition: int
    n_labels: int
    accuracy: float


class ActiveLearning:
    """Learning curves over random splits (Hoarau et al. (2022), Figures 1 and 2).

    Parameters
    ----------
    dataset : points with their true classes; objects whose class is unknown take no part
    models, strategies : keys of CLASSIFIERS and STRATEGIES; every classifier is paired with every
        strategy it can answer, and a strategy that none of them can answer is refused
    oracle : who answers
    n_start, n_queries, batch : labels at the start (drawn at random, whatever their classes),
        queries after that, and how many of them are asked at once
    n_repetitions, test_share : random splits, and the share kept for the test in each
    tuning : of the classifiers with neighbours
    seed : of all random choices

    Attributes
    ----------
    accuracies : by line and repetition, the accuracy after each of `n_labels` labels
    """

    def __init__(
        self,
        dataset: Dataset,
        models: Sequence[str] = ("gamma-eknn", "weighted-knn"),
        strategies: Sequence[str] = ("confidence",),
        oracle: Oracle | None = None,
        *,
        n_start: int = 8,
        n_queries: int = 20,
        batch: int = 1,
        n_repetitions: int = 100,
        test_share: float = 0.2,
        tuning: Tuning | None = None,
        seed: int = 0,
    ) -> None:
        self.dataset = dataset
        self.oracle = Oracle.hard() if oracle is None else oracle
        self.n_start, self.n_queries, self.batch = n_start, n_queries, batch
        self.n_repetitions, self.test_share = n_repetitions, test_share
        self.tuning = Tuning() if tuning is None else tuning
        self.seed = seed
        self.lines = pair_up(models, strategies)
        self._known = known_rows(dataset)
        self._check_sizes()
        self.accuracies: dict[tuple[Line, int], Floats] = {}

    @property
    def n_labels(self) -> Rows:
        """How many labels there are at each moment of a curve [shape=(moments,)]."""
        asked = np.arange(-(-self.n_queries // self.batch) + 1) * self.batch
        return np.asarray(self.n_start + np.minimum(asked, self.n_queries), dtype=np.int64)

    @property
    def n_steps(self) -> int:
        """How many steps there are from beginning to end."""
        return self.n_repetitions * len(self.lines) * len(self.n_labels)

    def fit(self) -> "ActiveLearning":
        """Compute every curve of every repetition."""
        for _ in self.iterate():
            pass
        return self

    def iterate(self) -> Iterator[Step]:
        """Compute the curves that are missing, one repetition after the other.

        A step is one query: its `criterion` is the accuracy before it, its snapshot a Tick.
        """
        number = 0
        for repetition in range(self.n_repetitions):
            training = None
            for line in self.lines:
                if (line, repetition) in self.accuracies:
                    continue
                training = self.draw_training_set(repetition) if training is None else training
                found = []
                for moment in self.run(line, repetition, training):
                    found.append(moment.accuracy)
                    if len(found) == len(self.n_labels):
                        self.accuracies[line, repetition] = np.array(found)
                    number += 1
                    tick = Tick(line, repetition, len(moment.labelled), moment.accuracy)
                    yield Step(number, moment.accuracy, tick)

    def run(
        self, line: Line, repetition: int, training: TrainingSet | None = None
    ) -> Iterator[Moment]:
        """One curve of one repetition, moment by moment; depends on seed and key alone."""
        training = self.draw_training_set(repetition) if training is None else training
        rng = self._stream(repetition, LEARNING, zlib.crc32("·".join(line).encode()))
        split = self.draw_split(repetition)
        seen = np.concatenate([split.start, split.pool])
        learner = Learner(training, self.tuning, line, seen)
        truth = np.asarray(self.dataset.truth)[split.test]
        labelled, pool, n_labels = split.start, split.pool, [*self.n_labels.tolist(), 0]
        for now, following in pairwise(n_labels):
            fitted = learner.fit(labelled, rng)
            prediction = fitted.predict_all(training.X[np.concatenate([split.test, pool])])
            accuracy = float((prediction[: len(truth)].classes() == truth).mean())
            about_pool = prediction[len(truth) :]
            places = np.empty(0, dtype=np.int64)
            if following > now:
                scores = learner.score(fitted, about_pool, labelled, training.X[pool], rng)
                places = choose(scores, following - now)
            queried = pool[places]
            yield Moment(labelled, queried, accuracy, fitted, pool, about_pool)
            labelled = np.concatenate([labelled, queried])
            pool = np.delete(pool, places)

    def draw_split(self, repetition: int) -> Split:
        """The rows of one repetition, the same for every line."""
        order = self._stream(repetition, SPLIT).permutation(self._known)
        n_test = self._n_test()
        if (groups := self.dataset.groups) is not None:
            rng = self._stream(repetition, SPLIT, 1)
            out = hold_out_groups(groups[order], self.test_share, rng)
            order, n_test = np.concatenate([order[out], order[~out]]), int(out.sum())
        until = n_test + self.n_start
        return Split(order[:n_test], order[n_test:until], order[until:])

    def draw_training_set(self, repetition: int) -> TrainingSet:
        """The points with the oracle's answers in one repetition, the same for every line."""
        seed = int(self._stream(repetition, ANSWERS).integers(2**31))
        answers = self.oracle.answer_all(self.dataset, seed)
        groups, weights = self.dataset.groups, self.dataset.weights
        return TrainingSet(self.dataset.X, answers, groups=groups, weights=weights)

    def curves(self) -> list[Curve]:
        """Mean and interval of every line over its finished repetitions, of lines that have any."""
        finished: dict[Line, list[Floats]] = {line: [] for line in self.lines}
        for (line, _), accuracies in list(self.accuracies.items()):
            finished[line].append(accuracies)
        return [
            summarise(line, self.n_labels, np.stack(found))
            for line, found in finished.items()
            if found
        ]

    def _n_test(self) -> int:
        return math.ceil(self.test_share * len(self._known))

    def _stream(self, repetition: int, purpose: int, more: int = 0) -> np.random.Generator:
        entropy = [self.seed, repetition, purpose, more]
        return np.random.default_rng(np.random.SeedSequence(entropy))

    def _check_sizes(self) -> None:
        wanted = {
            "start label": self.n_start,
            "query": self.n_queries,
            "batch": self.batch,
            "repetition": self.n_repetitions,
        }
        for word, number in wanted.items():
            if number < 1:
                raise DataError(f"At least one {word} is needed; found {number}.")
        if not 0 < self.test_share < 1:
            raise DataError(
                f"The share kept for the test lies between 0 and 1; found {self.test_share!r}."
            )
        n, n_test = len(self._known), self._n_test()
        if (groups := self.dataset.groups) is not None:  # a test of whole groups may be larger
            if len(np.unique(groups[self._known])) < 2:
                raise DataError(ONE_GROUP)
            n_test += int(np.bincount(groups[self._known]).max()) - 1
        left = max(n - n_test, 0)
        if self.n_start + self.n_queries > left:
            raise DataError(
                f"{self.n_start} start labels and {self.n_queries} queries need "
                f"{self.n_start + self.n_queries} objects; of {n} with a true class the test takes "
                f"{n - left} and leaves {left}. Take fewer labels or queries."
            )


def known_rows(dataset: Dataset) -> Rows:
    """The objects whose true class is known; data without a truth, or of one class, are refused."""
    if dataset.truth is None:
        raise DataError(
            f"The protocol measures accuracy on true classes, and the data set {dataset.name!r} "
            "has none. Play the oracle yourself instead, or choose data with a truth."
        )
    if len(dataset.class_names) < 2:
        raise DataError(
            f"Active learning needs at least two classes to tell apart; the data set "
            f"{dataset.name!r} has {len(dataset.class_names)}."
        )
    return np.flatnonzero(dataset.truth != UNKNOWN)


def pair_up(models: Sequence[str], strategies: Sequence[str]) -> list[Line]:
    """Every classifier with every strategy that it can answer, strategy by strategy."""
    if not models or not strategies:
        raise DataError("Choose at least one model and one strategy.")
    lines = []
    for key in dict.fromkeys(strategies):
        strategy = find_strategy(key)
        chosen = {model: CLASSIFIERS.find(model) for model in models}
        able = [model for model, each in chosen.items() if can_answer(each, strategy)]
        if not able:
            others = active_classifiers().values()
            helpful = next(each.title for each in others if can_answer(each, strategy))
            raise DataError(
                f"The strategy {strategy.title} looks at mass functions, and none of the chosen "
                f"models answers with them: add {helpful}."
            )
        lines += [Line(model, key) for model in able]
    return lines
