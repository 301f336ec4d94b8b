"""Positive data: lifetimes that follow one Weibull distribution per class."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.generators.names import numbered


def draw_lifetimes(
    rng: np.random.Generator,
    *,
    classes: int = 2,
    dimension: int = 2,
    first_shape: float = 1.5,
    last_shape: float = 4.0,
    scale_ratio: float = 2.5,
    size: int = 400,
) -> Dataset:
    """Lifetimes from a mixture of Weibull classes in equal proportions (after Côme 2008).

    Within class k every feature is drawn independently with density
    (a_k/b_k) (x/b_k)^(a_k - 1) exp(-(x/b_k)^a_k); `weibull_parameters` gives a_k and b_k.
    """
    shapes, scales = weibull_parameters(classes, first_shape, last_shape, scale_ratio)
    truth = rng.integers(classes, size=size)
    exponential = -np.log1p(-rng.random((size, dimension)))
    lifetimes = scales[truth][:, None] * exponential ** (1.0 / shapes[truth])[:, None]
    return Dataset(
        X=np.maximum(lifetimes, np.finfo(np.float64).tiny),
        feature_names=numbered("lifetime", dimension),
        truth=truth,
        class_names=numbered("class", classes),
        name="Weibull lifetimes",
        source=f"{classes} generated Weibull classes, shapes {first_shape:g} to {last_shape:g}.",
    )


def weibull_parameters(
    classes: int, first_shape: float, last_shape: float, scale_ratio: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shapes a_k in equal steps from first to last, scales b_k = ratio^k [two of shape=(K,)]."""
    return (
        np.linspace(first_shape, last_shape, classes),
        float(scale_ratio) ** np.arange(classes, dtype=np.float64),
    )
