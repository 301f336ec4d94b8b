"""The loop that all methods with prototypes share: best masses, then best prototypes."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from belieflab.iteration import Ending, Loop, Step

Parameters = TypeVar("Parameters")

ROUNDING = 1e-9
"""A relative rise of the criterion below this is rounding."""


def descend(
    improve: Callable[[Parameters], tuple[float, Callable[[], Parameters]]],
    start: Parameters,
    tol: float,
    max_iter: int,
) -> Loop:
    """Alternate from `start` until the criterion falls by less than `tol` of itself.

    `improve` gives the criterion at the parameters, with the best masses for them, and a way to
    the best parameters for those masses. A step's snapshot holds the parameters at which its
    criterion was evaluated; the first step is the start itself.
    """
    parameters, height = start, np.inf
    for iteration in range(max_iter + 1):
        criterion, better = improve(parameters)
        if criterion > height * (1.0 + ROUNDING):
            return Ending.FELL
        yield Step(iteration, criterion, parameters)
        if has_settled(height, criterion, tol):
            return Ending.CONVERGED
        height = criterion
        if iteration < max_iter:
            parameters = better()
    return Ending.MAX_ITER


def has_settled(height: float, criterion: float, tol: float) -> bool:
    """Whether a step lowered the criterion by no more than `tol` of it; never with `tol` 0."""
    return tol > 0 and np.isfinite(height) and height - criterion <= tol * height


def last_step(loop: Loop) -> Step:
    """Run a loop to its end and keep its last step only."""
    step = next(loop)
    for later in loop:
        step = later
    return step
