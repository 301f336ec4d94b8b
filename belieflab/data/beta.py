"""Beta distributions by mean and standard deviation, the way people think of them."""

import math

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

_LEAST_TOTAL = 1e-9
"""a + b below this is 0 but for rounding: the deviation stands at its limit."""


_LEAST_DEVIATION = 1e-100
"""With less, no draw differs from the mean, and the square of the deviation may be 0."""


def beta_parameters(mean: float, deviation: float) -> tuple[float, float]:
    """The two shape parameters of the Beta with this mean and standard deviation.

    a = μν, b = (1 - μ)ν with ν = μ(1 - μ)/σ² - 1; it exists only for 0 < σ < sqrt(μ(1 - μ)).
    """
    limit = math.sqrt(max(mean * (1.0 - mean), 0.0))
    total = limit**2 / deviation**2 - 1.0 if deviation > 0 else 0.0
    if not total > _LEAST_TOTAL:
        raise DataError(
            f"No Beta distribution has mean {mean:g} and standard deviation {deviation:g}: with "
            f"this mean the standard deviation must stay below sqrt(mean (1 - mean)) = {limit:.4g}."
        )
    return mean * total, (1.0 - mean) * total


def draw_beta(
    rng: np.random.Generator, mean: float, deviation: float, size: int
) -> NDArray[np.float64]:
    """Draws from the Beta with this mean and standard deviation; deviation 0 gives the mean.

    Quantiles of uniform draws: under one seed another mean moves every draw a little and keeps
    their order, instead of dealing all of them anew, so a picture follows its slider.
    """
    uniform = rng.random(size)
    if 0.0 <= deviation < _LEAST_DEVIATION:
        return np.full(size, float(mean))
    from scipy.special import betaincinv  # a quarter of a second that only some laws need

    return np.asarray(betaincinv(*beta_parameters(mean, deviation), uniform), dtype=np.float64)
