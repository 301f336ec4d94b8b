"""EM on iris in plain numpy, without belieflab: the numbers of ``mixture/golden_em.json``.

``python tests/make_golden_em.py`` writes the file anew.

Data: scikit-learn's iris as it is, or its columns 3 and 4 (``irispetal``). Criterion
L = sum_i ln sum_k pl_ik pi_k N(x_i; mu_k, Sigma_k), full covariances, nothing added to them. The
start is one M step with t = pl / (sum of its row); vacuous labels start from the clean ones.
Stops: ``tol1e6`` and ``conv`` at a relative increase of 1e-6 and 1e-13, ``itsT`` after T M steps.
``n_iter`` counts the start as well. Patched bgmm, pomegranate and Rmixmod agree on the maxima.
"""

import json
from pathlib import Path

import numpy as np
from scipy.special import logsumexp
from scipy.stats import multivariate_normal
from sklearn.datasets import load_iris

FILE = Path(__file__).parent / "mixture" / "golden_em.json"


def soft_labels(kind, y):
    """Plausibilities by rules that need no random numbers."""
    i, n_classes = np.arange(len(y)), y.max() + 1
    plausibility = np.full((len(y), n_classes), 0.3)
    if kind == "noisy":
        swapped = i % 7 == 3
        given_class = np.where(swapped, (y + 1) % n_classes, y)
        doubt = 0.1 + 0.1 * (i % 5) + np.where(swapped, 0.3, 0.0)
        plausibility = np.repeat(doubt[:, None], n_classes, axis=1)
        plausibility[i, given_class] = 1
    elif kind == "semi":
        plausibility = np.ones((len(y), n_classes))
        known = i % 5 == 0
        plausibility[known] = 0
        plausibility[known, y[known]] = 1
    elif kind == "partial":
        plausibility = np.zeros((len(y), n_classes))
        plausibility[i, y] = 1
        pair = i % 3 == 1
        plausibility[i[pair], ((y + 1 + (i // 3) % (n_classes - 1)) % n_classes)[pair]] = 1
        plausibility[i % 3 == 2] = 1
    else:
        plausibility[i, y] = 1
    return plausibility


def m_step(X, t):
    """Weights, means and covariances for these responsibilities."""
    weights = t.sum(axis=0)
    means = t.T @ X / weights[:, None]
    covariances = [
        (t[:, k, None] * (X - means[k])).T @ (X - means[k]) / weights[k] for k in range(t.shape[1])
    ]
    return weights / weights.sum(), means, np.array(covariances)


def e_step(X, plausibility, weights, means, covariances):
    """The criterion and the responsibilities."""
    with np.errstate(divide="ignore"):
        log = np.log(plausibility) + np.log(weights)
    for k, (mean, covariance) in enumerate(zip(means, covariances, strict=True)):
        log[:, k] += multivariate_normal(mean, covariance).logpdf(X)
    total = logsumexp(log, axis=1)
    return total.sum(), np.exp(log - total[:, None])


def fit(X, plausibility, start, tol=-1.0, max_iter=100_000):
    """Parameters, the criterion at them, and how many parameters were tried."""
    parameters, count = start, 1
    criterion, t = e_step(X, plausibility, *parameters)
    while count <= max_iter:
        parameters = m_step(X, t)
        before, count = criterion, count + 1
        criterion, t = e_step(X, plausibility, *parameters)
        if criterion - before <= tol * abs(before):
            break
    weights, means, covariances = (part.tolist() for part in parameters)
    return {
        "loglik": criterion, "n_iter": count, "pi": weights, "mu": means, "S": covariances
    }  # fmt: skip


def make(key):
    """The numbers of one entry `data|labels|stop`."""
    data, kind, ending = key.split("|")
    X, y = load_iris(return_X_y=True)
    X = X if data == "iris" else X[:, 2:4]
    plausibility = soft_labels("clean" if kind == "vacuous" else kind, y)
    start = m_step(X, plausibility / plausibility.sum(axis=1, keepdims=True))
    if kind == "vacuous":
        plausibility = np.ones_like(plausibility)
    tolerances = {"tol1e6": {"tol": 1e-6}, "conv": {"tol": 1e-13}}
    stop = tolerances.get(ending) or {"max_iter": int(ending.removeprefix("its"))}
    return fit(X, plausibility, start, **stop)


if __name__ == "__main__":
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    stored["fits"] = {key: make(key) for key in stored["fits"]}
    FILE.write_text(json.dumps(stored), encoding="utf-8")
