"""Averaged one-dependence estimators: one network per feature, in which the others depend on it."""

import os
from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.learning import NetworkStep, Task, learn_parameters
from belieflab.bayes.mixed import without_forbidden
from belieflab.bayes.structure import star
from belieflab.iteration import Ending, Step
from belieflab.segments import map_in_order

Floats = NDArray[np.float64]

SMALL = 20_000
"""With fewer numbers in the data a step is over before another thread has begun."""


@dataclass(frozen=True)
class AveragedStep(Step):
    """One M step of every model that has not converged; the criterion is the sum of theirs.

    The snapshot holds one NetworkParameters per root.

    Attributes
    ----------
    log_likelihoods : L of each model [shape=(p,)]
    iterations : M steps of each [shape=(p,)]
    notes : difficulties so far
    """

    log_likelihoods: Floats
    iterations: NDArray[np.int64]
    notes: tuple[str, ...] = ()


def learn_averaged(task: Task) -> Generator[AveragedStep, None, Ending]:
    """EM of all p models side by side, each from the labels (López-Cruz et al. 2013, section 3).

    Below a continuous root, discrete features depend on the class alone.
    """
    p = task.points.p
    structures = [without_forbidden(star(p, root), task.points.levels) for root in range(p)]
    loops = [learn_parameters(task, structure) for structure in structures]
    endings: list[Ending | None] = [None] * p
    last: list[NetworkStep | None] = [None] * p

    def advance(roots: list[int]) -> None:
        for root in roots:
            try:
                last[root] = next(loops[root])
            except StopIteration as finished:
                endings[root] = finished.value

    cores = 1 if task.points.features.size < SMALL else os.cpu_count() or 1
    while running := [root for root in range(p) if endings[root] is None]:
        for _ in map_in_order(advance, [running[core::cores] for core in range(cores)]):
            pass
        if any(endings[root] is None for root in running):
            yield _joined([step for step in last if step is not None])
    worst = (Ending.FELL, Ending.MAX_ITER)
    return next((ending for ending in worst if ending in endings), Ending.CONVERGED)


def _joined(steps: list[NetworkStep]) -> AveragedStep:
    likelihoods = np.array([step.criterion + step.penalty for step in steps])
    iterations = np.array([step.iteration for step in steps])
    parameters: tuple[NetworkParameters, ...] = tuple(step.snapshot for step in steps)
    notes = tuple(dict.fromkeys(note for step in steps for note in step.notes))
    total = float(np.sum([step.criterion for step in steps]))
    return AveragedStep(int(iterations.max()), total, parameters, likelihoods, iterations, notes)
