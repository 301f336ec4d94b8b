"""The landscape of local maxima: many starts, and how many different hills they end on."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_array

from belieflab.iteration import Step
from belieflab.mixture.em import StopRule
from belieflab.mixture.maxima import Maxima, Maximum
from belieflab.mixture.problem import pose
from belieflab.mixture.restarts import Climb, run_starts
from belieflab.mixture.starts import draw_start


class Landscape(BaseEstimator):
    """Count the distinct local maxima that random starts end on (paper 000, §5.1.3).

    Two solutions are distinct when the distance between their parameter vectors exceeds
    `distance`. Every start first runs on until the relative increase is below `tol` and the
    parameters stand still; stopped earlier, unconverged copies of one maximum count as many.

    The count is a count of what these starts found. Most maxima but the highest hold one start
    each, so another draw of starts finds another number of them: on the paper's points with
    nonspecificity 0.7, ten draws of 200 starts found 4 to 13 with the same labels, while ten label
    sets gave 12 or 13 to the same draw of starts.

    Parameters
    ----------
    n_components, covariance, init, max_iter, random_state : as in SoftLabelMixture
    n_starts : how many starts
    tol, still : a start has converged when the relative increase is below `tol` and its last step
        moved no parameter by more than `still`; copies of one maximum then lie within `distance`
    counting_tol : relative increase at which `n_iter_` stops counting, that of the paper's figure
    distance : largest distance within one maximum
    relabel : take maxima that differ only by the order of their components for one
    batch : starts between two steps of `iterate`
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    maxima_ : the distinct maxima, highest first; `n_maxima_` their number
    n_iter_ : M steps of each start until the relative increase fell below `counting_tol`
    climbs_ : how every start ended
    """

    def __init__(
        self,
        n_components: int | None = None,
        n_starts: int = 200,
        tol: float = 1e-12,
        distance: float = 1e-3,
        relabel: bool = False,
        random_state: Any = None,
        *,
        covariance: str = "full",
        init: str = "random",
        max_iter: int = 10_000,
        counting_tol: float = 1e-6,
        still: float = 1e-7,
        batch: int = 10,
        unknown: Any = None,
    ) -> None:
        self.n_components = n_components
        self.n_starts = n_starts
        self.tol = tol
        self.distance = distance
        self.relabel = relabel
        self.random_state = random_state
        self.covariance = covariance
        self.init = init
        self.max_iter = max_iter
        self.counting_tol = counting_tol
        self.still = still
        self.batch = batch
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None) -> "Landscape":
        """Run every start and group where they ended."""
        for _ in self.iterate(X, y):
            pass
        return self

    def iterate(self, X: Any, y: Any = None) -> Iterator[Step]:
        """Yield after every batch: the number of starts done and the count of maxima so far."""
        X = check_array(X, dtype=np.float64, ensure_min_samples=2)
        problem = pose(X, y, self.n_components, self.covariance, "gaussian", self.unknown)
        rng = np.random.default_rng(self.random_state)
        stop = StopRule(self.tol, self.max_iter, "relative", self.still)
        self.classes_ = problem.classes
        maxima = Maxima(self.distance, self.relabel)
        self.maxima_: list[Maximum] = maxima.found
        self.climbs_: list[Climb] = []
        while len(self.climbs_) < self.n_starts:
            size = min(self.batch, self.n_starts - len(self.climbs_))
            starts = [draw_start(problem, self.init, rng) for _ in range(size)]
            for climbed in run_starts(problem, starts, stop, self.counting_tol):
                self.climbs_.append(climbed)
                maxima.add(climbed)
            yield Step(len(self.climbs_), float(len(self.maxima_)), tuple(self.maxima_))
        self.maxima_ = maxima.highest_first()

    @property
    def n_maxima_(self) -> int:
        """How many distinct maxima were found."""
        return len(self.maxima_)

    @property
    def n_iter_(self) -> NDArray[np.int64]:
        """M steps of each start at the counting tolerance [shape=(n_starts,)]."""
        return np.array([climbed.early_iterations for climbed in self.climbs_])
