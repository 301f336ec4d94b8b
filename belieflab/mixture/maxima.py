"""Distinct local maxima: solutions grouped by the distance of their parameters, and a map of them.

Côme et al. (2009), §5.1.3: two maxima are distinct when the vectors of all their parameters are
more than 0.001 apart. The vectors are those of standardised features, so that the units of the
data do not matter.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from belieflab.mixture.gaussian import GaussianParameters
from belieflab.mixture.restarts import Run
from belieflab.mixture.units import Units

Floats = NDArray[np.float64]

ROUNDING = 1e-9
"""Share of the first axis of the map below which another one holds rounding errors alone."""


@dataclass
class Maximum:
    """One local maximum: its parameters and criterion, and which starts ended on it.

    `units` are those in which it is compared with others; None for the units of the data.
    """

    parameters: GaussianParameters
    criterion: float
    collapsed: bool = False
    starts: list[int] = field(default_factory=list)
    units: Units | None = None

    @property
    def basin(self) -> int:
        """How many starts ended here."""
        return len(self.starts)

    @property
    def first(self) -> int:
        """The start that found it: a name that stays while others are found."""
        return self.starts[0]

    @property
    def vectors(self) -> Floats:
        """What it is compared by: one row per component [shape=(K, 1 + p + p (p + 1) / 2)]."""
        return component_vectors(self.parameters, self.units)


class Maxima:
    """The distinct maxima among runs that are added one by one.

    Parameters
    ----------
    distance : largest distance within one maximum
    relabel : take maxima that differ only by the order of their components for one
    units : units of the distance; None for those of the data
    """

    def __init__(self, distance: float, relabel: bool, units: Units | None = None) -> None:
        self.distance = distance
        self.relabel = relabel
        self.units = units
        self.found: list[Maximum] = []
        self.n_runs = 0
        self._vectors: list[Floats] = []
        self._sums: list[Floats] = []

    def add(self, run: Run) -> None:
        """Put a run to the first maximum that is near enough, or make it a new one."""
        start = self.n_runs
        self.n_runs += 1
        vectors = component_vectors(run.parameters, self.units)
        near = next((at for at in self._candidates(vectors) if self._is_near(at, vectors)), None)
        if near is not None:
            self.found[near].starts.append(start)
            return
        self._vectors.append(vectors)
        self._sums.append(vectors.sum(axis=0))
        self.found.append(
            Maximum(run.parameters, run.criterion, run.collapsed, [start], self.units)
        )

    def highest_first(self) -> list[Maximum]:
        """The maxima found, by falling criterion."""
        return sorted(self.found, key=lambda maximum: -maximum.criterion)

    def _candidates(self, vectors: Floats) -> list[int]:
        """The maxima that may be near, by the sums of their components in whatever order.

        The sums of K components are at most sqrt(K) times as far apart as the components are.
        """
        if not self._sums:
            return []
        apart = np.square(np.array(self._sums) - vectors.sum(axis=0)).sum(axis=1)
        rounding = 1e-12 * np.square(vectors).sum()
        limit = 1.001 * len(vectors) * self.distance**2 + rounding
        candidates: list[int] = np.flatnonzero(apart <= limit).tolist()
        return candidates

    def _is_near(self, at: int, vectors: Floats) -> bool:
        known = self._vectors[at]
        if not self.relabel:
            return bool(np.sqrt(np.square(known - vectors).sum()) <= self.distance)
        table = np.square(known[:, None] - vectors[None]).sum(axis=2)
        return bool(np.sqrt(table[linear_sum_assignment(table)].sum()) <= self.distance)


def group_runs(
    runs: Iterable[Run], distance: float, relabel: bool, units: Units | None = None
) -> list[Maximum]:
    """The distinct maxima that these runs ended on, highest first."""
    maxima = Maxima(distance, relabel, units)
    for run in runs:
        maxima.add(run)
    return maxima.highest_first()


def highest(maxima: list[Maximum]) -> Maximum:
    """The highest that has not collapsed, of maxima highest first; if all have, the first."""
    return next((maximum for maximum in maxima if not maximum.collapsed), maxima[0])


def component_vectors(parameters: GaussianParameters, units: Units | None = None) -> Floats:
    """π_k, μ_k and the distinct entries of Σ_k in one row per component [shape=(K, 1 + p + …)]."""
    if units is not None:
        parameters = units.parameters(parameters)
    n_components, p = parameters.means.shape
    rows, columns = np.tril_indices(p)
    return np.column_stack(
        [parameters.weights, parameters.means, parameters.covariances[:, rows, columns]]
    ).reshape(n_components, -1)


def map_maxima(maxima: list[Maximum], relabel: bool = False) -> tuple[Floats, Floats]:
    """Places on a plane [shape=(maxima, 2)] and the share of the squared distances each axis keeps.

    Classical scaling of the distances between parameter vectors: the first two principal components
    of the vectors. With `relabel` components stand in the order nearest to the first maximum's.
    Each axis points so that the first maximum does not lie to the left of, or below, the middle.
    """
    vectors = [maximum.vectors for maximum in maxima]
    if relabel:
        vectors = [_in_order_of(vectors[0], each) for each in vectors]
    flat = np.array([each.ravel() for each in vectors])
    flat -= flat.mean(axis=0)
    if flat.shape[1] > flat.shape[0]:  # the triangle has the same left side, and is far smaller
        triangle: NDArray[np.float64] = np.asarray(np.linalg.qr(flat.T, mode="r"))
        flat = triangle.T
    left, values, _ = np.linalg.svd(flat, full_matrices=False)
    values[values < ROUNDING * values[0]] = 0.0  # maxima on a line have no second axis
    missing = max(2 - len(values), 0)
    places = np.pad(left[:, :2] * values[:2], ((0, 0), (0, missing)))
    total = float(np.square(values).sum())
    shares = np.square(values[:2]) / total if total > 0 else np.zeros(len(values[:2]))
    return places * np.where(places[0] < 0, -1.0, 1.0), np.pad(shares, (0, missing))


def _in_order_of(reference: Floats, vectors: Floats) -> Floats:
    """The components of a solution in the order that lies nearest to the reference's."""
    squares = np.square(reference[:, None] - vectors[None]).sum(axis=2)
    return vectors[linear_sum_assignment(squares)[1]]
