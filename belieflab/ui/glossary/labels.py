"""Glossary: labels that are guesses, doubts, sets and whole mass functions."""

from functools import partial

from belieflab.figures.common.sketch import bars, numbers, points
from belieflab.ui.glossary.term import read_terms

_A, _B, _ANY = 1, 2, 3
_TEXT = r"""
soft-label | Soft label | imperfect label uncertain
    A label that says what is known of an object's class as a mass function.
    $ y_i \longrightarrow m_i : 2^\Omega \to [0, 1]
    - come2009, §2 | mass hard-label
hard-label | Hard label | supervised
    A label that names one class for sure.
    $ m_i(\{y_i\}) = 1
    - come2009, §1 | soft-label categorical
semi-supervised | Semi-supervised labels | unlabelled unknown
    Some objects have a hard label, the others none at all.
    $ m_i(\{y_i\}) = 1 \ \text{or} \ m_i(\Omega) = 1
    - come2009, §1 | vacuous hard-label
set-label | Set-valued label | partial label candidate set
    A label that names a set of possible classes, one of them the true one.
    $ m_i(A_i) = 1
    - come2009, §1 | categorical nonspecificity
probabilistic-label | Probabilistic label | bayesian label
    A label that gives each class a probability.
    $ m_i(\{\omega_k\}) = p_{ik}, \quad \sum_k p_{ik} = 1
    - lopezcruz2013 | bayesian
plausibility-label | Plausibility profile | contour label
    A label given as one plausibility per class, the nested mass function with that contour.
    $ m(\text{first } j) = c_{(j)} - c_{(j+1)}
    - come2009, §2 | contour consonant
guess-doubt | Guess and doubt | expert doubt confidence
    A class and the chance that the guess is worth nothing: the guess, discounted.
    $ m_i(\{g_i\}) = 1 - p_i, \quad m_i(\Omega) = p_i
    - come2009, §5.2 | discounting simple-support
expert-doubt | Expert doubt | beta law noise
    Simulated doubts drawn from a Beta distribution, each also the chance that the guess was
    replaced.
    $ p_i \sim \mathrm{Beta}
    - come2009, §5.2 | guess-doubt wrong-share
label-noise | ε-noise | epsilon noise
    A share ε of the labels gets a random mass on a wrong class and the rest spread evenly over the
    other sets.
    $ \lfloor \varepsilon n \rfloor \ \text{rows}, \quad u \sim U(0, 1)
    - hoarau2022, §4.2 | wrong-share soft-label
crowd | Crowd labels | annotators reliability
    Several annotators label each object; each answer is discounted by the annotator's
    unreliability, and the results are combined.
    - hoarau2022; dawid1979 for the confusion of annotators | discounting average dempster
wrong-share | Share of wrong labels | error noise
    How many labels favour, by pignistic probability, another class than the true one.
    $ \frac{1}{n} \, \#\{ i : \arg\max_k \mathrm{BetP}_i(\omega_k) \neq \text{truth}_i \}
    - come2009, §5.2 | pignistic label-noise
"""
_PICTURES = {
    "soft-label": partial(bars, ("1", {1: 1.0}), ("2", {1: 0.6, 7: 0.4}), ("3", {3: 1.0})),
    "hard-label": partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "every class known"),
    "semi-supervised": partial(points, [_A, _ANY, _ANY, _A, _ANY, _B, _ANY, _ANY], "grey: unknown"),
    "set-label": partial(bars, ("1", {3: 1.0}), ("2", {4: 1.0}), ("3", {6: 1.0})),
    "probabilistic-label": partial(numbers, ("1", (0.7, 0.2, 0.1)), ("2", (0.1, 0.5, 0.4))),
    "plausibility-label": partial(numbers, ("pl", (1.0, 0.6, 0.2))),
    "guess-doubt": partial(bars, ("sure", {1: 0.95, 7: 0.05}), ("unsure", {1: 0.4, 7: 0.6})),
    "expert-doubt": partial(
        bars, ("p=.1", {1: 0.9, 7: 0.1}), ("p=.3", {2: 0.7, 7: 0.3}), ("p=.6", {1: 0.4, 7: 0.6})
    ),
    "label-noise": partial(points, [_A, _B, _A, _A, _B, _B, _A, _B], "two labels went wrong"),
    "crowd": partial(
        bars, ("Ann", {1: 0.8, 7: 0.2}), ("Ben", {1: 0.6, 7: 0.4}), ("Cem", {2: 0.5, 7: 0.5})
    ),
    "wrong-share": partial(points, [_A, _B, _A, _A, _B, _B, _B, _A], "two of eight"),
}
LABELS = read_terms("Labels", _TEXT, _PICTURES)
