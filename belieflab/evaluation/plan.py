"""What a cross-validation compares, and what that is expected to cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.evaluation.classifiers import CLASSIFIERS

CURVE_SHARES = (0.2, 0.4, 0.6, 0.8)
"""Shares of the labels that a learning curve is measured at, besides all of them."""


@dataclass(frozen=True)
class Plan:
    """What is compared on which folds.

    Attributes
    ----------
    classifiers : keys of the registry
    folds, repeats : folds of a cross-validation, and how often it is repeated with other folds
    settings : of each classifier, by key; the others have their defaults
    shares : of the labels, at which the learning curve is measured in the first repeat; () none
    seed : of folds, subsets and random classifiers
    """

    classifiers: tuple[str, ...]
    folds: int = 5
    repeats: int = 1
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    shares: tuple[float, ...] = CURVE_SHARES
    seed: int = 0

    @property
    def n_fits(self) -> int:
        """How many classifiers are trained in all."""
        return len(self.classifiers) * self.folds * (self.repeats + len(self.shares))

    def cost(self, n: int, p: int, labels: MassTable) -> Cost:
        """What all fits to n objects with labels like these are expected to cost."""
        learned = max(n - n // self.folds, 1)
        total, kept = Cost(0.0, 0.0), 64.0 * n * labels.frame.size * len(self.classifiers)
        for key in self.classifiers:
            entry = CLASSIFIERS.find(key)
            for share in (*self.shares, *[1.0] * self.repeats):
                used = max(int(share * learned), 2)
                one = entry.expected_cost(used, p, labels, self.settings.get(key))
                total += one * self.folds
            kept += one.bytes / 2 if entry.gives_masses else 0.0  # tables are made in two copies
        return Cost(total.seconds, total.bytes + self.repeats * kept)
