"""Algorithm 1 of paper 000: EM for a mixture whose labels are plausibilities."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import Step
from belieflab.mixture.components import Components

Floats = NDArray[np.float64]


ROUNDING = 1e-9
"""A relative fall of the criterion below this is rounding, not a step downhill."""

FALL_NOTE = (
    "The fit stopped where a component had shrunk so far that the next step would go downhill."
)

STIR = 0.05
"""Share of a responsibility dealt out at random between two temperatures of annealing."""


@dataclass(frozen=True)
class MixtureStep(Step):
    """A step of EM; `temperature` is the annealing power b, 1 in plain EM."""

    temperature: float = 1.0


@dataclass(frozen=True)
class StopRule:
    """When to stop: by "likelihood" (53), by the "posterior"'s largest change, or by count.

    `still` asks besides that no parameter moved by more in the last step: where EM creeps, the
    likelihood looks settled long before the parameters are.
    """

    tol: float
    max_iter: int
    by: str = "likelihood"
    still: float = np.inf


def climb(
    components: Components,
    log_plausibility: Floats,
    start: Any,
    stop: StopRule,
    temperature: float = 1.0,
    first_iteration: int = 0,
) -> Iterator[MixtureStep]:
    """Alternate E and M steps from `start` while the criterion climbs.

    Yields a step for the start itself and one after every M step; the snapshot holds the
    parameters at which the criterion was evaluated.
    """
    parameters, height, watched, moved = start, -np.inf, None, 0.0
    for iteration in range(first_iteration, first_iteration + stop.max_iter + 1):
        expectation = components.expect(parameters, log_plausibility, temperature)
        if not expectation.criterion >= height - ROUNDING * abs(height):
            components.notes["fall"] = FALL_NOTE
            return
        height = expectation.criterion
        yield MixtureStep(iteration, height, parameters, temperature)
        before, watched = watched, np.array(height)
        if stop.by == "posterior":
            watched = components.responsibilities(parameters, log_plausibility, temperature)
        if before is not None and _has_settled(before, watched, stop) and moved <= stop.still:
            return
        former, parameters = parameters, components.maximise(parameters, expectation)
        moved = _largest_move(former, parameters) if stop.still < np.inf else 0.0


def anneal(
    components: Components,
    log_plausibility: Floats,
    start: Any,
    stop: StopRule,
    temperatures: Sequence[float],
    rng: np.random.Generator,
) -> Iterator[MixtureStep]:
    """Deterministic annealing: climb at each power b in turn, the last of them 1 (Ueda and Nakano).

    The criterion F_b = (1/b) Σ_i ln Σ_k (pl_ik π_k f_k)^b never falls while b stands still. At a
    small b the components melt into one, and EM alone could never part them again; so a little of
    every responsibility is dealt out at random between two temperatures.
    """
    parameters, iteration = start, 0
    for temperature in temperatures:
        left = replace(stop, max_iter=stop.max_iter - iteration)
        for step in climb(components, log_plausibility, parameters, left, temperature, iteration):
            yield step
        iteration = step.iteration
        shares = components.responsibilities(step.snapshot, log_plausibility, temperature)
        parameters = components.start_from(_stirred(shares, rng))


def _stirred(shares: Floats, rng: np.random.Generator) -> Floats:
    random = rng.dirichlet(np.ones(shares.shape[1]), size=len(shares))
    return (1.0 - STIR) * shares + STIR * random


def _largest_move(former: Any, parameters: Any) -> float:
    return max(float(np.abs(new - old).max()) for old, new in zip(former, parameters, strict=True))


def _has_settled(previous: Floats, watched: Floats, stop: StopRule) -> bool:
    if stop.by == "posterior":
        return bool(np.abs(watched - previous).max() < stop.tol)
    return bool(watched - previous < stop.tol * abs(previous))
