"""What a classifier is: one entry with one protocol, for sweeps, active learning and papers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable, max_pignistic
from belieflab.cost import Cost
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import costs

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Codes = NDArray[np.int64]

NEARLY_EQUAL = 1e-12
"""Probabilities this close, relatively, are the same number after different sums."""


@dataclass(frozen=True)
class Prediction:
    """The belief about m objects.

    Attributes
    ----------
    probabilities : [shape=(m, K)], pignistic where there are masses
    masses : None for a classifier that gives probabilities alone
    conflict : κ met while the evidence was combined [shape=(m,)]; None where nothing is combined
    """

    probabilities: Floats
    masses: MassTable | None = None
    conflict: Floats | None = None

    def __getitem__(self, rows: slice | Rows) -> "Prediction":
        return Prediction(
            self.probabilities[rows],
            None if self.masses is None else self.masses[rows],
            None if self.conflict is None else self.conflict[rows],
        )

    def classes(self) -> Codes:
        """The class with the largest probability, the first of equals [shape=(m,)]."""
        best = self.probabilities.max(axis=1, keepdims=True)
        return np.argmax(self.probabilities >= best * (1.0 - NEARLY_EQUAL), axis=1)


class FittedClassifier:
    """A classifier after its fit; a subclass has at least `predict_mass`.

    Attributes
    ----------
    iterations : of the fit, 0 where there are none
    notes : difficulties that were met, in words
    named : False where the numbers of the classes mean nothing yet, as after clustering
    """

    iterations: float = 0.0
    notes: tuple[str, ...] = ()
    named: bool = True

    def predict_mass(self, X: Floats) -> MassTable:
        """The belief about points [shape=(m, p)]."""
        raise NotImplementedError

    def predict(self, X: Floats) -> Codes:
        """The class of each point by its number in the frame [shape=(m,)]."""
        return max_pignistic(self.predict_mass(X))

    def predict_all(self, X: Floats) -> Prediction:
        """Everything it says about points [shape=(m, p)] at once."""
        masses = self.predict_mass(X)
        return Prediction(masses.pignistic(), masses)

    def votes(self, X: Floats) -> Floats | None:
        """What each member of an ensemble says [shape=(members, m, K)]; None for a single one."""
        return None


class FittedProbabilities(FittedClassifier):
    """A classifier that gives probabilities; its mass functions are Bayesian."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def predict_proba(self, X: Floats) -> Floats:
        """Probabilities of the classes of the frame at points [shape=(m, K)]."""
        raise NotImplementedError

    def predict_mass(self, X: Floats) -> MassTable:
        """The probabilities as Bayesian mass functions."""
        return MassTable.from_probabilities(self.predict_proba(X), self.frame)

    def predict(self, X: Floats) -> Codes:
        """The most probable class of each point [shape=(m,)]."""
        return self.predict_all(X).classes()

    def predict_all(self, X: Floats) -> Prediction:
        """The probabilities; there are no masses besides."""
        return Prediction(self.predict_proba(X))


class Uninformed(FittedClassifier):
    """A classifier with too few labels to be fitted: all classes alike, all mass on Ω."""

    def __init__(self, frame: Frame, classifier: "Classifier") -> None:
        self.frame, self.classifier = frame, classifier

    def predict_mass(self, X: Floats) -> MassTable:
        """All mass on Ω."""
        return MassTable.vacuous(len(X), self.frame)

    def predict_all(self, X: Floats) -> Prediction:
        """All classes alike."""
        even = np.full((len(X), self.frame.size), 1.0 / self.frame.size)
        masses = self.predict_mass(X) if self.classifier.gives_masses else None
        conflict = np.zeros(len(X)) if self.classifier.gives_conflict else None
        return Prediction(even, masses, conflict)


