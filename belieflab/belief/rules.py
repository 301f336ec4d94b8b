"""The rules of combination, one entry each; compiled code is loaded when a rule is first used."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from operator import and_, or_
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import algebra, simple_sources
from belieflab.belief.algebra import Step
from belieflab.belief.frame import Frame
from belieflab.belief.table import MassTable
from belieflab.registry import Registry

if TYPE_CHECKING:
    from belieflab.belief.conjunction import Masses

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rule:
    """A rule of combination.

    Attributes
    ----------
    key, title, explanation : its name in code and links, on screen, and one sentence
    combine : the masses of several sources, all rows at once, into those of the result
    derive : the same for mass functions of one row, as steps that can be printed
    target : the set that gets the product of two masses, from their sets; None when the result
        is no sum of such products
    combine_simple : the closed form for sources that each support one class, from class codes
        [shape=(n, J)] (-1 = none) and supports [shape=(J,)]; None where there is none
    remove : the masses [shape=(n, 2^K)] of a combination and of one of its sources into those of
        the others; None when a source cannot be taken out again
    keeps_conflict : what contradicts stays on ∅
    divides_conflict : the conflict is divided out, so that sources in total conflict have no result
    needs_omega : every source needs some mass on Ω
    """

    key: str
    title: str
    explanation: str
    combine: Callable[[Frame, Sequence["Masses"]], "Masses"]
    derive: Callable[[Frame, Sequence[Mapping[int, float]]], tuple[Step, ...]]
    target: Callable[[int, int], int] | None = None
    combine_simple: Callable[[Frame, NDArray[np.int64], Floats], MassTable] | None = None
    remove: Callable[[Floats, Floats], Floats] | None = None
    keeps_conflict: bool = False
    divides_conflict: bool = False
    needs_omega: bool = False


def _compiled(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that rests on compiled code, which is loaded at the first call."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"belieflab.belief.{module}"), name)(*given)

    return call


RULES = Registry(
    "rule",
    [
        Rule(
            "conjunctive",
            "Conjunctive (unnormalised)",
            "Every source is reliable: sets intersect, and what contradicts stays on ∅.",
            _compiled("combination", "conjunctive"),
            algebra.derive_conjunctive,
            and_,
            remove=_compiled("decombination", "conjunctive_quotient"),
            keeps_conflict=True,
        ),
        Rule(
            "dempster",
            "Dempster",
            "Every source is reliable and one class is true: sets intersect, and the conflict "
            "on ∅ is divided out.",
            _compiled("combination", "dempster"),
            algebra.derive_dempster,
            and_,
            simple_sources.combine_by_dempster,
            _compiled("decombination", "normalised_quotient"),
            divides_conflict=True,
        ),
        Rule(
            "disjunctive",
            "Disjunctive",
            "At least one source is reliable, unknown which: sets unite.",
            _compiled("combination", "disjunctive"),
            algebra.derive_disjunctive,
            or_,
            remove=_compiled("decombination", "disjunctive_quotient"),
        ),
        Rule(
            "yager",
            "Yager",
            "Sets intersect; the conflict of all sources together becomes ignorance, Ω.",
            _compiled("combination", "yager"),
            algebra.derive_yager,
            and_,
        ),
        Rule(
            "dubois-prade",
            "Dubois-Prade",
            "Sets that agree intersect; where all sources together contradict, their sets unite.",
            _compiled("combination", "dubois_prade"),
            algebra.derive_compromise,
            lambda left, right: left & right or left | right,
        ),
        Rule(
            "average",
            "Average",
            "The mean of the masses: every source has the same chance to be the right one.",
            _compiled("combination", "average"),
            algebra.derive_average,
            combine_simple=simple_sources.average,
        ),
        Rule(
            "cautious",
            "Cautious (Denœux)",
            "The sources may share evidence: nothing is counted twice. Needs some mass on Ω.",
            _compiled("combination", "cautious"),
            algebra.derive_cautious,
            combine_simple=simple_sources.combine_cautiously,
            needs_omega=True,
        ),
    ],
)
