"""Many starts on the same data, on all cores, each result independent of the others."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import Ending, check_stop, current_flag
from belieflab.mixture import start_kernel
from belieflab.mixture.components import Components
from belieflab.mixture.em import StopRule, run_em
from belieflab.mixture.gaussian import FLOOR, GaussianComponents, GaussianParameters
from belieflab.mixture.problem import Problem
from belieflab.mixture.start_kernel import COLLAPSED, CONVERGED, Limits
from belieflab.segments import map_in_order

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Run:
    """Where one start ended.

    Attributes
    ----------
    parameters, criterion : the last parameters and the criterion there
    iterations : E steps after the first; in plain EM these are the M steps
    early_iterations : how many of them until the increase fell below the first tolerance
    ending : why it ended
    collapsed : whether a component shrank onto too few points or lost all of them
    """

    parameters: Any
    criterion: float
    iterations: int
    early_iterations: int
    ending: Ending
    collapsed: bool

    @property
    def converged(self) -> bool:
        """Whether it ended because the tolerance was met."""
        return self.ending is Ending.CONVERGED


@dataclass(frozen=True)
class Polish:
    """How a run goes on after it has met a first tolerance.

    Parameters
    ----------
    early : the first tolerance, at which `Run.early_iterations` stops counting
    accelerated : whether the rest is accelerated, where compiled code runs it
    offset : what is added to the criterion, when the points are a scaled copy of the data
    """

    early: StopRule
    accelerated: bool = False
    offset: float = 0.0


NO_POLISH = Polish(StopRule(0.0, 0))
"""Plain EM to its own tolerance; `early_iterations` are then all of them."""


def run_starts(
    problem: Problem, starts: Sequence[Any], stop: StopRule, polish: Polish = NO_POLISH
) -> list[Run]:
    """Run EM from every start; the results come in the order of the starts."""
    return list(map_in_order(lambda start: run_start(problem, start, stop, polish), starts))


def run_start(problem: Problem, start: Any, stop: StopRule, polish: Polish = NO_POLISH) -> Run:
    """Run EM from one start, in compiled code where the model allows it."""
    components = problem.components
    if (
        isinstance(components, GaussianComponents)
        and components.family.name == "VVV"
        and stop.by != "posterior"
    ):
        run = _run_compiled(components, problem.log_plausibility, start, stop, polish)
        if run is not None:
            return run
    return _run_steps(components, problem.log_plausibility, start, stop, polish)


def _run_compiled(
    components: GaussianComponents,
    log_plausibility: Floats,
    start: GaussianParameters,
    stop: StopRule,
    polish: Polish,
) -> Run | None:
    """The run in compiled code, or None when a component collapses."""
    parameters = GaussianParameters(*(part.copy() for part in start))
    absolute, relative = stop.limits(components.total_weight)
    early_absolute, early_relative = polish.early.limits(components.total_weight)
    limits = Limits(
        absolute=absolute,
        relative=relative,
        early_absolute=early_absolute,
        early_relative=early_relative,
        still=stop.still,
        max_iter=stop.max_iter,
        smallest=FLOOR * float(components.variances.min()),
        offset=polish.offset,
        accelerated=polish.accelerated,
    )
    criterion, iterations, early, ended = start_kernel.run_em(
        components.features,
        log_plausibility,
        components.row_weights,
        *parameters,
        limits,
        current_flag().array,
    )
    check_stop()
    if ended == COLLAPSED:
        return None
    return Run(
        parameters,
        criterion,
        iterations,
        early if early >= 0 else iterations,
        Ending.CONVERGED if ended == CONVERGED else Ending.MAX_ITER,
        collapsed=False,
    )


def _run_steps(
    components: Components, log_plausibility: Floats, start: Any, stop: StopRule, polish: Polish
) -> Run:
    """The run in the careful loop of `em`."""
    components = copy(components)
    components.notes = {}  # what happens to this start is not what happens to the others
    previous = -np.inf
    early: int | None = None
    loop = run_em(components, log_plausibility, start, stop)
    while True:
        try:
            step = next(loop)
        except StopIteration as finished:
            ending: Ending = finished.value
            break
        criterion = step.criterion + polish.offset
        smallest = polish.early.smallest_increase(previous, components.total_weight)
        if early is None and step.iteration > 0 and criterion - previous < smallest:
            early = step.iteration
        previous = criterion
    return Run(
        step.snapshot,
        criterion,
        step.iteration,
        step.iteration if early is None else early,
        ending,
        collapsed=bool(components.notes) or ending is Ending.FELL,
    )
