"""Glossary: mass functions, what they say, and how much."""

from functools import partial

from belieflab.figures.common.sketch import bars, interval, lattice_of_three, numbers
from belieflab.ui.glossary.term import read_terms

_EXAMPLE = {1: 0.3, 3: 0.4, 7: 0.3}
_TEXT = r"""
frame | Frame of discernment | omega classes
    The list Ω of the possible answers, here the classes, of which exactly one is true.
    $ \Omega = \{\omega_1, \dots, \omega_K\}
    - shafer1976, chapter 2 | mass vacuous
mass | Mass function | basic belief assignment bba
    Shares of one unit of belief given to sets of answers: mass on a set is belief that the truth is
    in it without saying where.
    $ m : 2^\Omega \to [0, 1], \quad \sum_{A \subseteq \Omega} m(A) = 1
    - shafer1976, chapter 2 | focal belief plausibility
focal | Focal set | focal element
    A set that carries some mass.
    $ A \text{ is focal} \iff m(A) > 0
    - shafer1976, chapter 2 | mass
belief | Belief | bel credibility support
    How surely the truth lies in a set: the mass of all its non-empty subsets.
    $ \mathrm{bel}(A) = \sum_{\emptyset \neq B \subseteq A} m(B)
    - shafer1976, chapter 2 | plausibility implicability
plausibility | Plausibility | pl
    How little evidence there is against a set: the mass of all sets that share an answer with it.
    $ \mathrm{pl}(A) = \sum_{B \cap A \neq \emptyset} m(B)
    - shafer1976, chapter 2; dempster1967 (upper probability) | belief contour
commonality | Commonality | q
    The mass that is free to move to any answer of a set: that of all its supersets; it multiplies
    when independent sources are combined.
    $ q(A) = \sum_{B \supseteq A} m(B)
    - shafer1976, chapter 2 | conjunctive mobius
implicability | Implicability | b
    Belief that also counts the mass on ∅; it multiplies under the disjunctive rule.
    $ b(A) = \sum_{B \subseteq A} m(B) = \mathrm{bel}(A) + m(\emptyset)
    - smets2002 | belief disjunctive
mobius | Möbius transform | fast moebius transform
    The way from masses to belief, plausibility or commonality and back without loss, one class at a
    time.
    $ m(A) = \sum_{B \supseteq A} (-1)^{|B| - |A|}\, q(B)
    - kennes1992 | commonality belief
contour | Contour | contour function plausibility profile
    The plausibility of each single class, all that many methods need to know of a label.
    $ \mathrm{pl}(\{\omega_k\}) = \sum_{A \ni \omega_k} m(A)
    - shafer1976, chapter 10 | plausibility consonant
pignistic | Pignistic probability | betp betting
    The probability for betting: each mass is shared equally among the answers of its set.
    $ \mathrm{BetP}(\omega) = \sum_{A \ni \omega} \frac{m(A)}{|A|\,(1 - m(\emptyset))}
    - smets1994 | max-pignistic interval
interval | Belief interval | ignorance imprecision
    Belief and plausibility of a set bound its probability; the width between them is ignorance.
    $ \mathrm{bel}(A) \le \mathrm{BetP}(A) \le \mathrm{pl}(A)
    - shafer1976; dempster1967 | belief plausibility interval-dominance
nonspecificity | Nonspecificity | imprecision ns
    How imprecise a mass function is, from 0 (single classes only) to 1 (nothing known).
    $ N(m) = \frac{1}{\ln K} \sum_{A \neq \emptyset} m(A) \ln |A|
    - dubois1985; come2009, eq. 54, here divided by ln K | discord vacuous
discord | Discord | strife entropy
    How much the focal sets of one mass function point to different answers.
    $ D(m) = -\sum_{A \neq \emptyset} m(A) \log_2 \mathrm{BetP}(A)
    - klir1990 | nonspecificity total-uncertainty
total-uncertainty | Total uncertainty | entropy
    Imprecision and discord together in one number.
    $ T(m) = \sum_{A \neq \emptyset} m(A) \log_2 \frac{|A|}{\mathrm{BetP}(A)}
    - klir1990 | nonspecificity discord
conflict | Conflict | empty set kappa open world outlier
    The mass that falls on ∅ when sources contradict each other, or that marks an outlier.
    $ \kappa = \sum_{A \cap B = \emptyset} m_1(A)\, m_2(B)
    - shafer1976, chapter 3; smets1994 (open world) | dempster conjunctive
vacuous | Vacuous mass function | ignorance unknown
    Total ignorance: all mass on Ω.
    $ m(\Omega) = 1
    - shafer1976, chapter 2 | frame nonspecificity
categorical | Categorical mass function | logical
    All mass on one set: the truth is surely in it.
    $ m(A) = 1
    - shafer1976; also called logical | set-label conditioning
bayesian | Bayesian mass function | probability
    Mass on single answers only; belief and plausibility are then one probability.
    $ m(A) > 0 \implies |A| = 1
    - shafer1976, chapter 2 | probabilistic-label pignistic
consonant | Consonant mass function | possibility nested
    The focal sets are nested, each inside the next; the contour then says everything.
    $ A_1 \subset A_2 \subset \dots \subset A_F
    - shafer1976, chapter 10 | contour simple-support
simple-support | Simple support function | simple mass function
    Mass on one set and the rest on Ω: a single piece of evidence.
    $ m(A) = 1 - w, \quad m(\Omega) = w, \quad \text{written } A^w
    - shafer1976, chapter 4 | weights guess-doubt
weights | Canonical weights | canonical decomposition
    The weights w(A) of the simple support functions into which a mass function with mass on Ω can
    be split; below 1 they support a set, above 1 they take support back.
    $ \ln w(A) = -\sum_{B \supseteq A} (-1)^{|B| - |A|} \ln q(B)
    - smets1995 | cautious simple-support
"""
_PICTURES = {
    "frame": partial(lattice_of_three, [7], 7),
    "mass": partial(bars, ("m", _EXAMPLE)),
    "focal": partial(lattice_of_three, [1, 3, 7]),
    "belief": partial(lattice_of_three, [1, 2, 3], 3),
    "plausibility": partial(lattice_of_three, [1, 3, 5, 7], 1),
    "commonality": partial(lattice_of_three, [1, 3, 5, 7], 1),
    "implicability": partial(lattice_of_three, [0, 1, 2, 3], 3),
    "mobius": partial(lattice_of_three, [1, 3, 5, 7], 7),
    "contour": partial(numbers, ("contour", (1.0, 0.7, 0.3))),
    "pignistic": partial(numbers, ("pl", (1.0, 0.7, 0.3)), ("BetP", (0.6, 0.3, 0.1))),
    "interval": partial(interval, 0.3, 0.8, 0.55),
    "nonspecificity": partial(bars, ("0", {1: 1.0}), ("0.6", {1: 0.4, 7: 0.6}), ("1", {7: 1.0})),
    "discord": partial(bars, ("low", {1: 0.5, 3: 0.5}), ("high", {1: 0.5, 2: 0.5})),
    "total-uncertainty": partial(
        bars, ("sure", {1: 1.0}), ("torn", {1: 0.5, 2: 0.5}), ("lost", {7: 1.0})
    ),
    "conflict": partial(
        bars,
        ("1", {1: 0.8, 7: 0.2}),
        ("2", {2: 0.7, 7: 0.3}),
        ("1∩2", {0: 0.56, 1: 0.24, 2: 0.14, 7: 0.06}),
    ),
    "vacuous": partial(bars, ("m", {7: 1.0})),
    "categorical": partial(bars, ("m", {3: 1.0})),
    "bayesian": partial(bars, ("m", {1: 0.5, 2: 0.3, 4: 0.2})),
    "consonant": partial(lattice_of_three, [1, 3, 7]),
    "simple-support": partial(bars, ("m", {1: 0.7, 7: 0.3})),
    "weights": partial(
        bars, ("aʷ", {1: 0.4, 7: 0.6}), ("abʷ", {3: 0.5, 7: 0.5}), ("m", {1: 0.4, 3: 0.3, 7: 0.3})
    ),
}
CALCULUS = read_terms("Mass functions", _TEXT, _PICTURES)
