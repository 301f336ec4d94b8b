"""The calculus of belief functions: frames, mass functions and what one may ask of them.

Combination and transforms rest on compiled kernels; they are loaded when first asked for, so
that importing the package stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from belieflab.belief.frame import Frame
from belieflab.belief.table import MassTable

if TYPE_CHECKING:
    from belieflab.belief.bayes import generalised_bayes
    from belieflab.belief.bold_rule import combine_bold, complement
    from belieflab.belief.combination import combine
    from belieflab.belief.conflict_redistribution import combine_pcr6
    from belieflab.belief.corrections import negate_contextually, reinforce_contextually
    from belieflab.belief.credal_choice import e_admissibility, maximality
    from belieflab.belief.decisions import (
        decide_by_cost,
        decide_with_rejection,
        expected_costs,
        interval_dominance,
        max_belief,
        max_hurwicz,
        max_pignistic,
        max_plausibility,
        strong_dominance,
        weak_dominance,
    )
    from belieflab.belief.decombination import decombine
    from belieflab.belief.distances import jousselme, jousselme_by_row
    from belieflab.belief.labels import as_mass_table
    from belieflab.belief.rules import RULES, Rule
    from belieflab.belief.warmup import warm_up

_MODULES = {
    "bayes": ["generalised_bayes"],
    "bold_rule": ["combine_bold", "complement"],
    "combination": ["combine"],
    "conflict_redistribution": ["combine_pcr6"],
    "corrections": ["negate_contextually", "reinforce_contextually"],
    "credal_choice": ["e_admissibility", "maximality"],
    "decisions": [
        "decide_by_cost",
        "decide_with_rejection",
        "expected_costs",
        "interval_dominance",
        "max_belief",
        "max_hurwicz",
        "max_pignistic",
        "max_plausibility",
        "strong_dominance",
        "weak_dominance",
    ],
    "decombination": ["decombine"],
    "distances": ["jousselme", "jousselme_by_row"],
    "labels": ["as_mass_table"],
    "rules": ["RULES", "Rule"],
    "warmup": ["warm_up"],
}

__all__ = [
    "RULES",
    "Frame",
    "MassTable",
    "Rule",
    "as_mass_table",
    "combine",
    "combine_bold",
    "combine_pcr6",
    "complement",
    "decide_by_cost",
    "decide_with_rejection",
    "decombine",
    "e_admissibility",
    "expected_costs",
    "generalised_bayes",
    "interval_dominance",
    "jousselme",
    "jousselme_by_row",
    "max_belief",
    "max_hurwicz",
    "max_pignistic",
    "max_plausibility",
    "maximality",
    "negate_contextually",
    "reinforce_contextually",
    "strong_dominance",
    "warm_up",
    "weak_dominance",
]


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"belieflab.belief.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
