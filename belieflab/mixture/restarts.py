"""Many starts on the same data, on all cores, each result independent of the others."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import Ending
from belieflab.mixture.components import Components
from belieflab.mixture.em import StopRule, run_em
from belieflab.mixture.gaussian import FLOOR, GaussianComponents, GaussianParameters
from belieflab.mixture.problem import Problem
from belieflab.mixture.start_kernel import COLLAPSED, CONVERGED
from belieflab.mixture.start_kernel import run_em as run_em_compiled
from belieflab.segments import map_in_order

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Climb:
    """Where one start ended: its parameters, criterion, M steps and whether it converged.

    `early_iterations` counts M steps until the relative increase first fell below `early_tol`.
    """

    parameters: Any
    criterion: float
    iterations: int
    early_iterations: int
    converged: bool
    collapsed: bool


def run_starts(
    problem: Problem, starts: Sequence[Any], stop: StopRule, early_tol: float = 0.0
) -> list[Climb]:
    """Climb from every start; the answers come in the order of the starts."""
    return list(map_in_order(lambda start: run_start(problem, start, stop, early_tol), starts))


def run_start(problem: Problem, start: Any, stop: StopRule, early_tol: float = 0.0) -> Climb:
    """Climb from one start, in compiled code where the model allows it."""
    components = problem.components
    if (
        isinstance(components, GaussianComponents)
        and components.family.name == "VVV"
        and stop.by != "posterior"
    ):
        climbed = _run_compiled(components, problem.log_plausibility, start, stop, early_tol)
        if not climbed.collapsed:
            return climbed
    return _run_steps(components, problem.log_plausibility, start, stop, early_tol)


def _run_compiled(
    components: GaussianComponents,
    log_plausibility: Floats,
    start: GaussianParameters,
    stop: StopRule,
    early_tol: float,
) -> Climb:
    parameters = GaussianParameters(*(part.copy() for part in start))
    criterion, iterations, early, ended = run_em_compiled(
        components.features,
        log_plausibility,
        components.row_weights,
        *parameters,
        *stop.limits(components.total_weight),
        early_tol,
        stop.still,
        stop.max_iter,
        FLOOR * float(components.variances.min()),
    )
    return Climb(
        parameters,
        criterion,
        iterations,
        early if early >= 0 else iterations,
        ended == CONVERGED,
        ended == COLLAPSED,
    )


def _run_steps(
    components: Components, log_plausibility: Floats, start: Any, stop: StopRule, early_tol: float
) -> Climb:
    components = copy(components)
    components.notes = {}  # what happens to this start is not what happens to the others
    previous: float | None = None
    early: int | None = None
    loop = run_em(components, log_plausibility, start, stop)
    while True:
        try:
            step = next(loop)
        except StopIteration as finished:
            ending: Ending = finished.value
            break
        settled = previous is not None and step.criterion - previous < early_tol * abs(previous)
        if settled and early is None:
            early = step.iteration
        previous = step.criterion
    return Climb(
        step.snapshot,
        step.criterion,
        step.iteration,
        step.iteration if early is None else early,
        ending is Ending.CONVERGED,
        bool(components.notes) or ending is Ending.FELL,
    )
