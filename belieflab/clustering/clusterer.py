"""What every method of credal clustering shares."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from belieflab.clustering.partition import CredalPartition
from belieflab.constraints import SEED, YES_OR_NO, Constraint, Real, Whole, arrays
from belieflab.errors import DataError
from belieflab.iteration import Step, StopFlag
from belieflab.iterative_estimator import IterativeEstimator
from belieflab.scale import LARGEST_SQUARE, check_scale
from belieflab.training_data import KeepsTrainingData

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

COMMON: Mapping[str, Constraint] = {
    "n_init": Whole(1),
    "max_iter": Whole(0),
    "random_state": SEED,
    "keep_history": YES_OR_NO,
}
"""Constraints of the arguments that every method has."""

FOCAL_MASKS = arrays("the masks of the focal sets")
DELTA = Real(0, 1e150, "low")
"""δ, whose square must be a number too."""

ALPHA = Real(0, 100)
BETA = Real(1, open_at="low")
QUANTILE = Real(0, 1)


class CredalClusterer(IterativeEstimator, KeepsTrainingData, ClusterMixin, BaseEstimator, ABC):
    """`iterate` yields steps and leaves a usable model after each; `fit` exhausts it.

    Attributes
    ----------
    criterion_ : the criterion at the current step
    history_, ending_, converged_, n_iter_, notes_ : as in `IterativeEstimator`
    """

    constraints: ClassVar[Mapping[str, Constraint]]
    quick_masses: ClassVar[bool] = True
    """Whether the masses of thousands of new points take no time."""

    _snapshot: Any
    _known: CredalPartition | None
    _labels: NDArray[Any] | None

    @abstractmethod
    def iterate(self, X: Any, *, stop: StopFlag | None = None) -> Iterator[Step]:
        """Run the method step by step.

        `stop` ends the run when it is set, within a step too; the last complete step is kept.
        """

    def fit(self, X: Any, y: Any = None) -> Any:
        """Run the method to its end; `y` is not used."""
        return self._exhaust(self.iterate(X))

    @abstractmethod
    def predict_mass(self, X: Any) -> CredalPartition:
        """The masses of new objects."""

    @property
    def criterion_name(self) -> str:
        """What the method minimises."""
        return "criterion J"

    # -- what a run looked like at a step, for pictures; X [shape=(n, p)] are always the points ----

    def partition_at(self, step: Step, X: Floats) -> CredalPartition:
        """The masses of the objects at a step."""
        return self._partition(step.snapshot)

    def prototypes_at(self, step: Step, X: Floats) -> Floats | None:
        """The prototypes of the clusters at a step [shape=(c, p)]; None: the method has none."""
        return None

    def masses_at(self, step: Step, X: Floats, places: Floats) -> CredalPartition | None:
        """The masses of new points [shape=(m, p)] at a step; None where only the last knows."""
        return self.predict_mass(places) if step.iteration == self.n_iter_ else None

    # -- the result -------------------------------------------------------------------------------

    @property
    def partition_(self) -> CredalPartition:
        """The masses of every object at the current step; computed when first asked for."""
        check_is_fitted(self)
        if self._known is None:
            self._known = self._partition(self._snapshot)
        return self._known

    @property
    def labels_(self) -> Integers:
        """The cluster of largest plausibility, for outliers too [shape=(n,)]; ties: the first."""
        check_is_fitted(self)
        if self._labels is None:
            labels = self._find_labels()
            self._labels = labels.astype(np.min_scalar_type(int(labels.max(initial=0))))
        return self._labels.astype(np.int64)

    @abstractmethod
    def _partition(self, snapshot: Any) -> CredalPartition:
        """The masses that a step's snapshot stands for."""

    def _find_labels(self) -> Integers:
        return self.partition_.labels()

    def _finish(self) -> None:
        _ = self.labels_  # of the data as they are now, whatever becomes of them

    def _take(self, step: Step) -> None:
        self.criterion_ = step.criterion
        self._snapshot = step.snapshot
        self._known = self._labels = None

    def _last_step(self) -> Step:
        return Step(self.n_iter_, self.criterion_, self._snapshot)

    def __getstate__(self) -> dict[str, Any]:
        """What is stored: the parameters and the labels, one byte each up to 256 clusters."""
        if hasattr(self, "_snapshot"):
            _ = self.labels_
        stored = super().__getstate__()
        return stored | {"_known": None} if "_known" in stored else stored


def checked_points(estimator: Any, X: Any, n_clusters: int = 1, at_least: int = 1) -> Floats:
    """Points as numbers [shape=(n, p)], at least as many as clusters."""
    X = validate_data(estimator, X, dtype=np.float64, order="C", ensure_min_samples=at_least)
    refuse_few_objects(len(X), n_clusters)
    check_scale(X, largest=LARGEST_SQUARE / len(X))
    return X


def checked_weights(sample_weight: Any, X: Floats) -> Floats:
    """Weights of the objects [shape=(n,)], or none [shape=(0,)] where all count the same."""
    if sample_weight is None:
        return np.empty(0)
    try:
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    except ValueError as error:
        raise DataError(f"The weights of the objects cannot be used: {error}") from error
    checked: Floats = np.asarray(weights, dtype=np.float64)
    if not checked.any():  # older versions of scikit-learn let this pass
        raise DataError("The weights of the objects must contain at least one non-zero number.")
    return checked


def refuse_few_objects(n: int, n_clusters: int) -> None:
    """Fewer objects than clusters cannot start as many prototypes."""
    if n < n_clusters:
        raise DataError(f"{n_clusters} clusters need at least as many objects; found {n}.")
