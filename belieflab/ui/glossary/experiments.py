"""Glossary: comparing methods, and how sure one may be of the outcome."""

from functools import partial

from belieflab.figures.common.sketch import numbers, points
from belieflab.ui.glossary.term import Term

_COME = "Côme, Oukhellou, Denœux and Aknin 2009, Learning from partially supervised data"
_LOPEZ = "López-Cruz, Bielza and Larrañaga 2013, Learning conditional linear Gaussian classifiers"
_A, _B = 1, 2


_term = partial(Term, "Comparing")


EXPERIMENTS: tuple[Term, ...] = (
    _term(
        "replicate",
        "Replicate",
        "One repetition of an experiment with labels, folds and starts drawn anew, the same for "
        "all methods.",
        f"{_COME}, §5.2",
        partial(numbers, ("first", (0.10, 0.14, 0.30)), ("second", (0.12, 0.13, 0.26))),
        "",
        "repetition run seed",
        ("interval-band", "sign-test"),
    ),
    _term(
        "interval-band",
        "Interval band",
        "The range around a mean over replicates that holds the true mean with 95 % confidence; "
        "it narrows as replicates are added.",
        "Student 1908, The probable error of a mean",
        partial(numbers, ("mean", (0.10, 0.14, 0.30)), ("reach", (0.01, 0.02, 0.04))),
        r"\bar x \pm t_{0.975,\, n - 1} \, s / \sqrt n",
        "confidence interval band standard error",
        ("replicate",),
    ),
    _term(
        "sign-test",
        "Sign test",
        "Counts on how many replicates one method beats another: were they equally good, wins and "
        "losses would fall like coins.",
        f"{_COME}, §5.2.2: bold numbers",
        partial(points, [_A, _A, _B, _A, _A, _A, _A, _A], "seven wins, one loss"),
        r"p = \min\Big(1,\; 2 \sum_{s \le \min(w, l)} \binom{w + l}{s} 2^{-(w + l)}\Big)",
        "paired significance bold win loss",
        ("replicate", "cross-validation"),
    ),
    _term(
        "cross-validation",
        "Cross-validation",
        "The objects are cut into folds; each fold is tested on the model that learned from all "
        "the others, so every object is tested once.",
        f"{_COME}, §5.2.3; balanced by soft labels: {_LOPEZ}, §4.1",
        partial(points, [_A, _A, _B, _A, _A, _B, _A, _A], "the fold left out"),
        "",
        "folds hold-out soft-stratified test error rate",
        ("replicate",),
    ),
)
