"""What every method of credal clustering shares."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.clustering.partition import CredalPartition
from belieflab.errors import DataError, FitWarning
from belieflab.iteration import History, Step

Floats = NDArray[np.float64]


class CredalClusterer(ClusterMixin, BaseEstimator, ABC):
    """`iterate` yields steps and leaves a usable model after each; `fit` exhausts it."""

    notes_: tuple[str, ...] = ()
    history_: History

    @abstractmethod
    def iterate(self, X: Any) -> Iterator[Step]:
        """Run the method step by step."""

    def fit(self, X: Any, y: Any = None, **given: Any) -> Any:
        """Run the method to its end; `y` is not used."""
        for _ in self.iterate(X, **given):
            pass
        for note in self.notes_:
            warnings.warn(note, FitWarning, stacklevel=2)
        return self

    @property
    def partition_(self) -> CredalPartition:
        """The masses of every object at the present step; computed when first asked for."""
        check_is_fitted(self)
        step = self.history_.steps[-1]
        if getattr(self, "_partition_of", (None, None))[0] is not step:
            self._partition_of = (step, self._partition(step.snapshot))
        return self._partition_of[1]

    @property
    def labels_(self) -> NDArray[np.int64]:
        """The cluster of largest plausibility, for outliers too [shape=(n,)]; ties: the first."""
        return self.partition_.labels()

    @abstractmethod
    def _partition(self, snapshot: Any) -> CredalPartition:
        """The masses that a step's snapshot stands for."""

    def _record(self, step: Step) -> Step:
        """Keep a step; the first of a run begins its history."""
        self.history_.steps.append(step)
        self.criterion_ = step.criterion
        self.n_iter_ = step.iteration
        return step


def checked_points(estimator: Any, X: Any, n_clusters: int = 1, at_least: int = 1) -> Floats:
    """Points as numbers [shape=(n, p)], at least as many as clusters."""
    X = validate_data(estimator, X, dtype=np.float64, ensure_min_samples=at_least)
    refuse_few_objects(len(X), n_clusters)
    with np.errstate(over="ignore"):
        if not np.isfinite(np.square(np.ptp(X, axis=0)).sum()):
            raise DataError("The points are so far apart that their distances overflow.")
    return X


def refuse_few_objects(n: int, n_clusters: int) -> None:
    """Fewer objects than clusters cannot start as many prototypes."""
    if n < n_clusters:
        raise DataError(f"{n_clusters} clusters need at least as many objects; found {n}.")


def checked_positive(name: str, value: Any, above: float = 0.0) -> float:
    """A finite number above a bound."""
    if not isinstance(value, (int, float, np.number)) or not above < float(value) < np.inf:
        raise DataError(f"{name} is a number above {above:g}; found {value!r}.")
    return float(value)