@dataclass(frozen=True)
class Classifier:
    """A classifier one can ask for by key: its text, its parameters, its fit and what it needs.

    Attributes
    ----------
    fit : `fit(X, labels, *, seed, **settings)` returns a FittedClassifier; X [shape=(n, p)] are
        numbers, `labels` one mass function per object, `settings` those of `parameters`. A
        parameter called `neighbors` is the number of neighbours: pages that compare several
        classifiers give the same to all.
    cost : `cost(n, p, n_classes)` of one fit with default settings and of predicting as many
        objects; measured on a quiet core, true within a factor of about three
    cost_on : optional, `cost_on(n, p, labels, n_neighbors)`: the same where it hangs on the focal
        sets of the labels, as where neighbours' labels are pooled
    answers_on : `answers_on(n, p, labels, n_neighbors)`: of the beliefs about n objects alone, once
        it has learned from labels like these
    uses_labels : False for clustering
    uses_unlabelled : whether objects with vacuous labels help, as in EM; others leave them out
    min_labels : informative labels without which there is nothing to fit
    works_from_one : whether it is made for few labels, down to one; others are listed after it
        in active learning
    gives_masses, gives_conflict : whether there are mass functions other than Bayesian, and κ
    random : whether the fit depends on the seed
    takes_start : whether `fit` takes `true_parameters` of a Gaussian mixture to start from
    takes_groups : whether `fit` takes `groups` [shape=(n,)], because it leaves objects out itself
    takes_weights : whether `fit` takes `weights`, what each object counts [shape=(n,)]
    learn : optional, `learn(training, rows, **settings)`: a quicker fit to the informative
        `rows` of a TrainingSet, for thousands of fits on a growing set of labels
    stored_as, fixed : key and settings under which results are stored, where these are those of
        another entry; for variants
    unstored : parameters that stored results do not mention while they have their default
    source : the papers that it comes from, as text cites them
    """

    key: str
    title: str
    explanation: str
    fit: Callable[..., FittedClassifier]
    parameters: tuple[Parameter, ...] = ()
    cost: Callable[[int, int, int], Cost] = costs.light_cost
    cost_on: Callable[[int, int, MassTable, int], Cost] | None = None
    answers_on: Callable[[int, int, MassTable, int], Cost] = costs.answers
    uses_labels: bool = True
    uses_unlabelled: bool = False
    min_labels: int = 1
    works_from_one: bool = False
    gives_masses: bool = False
    gives_conflict: bool = False
    random: bool = False
    takes_start: bool = False
    takes_groups: bool = False
    takes_weights: bool = False
    learn: Callable[..., FittedClassifier] | None = None
    stored_as: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    unstored: frozenset[str] = frozenset()
    source: str = ""

    def train(
        self,
        X: Floats,
        labels: MassTable,
        *,
        seed: int,
        groups: Codes | None = None,
        weights: Floats | None = None,
        **settings: Any,
    ) -> FittedClassifier:
        """The fit; groups and weights of the objects go to a classifier that can use them."""
        if len(X) < 2:
            raise DataError("A classifier needs at least two objects; there is one.")
        return self.fit(X, labels, seed=seed, **settings, **self.usable(groups, weights))

    def usable(self, groups: Codes | None, weights: Floats | None) -> dict[str, Any]:
        """Those of groups and weights that there are and that `fit` takes."""
        taken = {"groups": self.takes_groups, "weights": self.takes_weights}
        known = {"groups": groups, "weights": weights}
        return {name: each for name, each in known.items() if taken[name] and each is not None}

    def expected_cost(
        self, n: int, p: int, labels: MassTable, settings: Mapping[str, Any] | None = None
    ) -> Cost:
        """`cost` of n objects with labels like these, whatever focal sets these have."""
        known = self.cost(n, p, labels.frame.size)
        if self.cost_on is None:
            return known
        exact = self.cost_on(n, p, labels, self._n_neighbors(settings))
        return Cost(max(known.seconds, exact.seconds), max(known.bytes, exact.bytes))

    def answering_cost(
        self, n: int, p: int, labels: MassTable, settings: Mapping[str, Any] | None = None
    ) -> Cost:
        """Of the beliefs about n objects, once it has learned from labels like these."""
        return self.answers_on(n, p, labels, self._n_neighbors(settings))

    def _n_neighbors(self, settings: Mapping[str, Any] | None) -> int:
        defaults = {each.name: each.default for each in self.parameters}
        return int((defaults | dict(settings or {})).get("neighbors", 0))

    def takes(self, name: str) -> bool:
        """Whether it has a parameter of that name."""
        return any(parameter.name == name for parameter in self.parameters)

    def described(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Key and settings for a store, the defaults written out."""
        defaults = {parameter.name: parameter.default for parameter in self.parameters}
        checked = checked_settings(self.parameters, settings)
        kept = {
            name: value
            for name, value in checked.items()
            if name not in self.unstored or value != defaults[name]
        }
        return {"key": self.stored_as or self.key, "settings": {**kept, **self.fixed}}
