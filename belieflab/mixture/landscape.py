"""The landscape of local maxima: many starts, and how many different hills they end on."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from sklearn.base import BaseEstimator
from sklearn.utils import check_array

from belieflab.iteration import Step
from belieflab.mixture.em import StopRule
from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.problem import pose
from belieflab.mixture.restarts import Climb, run_starts
from belieflab.mixture.starts import draw_start

Floats = NDArray[np.float64]


@dataclass
class Maximum:
    """One local maximum: its parameters and criterion, and which starts ended on it."""

    parameters: GaussianParameters
    criterion: float
    collapsed: bool = False
    starts: list[int] = field(default_factory=list)

    @property
    def basin(self) -> int:
        """How many starts ended here."""
        return len(self.starts)


class Landscape(BaseEstimator):
    """Count the distinct local maxima that random starts end on (paper 000, §5.1.3).

    Two solutions are distinct when the distance between their parameter vectors exceeds
    `distance`. Every start first runs on until the relative increase is below `tol` and the
    parameters stand still; stopped earlier, unconverged copies of one maximum count as many.

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

    def fit(self, X: Any, y: Any = None) -> "Landscape":
        """Run every start and group where they ended."""
        for _ in self.iterate(X, y):
            pass
        return self

    def iterate(self, X: Any, y: Any = None) -> Iterator[Step]:
        """Yield after every batch: the number of starts done and the count of maxima so far."""
        X = check_array(X, dtype=np.float64, ensure_min_samples=2)
        problem = pose(X, y, self.n_components, self.covariance, "gaussian")
        rng = np.random.default_rng(self.random_state)
        stop = StopRule(self.tol, self.max_iter, still=self.still)
        self.classes_ = problem.classes
        self.maxima_: list[Maximum] = []
        self.climbs_: list[Climb] = []
        while len(self.climbs_) < self.n_starts:
            size = min(self.batch, self.n_starts - len(self.climbs_))
            starts = [draw_start(problem, self.init, rng) for _ in range(size)]
            for climbed in run_starts(problem, starts, stop, self.counting_tol):
                self._place(climbed)
            yield Step(len(self.climbs_), float(len(self.maxima_)), tuple(self.maxima_))
        self.maxima_.sort(key=lambda maximum: -maximum.criterion)

    @property
    def n_maxima_(self) -> int:
        """How many distinct maxima were found."""
        return len(self.maxima_)

    @property
    def n_iter_(self) -> NDArray[np.int64]:
        """M steps of each start at the counting tolerance [shape=(n_starts,)]."""
        return np.array([climbed.early_iterations for climbed in self.climbs_])

    def _place(self, climbed: Climb) -> None:
        start = len(self.climbs_)
        self.climbs_.append(climbed)
        for maximum in self.maxima_:
            if self._apart(maximum.parameters, climbed.parameters) <= self.distance:
                maximum.starts.append(start)
                return
        self.maxima_.append(
            Maximum(climbed.parameters, climbed.criterion, climbed.collapsed, [start])
        )

    def _apart(self, left: GaussianParameters, right: GaussianParameters) -> float:
        gaps = _component_vectors(left)[:, None] - _component_vectors(right)[None]
        squares = np.square(gaps).sum(axis=2)
        if not self.relabel:
            return float(np.sqrt(np.trace(squares)))
        return float(np.sqrt(squares[linear_sum_assignment(squares)].sum()))


def _component_vectors(parameters: GaussianParameters) -> Floats:
    """π_k, μ_k and the distinct entries of Σ_k in one row per component."""
    n_components, p = parameters.means.shape
    rows, columns = np.tril_indices(p)
    return np.column_stack(
        [parameters.weights, parameters.means, parameters.covariances[:, rows, columns]]
    ).reshape(n_components, -1)
