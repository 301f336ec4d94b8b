"""From beliefs to decisions as sets of classes: one class, several, or none at all."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import (
    Frame,
    MassTable,
    interval_dominance,
    max_pignistic,
    max_plausibility,
    strong_dominance,
)
from belieflab.belief.decision_costs import DecisionCosts, Matrix
from belieflab.belief.masks import Masks
from belieflab.references import cite
from belieflab.registry import Registry

NO_DECISION = 0
"""The mask of an object that is rejected: no class is named."""


@dataclass(frozen=True)
class DecisionRule:
    """A way to decide: from beliefs, and what answers and no answer cost, to masks.

    `equation` is LaTeX; `source` names the paper. `possible` gives the classes that remain
    possible beside a decision for one of them.
    """

    key: str
    title: str
    explanation: str
    equation: str
    source: str
    decide: Callable[[MassTable, DecisionCosts], Masks]
    possible: Callable[[MassTable, DecisionCosts], Masks] = lambda table, _: strong_dominance(table)


def _as_masks(table: MassTable, classes: NDArray[np.int64]) -> Masks:
    """The masks of single classes; -1, a rejected object, becomes `NO_DECISION`."""
    return np.where(classes < 0, NO_DECISION, table.frame.singletons[np.maximum(classes, 0)])


DECISION_RULES: Registry[DecisionRule] = Registry(
    "decision rule",
    (
        DecisionRule(
            "pignistic",
            "largest BetP",
            "the class on which one would bet",
            r"\hat{k} = \arg\max_k \mathrm{BetP}(k)",
            cite("denoeux2019"),
            lambda table, _: _as_masks(table, max_pignistic(table)),
        ),
        DecisionRule(
            "plausibility",
            "largest plausibility",
            "the class with the least evidence against it",
            r"\hat{k} = \arg\max_k pl(k)",
            cite("denoeux2019"),
            lambda table, _: _as_masks(table, max_plausibility(table)),
        ),
        DecisionRule(
            "rejection",
            "with rejection",
            "the class of least expected cost, mostly the one on which one would bet, unless no "
            "answer costs less",
            r"\hat{k} = \arg\max_k \mathrm{BetP}(k) \ \text{ if } \ "
            r"\max_k \mathrm{BetP}(k) \ge 1 - \lambda_0, \ \text{ else no answer}",
            cite("denoeux1997"),
            lambda table, costs: costs.masks(table),
            lambda table, costs: costs.sets(table),
        ),
        DecisionRule(
            "interval",
            "a set of classes",
            "all classes that no other dominates: k is left out when bel(j) > pl(k)",
            r"\{ k : bel(\{j\}) \le pl(\{k\}) \ \text{ for all } j \}",
            cite("troffaes2007"),
            lambda table, _: interval_dominance(table),
            lambda table, _: interval_dominance(table),
        ),
    ),
)


@dataclass(frozen=True)
class SetDecision:
    """A rule of `DECISION_RULES` by its key, with what answers and no answer cost."""

    rule: str
    costs: DecisionCosts

    def masks(self, table: MassTable) -> Masks:
        """The decisions as masks, 0 for no answer [shape=(n,)]."""
        return DECISION_RULES.find(self.rule).decide(table, self.costs)

    def sets(self, table: MassTable) -> Masks:
        """The decisions where they are sets, else the classes that none dominates [shape=(n,)]."""
        return DECISION_RULES.find(self.rule).possible(table, self.costs)


def decide_sets(
    table: MassTable,
    rule: str = "pignistic",
    cost: float | None = 0.3,
    costs: Matrix | None = None,
) -> Masks:
    """The set of classes that a rule of `DECISION_RULES` names for each row [shape=(n,)].

    0 is a rejected object; only "rejection" gives it, where `cost` is below the expected cost of
    every class: by `costs` [shape=(K, K)], or 1 for a wrong one.
    """
    return DECISION_RULES.find(rule).decide(table, DecisionCosts(costs, cost))


def decision_text(frame: Frame, mask: int) -> str:
    """A decision for display: the name of one class, a set, or that there is none."""
    if mask == NO_DECISION:
        return "no answer"
    return frame.names[mask.bit_length() - 1] if mask.bit_count() == 1 else frame.format(mask)


def is_wrong(decisions: Masks, truth: Masks) -> NDArray[np.bool_]:
    """Whether a decision was made that leaves the true class out [shape=(n,)].

    `truth`: masks too; -1 is a truth that is not known and never makes a decision wrong.
    """
    return (decisions != NO_DECISION) & (truth >= 0) & ((decisions & truth) == 0)
