"""From beliefs to answers as sets of classes: one class, several, or none at all."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import (
    Frame,
    MassTable,
    decide_with_rejection,
    interval_dominance,
    max_pignistic,
    max_plausibility,
)
from belieflab.belief.masks import Masks
from belieflab.errors import DataError

NO_ANSWER = 0
"""The mask of an object that is rejected: no class is named."""


@dataclass(frozen=True)
class AnswerRule:
    """A way to answer: its words, and from beliefs (and a cost of rejection) to masks."""

    key: str
    title: str
    explanation: str
    answer: Callable[[MassTable, float], Masks]


def _as_masks(table: MassTable, classes: NDArray[np.int64]) -> Masks:
    """The masks of single classes; -1 becomes the mask of no answer."""
    return np.where(classes < 0, NO_ANSWER, table.frame.singletons[np.maximum(classes, 0)])


ANSWER_RULES: dict[str, AnswerRule] = {
    rule.key: rule
    for rule in (
        AnswerRule(
            "pignistic",
            "largest pignistic probability",
            "the class on which one would bet",
            lambda table, _: _as_masks(table, max_pignistic(table)),
        ),
        AnswerRule(
            "plausibility",
            "largest plausibility",
            "the class that the evidence speaks against the least",
            lambda table, _: _as_masks(table, max_plausibility(table)),
        ),
        AnswerRule(
            "rejection",
            "pignistic, or no answer",
            "the class on which one would bet, unless a refusal costs less than the expected error",
            lambda table, cost: _as_masks(table, decide_with_rejection(table, cost)),
        ),
        AnswerRule(
            "interval",
            "interval dominance: a set",
            "all classes that no other beats for sure: k is left out when bel(j) > pl(k)",
            lambda table, _: interval_dominance(table),
        ),
    )
}


def find_answers(table: MassTable, rule: str = "pignistic", cost: float = 0.3) -> Masks:
    """The set of classes that a rule of `ANSWER_RULES` names for each row [shape=(n,)].

    0 is no answer; only "rejection" gives it, where a refusal (`cost`) is cheaper than the
    expected error.
    """
    if rule not in ANSWER_RULES:
        raise DataError(
            f"There is no way to answer called {rule!r}; there are {', '.join(ANSWER_RULES)}."
        )
    return ANSWER_RULES[rule].answer(table, cost)


def answer_words(frame: Frame, mask: int) -> str:
    """An answer as one says it: the name of one class, a set, or that there is none."""
    if mask == NO_ANSWER:
        return "no answer"
    return frame.names[mask.bit_length() - 1] if mask.bit_count() == 1 else frame.format(mask)


def is_wrong(answers: Masks, truth: Masks) -> NDArray[np.bool_]:
    """Whether an answer was given that leaves the true class out [shape=(n,)].

    `truth`: masks too; -1 is a truth that is not known and never makes an answer wrong.
    """
    return (answers != NO_ANSWER) & (truth >= 0) & ((answers & truth) == 0)
