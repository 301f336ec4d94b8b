"""What a crowd said, taken together: who errs, who is vague, and the labels it makes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.crowd.calibration import brier_scores
from belieflab.crowd.label_rules import LABEL_RULES
from belieflab.crowd.measures import (
    agreement_with_others,
    holds,
    mean_contours,
    take,
)
from belieflab.data.crowd_answers import CrowdAnswers

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
    believed : how far labels and questions rely on each annotator, 0 to 1 [shape=(J,)]; somebody
        of whom nothing is known is believed as far as the model assumes of everybody
    errors, intervals : how often the truth is outside the answer as given, with 95 % intervals;
        NaN for those of whom nothing is known
    compared : how many answers of each annotator say something about objects about which somebody
        else's did so as well: what is known of the annotator comes from them [shape=(J,)]
    alone : how many answers that count say something and stand alone
    apart : how many objects with answers are kept apart, so that nothing is learned from them
    """

    answers: CrowdAnswers
    said: CrowdAnswers
    model: str
    posteriors: Floats
    prior: Floats
    believed: Floats
    errors: Floats
    intervals: Floats
    compared: NDArray[np.int64]
    alone: int
    confusions: Floats | None = None
    apart: int = 0

    @property
    def by_votes(self) -> bool:
        """Whether all count the same: no model of the annotators was learned."""
        return self.model == MAJORITY

    @property
    def n_annotators(self) -> int:
        """How many annotators there are, muted or not."""
        return len(self.believed)

    @property
    def reliabilities(self) -> Floats:
        """Of each annotator, 0 to 1; NaN where nothing is known [shape=(J,)]."""
        return np.where(self.compared > 0, self.believed, np.nan)

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
