"""The prior of the reliabilities of a crowd, learned from the crowd itself."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Beta = tuple[float, float]
"""a and b of Beta(a, b)."""

FIRST_PRIOR: Beta = (2.0, 1.0)
"""What is assumed before anything is learned: its mode is 1."""

LEAST, MOST = 1.0, 4.0
"""Answers that the prior counts as. How much annotators differ is known badly where they are few or
gave few answers; a stronger prior would then hide the differences that there are."""

MODES = 0.05, 0.95
ROUNDS = 50


def learn_prior(reliabilities: Floats, information: Floats) -> Beta:
    """Beta(a, b) from estimated reliabilities and the information about each [shapes=(J,)].

    Its mode is their mean μ and it counts as s = μ (1 - μ) / τ² - 1 answers, where estimate j is
    taken as N(μ, τ² + v_j), v_j = 1 / information; μ and τ² are those of maximum likelihood.
    """
    variance = np.minimum(1.0 / np.maximum(information, 1e-9), 0.25)
    spread, mean = 0.05, 0.5
    for _ in range(ROUNDS):
        weight = 1.0 / (variance + spread)
        mean = float((weight * reliabilities).sum() / weight.sum())
        excess = (weight**2 * ((reliabilities - mean) ** 2 - variance)).sum()
        before, spread = spread, max(float(excess / (weight**2).sum()), 0.0)
        if abs(spread - before) < 1e-9:
            break
    mode = min(max(mean, MODES[0]), MODES[1])
    strength = min(max(mode * (1.0 - mode) / max(spread, 1e-9) - 1.0, LEAST), MOST)
    return 1.0 + strength * mode, 1.0 + strength * (1.0 - mode)
