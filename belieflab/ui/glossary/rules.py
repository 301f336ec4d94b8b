"""Glossary: combining, correcting and deciding."""

from collections.abc import Callable
from functools import partial

from belieflab.belief import Frame, MassTable
from belieflab.belief.combination import combine
from belieflab.figures.common.sketch import Row, bars, intervals, numbers
from belieflab.ui.glossary.term import Term

_FRAME = Frame("abc")
_ONE = {1: 0.5, 3: 0.3, 7: 0.2}
_TWO = {2: 0.4, 6: 0.2, 7: 0.4}


def _masses(table: MassTable) -> dict[int, float]:
    return dict(zip(table.focal.tolist(), table.mass[0].tolist(), strict=True))


def _table(masses: dict[int, float]) -> MassTable:
    return MassTable(_FRAME, list(masses), [list(masses.values())])


def draw_rule(rule: str, sign: str) -> str:
    """Two mass functions and what the rule makes of them, computed, not painted."""
    result = combine([_table(_ONE), _table(_TWO)], rule)
    return bars(("1", _ONE), ("2", _TWO), (sign, _masses(result)))


def draw_change(before: dict[int, float], change: Callable[[MassTable], MassTable]) -> str:
    """A mass function before and after a change."""
    rows: tuple[Row, ...] = (("before", before), ("after", _masses(change(_table(before)))))
    return bars(*rows)


