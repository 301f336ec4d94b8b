"""Errors on the objects that a split keeps apart from training, named by their part."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.classes import find_classes
from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data.dataset import Dataset
from belieflab.data.row_sample import draw_rows
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import FittedClassifier
from belieflab.evaluation.cross_validation import Evaluation

Codes = NDArray[np.int64]
Decide = Callable[[Dataset], Codes]
"""The classes that a model decides for, as codes into the names of the data.

-1 is a class of its own, `NO_ANSWER` is no answer.
"""

NO_ANSWER = -2


class ErrorRate(float):
    """A share of errors that knows of how many objects it is, and whether they are a sample."""

    judged: int
    sampled: bool

    def __new__(cls, share: float, judged: int, sampled: bool) -> "ErrorRate":
        """The share with what it knows."""
        made = super().__new__(cls, share)
        made.judged, made.sampled = judged, sampled
        return made

    def __getnewargs__(self) -> tuple[float, int, bool]:  # type: ignore[override]
        """So that it can be copied."""
        return float(self), self.judged, self.sampled


def errors_of_parts(
    whole: Dataset,
    learned: Dataset,
    decide: Decide,
    *,
    limit: int | None = None,
    seed: int = 0,
) -> dict[str, ErrorRate]:
    """The error rate on every part of a data set that its split keeps apart, by its name.

    Parameters
    ----------
    whole : all objects, those for training too, in their own units
    learned : the objects that were learned from; the others are brought to their scale
    decide : gives the classes that a model decides for, as codes into the class names
    limit : of how many objects of a part at most; None: all of them
    seed : of the sample of a larger part

    Returns
    -------
    dict
        Part to error rate, a number that also holds `judged` and `sampled`. No answer is no
        error. A part without a known class, or with categories that the model does not have, is
        left out.

    Examples
    --------
    >>> from belieflab.data import load_sample
    >>> iris = load_sample("iris")
    >>> whole = replace(iris, split=("train", "test") * 75)
    >>> errors_of_parts(whole, whole.training, lambda part: part.truth * 0)
    {'test': 0.6666666666666666}
    """
    found = {}
    for name, part in whole.kept_apart.items():
        if part.truth is None:
            continue
        known = np.flatnonzero(part.truth >= 0)
        if not len(known):
            continue
        large = limit is not None and part.n > limit and whole.dissimilarities is None
        sampled = limit is not None and large and len(known) > limit
        if limit is not None and large:
            part = part.take(known[draw_rows(len(known), seed, limit)])
            known = np.arange(part.n)
        try:
            decided = decide(_on_scale_of(learned, part))
        except DataError:  # a level of a category that training does not have
            continue
        wrong = (decided != part.truth) & (decided != NO_ANSWER)
        found[name] = ErrorRate(wrong[known].mean(), len(known), sampled)
    return found


def errors_of_methods(
    found: Evaluation,
    whole: Dataset,
    learned: Dataset,
    methods: Iterable[str] | None = None,
    *,
    limit: int | None = None,
    seed: int = 0,
) -> dict[str, dict[str, ErrorRate]]:
    """`errors_of_parts` of these methods of a comparison, or of all that could learn, by key.

    Each learns once more, from all objects compared.
    """
    able = [key for key in found.plan.classifiers if key not in found.failed]
    errors = {}
    for key in able if methods is None else methods:
        decide = partial(_decide_by, found.learn_from_all(key))
        errors[key] = errors_of_parts(whole, learned, decide, limit=limit, seed=seed)
    return errors


def _decide_by(fitted: FittedClassifier, part: Dataset) -> Codes:
    return fitted.predict_all(part.X).classes()


def decide_codes(model: Any, X: Any, class_of: Codes, costs: DecisionCosts | None = None) -> Codes:
    """What a model decides about points by its probabilities, as codes [shape=(n,)].

    `class_of` gives the code of each of its classes or components; `costs` are those of decisions.
    """
    shares = np.asarray(model.predict_proba(X))
    if costs is None or costs.is_plain:
        return find_codes(shares.argmax(axis=1), class_of)
    return find_codes(costs.decide_shares(shares, Frame(model.classes_)), class_of)


def decide_by_belief(model: Any, X: Any, class_names: tuple[str, ...]) -> Codes:
    """The class on which the beliefs of a model about points bet most, as a code [shape=(n,)]."""
    beliefs = model.predict_mass(X)
    codes = find_classes(class_names, beliefs.frame.values)
    return np.asarray(codes[beliefs.pignistic().argmax(axis=1)])


def find_codes(decided: Codes, class_of: Codes) -> Codes:
    """Decisions as codes into the names of the data, `NO_ANSWER` where there is none."""
    return np.where(decided < 0, NO_ANSWER, class_of[decided])


def _on_scale_of(learned: Dataset, part: Dataset) -> Dataset:
    """The objects of a part with their features on the scale of those for training."""
    if learned.scale is None:
        return part
    X = learned.scale.apply(part.X)
    return replace(part, X=X, feature_names=learned.feature_names, scale=learned.scale.of(part.X))
