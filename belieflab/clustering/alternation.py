"""The loop that all methods with prototypes share: best masses, then best prototypes."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from belieflab.iteration import Step

Parameters = TypeVar("Parameters")

ROUNDING = 1e-9
"""A relative rise of the criterion below this is rounding, not a step uphill."""


def descend(
    improve: Callable[[Parameters], tuple[float, Callable[[], Parameters]]],
    start: Parameters,
    tol: float,
    max_iter: int,
) -> Iterator[Step]:
    """Go downhill from `start` until the criterion falls by less than `tol` of itself.

    `improve` gives the criterion at the parameters, with the best masses for them, and a way to
    the best parameters for those masses. A step's snapshot holds the parameters at which its
    criterion was evaluated; the first step is the start itself.
    """
    parameters, height = start, np.inf
    for iteration in range(max_iter + 1):
        criterion, better = improve(parameters)
        if criterion > height * (1.0 + ROUNDING):
            return
        yield Step(iteration, criterion, parameters)
        if np.isfinite(height) and height - criterion <= tol * height:
            return
        height = criterion
        if iteration < max_iter:
            parameters = better()
