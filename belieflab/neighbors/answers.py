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
from belieflab.references import cite
from belieflab.registry import Registry

NO_ANSWER = 0
"""The mask of an object that is rejected: no class is named."""


@dataclass(frozen=True)
class AnswerRule:
    """A way to answer: from beliefs, and what no answer costs, to masks.

    `equation` is LaTeX; `source` names the paper.
    """

    key: str
    title: str
    explanation: str
    equation: str
    source: str
    answer: Callable[[MassTable, float], Masks]


def _as_masks(table: MassTable, classes: NDArray[np.int64]) -> Masks:
    """The masks of single classes; -1 becomes the mask of no answer."""
    return np.where(classes < 0, NO_ANSWER, table.frame.singletons[np.maximum(classes, 0)])


ANSWER_RULES: Registry[AnswerRule] = Registry(
    "way to answer",
    (
        AnswerRule(
            "pignistic",
            "largest BetP",
            "the class on which one would bet",
            r"\hat{k} = \arg\max_k \mathrm{BetP}(k)",
            cite("denoeux2019"),
            lambda table, _: _as_masks(table, max_pignistic(table)),
        ),
        AnswerRule(
            "plausibility",
            "largest plausibility",
            "the class that the evidence speaks against the least",
            r"\hat{k} = \arg\max_k pl(k)",
            cite("denoeux2019"),
            lambda table, _: _as_masks(table, max_plausibility(table)),
        ),
        AnswerRule(
            "rejection",
            "with rejection",
            "the class on which one would bet, unless no answer costs less than the expected error",
            r"\hat{k} = \arg\max_k \mathrm{BetP}(k) \ \text{ if } \ "
            r"\max_k \mathrm{BetP}(k) \ge 1 - \lambda_0, \ \text{ else no answer}",
            cite("denoeux1997"),
            lambda table, cost: _as_masks(table, decide_with_rejection(table, cost)),
        ),
        AnswerRule(
            "interval",
            "a set of classes",
            "all classes that no other dominates: k is left out when bel(j) > pl(k)",
            r"\{ k : bel(\{j\}) \le pl(\{k\}) \ \text{ for all } j \}",
            cite("troffaes2007"),
            lambda table, _: interval_dominance(table),
        ),
    ),
)


def find_answers(table: MassTable, rule: str = "pignistic", cost: float = 0.3) -> Masks:
    """The set of classes that a rule of `ANSWER_RULES` names for each row [shape=(n,)].

    0 is no answer; only "rejection" gives it, where a refusal (`cost`) is cheaper than the
    expected error.
    """
    return ANSWER_RULES.find(rule).answer(table, cost)


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
