"""What a crowd said, taken together: who errs, who is vague, and the labels it makes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.crowd.annotators import ReliabilityModel
from belieflab.crowd.calibration import brier_scores
from belieflab.crowd.confusion import ConfusionModel
from belieflab.crowd.label_rules import LABEL_RULES
from belieflab.crowd.measures import (
    agreement_with_others,
    answers_of,
    errors_under,
    holds,
    mean_contours,
    take,
    weigh,
    wilson,
)
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.errors import DataError
from belieflab.iteration import StopFlag

Floats = NDArray[np.float64]

RELIABILITY, CONFUSION, MAJORITY = "reliability", "confusion", "majority"
MODELS = {
    RELIABILITY: "One reliability each",
    CONFUSION: "Confusion matrices",
    MAJORITY: "Majority vote",
}
"""How what annotators are worth is learned, with titles."""


@dataclass(frozen=True, eq=False)
class CrowdAnalysis:
    """The annotators of a crowd, and the classes of the objects.

    Attributes
    ----------
    answers : what counted: without muted annotators, discounted by their weights
    said : all answers
    model : key of `MODELS`
    posteriors : probabilities of the classes of each object [shape=(n, K)]
    prior : of the classes [shape=(K,)]
    reliabilities : of each annotator, 0 to 1 [shape=(J,)]
    errors, intervals : how often the truth is outside the answer as given, with 95 % intervals
    """

    answers: CrowdAnswers
    said: CrowdAnswers
    model: str
    posteriors: Floats
    prior: Floats
    reliabilities: Floats
    errors: Floats
    intervals: Floats
    confusions: Floats | None = None

    @property
    def by_votes(self) -> bool:
        """Whether all count the same: no model of the annotators was learned."""
        return self.model == MAJORITY

    @property
    def n_annotators(self) -> int:
        """How many annotators there are, muted or not."""
        return len(self.reliabilities)

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """Answers of each annotator."""
        return np.bincount(self.said.annotators, minlength=self.n_annotators)

    @cached_property
    def sizes(self) -> Floats:
        """Mean size of the sets of each annotator."""
        return self._mean(self.said.set_sizes)

    @cached_property
    def confidences(self) -> Floats:
        """Mean confidence of each annotator: the mass on other sets than Ω."""
        return self._mean(1.0 - self.said.doubts)

    @cached_property
    def imprecision(self) -> Floats:
        """Mean of (|A| - 1) / (K - 1)."""
        return (self.sizes - 1.0) / max(self.said.frame.size - 1, 1)

    @cached_property
    def agreement(self) -> Floats:
        """How often the answer holds the class that the others favour; NaN where nobody else is."""
        return agreement_with_others(self.said, self.n_annotators)

    @cached_property
    def disputes(self) -> Floats:
        """Mass of the answers that exclude even the class that most of them allow [shape=(n,)]."""
        return np.asarray(1.0 - mean_contours(self.said).max(axis=1))

    @cached_property
    def uncertainty(self) -> Floats:
        """Entropy of the posterior of each object, from 0 to 1."""
        size = self.said.frame.size
        logs = np.log(np.maximum(self.posteriors, 1e-300))
        found: Floats = -(self.posteriors * logs).sum(axis=1) / max(np.log(size), 1e-12)
        return found if size > 1 else np.zeros(len(self.posteriors))

    def true_errors(self, truth: NDArray[np.int64]) -> Floats:
        """How often the true class is outside the answer; NaN without such an answer."""
        known = truth[self.said.rows] >= 0
        codes = np.where(known, truth[self.said.rows], 0)
        left_out = (~holds(self.said, codes))[known].astype(np.float64)
        who = self.said.annotators[known]
        counts = np.bincount(who, minlength=self.n_annotators)
        with np.errstate(invalid="ignore"):
            found: Floats = np.bincount(who, left_out, self.n_annotators) / counts
        return found

    def wrong_share(self, labels: MassTable, truth: NDArray[np.int64]) -> float:
        """Share of the objects with answers whose label favours another class; NaN without any."""
        known = (truth >= 0) & (self.said.counts > 0)
        guessed = labels.pignistic().argmax(axis=1)
        return float((guessed[known] != truth[known]).mean()) if known.any() else float("nan")

    def table(self, names: Sequence[str], truth: NDArray[np.int64] | None = None) -> pd.DataFrame:
        """One row per annotator: answers, sizes, confidence, agreement, errors, reliability."""
        columns: dict[str, Any] = {
            "annotator": names,
            "answers": self.counts,
            "set size": self.sizes,
            "confidence": self.confidences,
            "agreement": self.agreement.round(3),
            "error": self.errors.round(3),
            "low": self.intervals[:, 0].round(3),
            "high": self.intervals[:, 1].round(3),
            "reliability": self.reliabilities,
        }
        if truth is not None:
            columns["true error"] = self.true_errors(truth).round(3)
            columns["Brier score"] = brier_scores(self.said, truth, len(names)).round(3)
        return pd.DataFrame(columns)

    def labels(self, rule: str = "posterior") -> MassTable:
        """One label per object by a rule of `LABEL_RULES`; vacuous where nobody answered."""
        if rule not in self._made:
            self._made[rule] = LABEL_RULES.find(rule).label(self, self.answers)
        return self._made[rule]

    @cached_property
    def _made(self) -> dict[str, MassTable]:
        """Labels by rule, made once."""
        return {}

    def contributions(self, row: int, rule: str = "posterior") -> tuple[NDArray[np.int64], Floats]:
        """The answers about an object, and what each adds to the probability of its class.

        That is BetP of the class that the label favours, less BetP without the answer.
        """
        label = LABEL_RULES.find(rule).label
        chosen = np.flatnonzero(self.answers.rows == row)
        alone = replace(take(self.answers, chosen), n=1, rows=np.zeros(len(chosen), dtype=np.int64))
        whole = label(self, alone).pignistic()[0]
        best, pulls = int(whole.argmax()), np.zeros(len(chosen))
        for place in range(len(chosen)):
            rest = take(alone, np.delete(np.arange(len(chosen)), place))
            pulls[place] = whole[best] - label(self, rest).pignistic()[0][best]
        return chosen, pulls

    def _mean(self, values: Floats) -> Floats:
        sums = np.bincount(self.said.annotators, values, self.n_annotators)
        return sums / np.maximum(self.counts, 1)


def analyse(
    answers: CrowdAnswers,
    n_annotators: int | None = None,
    model: str = RELIABILITY,
    weights: Floats | None = None,
    stop: StopFlag | None = None,
) -> CrowdAnalysis:
    """Learn who errs and how the objects are classed.

    `weights` [shape=(J,)], 0 to 1: the answers of annotator j are discounted by 1 - w_j; 0 mutes.

    Examples
    --------
    >>> from belieflab import Frame
    >>> rows, who = np.divmod(np.arange(12), 3)
    >>> codes = np.array([0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0])
    >>> answers = CrowdAnswers.from_codes(Frame(["no", "yes"]), 4, rows, who, codes)
    >>> found = analyse(answers)
    >>> int(found.errors.argmax()), found.labels("vote").pignistic().argmax(axis=1).tolist()
    (2, [0, 1, 0, 1])
    """
    if not len(answers):
        raise DataError("There are no answers to learn from.")
    count = n_annotators or int(answers.annotators.max()) + 1
    used = answers if weights is None else weigh(answers, weights)
    if not len(used):
        raise DataError("Every annotator is muted: give one of them a weight above 0.")
    if model == MAJORITY:
        return _by_votes(answers, used, count)
    if model not in MODELS:
        raise DataError(f"{model!r} is no model of annotators; there are {', '.join(MODELS)}.")
    made = ReliabilityModel() if model == RELIABILITY else ConfusionModel()
    fitted: Any = made.fit(used, stop=stop)
    errors, intervals = errors_under(answers, fitted.posteriors_, count)
    heard = np.flatnonzero(fitted.n_answers_ > 0)
    full = heard if weights is None else heard[weights[heard] == 1]  # discounted ones err less
    errors[full] = fitted.error_rates_[full]
    size = answers.frame.size
    reliable, confusions = np.full(count, np.nan), None
    if model == RELIABILITY:
        intervals[full] = fitted.error_rate_intervals_[full]
        reliable[heard] = fitted.reliabilities_[heard]
    else:
        confusions = np.tile(np.full((size, size), 1.0 / size), (count, 1, 1))
        confusions[heard] = fitted.confusions_[heard]
        right = np.einsum("k,jkk->j", fitted.class_prior_, confusions)
        reliable[heard] = np.clip((size * right - 1) / max(size - 1, 1), 0.0, 1.0)[heard]
        intervals[full] = wilson(errors, answers_of(answers, count))[full]
    reliable = np.where(np.isnan(reliable), np.clip(1.0 - errors, 0.0, 1.0), reliable)
    posteriors, prior = fitted.posteriors_, fitted.class_prior_
    return CrowdAnalysis(
        used, answers, model, posteriors, prior, reliable, errors, intervals, confusions
    )


def _by_votes(answers: CrowdAnswers, used: CrowdAnswers, count: int) -> CrowdAnalysis:
    """Everyone counts the same; errors are against what all say together."""
    size = answers.frame.size
    shares = np.zeros((answers.n, size))
    np.add.at(shares, used.rows, used.pignistic())
    total = shares.sum(axis=1, keepdims=True)
    posteriors = np.where(total > 0, shares / np.maximum(total, 1e-300), 1.0 / size)
    prior = posteriors[total[:, 0] > 0].mean(axis=0)
    winners = np.eye(size)[posteriors.argmax(axis=1)]
    errors, intervals = errors_under(answers, winners, count)
    reliable = np.clip(1.0 - errors * size / max(size - 1, 1), 0.0, 1.0)
    return CrowdAnalysis(
        used, answers, MAJORITY, posteriors, prior, reliable, errors, intervals, None
    )
