"""Who answers the queries: with the truth, with mistakes, or with whole mass functions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, build_labels
from belieflab.errors import DataError

HARD, NOISY, RICH, GIVEN = "hard", "noisy", "rich", "given"
ORACLES: dict[str, str] = {
    HARD: "always the true class",
    NOISY: "one class, at times a wrong one",
    RICH: "mass functions by a law",
    GIVEN: "the workspace's labels",
}
"""The kinds of oracles in a few words."""


@dataclass(frozen=True)
class Oracle:
    """Gives every object the label it would answer with; learners see those they ask about.

    Made by `Oracle.hard()`, `Oracle.noisy(0.2)`, `Oracle.rich("epsilon-noise", epsilon=0.5)` or
    `Oracle.given(labels)`.
    """

    kind: str
    law: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    labels: MassTable | None = None

    @classmethod
    def hard(cls) -> "Oracle":
        """Always the true class."""
        return cls(HARD, "hard")

    @classmethod
    def noisy(cls, rate: float) -> "Oracle":
        """One class each; that share of them is another class than the true one."""
        if not 0 <= rate <= 1:
            raise DataError(f"The share of wrong answers lies between 0 and 1; found {rate!r}.")
        return cls(NOISY, "guess-doubt", {"doubt": 0.0, "wrong": float(rate)})

    @classmethod
    def rich(cls, law: str, **settings: Any) -> "Oracle":
        """Mass functions drawn by a label law ("epsilon-noise" in Hoarau et al. (2022), §4.2)."""
        return cls(RICH, LAWS.find(law).key, settings)

    @classmethod
    def given(cls, labels: MassTable) -> "Oracle":
        """Labels that are there already, the same in every repetition."""
        return cls(GIVEN, labels=labels)

    def answer_all(self, dataset: Dataset, seed: int) -> MassTable:
        """The answer to every object; laws draw anew for each seed."""
        if self.labels is not None:
            if len(self.labels) != dataset.n or self.labels.frame != dataset.frame:
                raise DataError("The given labels are not about these objects and classes.")
            return self.labels
        return build_labels(self.law, dataset, seed=seed, **self.settings)