_term = partial(Term, "Rules and decisions")
RULES_AND_DECISIONS: tuple[Term, ...] = (
    _term(
        "conjunctive",
        "Conjunctive rule",
        "All sources are reliable: products of masses go to the intersections, contradictions "
        "stay on ∅.",
        "smets1990",
        partial(draw_rule, "conjunctive", "1∩2"),
        r"m(C) = \sum_{A \cap B = C} m_1(A)\, m_2(B)",
        "unnormalised",
        "dempster conflict",
    ),
    _term(
        "dempster",
        "Dempster's rule",
        "The conjunctive rule with the conflict divided out, for independent, reliable sources.",
        "dempster1967; shafer1976, chapter 3",
        partial(draw_rule, "dempster", "1⊕2"),
        r"m(C) = \frac{1}{1 - \kappa} \sum_{A \cap B = C} m_1(A)\, m_2(B), \quad C \neq \emptyset",
        "orthogonal sum normalised",
        "conflict zadeh",
    ),
    _term(
        "disjunctive",
        "Disjunctive rule",
        "At least one source is reliable, unknown which: products go to the unions.",
        "dubois1986; smets1993",
        partial(draw_rule, "disjunctive", "1∪2"),
        r"m(C) = \sum_{A \cup B = C} m_1(A)\, m_2(B)",
        "union",
        "implicability",
    ),
    _term(
        "yager",
        "Yager's rule",
        "Products go to the intersections, and conflict is taken as ignorance: it goes to Ω.",
        "yager1987",
        partial(draw_rule, "yager", "Y"),
        r"m(\Omega) = m_\cap(\Omega) + m_\cap(\emptyset)",
        see="dubois-prade conflict",
    ),
    _term(
        "dubois-prade",
        "Dubois and Prade's rule",
        "Products go to the intersection, or to the union where the intersection is empty.",
        "dubois1988",
        partial(draw_rule, "dubois-prade", "DP"),
        r"m(C) = \sum_{A \cap B = C} m_1(A) m_2(B) "
        r"+ \sum_{A \cap B = \emptyset,\, A \cup B = C} m_1(A) m_2(B)",
        see="yager disjunctive",
    ),
    _term(
        "average",
        "Averaging",
        "The mean of the masses, as if one source, unknown which, were the right one.",
        "murphy2000",
        partial(draw_rule, "average", "mean"),
        r"m(A) = \frac{1}{J} \sum_{j=1}^{J} m_j(A)",
        "mean",
        "crowd",
    ),
    _term(
        "cautious",
        "Cautious rule",
        "For sources that may share evidence: the least canonical weight of each set, so that "
        "nothing counts twice.",
        "denoeux2008",
        partial(draw_rule, "cautious", "1∧2"),
        r"w(A) = \min(w_1(A),\, w_2(A))",
        "idempotent",
        "weights simple-support",
    ),
    _term(
        "zadeh",
        "Zadeh's example",
        "Two confident sources that agree only on a remote possibility, which Dempster's rule "
        "then makes certain.",
        "zadeh1979",
        partial(bars, ("1", {1: 0.97, 4: 0.03}), ("2", {2: 0.97, 4: 0.03}), ("1⊕2", {4: 1.0})),
        also="paradox",
        see="dempster yager",
    ),
    _term(
        "discounting",
        "Discounting",
        "A doubt α about a source moves the share α of every mass to Ω.",
        "shafer1976, chapter 11",
        partial(draw_change, {1: 0.6, 3: 0.4}, lambda table: table.discount(0.3)),
        r"m'(A) = (1 - \alpha)\, m(A), \quad m'(\Omega) = (1 - \alpha)\, m(\Omega) + \alpha",
        "doubt reliability",
        "guess-doubt contextual-discounting",
    ),
    _term(
        "contextual-discounting",
        "Contextual discounting",
        "Discounting whose doubt depends on which class is the true one.",
        "mercier2008",
        partial(draw_change, {1: 1.0}, lambda table: table.discount_contextually([0.1, 0.5, 0.2])),
        r"\mathrm{pl}'(\omega_k) = 1 - (1 - \alpha_k)(1 - \mathrm{pl}(\omega_k))",
        "reliability",
        "discounting",
    ),
    _term(
        "conditioning",
        "Conditioning",
        "Learning that the truth is in B: every mass moves to the part of its set inside B.",
        "dempster1967; shafer1976, chapter 3",
        partial(draw_change, {3: 0.5, 4: 0.5}, lambda table: table.condition(0b110)),
        r"m(A \mid B) \propto \sum_{C \cap B = A} m(C)",
        "given",
        "dempster categorical",
    ),
    _term(
        "bayes-theorem",
        "Generalised Bayesian theorem",
        "From how plausible an observation is under each class to a mass function on classes; "
        "with a prior probability it is Bayes' theorem.",
        "smets1993",
        partial(numbers, ("pl(x | ω)", (0.9, 0.5, 0.1)), ("BetP", (0.64, 0.29, 0.07))),
        r"\mathrm{pl}(A \mid x) = 1 - \prod_{\omega \in A} (1 - \mathrm{pl}(x \mid \omega))",
        "gbt",
        "bayesian plausibility",
    ),
    _term(
        "jousselme",
        "Jousselme distance",
        "How far two mass functions are from each other, sets that overlap counting as near.",
        "jousselme2001",
        partial(bars, ("near", {1: 0.6, 3: 0.4}), ("to", {1: 0.4, 3: 0.6}), ("far", {4: 1.0})),
        r"d = \sqrt{\tfrac12 (m_1 - m_2)^\top D\, (m_1 - m_2)}, \quad "
        r"D(A, B) = \frac{|A \cap B|}{|A \cup B|}",
        "distance",
        "mass",
    ),
    _term(
        "max-pignistic",
        "Most probable class",
        "The decision for the class of largest pignistic probability.",
        "smets1994",
        partial(numbers, ("BetP", (0.5, 0.35, 0.15))),
        r"\arg\max_k \mathrm{BetP}(\omega_k)",
        "maximum pignistic decision",
        "pignistic max-plausibility",
    ),
    _term(
        "max-plausibility",
        "Most plausible class",
        "The decision for the class with the least evidence against it; the optimistic choice.",
        "denoeux2019",
        partial(numbers, ("pl", (0.6, 0.9, 0.4))),
        r"\arg\max_k \mathrm{pl}(\{\omega_k\})",
        "maximum plausibility decision optimistic",
        "contour max-belief",
    ),
    _term(
        "max-belief",
        "Most believed class",
        "The decision for the class with the most evidence for it alone; the cautious choice.",
        "denoeux2019",
        partial(numbers, ("bel", (0.4, 0.2, 0.1))),
        r"\arg\max_k \mathrm{bel}(\{\omega_k\})",
        "maximum belief decision pessimistic",
        "belief max-plausibility",
    ),
    _term(
        "interval-dominance",
        "Interval dominance",
        "Keep each class whose plausibility reaches the largest belief of a class; several may "
        "stay.",
        "denoeux2019",
        partial(intervals, (0.4, 0.7), (0.25, 0.5), (0.05, 0.3)),
        r"\omega_k \text{ stays} \iff \mathrm{pl}(\{\omega_k\}) \ge "
        r"\max_l \mathrm{bel}(\{\omega_l\})",
        "set-valued decision dominance",
        "interval rejection",
    ),
    _term(
        "rejection",
        "Rejection",
        "No decision where every class is expected to cost more than asking someone else.",
        "denoeux1997",
        partial(numbers, ("clear", (0.8, 0.1, 0.1)), ("reject", (0.36, 0.33, 0.31))),
        r"\text{reject} \iff \max_k \mathrm{BetP}(\omega_k) < 1 - \lambda",
        "abstain cost",
        "max-pignistic interval-dominance",
    ),
)
