"""Glossary: mass functions, what they say, and how much."""

from functools import partial

from belieflab.figures.common.sketch import bars, interval, lattice_of_three, numbers
from belieflab.ui.glossary.term import Term, make_term

_EXAMPLE = {1: 0.3, 3: 0.4, 7: 0.3}
_term = partial(make_term, "Mass functions")
CALCULUS: tuple[Term, ...] = (
    _term(
        ("frame", "Frame of discernment", "omega classes"),
        "The list Ω of the possible answers, here the classes, of which exactly one is true.",
        ("shafer1976, chapter 2", "mass vacuous"),
        partial(lattice_of_three, [7], 7),
        r"\Omega = \{\omega_1, \dots, \omega_K\}",
    ),
    _term(
        ("mass", "Mass function", "basic belief assignment bba"),
        "Shares of one unit of belief given to sets of answers: mass on a set is belief that the "
        "truth is in it without saying where.",
        ("shafer1976, chapter 2", "focal belief plausibility"),
        partial(bars, ("m", _EXAMPLE)),
        r"m : 2^\Omega \to [0, 1], \quad \sum_{A \subseteq \Omega} m(A) = 1",
    ),
    _term(
        ("focal", "Focal set", "focal element"),
        "A set that carries some mass.",
        ("shafer1976, chapter 2", "mass"),
        partial(lattice_of_three, [1, 3, 7]),
        r"A \text{ is focal} \iff m(A) > 0",
    ),
    _term(
        ("belief", "Belief", "bel credibility support"),
        "How surely the truth lies in a set: the mass of all its non-empty subsets.",
        ("shafer1976, chapter 2", "plausibility implicability"),
        partial(lattice_of_three, [1, 2, 3], 3),
        r"\mathrm{bel}(A) = \sum_{\emptyset \neq B \subseteq A} m(B)",
    ),
    _term(
        ("plausibility", "Plausibility", "pl"),
        "How little evidence there is against a set: the mass of all sets that share an answer "
        "with it.",
        ("shafer1976, chapter 2; dempster1967 (upper probability)", "belief contour"),
        partial(lattice_of_three, [1, 3, 5, 7], 1),
        r"\mathrm{pl}(A) = \sum_{B \cap A \neq \emptyset} m(B)",
    ),
    _term(
        ("commonality", "Commonality", "q"),
        "The mass that is free to move to any answer of a set: that of all its supersets; it "
        "multiplies when independent sources are combined.",
        ("shafer1976, chapter 2", "conjunctive mobius"),
        partial(lattice_of_three, [1, 3, 5, 7], 1),
        r"q(A) = \sum_{B \supseteq A} m(B)",
    ),
    _term(
        ("implicability", "Implicability", "b"),
        "Belief that also counts the mass on ∅; it multiplies under the disjunctive rule.",
        ("smets2002", "belief disjunctive"),
        partial(lattice_of_three, [0, 1, 2, 3], 3),
        r"b(A) = \sum_{B \subseteq A} m(B) = \mathrm{bel}(A) + m(\emptyset)",
    ),
    _term(
        ("mobius", "Möbius transform", "fast moebius transform"),
        "The way from masses to belief, plausibility or commonality and back without loss, one "
        "class at a time.",
        ("kennes1992", "commonality belief"),
        partial(lattice_of_three, [1, 3, 5, 7], 7),
        r"m(A) = \sum_{B \supseteq A} (-1)^{|B| - |A|}\, q(B)",
    ),
    _term(
        ("contour", "Contour", "contour function plausibility profile"),
        "The plausibility of each single class, all that many methods need to know of a label.",
        ("shafer1976, chapter 10", "plausibility consonant"),
        partial(numbers, ("contour", (1.0, 0.7, 0.3))),
        r"\mathrm{pl}(\{\omega_k\}) = \sum_{A \ni \omega_k} m(A)",
    ),
    _term(
        ("pignistic", "Pignistic probability", "betp betting"),
        "The probability for betting: each mass is shared equally among the answers of its set.",
        ("smets1994", "max-pignistic interval"),
        partial(numbers, ("pl", (1.0, 0.7, 0.3)), ("BetP", (0.6, 0.3, 0.1))),
        r"\mathrm{BetP}(\omega) = \sum_{A \ni \omega} \frac{m(A)}{|A|\,(1 - m(\emptyset))}",
    ),
    _term(
        ("interval", "Belief interval", "ignorance imprecision"),
        "Belief and plausibility of a set bound its probability; the width between them is "
        "ignorance.",
        ("shafer1976; dempster1967", "belief plausibility interval-dominance"),
        partial(interval, 0.3, 0.8, 0.55),
        r"\mathrm{bel}(A) \le \mathrm{BetP}(A) \le \mathrm{pl}(A)",
    ),
    _term(
        ("nonspecificity", "Nonspecificity", "imprecision ns"),
        "How imprecise a mass function is, from 0 (single classes only) to 1 (nothing known).",
        ("dubois1985; come2009, eq. 54, here divided by ln K", "discord vacuous"),
        partial(bars, ("0", {1: 1.0}), ("0.6", {1: 0.4, 7: 0.6}), ("1", {7: 1.0})),
        r"N(m) = \frac{1}{\ln K} \sum_{A \neq \emptyset} m(A) \ln |A|",
    ),
    _term(
        ("discord", "Discord", "strife entropy"),
        "How much the focal sets of one mass function point to different answers.",
        ("klir1990", "nonspecificity total-uncertainty"),
        partial(bars, ("low", {1: 0.5, 3: 0.5}), ("high", {1: 0.5, 2: 0.5})),
        r"D(m) = -\sum_{A \neq \emptyset} m(A) \log_2 \mathrm{BetP}(A)",
    ),
    _term(
        ("total-uncertainty", "Total uncertainty", "entropy"),
        "Imprecision and discord together in one number.",
        ("klir1990", "nonspecificity discord"),
        partial(bars, ("sure", {1: 1.0}), ("torn", {1: 0.5, 2: 0.5}), ("lost", {7: 1.0})),
        r"T(m) = \sum_{A \neq \emptyset} m(A) \log_2 \frac{|A|}{\mathrm{BetP}(A)}",
    ),
    _term(
        ("conflict", "Conflict", "empty set kappa open world outlier"),
        "The mass that falls on ∅ when sources contradict each other, or that marks an outlier.",
        ("shafer1976, chapter 3; smets1994 (open world)", "dempster conjunctive"),
        partial(
            bars,
            ("1", {1: 0.8, 7: 0.2}),
            ("2", {2: 0.7, 7: 0.3}),
            ("1∩2", {0: 0.56, 1: 0.24, 2: 0.14, 7: 0.06}),
        ),
        r"\kappa = \sum_{A \cap B = \emptyset} m_1(A)\, m_2(B)",
    ),
    _term(
        ("vacuous", "Vacuous mass function", "ignorance unknown"),
        "Total ignorance: all mass on Ω.",
        ("shafer1976, chapter 2", "frame nonspecificity"),
        partial(bars, ("m", {7: 1.0})),
        r"m(\Omega) = 1",
    ),
    _term(
        ("categorical", "Categorical mass function", "logical"),
        "All mass on one set: the truth is surely in it.",
        ("shafer1976; also called logical", "set-label conditioning"),
        partial(bars, ("m", {3: 1.0})),
        r"m(A) = 1",
    ),
    _term(
        ("bayesian", "Bayesian mass function", "probability"),
        "Mass on single answers only; belief and plausibility are then one probability.",
        ("shafer1976, chapter 2", "probabilistic-label pignistic"),
        partial(bars, ("m", {1: 0.5, 2: 0.3, 4: 0.2})),
        r"m(A) > 0 \implies |A| = 1",
    ),
    _term(
        ("consonant", "Consonant mass function", "possibility nested"),
        "The focal sets are nested, each inside the next; the contour then says everything.",
        ("shafer1976, chapter 10", "contour simple-support"),
        partial(lattice_of_three, [1, 3, 7]),
        r"A_1 \subset A_2 \subset \dots \subset A_F",
    ),
    _term(
        ("simple-support", "Simple support function", "simple mass function"),
        "Mass on one set and the rest on Ω: a single piece of evidence.",
        ("shafer1976, chapter 4", "weights guess-doubt"),
        partial(bars, ("m", {1: 0.7, 7: 0.3})),
        r"m(A) = 1 - w, \quad m(\Omega) = w, \quad \text{written } A^w",
    ),
    _term(
        ("weights", "Canonical weights", "canonical decomposition"),
        "The weights w(A) of the simple support functions into which a mass function with mass "
        "on Ω can be split; below 1 they support a set, above 1 they take support back.",
        ("smets1995", "cautious simple-support"),
        partial(
            bars,
            ("aʷ", {1: 0.4, 7: 0.6}),
            ("abʷ", {3: 0.5, 7: 0.5}),
            ("m", {1: 0.4, 3: 0.3, 7: 0.3}),
        ),
        r"\ln w(A) = -\sum_{B \supseteq A} (-1)^{|B| - |A|} \ln q(B)",
    ),
)
