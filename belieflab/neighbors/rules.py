"""The rules for γ, one entry each: how γ is found, what it belongs to, what finding it costs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.neighbors.contextual import MAX_CLASSES_FOR_MASSES
from belieflab.neighbors.gamma_rules import gamma_for_all, gamma_per_class, gamma_per_object
from belieflab.neighbors.gamma_task import FoundGamma, GammaTask
from belieflab.neighbors.learning import (
    Criterion,
    learn,
    likelihood_criterion,
    squared_error_criterion,
)
from belieflab.neighbors.search import BLOCK
from belieflab.neighbors.search_cost import FLOAT, expected_sets, search_cost
from belieflab.registry import Registry

GIVEN = "given"
CLASS, OBJECT, ALL, ANY = "class", "object", "all", "any"
"""What a γ belongs to: every class or object has one, all share one, or either of class and all."""

LEARNING_EVALUATIONS = 100

MAX_DISTINCT = 500_000
"""Masses up to which it is counted how many labels differ."""


@dataclass(frozen=True)
class GammaRule:
    """A rule for γ, which decides how far the evidence of a training object reaches.

    Attributes
    ----------
    key : the value of `gamma`
    title, explanation, equation, source : on screen; the equation is LaTeX
    find : γ, and α if it is learned
    per : what a γ belongs to
    cost : what finding γ takes, from the number of features, the labels and K
    criterion : what learning minimises leave-one-out; empty for rules that do not learn
    contextual : γ discounts a neighbour's label class by class; beliefs are decided by plausibility
    """

    key: str
    title: str
    explanation: str
    equation: str
    source: str
    find: Callable[[GammaTask], FoundGamma]
    per: str = CLASS
    cost: Callable[[int, MassTable, int], Cost] = lambda p, labels, n_neighbors: Cost(0.0, 0.0)
    criterion: str = ""
    contextual: bool = False

    @property
    def learned(self) -> bool:
        """Whether γ minimises a criterion."""
        return bool(self.criterion)

    @property
    def leaves_one_out(self) -> bool:
        """Whether γ is known without any one object: given, or a mean of classes or of all."""
        return not self.learned and self.per != OBJECT

    @property
    def gives_conflict(self) -> bool:
        """Whether the conflict of the neighbours is known for any number of classes."""
        return not self.contextual

    def pooled_sets(self, labels: MassTable) -> int:
        """About how many sets a belief pooled from such labels has."""
        if not self.contextual:
            return expected_sets(labels)
        n_classes = labels.frame.size
        return 1 << n_classes if n_classes <= MAX_CLASSES_FOR_MASSES else 10 * n_classes

    def shapes(self, n_objects: int, n_classes: int) -> set[tuple[int, ...]]:
        """The shapes that γ may have."""
        per_class = (n_classes,)
        shapes: dict[str, set[tuple[int, ...]]] = {
            CLASS: {per_class},
            OBJECT: {(n_objects,)},
            ALL: {()},
            ANY: {(), per_class},
        }
        return shapes[self.per]


def _per_class(task: GammaTask) -> FoundGamma:
    labels = task.pool.labels
    found = gamma_per_class(task.search, labels.frame, labels.classes, task.beta)
    return FoundGamma(task.alpha, found[0], None, found[1])


def _for_all(task: GammaTask) -> FoundGamma:
    gamma, notes = gamma_for_all(task.search, task.beta)
    return FoundGamma(task.alpha, gamma, None, notes)


def _per_object(task: GammaTask) -> FoundGamma:
    gamma, notes = gamma_per_object(task.search, task.pool.labels.table, task.beta, task.rows)
    return FoundGamma(task.alpha, gamma, None, notes)


def _by_squared_error(task: GammaTask) -> FoundGamma:
    neighbors = task.search.nearest_of_training(task.n_neighbors)
    return _learn(task, squared_error_criterion(task.pool, neighbors, task.beta))


def _by_likelihood(task: GammaTask) -> FoundGamma:
    neighbors = task.search.nearest_of_training(task.n_neighbors)
    return _learn(task, likelihood_criterion(task.pool.labels, neighbors, task.beta))


def _learn(task: GammaTask, criterion: Criterion) -> FoundGamma:
    """γ from the one of each class on."""
    start = _per_class(task)
    learned = learn(criterion, task.alpha, start.gamma, learn_alpha=task.learn_alpha)
    return FoundGamma(*learned, start.notes)


def _as_given(task: GammaTask) -> FoundGamma:
    return FoundGamma(task.alpha, np.asarray(task.given), None, ())


def _similarity_cost(p: int, labels: MassTable, n_neighbors: int) -> Cost:
    """All labels are compared."""
    n = len(labels)
    distinct = len(np.unique(labels.mass, axis=0)) if labels.mass.size <= MAX_DISTINCT else n
    return Cost(n * float(n) * (1e-8 + 1e-10 * distinct), 6.0 * FLOAT * BLOCK)


def _learning_cost(p: int, labels: MassTable, n_neighbors: int, sets: int | None = None) -> Cost:
    """The neighbours of all objects are searched, and a criterion is evaluated many times."""
    n, sets = len(labels), expected_sets(labels) if sets is None else sets
    terms = n * float(n_neighbors) * max(sets, 3)
    learning = Cost(LEARNING_EVALUATIONS * 3e-8 * terms, float(FLOAT * n * sets))
    return search_cost(n, p, n, n_neighbors) + learning


def _contour_cost(p: int, labels: MassTable, n_neighbors: int) -> Cost:
    return _learning_cost(p, labels, n_neighbors, labels.frame.size + 1)


GAMMA_RULES: Registry[GammaRule] = Registry(
    "rule for γ",
    (
        GammaRule(
            "class",
            "one per class",
            "One γ per class, from the mean distance within the class.",
            r"\gamma_q = 1 / \bar d_q^{\,\beta}",
            "Denœux (1995)",
            _per_class,
        ),
        GammaRule(
            "single",
            "one for all",
            "One γ for all objects, from the mean distance between any two of them.",
            r"\gamma = 1 / \bar d^{\,\beta}",
            "Hoarau et al. (2022), §3.2",
            _for_all,
            ALL,
        ),
        GammaRule(
            "jousselme",
            "one per object",
            "One γ per object, from the mean distance between objects with labels like its own "
            "by Jousselme's distance.",
            r"\gamma_i = 1 / \bar d_i^{\,\beta}, \qquad \bar d_i = "
            r"\frac{\sum_\nu \sum_\mu s_{i\nu} s_{i\mu}\, d(\nu, \mu)}"
            r"{(\sum_\nu s_{i\nu})^2 - \sum_\nu s_{i\nu}^2}, \qquad s_{ij} = 1 - d_J(m_i, m_j)",
            "Hoarau et al. (2022), eq. 11",
            _per_object,
            OBJECT,
            _similarity_cost,
        ),
        GammaRule(
            "learned",
            "learned",
            "One γ per class, learned by least squares, leaving one object out at a time.",
            r"\min_\gamma \sum_i \sum_k \left( \mathrm{BetP}_i(k) - t_{ik} \right)^2",
            "Zouhal and Denœux (1998)",
            _by_squared_error,
            cost=_learning_cost,
            criterion="Squared error",
        ),
        GammaRule(
            "contextual",
            "contextual",
            "Contextual discounting: one rate per class, learned by maximum likelihood, leaving "
            "one object out at a time.",
            r"\max_\gamma \sum_i \ln \sum_k p_i(k)\, pl^{y_i}(k), \qquad "
            r"p_i(k) \propto \prod_j pl_j(k)",
            "Denœux, Kanjanatarakul and Sriboonchitta (2019)",
            _by_likelihood,
            cost=_contour_cost,
            criterion="Likelihood",
            contextual=True,
        ),
    ),
)

_GIVEN = GammaRule(GIVEN, "given", "γ as it was given.", r"\gamma", "", _as_given, ANY)


def rule_of(gamma: object) -> GammaRule:
    """The rule of that key, "given" among them, or the one for a given number or numbers."""
    if isinstance(gamma, str) and gamma != GIVEN:
        return GAMMA_RULES.find(gamma)
    return _GIVEN
