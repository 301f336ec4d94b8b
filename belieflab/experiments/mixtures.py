"""Mixtures trained many times over: EM in compiled code, the decisions as class numbers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.mixture.em import StopRule
from belieflab.mixture.gaussian import FLOOR_NOTE, GaussianParameters
from belieflab.mixture.label_noise import NoisyLabels
from belieflab.mixture.problem import pose
from belieflab.mixture.restarts import Run, run_start
from belieflab.mixture.starts import draw_start
from belieflab.mixture.strategies import read_guesses, trust_every_guess

Floats = NDArray[np.float64]
Start = GaussianParameters


class Fitted(NamedTuple):
    """Decisions for new points, the iterations of the kept start, difficulties in words."""

    decide: Callable[[Floats], NDArray[np.int64]]
    iterations: float
    notes: tuple[str, ...]


def train_mixture(
    X: Floats,
    labels: MassTable,
    start: Start | None,
    n_starts: int,
    tol: float,
    max_iter: int,
    seed: int,
) -> Fitted:
    """EM on soft labels as `SoftLabelMixture(stop="relative")` does it, without its steps.

    From `start`, or the pignistic probabilities of the labels, or, where all are vacuous, from
    random centres (footnote 3); of several starts the highest is kept, collapsed ones last.
    """
    problem = pose(X, labels, None, "full", "gaussian")
    stop = StopRule(tol, max_iter, "relative")
    starts: list[Any]
    if start is not None:
        starts = [start]
    elif problem.informative:
        starts = [problem.components.start_from(problem.rows.pignistic)]
    else:
        rng = np.random.default_rng(seed)
        starts = [draw_start(problem, "random", rng) for _ in range(n_starts)]
    runs = [run_start(problem, each, stop) for each in starts]
    best = max(runs, key=lambda run: (not run.collapsed, run.criterion))
    return _fitted(problem.components, best)


def train_label_noise(
    X: Floats, labels: MassTable, start: Start | None, tol: float, max_iter: int
) -> Fitted:
    """The label-noise model as `LabelNoiseMixture` does it, without its steps.

    A given class is the true one with chance 0.8 at the start, whatever the densities start from.
    """
    given, _ = read_guesses(labels)
    trusted = pose(X, trust_every_guess(labels), None, "full", "gaussian")
    components = NoisyLabels(trusted.components, given)
    first = components.start_from(trusted.rows.pignistic)
    if start is not None:
        first = first._replace(model=start)
    stop = StopRule(tol, max_iter, "relative")
    run = run_start(replace(trusted, components=components), first, stop)
    return _fitted(components, run)


def _fitted(components: Any, run: Run) -> Fitted:
    def decide(points: Floats) -> NDArray[np.int64]:
        return np.asarray(components.density.log_joint(run.parameters, points).argmax(axis=1))

    return Fitted(decide, run.iterations, (FLOOR_NOTE,) if run.collapsed else ())
