"""Glossary: mixtures, EM and the local maxima of the likelihood; comparing methods."""

from functools import partial

from belieflab.figures.common.sketch import local_maxima, numbers, outlines, points
from belieflab.ui.glossary.term import read_terms

_A, _B, _ANY = 1, 2, 3
_LEARNING_TEXT = r"""
mixture | Mixture model | components gaussian proportions
    Every class has a density of its own, and the data are drawn from all of them, each by its
    proportion.
    $ f(x) = \sum_k \pi_k f(x; \theta_k)
    - mclachlan2000 | em responsibility
em | EM algorithm | expectation maximisation maximization
    Share every object out among the components, fit each component to its shares, and repeat: the
    likelihood never falls.
    $ \Psi^{(q+1)} = \arg\max_\Psi Q(\Psi, \Psi^{(q)})
    - dempster1977; with soft labels come2009, Algorithm 1 | responsibility likelihood
    - local-maximum
likelihood | Likelihood with soft labels | criterion log-likelihood
    How well the model explains points and labels together; a label enters through the
    plausibilities it gives the classes.
    $ L = \sum_i \ln \sum_k pl_{ik}\, \pi_k f(x_i; \theta_k)
    - come2009, eq. 50 | contour em
responsibility | Responsibility | posterior e step
    The probability that an object comes from a component, given the point and its label.
    $ t_{ik} \propto pl_{ik}\, \pi_k f(x_i; \theta_k)
    - come2009, eq. 51 | em pignistic
covariance-family | Covariance family | full tied diagonal spherical VVV EEE
    What shapes the components may take: volume, shape and orientation may each be equal, free or
    fixed.
    $ \Sigma_k = \lambda_k D_k A_k D_k^\top
    - celeux1995 | mixture bic
bic | BIC, AIC and ICL | information criterion model choice
    Penalties on a model's free parameters, so that a larger model wins only when it explains the
    data enough better; smaller is better.
    $ \mathrm{BIC} = -2L + d \ln n, \quad \mathrm{AIC} = -2L + 2d
    - schwarz1978; akaike1974; biernacki2000 | likelihood covariance-family
local-maximum | Local maximum | landscape basin start
    A point where EM converges although the likelihood is higher elsewhere; the vaguer the labels,
    the more such points.
    - come2009, §5.1.3 | em annealing nonspecificity
annealing | Deterministic annealing | temperature
    EM with responsibilities flattened at first and sharpened step by step, so that it is less
    easily caught in a poor local maximum.
    $ t_{ik} \propto \left( pl_{ik}\, \pi_k f(x_i; \theta_k) \right)^b
    - ueda1998 | em local-maximum
label-noise-model | Label-noise model | flip confusion
    A model in which every given label may be flipped, and which learns how often each class is
    given in place of another.
    $ t_{ik} \propto P(\mathrm{given}_i \mid k)\, \pi_k f_k(x_i)
    - lawrence2001 | label-noise responsibility
held-out | Held-out error | cross-validation folds test error
    The share of wrong decisions about objects that took no part in the fit, each left out once.
    - stone1974 | wrong-share
"""
_EXPERIMENTS_TEXT = r"""
replicate | Replicate | repetition run seed
    One repetition of an experiment with labels, folds and starts drawn anew, the same for all
    methods.
    - come2009, §5.2 | interval-band sign-test
interval-band | Interval band | confidence interval band standard error
    The range around a mean over replicates that holds the true mean with 95 % confidence; it
    narrows as replicates are added.
    $ \bar x \pm t_{0.975,\, n - 1} \, s / \sqrt n
    - student1908 | replicate
sign-test | Sign test | paired significance bold win loss
    Counts on how many replicates one method beats another: if they were equally good, wins and
    losses would be as likely as heads and tails.
    $ p = \min\Big(1,\; 2 \sum_{s \le \min(w, l)} \binom{w + l}{s} 2^{-(w + l)}\Big)
    - come2009, §5.2.2 (bold numbers) | replicate cross-validation
cross-validation | Cross-validation | folds hold-out soft-stratified test error rate
    The objects are cut into folds; each fold is tested on the model that learned from all the
    others, so every object is tested once.
    - come2009, §5.2.3; balanced by soft labels: lopezcruz2013, §4.1 | replicate
"""
_PICTURES = {
    "mixture": partial(outlines, 2),
    "em": partial(local_maxima, (0.06, 0.3, 0.42, 0.5)),
    "likelihood": partial(numbers, ("pl", (1.0, 0.6, 0.2)), ("f", (0.3, 0.9, 0.4))),
    "responsibility": partial(
        numbers, ("near a", (0.9, 0.07, 0.03)), ("between", (0.5, 0.45, 0.05))
    ),
    "covariance-family": partial(outlines, 3),
    "bic": partial(numbers, ("BIC", (0.9, 0.55, 0.7))),
    "local-maximum": partial(local_maxima, (0.56, 0.68, 0.75)),
    "annealing": partial(numbers, ("b = .2", (0.4, 0.32, 0.28)), ("b = 1", (0.85, 0.1, 0.05))),
    "label-noise-model": partial(
        points, [_A, _B, _A, _A, _B, _B, _A, _B], "two labels were flipped"
    ),
    "held-out": partial(points, [_A, _A, _ANY, _A, _B, _ANY, _B, _B], "grey: held out"),
    "replicate": partial(numbers, ("first", (0.10, 0.14, 0.30)), ("second", (0.12, 0.13, 0.26))),
    "interval-band": partial(numbers, ("mean", (0.10, 0.14, 0.30)), ("reach", (0.01, 0.02, 0.04))),
    "sign-test": partial(points, [_A, _A, _B, _A, _A, _A, _A, _A], "seven wins, one loss"),
    "cross-validation": partial(points, [_A, _A, _B, _A, _A, _B, _A, _A], "the fold left out"),
}
LEARNING = read_terms("Learning", _LEARNING_TEXT, _PICTURES)
EXPERIMENTS = read_terms("Comparing", _EXPERIMENTS_TEXT, _PICTURES)
