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
    log_joint : ln π_k f_k(x_i), labels left out [shape=(n, K)]
    """

    iteration: int
    parameters: Any
    responsibilities: NDArray[np.float64]
    log_joint: NDArray[np.float64]

    @property
    def decisions(self) -> NDArray[np.int64]:
        """argmax π_k f_k(x_i) [shape=(n,)]."""
        return self.log_joint.argmax(axis=1)

    @property
    def posteriors(self) -> NDArray[np.float64]:
        """π_k f_k(x_i) / Σ_l π_l f_l(x_i) [shape=(n, K)]."""
        rows = np.logaddexp.reduce(self.log_joint, axis=1, keepdims=True)
        return np.exp(self.log_joint - rows)


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
            components.density.log_joint(step.snapshot, problem.X),
        )
