"""Ways to answer with a set of classes, and all of them compared in one table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import (
    MassTable,
    e_admissibility,
    interval_dominance,
    max_pignistic,
    maximality,
    strong_dominance,
    weak_dominance,
)
from belieflab.belief.credal_choice import MAX_CLASSES
from belieflab.belief.masks import Masks
from belieflab.evaluation.answer_sets import of_masks
from belieflab.evaluation.conformal import cross_conformal_sets
from belieflab.evaluation.utilities import set_scores
from belieflab.randomness import make_generator
from belieflab.references import cite
from belieflab.registry import Registry

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class SetRule:
    """A way to answer with a set: from beliefs about n objects to masks [shape=(n,)].

    `equation` is LaTeX; `max_classes` the most classes it takes.
    """

    key: str
    title: str
    explanation: str
    equation: str
    source: str
    decide: Callable[[MassTable], Masks]
    max_classes: int = 1 << 12


def _single(table: MassTable) -> Masks:
    return table.frame.singletons[max_pignistic(table)]


SET_RULES: Registry[SetRule] = Registry(
    "rule for sets",
    (
        SetRule(
            "single",
            "one class",
            "the class with the largest pignistic probability",
            r"\{\arg\max_k \mathrm{BetP}(k)\}",
            cite("denoeux2019"),
            _single,
        ),
        SetRule(
            "interval",
            "interval dominance",
            "all classes k without a class j of bel(j) > pl(k)",
            r"\{k : bel(\{j\}) \le pl(\{k\}) \ \forall j\}",
            cite("troffaes2007"),
            interval_dominance,
        ),
        SetRule(
            "strong",
            "strong dominance",
            "all classes k without a class j of bel(j) ≥ pl(k)",
            r"\{k : \nexists j:\ bel(\{j\}) \ge pl(\{k\})\}",
            cite("denoeux2019"),
            strong_dominance,
        ),
        SetRule(
            "weak",
            "weak dominance",
            "all classes that no other beats in both belief and plausibility",
            r"\{k : \nexists j:\ bel(\{j\}) \ge bel(\{k\}),\ pl(\{j\}) \ge pl(\{k\})\}",
            cite("denoeux2019"),
            weak_dominance,
        ),
        SetRule(
            "maximality",
            "maximality",
            "all classes that no other is sure to beat in expectation",
            r"\{k : \textstyle\sum_A m(A) \min_{l \in A} (1_{l=j} - 1_{l=k}) \le 0 \ \forall j\}",
            cite("troffaes2007"),
            maximality,
        ),
        SetRule(
            "e-admissibility",
            "E-admissibility",
            "all classes that are the best for some probability between bel and pl",
            r"\{k : pl(\{k\}) \ge \max_{B \not\ni k} bel(B) / |B|\}",
            cite("troffaes2007"),
            e_admissibility,
            MAX_CLASSES,
        ),
    ),
)


def compare_set_rules(
    y: Any,
    beliefs: MassTable,
    folds: NDArray[np.int64] | None = None,
    error: float = 0.1,
    random_state: Any = None,
    groups: NDArray[np.int64] | None = None,
) -> "pd.DataFrame":
    """Set-valued answers side by side: coverage, size and worth of every rule.

    Parameters
    ----------
    y : labels, or the true classes
        On the frame of `beliefs`: a MassTable, or classes [shape=(n,)].
    beliefs : MassTable
        What a model that did not learn from these objects believes about them.
    folds : ndarray [shape=(n,)], optional
        The fold of each object: conformal sets are calibrated in one half of a fold for the
        other. By default all are one fold.
    error : float
        ε of the conformal sets, the share that may miss the class.
    random_state : int, Generator or None
        Draws the halves.
    groups : ndarray [shape=(n,)], optional
        Objects of one group are in the same half.

    Returns
    -------
    DataFrame
        One row per rule: rule, coverage, size, single, discounted, u65, u80.

    Examples
    --------
    >>> from belieflab import MassTable
    >>> beliefs = MassTable("ab", [1, 2, 3], [[0.7, 0.1, 0.2], [0.3, 0.2, 0.5]])
    >>> compare_set_rules(["a", "b"], beliefs).set_index("rule")["u65"].round(3).to_dict()[
    ...     "strong dominance"
    ... ]
    0.825
    """
    import pandas as pd

    labels = y if isinstance(y, MassTable) else MassTable.from_hard(y, beliefs.frame)
    answers = answer_sets(labels, beliefs, folds, error, random_state, groups)
    rows = []
    for title, masks in answers.items():
        found = set_scores(labels, of_masks(masks, beliefs.frame))
        rows.append({"rule": title, **found._asdict()})
    return pd.DataFrame(rows).drop(columns="left_out")


def answer_sets(
    labels: MassTable,
    beliefs: MassTable,
    folds: NDArray[np.int64] | None = None,
    error: float = 0.1,
    random_state: Any = None,
    groups: NDArray[np.int64] | None = None,
) -> dict[str, Masks]:
    """The answers of every rule that takes so many classes, conformal sets last, by title."""
    found = {
        rule.title: rule.decide(beliefs)
        for rule in SET_RULES.values()
        if beliefs.frame.size <= rule.max_classes
    }
    together = np.zeros(len(beliefs), dtype=np.int64) if folds is None else folds
    rng = make_generator(random_state)
    sets = cross_conformal_sets(labels, beliefs.pignistic(), together, error, rng, groups)
    return found | {f"conformal, {1 - error:.0%}": sets}
