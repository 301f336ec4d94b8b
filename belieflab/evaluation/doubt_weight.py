"""How much the doubt of a label says about its being wrong, learned from the evidence itself."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

Floats = NDArray[np.float64]

CERTAIN = 0.01
"""Doubts below this, or above 1 minus this, count as this: nobody is surer."""

FIRST_RATE = 0.05
"""Share of wrong labels from which the search starts."""

SHRINKAGE = 5.0
"""Precision of the normal prior of the weight at 0: a handful of labels proves nothing."""

MAX_STEPS = 100


def weigh_doubts(doubt: Floats, log_odds: Floats) -> Floats:
    """What the doubt of each label adds to the log odds of its being wrong [shape=(n,)].

    Label i is wrong with probability σ(a + b u_i), u_i the logit of its doubt less the mean logit.
    a and b ∈ [0, 1] maximise the likelihood of the evidence by EM, with a normal prior of b at 0;
    the E step has w_i = σ(a + b u_i + ℓ_i). b = 1 takes doubts at their word; doubts that do not
    go with contradicted labels get b = 0 and change nothing. An empirical Bayes rule of our own.

    Parameters
    ----------
    doubt : of each label [shape=(n,)]
    log_odds : ℓ_i, ln of how well the evidence fits a wrong label over a right one [shape=(n,)]

    Returns
    -------
    ndarray [shape=(n,)]
        b u_i.

    Examples
    --------
    >>> import numpy as np
    >>> doubt, contradicted = np.repeat([0.05, 0.4], 100), np.zeros(200)
    >>> contradicted[:4] = contradicted[100:140] = 1  # doubted labels are wrong more often
    >>> added = weigh_doubts(doubt, np.where(contradicted, 4.0, -4.0))
    >>> bool(added[0] < 0 < added[-1])
    True
    >>> weigh_doubts(np.zeros(3), np.array([-1.0, 0.0, 1.0])).tolist()
    [0.0, 0.0, 0.0]
    """
    u = logit(np.clip(doubt, CERTAIN, 1.0 - CERTAIN))
    u = u - u.mean() if len(u) else u
    if not np.any(np.abs(u) > 1e-12):
        return np.zeros(len(u))
    a, b = float(logit(FIRST_RATE)), 0.0
    for _ in range(MAX_STEPS):
        wrong, expected = expit(a + b * u + log_odds), expit(a + b * u)
        gap, spread = wrong - expected, expected * (1.0 - expected)
        slope = np.array([gap.sum(), gap @ u - SHRINKAGE * b])
        mixed = spread @ u
        curve = np.array([[spread.sum() + 1e-9, mixed], [mixed, spread @ (u * u) + SHRINKAGE]])
        step = np.linalg.solve(curve, slope)
        before = a, b
        a = float(np.clip(a + step[0], -10.0, 3.0))
        b = float(np.clip(b + step[1], 0.0, 1.0))
        if max(abs(a - before[0]), abs(b - before[1])) < 1e-6:
            break
    return np.asarray(b * u)
