"""EM for a mixture whose labels are plausibilities: Algorithm 1 of Côme et al. (2009)."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.iteration import Ending, Step
from belieflab.mixture.components import Components, StepMaker, shares_of

Floats = NDArray[np.float64]


ROUNDING = 1e-9
"""A fall of the criterion below this, relative to it or per object, is rounding."""

NO_START = (
    "The start cannot explain the data: some row has likelihood 0 under every class that its label "
    "allows. Choose another init."
)

NOISE_SHARE = 0.05
"""Share of a responsibility that is random between two temperatures of annealing."""


@dataclass(frozen=True)
class MixtureStep(Step):
    """A step of EM.

    `temperature` is the annealing power b, 1 in plain EM; `notes` are the difficulties so far.
    """

    temperature: float = 1.0
    notes: tuple[str, ...] = ()


MixtureLoop = Generator[MixtureStep, None, Ending]


@dataclass(frozen=True)
class StopRule:
    """When EM has converged.

    By "likelihood": the criterion L increased by less than `tol` per object, so that the units of
    the features, which only shift L, do not matter. By "relative": it increased by less than
    `tol` |L|, Côme et al. (2009), eq. 53. By "posterior": no responsibility changed by `tol`.

    `still` asks besides that no parameter moved by more in the last step: where EM is slow, the
    likelihood settles long before the parameters do.
    """

    tol: float
    max_iter: int
    by: str = "likelihood"
    still: float = np.inf

    def limits(self, total_weight: float) -> tuple[float, float]:
        """(absolute, relative): an increase of L below absolute + relative |L| has converged.

        `total_weight` is the number of objects, or the sum of their weights. With a tolerance of 0
        nothing has: rounding may lower L by a digit when it has settled.
        """
        if self.tol == 0:
            return -np.inf, 0.0
        if self.by == "likelihood":
            return self.tol * total_weight, 0.0
        return 0.0, self.tol

    def smallest_increase(self, criterion: float, total_weight: float) -> float:
        """The increase over `criterion` below which EM has converged."""
        absolute, relative = self.limits(total_weight)
        return absolute + relative * abs(criterion)


def run_em(
    components: StepMaker,
    log_plausibility: Floats,
    start: Any,
    stop: StopRule,
    temperature: float = 1.0,
    first_iteration: int = 0,
) -> MixtureLoop:
    """Alternate E and M steps from `start` while the criterion increases.

    Yields a step for the start itself and one after every M step; the snapshot holds the
    parameters at which the criterion was evaluated. Returns why it ended.
    """
    parameters, criterion, watched, moved = start, -np.inf, None, 0.0
    last = first_iteration + stop.max_iter
    for iteration in range(first_iteration, last + 1):
        expectation = components.expect(parameters, log_plausibility, temperature)
        possible = np.isfinite(expectation.criterion)
        if not possible and iteration == first_iteration:
            raise DataError(NO_START)
        rounding = ROUNDING * max(abs(criterion), components.total_weight)
        if not possible or expectation.criterion < criterion - rounding:
            return Ending.FELL
        criterion = expectation.criterion
        notes = tuple(components.notes.values())
        yield MixtureStep(iteration, criterion, parameters, temperature, notes)
        before, watched = watched, np.array(criterion)
        if stop.by == "posterior":
            watched = components.responsibilities(parameters, log_plausibility, temperature)
        settled = before is not None and _has_settled(
            before, watched, stop, components.total_weight
        )
        if settled and moved <= stop.still:
            return Ending.CONVERGED
        if iteration == last:
            break
        former, parameters = parameters, components.maximise(parameters, expectation)
        moved = _largest_move(former, parameters) if stop.still < np.inf else 0.0
    return Ending.MAX_ITER


def anneal(
    components: Components,
    log_plausibility: Floats,
    start: Any,
    stop: StopRule,
    temperatures: Sequence[float],
    rng: np.random.Generator,
) -> MixtureLoop:
    """Deterministic annealing: EM at each power b in turn, the last of them 1 (Ueda and Nakano).

    The criterion F_b = (1/b) Σ_i ln Σ_k (pl_ik π_k f_k)^b never falls while b stands still. At a
    small b the components merge into one, and EM alone could never separate them; so a little of
    every responsibility is made random between two temperatures. The ending is that at
    the last temperature.
    """
    parameters, iteration, ending = start, 0, Ending.MAX_ITER
    for place, temperature in enumerate(temperatures):
        if place > 0:
            shares = components.responsibilities(
                parameters, log_plausibility, temperatures[place - 1]
            )
            parameters = components.start_from(shares_of(_with_noise(shares, rng)))
        left = replace(stop, max_iter=stop.max_iter - iteration)
        loop = run_em(components, log_plausibility, parameters, left, temperature, iteration)
        while True:
            try:
                step = next(loop)
            except StopIteration as finished:
                ending = finished.value
                break
            yield step
            parameters, iteration = step.snapshot, step.iteration
    return ending


def _with_noise(shares: Floats, rng: np.random.Generator) -> Floats:
    random = rng.dirichlet(np.ones(shares.shape[1]), size=len(shares))
    return (1.0 - NOISE_SHARE) * shares + NOISE_SHARE * random


def _largest_move(former: Any, parameters: Any) -> float:
    return max(float(np.abs(new - old).max()) for old, new in zip(former, parameters, strict=True))


def _has_settled(previous: Floats, watched: Floats, stop: StopRule, total_weight: float) -> bool:
    if stop.by == "posterior":
        return bool(np.abs(watched - previous).max() < stop.tol)
    return bool(watched - previous < stop.smallest_increase(float(previous), total_weight))
