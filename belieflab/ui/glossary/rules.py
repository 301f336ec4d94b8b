"""Glossary: combining, correcting and deciding."""

from collections.abc import Callable
from functools import partial

from belieflab.belief import Frame, MassTable
from belieflab.belief.combination import combine
from belieflab.figures.common.sketch import Row, bars, intervals, numbers
from belieflab.ui.glossary.term import read_terms

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


_TEXT = r"""
conjunctive | Conjunctive rule | unnormalised
    All sources are reliable: products of masses go to the intersections, contradictions stay on ∅.
    $ m(C) = \sum_{A \cap B = C} m_1(A)\, m_2(B)
    - smets1990 | dempster conflict
dempster | Dempster's rule | orthogonal sum normalised
    The conjunctive rule with the conflict divided out, for independent, reliable sources.
    $ m(C) = \frac{1}{1 - \kappa} \sum_{A \cap B = C} m_1(A)\, m_2(B), \quad C \neq \emptyset
    - dempster1967; shafer1976, chapter 3 | conflict zadeh
disjunctive | Disjunctive rule | union
    At least one source is reliable, unknown which: products go to the unions.
    $ m(C) = \sum_{A \cup B = C} m_1(A)\, m_2(B)
    - dubois1986; smets1993 | implicability
yager | Yager's rule
    Products go to the intersections, and conflict is taken as ignorance: it goes to Ω.
    $ m(\Omega) = m_\cap(\Omega) + m_\cap(\emptyset)
    - yager1987 | dubois-prade conflict
dubois-prade | Dubois and Prade's rule
    Products go to the intersection, or to the union where the intersection is empty.
    $ m(C) = \sum_{A \cap B = C} m_1(A) m_2(B)
    $ + \sum_{A \cap B = \emptyset,\, A \cup B = C} m_1(A) m_2(B)
    - dubois1988 | yager disjunctive
average | Averaging | mean
    The mean of the masses, as if one source, unknown which, were the right one.
    $ m(A) = \frac{1}{J} \sum_{j=1}^{J} m_j(A)
    - murphy2000 | crowd
cautious | Cautious rule | idempotent
    For sources that may share evidence: the least canonical weight of each set, so that nothing
    counts twice.
    $ w(A) = \min(w_1(A),\, w_2(A))
    - denoeux2008 | weights simple-support
zadeh | Zadeh's example | paradox
    Two confident sources that agree only on a remote possibility, which Dempster's rule then makes
    certain.
    - zadeh1979 | dempster yager
discounting | Discounting | doubt reliability
    A doubt α about a source moves the share α of every mass to Ω.
    $ m'(A) = (1 - \alpha)\, m(A), \quad m'(\Omega) = (1 - \alpha)\, m(\Omega) + \alpha
    - shafer1976, chapter 11 | guess-doubt contextual-discounting
contextual-discounting | Contextual discounting | reliability
    Discounting whose doubt depends on which class is the true one.
    $ \mathrm{pl}'(\omega_k) = 1 - (1 - \alpha_k)(1 - \mathrm{pl}(\omega_k))
    - mercier2008 | discounting
conditioning | Conditioning | given
    Learning that the truth is in B: every mass moves to the part of its set inside B.
    $ m(A \mid B) \propto \sum_{C \cap B = A} m(C)
    - dempster1967; shafer1976, chapter 3 | dempster categorical
bayes-theorem | Generalised Bayesian theorem | gbt
    From how plausible an observation is under each class to a mass function on classes; with a
    prior probability it is Bayes' theorem.
    $ \mathrm{pl}(A \mid x) = 1 - \prod_{\omega \in A} (1 - \mathrm{pl}(x \mid \omega))
    - smets1993 | bayesian plausibility
jousselme | Jousselme distance | distance
    How far two mass functions are from each other, sets that overlap counting as near.
    $ d = \sqrt{\tfrac12 (m_1 - m_2)^\top D\, (m_1 - m_2)}, \quad
    $ D(A, B) = \frac{|A \cap B|}{|A \cup B|}
    - jousselme2001 | mass
max-pignistic | Most probable class | maximum pignistic decision
    The decision for the class of largest pignistic probability.
    $ \arg\max_k \mathrm{BetP}(\omega_k)
    - smets1994 | pignistic max-plausibility
max-plausibility | Most plausible class | maximum plausibility decision optimistic
    The decision for the class with the least evidence against it; the optimistic choice.
    $ \arg\max_k \mathrm{pl}(\{\omega_k\})
    - denoeux2019 | contour max-belief
max-belief | Most believed class | maximum belief decision pessimistic
    The decision for the class with the most evidence for it alone; the cautious choice.
    $ \arg\max_k \mathrm{bel}(\{\omega_k\})
    - denoeux2019 | belief max-plausibility
interval-dominance | Interval dominance | set-valued decision dominance
    Keep each class whose plausibility reaches the largest belief of a class; several may stay.
    $ \omega_k \text{ stays} \iff \mathrm{pl}(\{\omega_k\}) \ge \max_l \mathrm{bel}(\{\omega_l\})
    - denoeux2019 | interval rejection
rejection | Rejection | abstain cost
    No decision where every class is expected to cost more than asking someone else.
    $ \text{reject} \iff \max_k \mathrm{BetP}(\omega_k) < 1 - \lambda
    - denoeux1997 | max-pignistic interval-dominance
"""
_PICTURES = {
    "conjunctive": partial(draw_rule, "conjunctive", "1∩2"),
    "dempster": partial(draw_rule, "dempster", "1⊕2"),
    "disjunctive": partial(draw_rule, "disjunctive", "1∪2"),
    "yager": partial(draw_rule, "yager", "Y"),
    "dubois-prade": partial(draw_rule, "dubois-prade", "DP"),
    "average": partial(draw_rule, "average", "mean"),
    "cautious": partial(draw_rule, "cautious", "1∧2"),
    "zadeh": partial(bars, ("1", {1: 0.97, 4: 0.03}), ("2", {2: 0.97, 4: 0.03}), ("1⊕2", {4: 1.0})),
    "discounting": partial(draw_change, {1: 0.6, 3: 0.4}, lambda table: table.discount(0.3)),
    "contextual-discounting": partial(
        draw_change, {1: 1.0}, lambda table: table.discount_contextually([0.1, 0.5, 0.2])
    ),
    "conditioning": partial(draw_change, {3: 0.5, 4: 0.5}, lambda table: table.condition(0b110)),
    "bayes-theorem": partial(numbers, ("pl(x | ω)", (0.9, 0.5, 0.1)), ("BetP", (0.64, 0.29, 0.07))),
    "jousselme": partial(
        bars, ("near", {1: 0.6, 3: 0.4}), ("to", {1: 0.4, 3: 0.6}), ("far", {4: 1.0})
    ),
    "max-pignistic": partial(numbers, ("BetP", (0.5, 0.35, 0.15))),
    "max-plausibility": partial(numbers, ("pl", (0.6, 0.9, 0.4))),
    "max-belief": partial(numbers, ("bel", (0.4, 0.2, 0.1))),
    "interval-dominance": partial(intervals, (0.4, 0.7), (0.25, 0.5), (0.05, 0.3)),
    "rejection": partial(numbers, ("clear", (0.8, 0.1, 0.1)), ("reject", (0.36, 0.33, 0.31))),
}
RULES = read_terms("Rules and decisions", _TEXT, _PICTURES)
