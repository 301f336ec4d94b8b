"""Every measure as a scorer for scikit-learn: greater is better, labels may be soft."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from belieflab.belief import MassTable, weak_dominance
from belieflab.errors import DataError
from belieflab.evaluation.agreement import BALANCED, agreement, agreement_by_class
from belieflab.evaluation.beliefs import predict_mass
from belieflab.evaluation.costs import DecisionCosts, mean_cost
from belieflab.evaluation.curves import (
    calibration_error,
    rejection_area,
    rejection_curve,
    reliability_diagram,
)
from belieflab.evaluation.probability_scores import brier_score, log_score
from belieflab.evaluation.scores import unknown_of
from belieflab.evaluation.suspects import labels_on
from belieflab.evaluation.utilities import set_scores


@dataclass(frozen=True)
class Scorer:
    """A scorer: `scorer(model, X, labels)` gives one number, greater is better.

    Attributes
    ----------
    name : by which `get_scorer` finds it; `neg_` in front of what is better small
    explanation : in words
    measure : from labels and a prediction to the number, before its sign
    response : whether the prediction is the classes or the beliefs of the model
    sign : -1 where a small measure is better
    """

    name: str
    explanation: str
    measure: Callable[..., float]
    response: str = "classes"
    sign: int = 1

    def __call__(self, model: Any, X: Any, y: Any) -> float:
        """The score of a fitted model on objects with labels."""
        unknown = unknown_of(model)
        given = model.predict(X) if self.response == "classes" else predict_mass(model, X)
        return self.sign * float(self.measure(y, given, unknown=unknown))


def _bound(name: str) -> Callable[..., float]:
    return lambda y, given, unknown=None: getattr(agreement(y, given, unknown=unknown), name)


def _balanced(y: Any, given: Any, unknown: Any = None) -> float:
    return float(agreement_by_class(y, given, unknown=unknown)["pignistic"][BALANCED])


def _of_sets(name: str) -> Callable[..., float]:
    def measure(y: Any, beliefs: MassTable, unknown: Any = None) -> float:
        masks, classes = weak_dominance(beliefs), beliefs.frame.values
        return float(getattr(set_scores(y, masks, classes=classes, unknown=unknown), name))

    return measure


def _calibration(y: Any, beliefs: MassTable, unknown: Any = None) -> float:
    return calibration_error(reliability_diagram(y, beliefs, unknown=unknown))


def _rejection(y: Any, beliefs: MassTable, unknown: Any = None) -> float:
    return rejection_area(rejection_curve(y, beliefs, unknown=unknown))


_SETS = "of the sets of classes that no other weakly dominates"

SCORERS: dict[str, Scorer] = {
    each.name: each
    for each in (
        Scorer("agreement", "Mean pignistic probability of the answers.", _bound("pignistic")),
        Scorer("agreement_lower", "Mean belief of the answers.", _bound("lower")),
        Scorer("agreement_upper", "Mean plausibility of the answers.", _bound("upper")),
        Scorer("balanced_agreement", "Mean agreement over the classes.", _balanced),
        Scorer("u65", f"Utility u65 {_SETS}.", _of_sets("u65"), "beliefs"),
        Scorer("u80", f"Utility u80 {_SETS}.", _of_sets("u80"), "beliefs"),
        Scorer("discounted", f"Discounted accuracy {_SETS}.", _of_sets("discounted"), "beliefs"),
        Scorer("coverage", f"Coverage {_SETS}.", _of_sets("coverage"), "beliefs"),
        Scorer("neg_size", f"Mean size {_SETS}, negative.", _of_sets("size"), "beliefs", -1),
        Scorer("neg_brier", "Brier's score, negative.", brier_score, "beliefs", -1),
        Scorer("neg_log", "Logarithmic score, negative.", log_score, "beliefs", -1),
        Scorer("neg_calibration", "Calibration error, negative.", _calibration, "beliefs", -1),
        Scorer("neg_rejection", "Area of rejection, negative.", _rejection, "beliefs", -1),
    )
}
"""The scorers, by name."""


def cost_scorer(costs: DecisionCosts) -> Scorer:
    """Minus the mean cost of the decisions by these costs, as a scorer.

    Examples
    --------
    >>> import numpy as np
    >>> from belieflab.evaluation import DecisionCosts, cost_scorer
    >>> from belieflab.neighbors import EvidentialKNN
    >>> X, y = np.arange(6.0)[:, None], ["a", "a", "a", "b", "b", "b"]
    >>> score = cost_scorer(DecisionCosts(reject=0.1))
    >>> score(EvidentialKNN(2).fit(X, y), X, y)
    -0.0
    """

    def measure(y: Any, beliefs: MassTable, unknown: Any = None) -> float:
        labels = labels_on(beliefs.frame, y, len(beliefs), unknown)
        return mean_cost(labels, costs.decide(beliefs), costs.matrix, costs.reject).pignistic

    return Scorer("neg_cost", "Mean cost of decisions, negative.", measure, "beliefs", -1)


def get_scorer(name: str) -> Scorer:
    """A measure as a scorer for cross_val_score, cross_validate and GridSearchCV.

    Parameters
    ----------
    name : str
        One of `SCORERS`.

    Returns
    -------
    Scorer

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.model_selection import cross_val_score
    >>> from belieflab import MassTable
    >>> from belieflab.evaluation import SoftStratifiedKFold
    >>> from belieflab.neighbors import EvidentialKNN
    >>> labels = MassTable.from_guess_and_doubt(["a"] * 10 + ["b"] * 10, 0.2)
    >>> X, folds = np.arange(20.0)[:, None], SoftStratifiedKFold(2)
    >>> scores = cross_val_score(
    ...     EvidentialKNN(3, gamma=0.1), X, labels, cv=folds, scoring=get_scorer("neg_brier")
    ... )
    >>> (scores < 0).all()
    np.True_
    """
    if name not in SCORERS:
        raise DataError(f"There is no scorer called {name!r}; there are {', '.join(SCORERS)}.")
    return SCORERS[name]
