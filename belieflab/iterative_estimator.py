"""An estimator whose `iterate` follows one loop, and what is kept of its steps."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import FitWarning
from belieflab.iteration import Ending, Loop, Step


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
    notes_ : difficulties met, as sentences
    """

    keep_history: bool
    history_: History
    n_iter_: int
    ending_: Ending
    converged_: bool
    notes_: tuple[str, ...]

    fall_note = "The fit stopped early, because the next step would have made the criterion worse."

    def _follow(self, loop: Loop) -> Iterator[Step]:
        """Yield the steps of a loop, taking each one over, and record why it ended.

        Until the loop says otherwise the run counts as stopped by the caller, so that the
        attributes are right whenever the caller stops iterating.
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

    @property
    def kept_steps(self) -> list[Step]:
        """The steps of a fit with `keep_history=True`; without it the last one alone."""
        return self.history_.steps or [self._last_step()]

    def _exhaust(self, steps: Iterator[Step]) -> Self:
        """What `fit` does: go through all steps, and warn of difficulties."""
        for _ in steps:
            pass
        for note in self.notes_:
            warnings.warn(note, FitWarning, stacklevel=3)
        self._finish()
        return self

    def _finish(self) -> None:
        """What is left to do after the last step of `fit`."""

    def _take(self, step: Step) -> None:
        """Make the parameters of a step the estimator's own."""
        raise NotImplementedError

    def _last_step(self) -> Step:
        """The step that the estimator stands at."""
        raise NotImplementedError

    def _end(self, ending: Ending) -> None:
        self.ending_ = ending
        self.converged_ = ending is Ending.CONVERGED
        if ending is Ending.FELL:
            self.notes_ = (*self.notes_, self.fall_note)
