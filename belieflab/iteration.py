"""What every iterative method yields, why its loop ended, and what is kept of it.

An estimator's `iterate` is a generator of steps and `fit` only exhausts it: one loop, two
consumers. A page draws the steps as they come and may stop at any of them with a usable model.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Ending(StrEnum):
    """Why a loop ended; loops return one of these, and `converged_` follows from it."""

    CONVERGED = "converged"
    MAX_ITER = "max_iter"
    STOPPED = "stopped"
    """The caller of `iterate` did not ask for the next step."""
    FELL = "fell"
    """The next step would have made the criterion worse, so it was not taken."""


@dataclass(frozen=True)
class Step:
    """One iteration: its number, the criterion there, and the parameters it was evaluated at."""

    iteration: int
    criterion: float
    snapshot: Any


Loop = Generator[Step, None, Ending]
"""A loop yields its steps and returns why it ended."""


@dataclass
class History:
    """The criterion at every step of one run and, where asked for, the steps themselves.

    Parameters
    ----------
    keep_steps : whether the steps with their snapshots are kept in `steps`
    """

    keep_steps: bool = False
    steps: list[Step] = field(default_factory=list)
    _criterion: list[float] = field(default_factory=list)

    def add(self, step: Step) -> None:
        """Record a step."""
        self._criterion.append(step.criterion)
        if self.keep_steps:
            self.steps.append(step)

    @property
    def criterion(self) -> NDArray[np.float64]:
        """The criterion at every step [shape=(steps,)]."""
        return np.array(self._criterion)

    def __len__(self) -> int:
        return len(self._criterion)


class IterativeEstimator:
    """An estimator whose `iterate` follows one loop.

    Attributes
    ----------
    history_ : the criterion at every step; with `keep_history=True` also the steps
    ending_ : why the loop ended, an `Ending`
    converged_ : whether it ended because the tolerance was met
    n_iter_ : the iteration of the last step
    notes_ : difficulties met, in words
    """

    keep_history: bool
    history_: History
    ending_: Ending
    converged_: bool
    notes_: tuple[str, ...]

    fall_note = "The fit stopped early, because the next step would have made the criterion worse."

    def _follow(self, loop: Loop) -> Iterator[Step]:
        """Yield the steps of a loop, taking each one over, and record why it ended.

        Until the loop says otherwise the run counts as stopped by the caller, so that the
        attributes are right whenever the caller stops asking.
        """
        self.history_ = History(self.keep_history)
        self.notes_ = ()
        self._end(Ending.STOPPED)
        while True:
            try:
                step = next(loop)
            except StopIteration as finished:
                self._end(finished.value)
                return
            self.history_.add(step)
            self.n_iter_ = step.iteration
            self._take(step)
            yield step

    def _take(self, step: Step) -> None:
        """Make the parameters of a step the estimator's own."""
        raise NotImplementedError

    def _end(self, ending: Ending) -> None:
        self.ending_ = ending
        self.converged_ = ending is Ending.CONVERGED
        if ending is Ending.FELL:
            self.notes_ = (*self.notes_, self.fall_note)
