"""How well the components agree with the true classes, also when components carry no names."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import find_classes
from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data.group_folds import fold_groups
from belieflab.data.matching import assign
from belieflab.errors import DataError
from belieflab.iteration import StopFlag, stop_scope
from belieflab.mixture.estimator import SoftLabelMixture

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Agreement:
    """Components against true classes, over the rows whose class is known.

    Attributes
    ----------
    counts : objects of class c given to component k [shape=(C, K)]
    class_of : the class each component stands for [shape=(K,)], -1 for none
    unanswered : how many objects got no answer, which is not an error
    """

    counts: Integers
    class_of: Integers
    unanswered: int = 0

    @property
    def error(self) -> float:
        """Share of objects whose component stands for another class."""
        total = int(self.counts.sum())
        named = np.flatnonzero(self.class_of >= 0)
        right = int(self.counts[self.class_of[named], named].sum())
        counted = total + self.unanswered
        return (total - right) / counted if counted else float("nan")


def agree(truth: Integers, component: Integers, n_classes: int, class_of: Integers) -> Agreement:
    """Count classes against components; `truth` is -1 where unknown [shape=(n,)].

    A component of -1 is no answer.
    """
    known = (truth >= 0) & (component >= 0)
    counts = np.zeros((n_classes, len(class_of)), dtype=np.int64)
    np.add.at(counts, (truth[known], component[known]), 1)
    return Agreement(counts, class_of, int(((truth >= 0) & (component < 0)).sum()))


def match(truth: Integers, component: Integers, n_classes: int, n_components: int) -> Agreement:
    """The same where components have no names: each class goes to the component that fits best.

    One component per class at most, by the assignment with the fewest errors.
    """
    counts = agree(truth, component, n_classes, np.full(n_components, -1)).counts
    return Agreement(counts, assign(counts))


def agreement(
    model: SoftLabelMixture,
    X: NDArray[np.float64],
    truth: Integers,
    class_names: Sequence[str],
    *,
    named: bool = True,
    component: Integers | None = None,
) -> Agreement:
    """The model's decisions about X [shape=(n, p)] against the truth.

    `named` says that the components are the classes of the labels; otherwise they are matched.
    `component` gives the decisions where they are known already [shape=(n,)].
    """
    if component is None:
        component = model.predict_proba(X).argmax(axis=1)
    if not named:
        return match(truth, component, len(class_names), len(model.classes_))
    class_of = find_classes(class_names, model.classes_.tolist())
    return agree(truth, component, len(class_names), class_of)


def held_out_error(
    model: SoftLabelMixture,
    X: NDArray[np.float64],
    labels: MassTable | None,
    truth: Integers,
    class_names: Sequence[str],
    *,
    named: bool = True,
    folds: int = 5,
    seed: int = 0,
    groups: Integers | None = None,
    weights: NDArray[np.float64] | None = None,
    costs: DecisionCosts | None = None,
    stop: StopFlag | None = None,
) -> float:
    """Error on rows that were held out of the fit, over all folds of a seeded shuffle.

    Rows of one group stay together; `weights` say what each row counts in the fits. Components with
    names are decided for by `costs` where these are given.
    `Stopped` is raised once `stop` is set.
    """
    with stop_scope(stop):
        held = _hold_out(len(X), folds, seed, groups)
        return _held_out_error(model, X, labels, truth, class_names, named, held, weights, costs)


def _hold_out(n: int, folds: int, seed: int, groups: Integers | None) -> list[Integers]:
    """The rows that are held out in each fold."""
    if n < 2 * folds:
        raise DataError(f"{folds} folds need at least {2 * folds} rows; there are {n}.")
    rng = np.random.default_rng(seed)
    if groups is not None:
        folded = fold_groups(groups, min(folds, len(np.unique(groups))), rng)
        return [np.flatnonzero(folded == fold) for fold in range(folded.max() + 1)]
    order = rng.permutation(n)
    return [np.sort(order[fold::folds]) for fold in range(folds)]


def _held_out_error(
    model: SoftLabelMixture,
    X: NDArray[np.float64],
    labels: MassTable | None,
    truth: Integers,
    class_names: Sequence[str],
    named: bool,
    parts: Sequence[Integers],
    weights: NDArray[np.float64] | None,
    costs: DecisionCosts | None,
) -> float:
    wrong, known = 0.0, 0
    for held in parts:
        kept = np.delete(np.arange(len(X)), held)
        again, counted = clone(model), None if weights is None else weights[kept]
        for _ in again.iterate(X[kept], None if labels is None else labels[kept], counted):
            pass
        if named:
            rule, shares = costs or DecisionCosts(), again.predict_proba(X[held])
            decided = rule.decide_shares(shares, Frame(again.classes_))
            found = agreement(again, X[held], truth[held], class_names, component=decided)
        else:
            class_of = agreement(again, X[kept], truth[kept], class_names, named=False).class_of
            component = again.predict_proba(X[held]).argmax(axis=1)
            found = agree(truth[held], component, len(class_names), class_of)
        size = int(found.counts.sum()) + found.unanswered
        wrong, known = wrong + (found.error * size if size else 0.0), known + size
    return wrong / known if known else float("nan")
