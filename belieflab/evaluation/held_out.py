"""What a classifier believes of objects that it did not learn from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.labels import as_mass_table
from belieflab.cost import Cost
from belieflab.data.parameters import checked_settings
from belieflab.errors import DataError
from belieflab.evaluation.agreement_with_labels import agreement_cost
from belieflab.evaluation.classifiers import CLASSIFIERS, Classifier, FittedClassifier, Uninformed
from belieflab.evaluation.classifiers.neighbours import FittedEvidential
from belieflab.evaluation.classifiers.training_set import says_something
from belieflab.evaluation.folds import soft_stratified_folds
from belieflab.iteration import leave_when_stopped
from belieflab.mixture.row_weights import read_row_weights
from belieflab.neighbors.beliefs import believe_about
from belieflab.neighbors.leaving_out import believe_without_each
from belieflab.neighbors.rules import rule_of
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Codes = NDArray[np.int64]

FOLDS = 10
MAX_SEED = 2**31


@dataclass
class HeldOut:
    """Beliefs about objects, filled in fold by fold.

    Attributes
    ----------
    beliefs : about the objects that are done; all mass on Ω for the others
    done : which objects those are [shape=(n,)]
    notes : difficulties of the fits, each once
    leave_one_out : whether each object was left out alone; else they were left out in folds
    """

    beliefs: MassTable
    done: Flags
    notes: tuple[str, ...] = ()
    leave_one_out: bool = False
    _parts: list[tuple[Codes, MassTable]] = field(default_factory=list, repr=False)

    def add(self, rows: Codes, beliefs: MassTable, notes: tuple[str, ...] = ()) -> None:
        """Take the beliefs about these objects."""
        self._parts.append((rows, beliefs))
        self.done[rows] = True
        self.notes = tuple(dict.fromkeys((*self.notes, *notes)))
        if len(rows) == len(self.done) and np.array_equal(rows, np.arange(len(rows))):
            # No second copy of a table of thousands of sets.
            self.beliefs, self._parts = beliefs, []
            return
        rest = np.flatnonzero(~self.done)
        vacuous = (rest, MassTable.vacuous(len(rest), beliefs.frame))
        parts = [*self._parts, *([vacuous] if len(rest) else [])]
        place = np.empty(len(self.done), dtype=np.int64)
        place[np.concatenate([rows for rows, _ in parts])] = np.arange(len(self.done))
        self.beliefs = MassTable.stack([table for _, table in parts])[place]


@dataclass(frozen=True)
class HoldingOut:
    """How beliefs without the objects themselves are found.

    Attributes
    ----------
    classifier : an entry of the registry
    settings : of its parameters
    folds : into which objects are cut where they are not left out one by one
    groups : of the objects [shape=(n,)]; those of one group are left out together
    training : which objects are learned from [shape=(n,)]; None: all. The others are asked about
        once all of these are learned
    seed : of the folds and of a classifier that is random
    weights : what each object counts where the classifier takes weights [shape=(n,)]
    """

    classifier: Classifier
    settings: Mapping[str, Any] = field(default_factory=dict)
    folds: int = FOLDS
    groups: Codes | None = None
    training: Flags | None = None
    seed: int = 0
    weights: Floats | None = None

    @property
    def leaves_one_out(self) -> bool:
        """Whether objects are left out one by one: from evidential neighbours without groups.

        Only where γ, too, can be found without the object; other rules for γ learn from folds.
        """
        rule = {**self.settings, **self.classifier.fixed}.get("gamma", "class")
        able = self.classifier.gives_masses and self.groups is None
        return able and rule_of(rule).leaves_one_out

    def n_steps(self, n: int) -> int:
        """How many steps `iterate` takes."""
        chosen = np.ones(n, dtype=bool) if self.training is None else self.training
        folds = 1 if self.leaves_one_out else self._n_folds(chosen)
        return folds + int(not chosen.all() and not self.leaves_one_out)

    def cost(self, p: int, labels: MassTable) -> Cost:
        """What all steps are expected to cost, and to compare the beliefs with the labels."""
        n = len(labels)
        each = self.classifier.expected_cost(n, p, labels, self.settings)
        learned = each * (1 if self.leaves_one_out else self.n_steps(n))
        return learned + agreement_cost(labels, self.classifier.gives_masses)

    def iterate(self, X: Floats, labels: MassTable, found: HeldOut) -> Iterator[HeldOut]:
        """Fill `found` step by step."""
        n = len(labels)
        learned = np.ones(n, dtype=bool) if self.training is None else self.training
        usable = _usable(labels)
        rows, others = np.flatnonzero(learned), np.flatnonzero(~learned)
        fitted = None
        if self.leaves_one_out:
            fitted = self._fit(X, usable, rows)
            if isinstance(fitted, FittedEvidential):
                found.leave_one_out = True
                alone = believe_without_each(fitted.model)
                found.add(rows, believe_about(fitted.model, X[rows], alone), fitted.notes)
                if len(others):
                    found.add(others, fitted.predict_mass(X[others]))
                yield found
                return
        for held in self._cut(usable, rows):
            kept = np.setdiff1d(rows, held, assume_unique=True)
            model = self._fit(X, usable, kept)
            beliefs = leave_when_stopped(partial(model.predict_mass, X[held]))
            found.add(held, beliefs, model.notes)
            yield found
        if len(others):
            fitted = fitted or self._fit(X, usable, rows)
            beliefs = leave_when_stopped(partial(fitted.predict_mass, X[others]))
            found.add(others, beliefs, fitted.notes)
            yield found

    def _fit(self, X: Floats, usable: MassTable, rows: Codes) -> FittedClassifier:
        labels, groups = usable[rows], None if self.groups is None else self.groups[rows]
        if says_something(labels).sum() < self.classifier.min_labels:
            return Uninformed(labels.frame, self.classifier)
        weights = None if self.weights is None else self.weights[rows]
        given = {**self.settings, "seed": self.seed, "groups": groups, "weights": weights}
        fit = partial(self.classifier.train, X[rows], labels, **given)
        return leave_when_stopped(fit)

    def _n_folds(self, chosen: Flags) -> int:
        limit = int(chosen.sum())
        if self.groups is not None:
            limit = len(np.unique(self.groups[chosen]))
        if limit < 2:
            what = "objects" if self.groups is None else "groups"
            raise DataError(f"At least two {what} are needed to leave some out; there is {limit}.")
        return min(self.folds, limit)

    def _cut(self, labels: MassTable, rows: Codes) -> list[Codes]:
        chosen = np.zeros(len(labels), dtype=bool)
        chosen[rows] = True
        groups = None if self.groups is None else self.groups[rows]
        shares, count = labels[rows].pignistic(), self._n_folds(chosen)
        folds = soft_stratified_folds(shares, count, np.random.default_rng(self.seed), groups)
        return [rows[folds == fold] for fold in range(count)]


def held_out_masses(
    X: Any,
    y: Any,
    classifier: str = "eknn",
    *,
    folds: int = FOLDS,
    groups: Any = None,
    weights: Any = None,
    training: Any = None,
    random_state: Any = 0,
    unknown: Any = None,
    progress: Callable[[HeldOut], None] = lambda _: None,
    **settings: Any,
) -> MassTable:
    """What a classifier believes of each object without having learned from its label.

    Evidential neighbours leave each object out alone, from the mean distances behind γ as well.
    Other classifiers, other rules for γ, and all of them where there are groups, learn from
    soft-stratified folds (López-Cruz et al. (2013), §4.1).

    Parameters
    ----------
    X : array-like [shape=(n, p)]
    y : hard labels [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable
    classifier : key of `belieflab.evaluation.classifiers.CLASSIFIERS`
    folds : int, default 10; fewer where there are fewer objects or groups
    groups : array-like [shape=(n,)], optional; objects of one group are left out together
    weights : array-like [shape=(n,)], optional; what each counts, for classifiers that take weights
    training : boolean array [shape=(n,)], optional; the others are not learned from
    random_state : int, Generator or None; of the folds, and of a classifier that is random
    unknown : a value of hard labels that means unknown, such as -1, optional
    progress : called after each step with what has been found so far
    **settings : of the classifier, such as `neighbors=7`

    Returns
    -------
    MassTable [n rows]
        On the classes of the labels. A label with all mass on ∅ is not learned from.

    Examples
    --------
    >>> from belieflab.evaluation import suspects
    >>> X = [[0.0], [0.1], [0.2], [0.3], [5.0], [5.1], [5.2], [5.3]]
    >>> given = ["a", "a", "b", "a", "b", "b", "b", "b"]
    >>> beliefs = held_out_masses(X, given, "eknn", neighbors=3)
    >>> suspects(beliefs, given).index[0]
    np.int64(2)
    """
    points = _table_of(X)
    labels, _ = as_mass_table(y, len(points), unknown=unknown)
    entry, seed = CLASSIFIERS.find(classifier), _seed_of(random_state)
    chosen = checked_settings(entry.parameters, settings)
    parts = None if groups is None else np.unique(_one_each(groups, labels), return_inverse=True)[1]
    learned = None if training is None else _one_each(training, labels).astype(bool)
    counts = None if weights is None else read_row_weights(weights, len(points))
    how = HoldingOut(entry, chosen, folds, parts, learned, seed, counts)
    found = nothing_yet(labels)
    for step in how.iterate(points, labels, found):
        progress(step)
    return found.beliefs


def _table_of(X: Any) -> NDArray[np.float64]:
    points = np.ascontiguousarray(np.asarray(X, dtype=np.float64))
    if points.ndim != 2 or not len(points):
        raise DataError(f"X is a table of objects by features; found the shape {points.shape}.")
    return points


def _seed_of(random_state: Any) -> int:
    """A whole number as it is; of a generator, a number drawn."""
    whole = isinstance(random_state, (int, np.integer))
    return int(random_state if whole else make_generator(random_state).integers(MAX_SEED))


def nothing_yet(labels: MassTable) -> HeldOut:
    """Beliefs before the first step."""
    return HeldOut(MassTable.vacuous(len(labels), labels.frame), np.zeros(len(labels), dtype=bool))


def _one_each(given: Any, labels: MassTable) -> NDArray[Any]:
    values = np.asarray(given)
    if values.shape != (len(labels),):
        raise DataError(
            f"Groups and training rows are one value per object: {len(labels)} values; found an "
            f"array of shape {values.shape}."
        )
    return values


def _usable(labels: MassTable) -> MassTable:
    """The labels normalised; those with all mass on ∅ say nothing."""
    lost = labels.conflict() >= 1.0
    if not lost.any():
        return labels.normalise()
    vacuous = MassTable.vacuous(int(lost.sum()), labels.frame)
    kept = labels[np.flatnonzero(~lost)].normalise()
    place = np.empty(len(labels), dtype=np.int64)
    place[np.concatenate([np.flatnonzero(~lost), np.flatnonzero(lost)])] = np.arange(len(labels))
    return MassTable.stack([kept, vacuous])[place]
