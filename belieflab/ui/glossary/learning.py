"""Glossary: mixtures, EM and the local maxima of the likelihood; comparing methods."""

from functools import partial

from belieflab.figures.common.sketch import local_maxima, numbers, outlines, points
from belieflab.ui.glossary.term import Term

_A, _B, _ANY = 1, 2, 3
_term = partial(Term, "Learning")
LEARNING: tuple[Term, ...] = (
    _term(
        "mixture",
        "Mixture model",
        "Every class has a density of its own, and the data are drawn from all of them, each by "
        "its proportion.",
        "mclachlan2000",
        partial(outlines, 2),
        r"f(x) = \sum_k \pi_k f(x; \theta_k)",
        "components gaussian proportions",
        "em responsibility",
    ),
    _term(
        "em",
        "EM algorithm",
        "Share every object out among the components, fit each component to its shares, and "
        "repeat: the likelihood never falls.",
        "dempster1977; with soft labels come2009, Algorithm 1",
        partial(local_maxima, (0.06, 0.3, 0.42, 0.5)),
        r"\Psi^{(q+1)} = \arg\max_\Psi Q(\Psi, \Psi^{(q)})",
        "expectation maximisation maximization",
        "responsibility likelihood local-maximum",
    ),
    _term(
        "likelihood",
        "Likelihood with soft labels",
        "How well the model explains points and labels together; a label enters through the "
        "plausibilities it gives the classes.",
        "come2009, eq. 50",
        partial(numbers, ("pl", (1.0, 0.6, 0.2)), ("f", (0.3, 0.9, 0.4))),
        r"L = \sum_i \ln \sum_k pl_{ik}\, \pi_k f(x_i; \theta_k)",
        "criterion log-likelihood",
        "contour em",
    ),
    _term(
        "responsibility",
        "Responsibility",
        "The probability that an object comes from a component, given the point and its label.",
        "come2009, eq. 51",
        partial(numbers, ("near a", (0.9, 0.07, 0.03)), ("between", (0.5, 0.45, 0.05))),
        r"t_{ik} \propto pl_{ik}\, \pi_k f(x_i; \theta_k)",
        "posterior e step",
        "em pignistic",
    ),
    _term(
        "covariance-family",
        "Covariance family",
        "What shapes the components may take: volume, shape and orientation may each be equal, "
        "free or fixed.",
        "celeux1995",
        partial(outlines, 3),
        r"\Sigma_k = \lambda_k D_k A_k D_k^\top",
        "full tied diagonal spherical VVV EEE",
        "mixture bic",
    ),
    _term(
        "bic",
        "BIC, AIC and ICL",
        "Penalties on a model's free parameters, so that a larger model wins only when it "
        "explains the data enough better; smaller is better.",
        "schwarz1978; akaike1974; biernacki2000",
        partial(numbers, ("BIC", (0.9, 0.55, 0.7))),
        r"\mathrm{BIC} = -2L + d \ln n, \quad \mathrm{AIC} = -2L + 2d",
        "information criterion model choice",
        "likelihood covariance-family",
    ),
    _term(
        "local-maximum",
        "Local maximum",
        "A point where EM converges although the likelihood is higher elsewhere; the vaguer the "
        "labels, the more such points.",
        "come2009, §5.1.3",
        partial(local_maxima, (0.56, 0.68, 0.75)),
        also="landscape basin start",
        see="em annealing nonspecificity",
    ),
    _term(
        "annealing",
        "Deterministic annealing",
        "EM with responsibilities flattened at first and sharpened step by step, so that it is "
        "less easily caught in a poor local maximum.",
        "ueda1998",
        partial(numbers, ("b = .2", (0.4, 0.32, 0.28)), ("b = 1", (0.85, 0.1, 0.05))),
        r"t_{ik} \propto \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^b",
        "temperature",
        "em local-maximum",
    ),
    _term(
        "label-noise-model",
        "Label-noise model",
        "A model in which every given label may be flipped, and which learns how often each "
        "class is given in place of another.",
        "lawrence2001",
        partial(points, [_A, _B, _A, _A, _B, _B, _A, _B], "two labels were flipped"),
        r"t_{ik} \propto P(\mathrm{given}_i \mid k)\, \pi_k f_k(x_i)",
        "flip confusion",
        "label-noise responsibility",
    ),
    _term(
        "held-out",
        "Held-out error",
        "The share of wrong decisions about objects that took no part in the fit, each left out "
        "once.",
        "stone1974",
        partial(points, [_A, _A, _ANY, _A, _B, _ANY, _B, _B], "grey: held out"),
        also="cross-validation folds test error",
        see="wrong-share",
    ),
)

_compared = partial(Term, "Comparing")
EXPERIMENTS: tuple[Term, ...] = (
    _compared(
        "replicate",
        "Replicate",
        "One repetition of an experiment with labels, folds and starts drawn anew, the same for "
        "all methods.",
        "come2009, §5.2",
        partial(numbers, ("first", (0.10, 0.14, 0.30)), ("second", (0.12, 0.13, 0.26))),
        also="repetition run seed",
        see="interval-band sign-test",
    ),
    _compared(
        "interval-band",
        "Interval band",
        "The range around a mean over replicates that holds the true mean with 95 % confidence; "
        "it narrows as replicates are added.",
        "student1908",
        partial(numbers, ("mean", (0.10, 0.14, 0.30)), ("reach", (0.01, 0.02, 0.04))),
        r"\bar x \pm t_{0.975,\, n - 1} \, s / \sqrt n",
        "confidence interval band standard error",
        "replicate",
    ),
    _compared(
        "sign-test",
        "Sign test",
        "Counts on how many replicates one method beats another: if they were equally good, wins "
        "and losses would be as likely as heads and tails.",
        "come2009, §5.2.2 (bold numbers)",
        partial(points, [_A, _A, _B, _A, _A, _A, _A, _A], "seven wins, one loss"),
        r"p = \min\Big(1,\; 2 \sum_{s \le \min(w, l)} \binom{w + l}{s} 2^{-(w + l)}\Big)",
        "paired significance bold win loss",
        "replicate cross-validation",
    ),
    _compared(
        "cross-validation",
        "Cross-validation",
        "The objects are cut into folds; each fold is tested on the model that learned from all "
        "the others, so every object is tested once.",
        "come2009, §5.2.3; balanced by soft labels: lopezcruz2013, §4.1",
        partial(points, [_A, _A, _B, _A, _A, _B, _A, _A], "the fold left out"),
        also="folds hold-out soft-stratified test error rate",
        see="replicate",
    ),
)
