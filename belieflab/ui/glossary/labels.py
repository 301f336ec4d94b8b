"""Glossary: labels that are guesses, doubts, sets and whole mass functions."""

from functools import partial

from belieflab.figures.common.sketch import bars, numbers, points
from belieflab.ui.glossary.term import Term

_A, _B, _ANY = 1, 2, 3
_term = partial(Term, "Labels")
LABELS: tuple[Term, ...] = (
    _term(
        "soft-label",
        "Soft label",
        "A label that says what is known of an object's class as a mass function.",
        "come2009, §2",
        partial(bars, ("1", {1: 1.0}), ("2", {1: 0.6, 7: 0.4}), ("3", {3: 1.0})),
        r"y_i \longrightarrow m_i : 2^\Omega \to [0, 1]",
        "imperfect label uncertain",
        "mass hard-label",
    ),
    _term(
        "hard-label",
        "Hard label",
        "A label that names one class for sure.",
        "come2009, §1",
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "every class known"),
        r"m_i(\{y_i\}) = 1",
        "supervised",
        "soft-label categorical",
    ),
    _term(
        "semi-supervised",
        "Semi-supervised labels",
        "Some objects have a hard label, the others none at all.",
        "come2009, §1",
        partial(points, [_A, _ANY, _ANY, _A, _ANY, _B, _ANY, _ANY], "grey: unknown"),
        r"m_i(\{y_i\}) = 1 \ \text{or} \ m_i(\Omega) = 1",
        "unlabelled unknown",
        "vacuous hard-label",
    ),
    _term(
        "set-label",
        "Set-valued label",
        "A label that names a set of possible classes, one of them the true one.",
        "come2009, §1",
        partial(bars, ("1", {3: 1.0}), ("2", {4: 1.0}), ("3", {6: 1.0})),
        r"m_i(A_i) = 1",
        "partial label candidate set",
        "categorical nonspecificity",
    ),
    _term(
        "probabilistic-label",
        "Probabilistic label",
        "A label that gives each class a probability.",
        "lopezcruz2013",
        partial(numbers, ("1", (0.7, 0.2, 0.1)), ("2", (0.1, 0.5, 0.4))),
        r"m_i(\{\omega_k\}) = p_{ik}, \quad \sum_k p_{ik} = 1",
        "bayesian label",
        "bayesian",
    ),
    _term(
        "plausibility-label",
        "Plausibility profile",
        "A label given as one plausibility per class, the nested mass function with that contour.",
        "come2009, §2",
        partial(numbers, ("pl", (1.0, 0.6, 0.2))),
        r"m(\text{first } j) = c_{(j)} - c_{(j+1)}",
        "contour label",
        "contour consonant",
    ),
    _term(
        "guess-doubt",
        "Guess and doubt",
        "A class and the chance that the guess is worth nothing: the guess, discounted.",
        "come2009, §5.2",
        partial(bars, ("sure", {1: 0.95, 7: 0.05}), ("unsure", {1: 0.4, 7: 0.6})),
        r"m_i(\{g_i\}) = 1 - p_i, \quad m_i(\Omega) = p_i",
        "expert doubt confidence",
        "discounting simple-support",
    ),
    _term(
        "expert-doubt",
        "Expert doubt",
        "Simulated doubts drawn from a Beta distribution, each also the chance that the guess "
        "was replaced.",
        "come2009, §5.2",
        partial(
            bars, ("p=.1", {1: 0.9, 7: 0.1}), ("p=.3", {2: 0.7, 7: 0.3}), ("p=.6", {1: 0.4, 7: 0.6})
        ),
        r"p_i \sim \mathrm{Beta}",
        "beta law noise",
        "guess-doubt wrong-share",
    ),
    _term(
        "label-noise",
        "ε-noise",
        "A share ε of the labels gets a random mass on a wrong class and the rest spread evenly "
        "over the other sets.",
        "hoarau2022, §4.2",
        partial(points, [_A, _B, _A, _A, _B, _B, _A, _B], "two labels went wrong"),
        r"\lfloor \varepsilon n \rfloor \ \text{rows}, \quad u \sim U(0, 1)",
        "epsilon noise",
        "wrong-share soft-label",
    ),
    _term(
        "crowd",
        "Crowd labels",
        "Several annotators label each object; each answer is discounted by the annotator's "
        "unreliability, and the results are combined.",
        "hoarau2022; dawid1979 for the confusion of annotators",
        partial(
            bars,
            ("Ann", {1: 0.8, 7: 0.2}),
            ("Ben", {1: 0.6, 7: 0.4}),
            ("Cem", {2: 0.5, 7: 0.5}),
        ),
        also="annotators reliability",
        see="discounting average dempster",
    ),
    _term(
        "wrong-share",
        "Share of wrong guesses",
        "How many labels favour, by pignistic probability, another class than the true one.",
        "come2009, §5.2",
        partial(points, [_A, _B, _A, _A, _B, _B, _B, _A], "two of eight"),
        r"\frac{1}{n} \, \#\{ i : \arg\max_k \mathrm{BetP}_i(\omega_k) \neq \text{truth}_i \}",
        "error noise",
        "pignistic label-noise",
    ),
)
