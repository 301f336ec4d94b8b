"""Several classifiers on the same soft-stratified folds: what each believes of held-out objects."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.classes import NOT_FOUND, find_classes
from belieflab.belief.credal_choice import without_conflict
from belieflab.belief.hard_labels import read
from belieflab.belief.labels import as_mass_table, within_folds
from belieflab.cost import Cost
from belieflab.data.group_folds import ONE_GROUP
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS, FittedClassifier, Prediction, Uninformed
from belieflab.evaluation.classifiers.learned import as_model
from belieflab.evaluation.classifiers.training_set import says_something
from belieflab.evaluation.folds import soft_stratified_folds
from belieflab.evaluation.plan import Plan
from belieflab.iteration import leave_when_stopped
from belieflab.mixture.row_weights import read_row_weights

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Place = tuple[str, int, int]
"""A classifier, a repeat and a fold."""

NO_NUMBERS = "Its probabilities are no numbers: a feature hardly varies, or varies too much."

UNKNOWN, FOREIGN = -1, -2
"""A true class that is not known, and one that no label knows."""


@dataclass(frozen=True)
class Part:
    """What a classifier believes of the objects of one fold [rows], and what it learned from."""

    rows: Codes
    prediction: Prediction
    n_learned: int
    seconds: float


@dataclass
class Evaluation:
    """Classifiers on the same folds, filled in fit by fit.

    Attributes
    ----------
    plan : what is compared
    X, labels : points [shape=(n, p)] and their labels; those all on ∅ are learned from as unknown
        and not measured by
    truth : the true classes as places in the frame of the labels; -1 unknown, -2 no class of
        theirs [shape=(n,)]; None without
    groups : objects of one group are held out together [shape=(n,)]; None without
    weights : what each object counts where a classifier takes weights [shape=(n,)]; None: all the
        same. What is measured counts every object once
    parts : what was found, by classifier, repeat and fold
    curve : number of labels learned from and the part found, by classifier, share and fold
    failed : why a classifier cannot be trained, by key
    notes : difficulties of the fits, each once
    """

    plan: Plan
    X: Floats
    labels: MassTable
    truth: Codes | None = None
    groups: Codes | None = None
    weights: Floats | None = None
    parts: dict[Place, Part] = field(default_factory=dict)
    curve: dict[tuple[str, float, int], Part] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    folds: list[Codes] = field(default_factory=list)

    def __post_init__(self) -> None:
        limit = len(self.labels) if self.groups is None else len(np.unique(self.groups))
        if limit < 2 <= len(self.labels):
            raise DataError(ONE_GROUP)
        if not 2 <= self.plan.folds <= limit:
            what = "objects" if self.groups is None else "groups"
            raise DataError(
                f"{limit} {what} can be cut into 2 to {limit} folds; {self.plan.folds} were asked "
                "for."
            )
        self._usable = without_conflict(self.labels)
        shares = self._usable.pignistic()
        rng = np.random.default_rng(self.plan.seed)
        self.folds = [
            soft_stratified_folds(shares, self.plan.folds, rng, self.groups)
            for _ in range(self.plan.repeats)
        ]

    def iterate(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[Place]:
        """Fill in what is missing, fold by fold over all classifiers, then the learning curve."""
        if (self.labels.conflict() == 1.0).all():
            raise DataError("Every label has all its mass on ∅: there is nothing to measure by.")
        for repeat in range(self.plan.repeats):
            for fold in range(self.plan.folds):
                train, test = self._cut(repeat, fold)
                for key in self._left():
                    if stopped():
                        return
                    if (key, repeat, fold) not in self.parts:
                        part = self._try(key, train, test)
                        if part is not None:
                            self.parts[key, repeat, fold] = part
                    yield key, repeat, fold
        yield from self._iterate_curve(stopped)

    def complete(self) -> "Evaluation":
        """Compute all that is left."""
        for _ in self.iterate():
            pass
        return self

    def _iterate_curve(self, stopped: Callable[[], bool]) -> Iterator[Place]:
        rng = np.random.default_rng(self.plan.seed + 1)
        for fold in range(self.plan.folds):
            train, test = self._cut(0, fold)
            order = self._label_order(train, rng)
            for number, share in enumerate(self.plan.shares):
                rows = self._with_share(train, order, share)
                for key in self._left():
                    if stopped():
                        return
                    if (key, share, fold) not in self.curve:
                        part = self._try(key, rows, test)
                        if part is not None:
                            self.curve[key, share, fold] = part
                    yield key, self.plan.repeats + number, fold

    def _left(self) -> list[str]:
        return [key for key in self.plan.classifiers if key not in self.failed]

    def _cut(self, repeat: int, fold: int) -> tuple[Codes, Codes]:
        held = self.folds[repeat] == fold
        return np.flatnonzero(~held), np.flatnonzero(held)

    def _label_order(self, train: Codes, rng: np.random.Generator) -> Codes:
        """The labelled training objects in random order, those of a group together."""
        labelled = train[says_something(self._usable[train])]
        if self.groups is None:
            return rng.permutation(labelled)
        turn = rng.permutation(int(self.groups.max()) + 1)
        return labelled[np.argsort(turn[self.groups[labelled]], kind="stable")]

    def _with_share(self, train: Codes, order: Codes, share: float) -> Codes:
        """Training objects without labels, and the first of those with one."""
        left_out = order[max(round(share * len(order)), 1) :]
        return np.setdiff1d(train, left_out, assume_unique=True)

    def _try(self, key: str, train: Codes, test: Codes) -> Part | None:
        entry, labels = CLASSIFIERS.find(key), self._usable[train]
        n_learned = int(says_something(labels).sum())
        began = time.perf_counter()
        try:
            if n_learned < entry.min_labels:
                prediction = Uninformed(labels.frame, entry).predict_all(self.X[test])
            else:
                settings = self.plan.settings.get(key, {})
                with within_folds():
                    given: dict[str, Any] = {"seed": self.plan.seed}
                    given |= {"groups": _those(self.groups, train), **settings}
                    given |= {"weights": _those(self.weights, train)}
                    fit = partial(entry.train, self.X[train], labels, **given)
                    fitted = leave_when_stopped(fit)
                prediction = leave_when_stopped(partial(fitted.predict_all, self.X[test]))
                if not np.isfinite(prediction.probabilities).all():
                    raise DataError(NO_NUMBERS)
                self.notes = tuple(dict.fromkeys((*self.notes, *fitted.notes)))
        except DataError as error:
            self.failed[key] = str(error)
            return None
        return Part(test, prediction, n_learned, time.perf_counter() - began)

    def fit_cost(self, key: str, n_others: int = 0) -> Cost:
        """What a fit to all objects costs, and predicting this number of others."""
        entry, settings = CLASSIFIERS.find(key), self.plan.settings.get(key)
        (n, p), labels = self.X.shape, self.labels
        fit = entry.expected_cost(n, p, labels, settings)
        return fit + entry.answering_cost(n_others, p, labels, settings) if n_others else fit

    def model_from_all(self, key: str) -> Any:
        """A model that has learned from all objects and predicts others by `predict_mass`."""
        title = CLASSIFIERS.find(key).title
        return as_model(self.learn_from_all(key), title, self.labels.frame, self.X)

    def learn_from_all(self, key: str) -> FittedClassifier:
        """A classifier that has learned from all objects, to predict others."""
        entry, settings = CLASSIFIERS.find(key), self.plan.settings.get(key, {})
        given = {**settings, "seed": self.plan.seed, "groups": self.groups}
        given |= {"weights": self.weights}
        return leave_when_stopped(partial(entry.train, self.X, self._usable, **given))


def evaluate(
    X: Any,
    y: Any,
    classifiers: Sequence[str] = ("soft", "supervised", "eknn"),
    *,
    folds: int = 5,
    repeats: int = 1,
    truth: Any = None,
    groups: Any = None,
    weights: Any = None,
    shares: Sequence[float] = (),
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    random_state: int = 0,
    unknown: Any = None,
) -> Evaluation:
    """Compare classifiers by soft-stratified cross-validation on the labels there are.

    No true classes are needed: answers are measured by the labels of the held-out objects. Where
    true classes are known they are a second yardstick. `belieflab.evaluation.report` has the
    tables: `summarise`, `compare` and the one-sentence `verdict`.

    Parameters
    ----------
    X : array-like [shape=(n, p)]
    y : hard labels [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable
    classifiers : keys of `belieflab.evaluation.classifiers.CLASSIFIERS`
    folds, repeats, random_state : int
    truth : true classes [shape=(n,)], optional; NaN, None and NA mean unknown
    groups : array-like [shape=(n,)], optional; objects of one group are held out together
    weights : array-like [shape=(n,)], optional; what each object counts where a classifier takes
        weights
    shares : shares of the labels at which a learning curve is measured
    settings : of the classifiers, by key, optional
    unknown : a value of hard labels that means unknown, optional

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> import numpy as np
    >>> from belieflab import MassTable
    >>> from belieflab.evaluation.report import summarise
    >>> X = np.r_[np.arange(10.0), np.arange(20.0, 30.0)][:, None]
    >>> labels = MassTable.from_guess_and_doubt(["a"] * 10 + ["b"] * 10, 0.2)
    >>> found = evaluate(X, labels, ["eknn"], folds=2)
    >>> summarise(found)[["lower", "agreement", "upper"]].round(3).values.tolist()
    [[0.8, 0.9, 1.0]]
    """
    points = np.ascontiguousarray(np.asarray(X, dtype=np.float64))
    labels, _ = as_mass_table(y, len(points), unknown=unknown)
    codes = None if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1]
    for key in classifiers:
        CLASSIFIERS.find(key)
    own = dict(settings or {})
    plan = Plan(tuple(classifiers), folds, repeats, own, tuple(shares), int(random_state))
    known = None if truth is None else place_truth(truth, labels)
    counts = None if weights is None else read_row_weights(weights, len(points))
    return Evaluation(plan, points, labels, known, codes, counts).complete()


def _those(values: Any, rows: Codes) -> Any:
    """The values of these rows; None where there are none."""
    return None if values is None else values[rows]


def place_truth(truth: Any, labels: MassTable) -> Codes:
    """True classes as places in the frame of the labels, -1 unknown, -2 none of theirs."""
    given = read(truth)
    places = find_classes(labels.frame.values, given.classes)
    out = np.full(len(given.known), UNKNOWN, dtype=np.int64)
    out[given.known] = np.where(places == NOT_FOUND, FOREIGN, places)[given.codes]
    return out
