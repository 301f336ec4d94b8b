"""What a fitted mixture thought of its training objects at the steps of its fit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import Step
from belieflab.mixture.estimator import SoftLabelMixture


@dataclass(frozen=True)
class TrainingState:
    """The model at one step of its fit.

    Attributes
    ----------
    iteration : number of the step
    parameters : those of the densities there
    responsibilities : t_ik of the training objects, labels included [shape=(n, K)]
    decisions : argmax π_k f_k(x_i), labels left out [shape=(n,)]
    """

    iteration: int
    parameters: Any
    responsibilities: NDArray[np.float64]
    decisions: NDArray[np.int64]


def training_states(model: SoftLabelMixture, steps: Iterable[Step]) -> Iterator[TrainingState]:
    """The state of the model at these steps of its fit, such as some of `model.kept_steps`.

    Examples
    --------
    >>> X = [[0.0], [0.5], [1.0], [4.0], [4.5], [5.0]]
    >>> model = SoftLabelMixture(keep_history=True).fit(X, [0, 0, None, None, 1, 1])
    >>> [state.decisions.tolist() for state in training_states(model, model.kept_steps[:1])]
    [[0, 0, 0, 1, 1, 1]]
    """
    problem = model.problem_
    components = problem.components
    for step in steps:
        temperature = getattr(step, "temperature", 1.0)
        yield TrainingState(
            step.iteration,
            step.snapshot,
            components.responsibilities(step.snapshot, problem.log_plausibility, temperature),
            components.density.log_joint(step.snapshot, problem.X).argmax(axis=1),
        )
