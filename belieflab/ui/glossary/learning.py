"""Glossary: mixtures, EM and the hills of the likelihood."""

from functools import partial

from belieflab.figures.common.sketch import local_maxima, numbers, outlines, points
from belieflab.ui.glossary.term import Term

_COME = "Côme, Oukhellou, Denœux and Aknin 2009, Pattern Recognition"
_DEMPSTER = "Dempster, Laird and Rubin 1977, Maximum likelihood from incomplete data via EM"
_A, _B, _ANY = 1, 2, 3


_term = partial(Term, "Learning")


LEARNING: tuple[Term, ...] = (
    _term(
        "mixture",
        "Mixture model",
        "Every class has a density of its own, and the data are drawn from all of them, each by "
        "its proportion.",
        "McLachlan and Peel 2000, Finite Mixture Models",
        partial(outlines, 2),
        r"f(x) = \sum_k \pi_k f(x; \theta_k)",
        "components gaussian proportions",
        ("em", "responsibility"),
    ),
    _term(
        "em",
        "EM algorithm",
        "Share every object out among the components, fit each component to its shares, and "
        "repeat: the likelihood never falls.",
        f"{_DEMPSTER}; with soft labels {_COME}, Algorithm 1",
        partial(local_maxima, (0.06, 0.3, 0.42, 0.5)),
        r"\Psi^{(q+1)} = \arg\max_\Psi Q(\Psi, \Psi^{(q)})",
        "expectation maximisation maximization",
        ("responsibility", "likelihood", "local-maximum"),
    ),
    _term(
        "likelihood",
        "Likelihood with soft labels",
        "How well the model explains points and labels together; a label enters by the "
        "plausibilities it leaves to the classes.",
        f"{_COME}, equation (50)",
        partial(numbers, ("pl", (1.0, 0.6, 0.2)), ("f", (0.3, 0.9, 0.4))),
        r"L = \sum_i \ln \sum_k pl_{ik}\, \pi_k f(x_i; \theta_k)",
        "criterion log-likelihood",
        ("contour", "em"),
    ),
    _term(
        "responsibility",
        "Responsibility",
        "The share of an object that a component answers for, given the point and its label.",
        f"{_COME}, equation (51)",
        partial(numbers, ("near a", (0.9, 0.07, 0.03)), ("between", (0.5, 0.45, 0.05))),
        r"t_{ik} \propto pl_{ik}\, \pi_k f(x_i; \theta_k)",
        "posterior e step",
        ("em", "pignistic"),
    ),
    _term(
        "covariance-family",
        "Covariance family",
        "What the shapes of the components may be: their volume, shape and orientation each equal, "
        "free, or plain.",
        "Celeux and Govaert 1995, Gaussian parsimonious clustering models",
        partial(outlines, 3),
        r"\Sigma_k = \lambda_k D_k A_k D_k^\top",
        "full tied diagonal spherical VVV EEE",
        ("mixture", "bic"),
    ),
    _term(
        "bic",
        "BIC, AIC and ICL",
        "Prices put on a model's free parameters, so that a larger one wins only when it explains "
        "enough more; smaller is better.",
        "Schwarz 1978; Akaike 1974; Biernacki, Celeux and Govaert 2000",
        partial(numbers, ("BIC", (0.9, 0.55, 0.7))),
        r"\mathrm{BIC} = -2L + d \ln n, \quad \mathrm{AIC} = -2L + 2d",
        "information criterion model choice",
        ("likelihood", "covariance-family"),
    ),
    _term(
        "local-maximum",
        "Local maximum",
        "A hill of the likelihood on which EM ends though a higher one stands elsewhere; the "
        "vaguer the labels, the more such hills.",
        f"{_COME}, §5.1.3",
        partial(local_maxima, (0.56, 0.68, 0.75)),
        "",
        "landscape basin start",
        ("em", "annealing", "nonspecificity"),
    ),
    _term(
        "annealing",
        "Deterministic annealing",
        "EM with all chances flattened at first and sharpened step by step, so that it is less "
        "easily caught on a low hill.",
        "Ueda and Nakano 1998, Deterministic annealing EM algorithm",
        partial(numbers, ("b = .2", (0.4, 0.32, 0.28)), ("b = 1", (0.85, 0.1, 0.05))),
        r"t_{ik} \propto \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^b",
        "temperature",
        ("em", "local-maximum"),
    ),
    _term(
        "label-noise-model",
        "Label-noise model",
        "A model that takes every given label for possibly flipped and learns how often each class "
        "is given in place of another.",
        "Lawrence and Schölkopf 2001",
        partial(points, [_A, _B, _A, _A, _B, _B, _A, _B], "two labels were flipped"),
        r"t_{ik} \propto P(\mathrm{given}_i \mid k)\, \pi_k f_k(x_i)",
        "flip confusion",
        ("label-noise", "responsibility"),
    ),
    _term(
        "held-out",
        "Held-out error",
        "The share of wrong decisions about objects that took no part in the fit, each left out "
        "once.",
        "Stone 1974, Cross-validatory choice",
        partial(points, [_A, _A, _ANY, _A, _B, _ANY, _B, _B], "grey: held out"),
        "",
        "cross-validation folds test error",
        ("wrong-share",),
    ),
)
