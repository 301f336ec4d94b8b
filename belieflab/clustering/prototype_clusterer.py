"""What methods with prototypes among the points say of the old points, and of new ones."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import Frame
from belieflab.belief.masks import Masks
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.errors import DataError
from belieflab.iteration import Step

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CHANGED = 1e-6
"""Where the criterion at the kept points differs by this share, they are not those of the fit."""


COINCIDING = 1e-3
"""Prototypes nearer to each other than this share of the spread of the data are at one place."""


class PrototypeClusterer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, CredalClusterer):
    """A fitted method that keeps the prototypes of its clusters, and no masses."""

    alpha: float
    beta: float
    delta_: float
    frame_: Frame
    focal_: Masks
    prototypes_: Floats
    metrics_: Floats | None

    def predict_mass(self, X: Any) -> CredalPartition:
        """The best masses of new points for the prototypes found."""
        return self._see(X).partition(self._prototypes)

    def predict(self, X: Any) -> Integers:
        """The cluster of largest plausibility of new points [shape=(n,)]."""
        return self._see(X).labels(self._prototypes)

    def predict_proba(self, X: Any) -> Floats:
        """The pignistic probabilities of the clusters at new points [shape=(n, c)]."""
        return self.predict_mass(X).pignistic()

    def transform(self, X: Any) -> Floats:
        """The distances to the prototypes of the clusters [shape=(n, c)], as KMeans gives them.

        With the metric "mahalanobis" each is by its cluster's own matrix.
        """
        return self._see(X).distances(self._prototypes)

    def partition_at(self, step: Step, X: Floats) -> CredalPartition:
        """The masses of the objects at a step follow from the points and its prototypes."""
        return self.masses_at(step, X, X)

    def prototypes_at(self, step: Step, X: Floats) -> Floats | None:
        """The prototypes of the clusters at a step [shape=(c, p)]."""
        centres: Floats = step.snapshot.centres
        return centres

    def masses_at(self, step: Step, X: Floats, places: Floats) -> CredalPartition:
        """The masses of new points [shape=(m, p)] at a step."""
        prototypes = Prototypes(step.snapshot.centres, step.snapshot.metrics)
        return self._see(np.ascontiguousarray(places)).partition(prototypes)

    def coinciding(self, X: Floats) -> list[tuple[int, int]]:
        """The pairs of clusters whose prototypes lie at one place, as the spread of X tells."""
        spread = float(np.sqrt(X.reshape(-1, X.shape[-1]).var(axis=0).sum()))
        apart = cdist(self.prototypes_, self.prototypes_)
        close = np.argwhere(np.triu(apart < COINCIDING * spread, k=1))
        return [(one, other) for one, other in close.tolist()]

    # -- inside -----------------------------------------------------------------------------------

    @property
    def _prototypes(self) -> Prototypes:
        return Prototypes(self._snapshot.centres, self._snapshot.metrics)

    @property
    def _n_features_out(self) -> int:
        return len(self.prototypes_)

    def _see(self, X: Any) -> PrototypeProblem:
        """The problem of new points, with the constants of the fit."""
        check_is_fitted(self)
        return self._problem(validate_data(self, X, dtype=np.float64, order="C", reset=False))

    def _problem(self, X: Floats) -> PrototypeProblem:
        return PrototypeProblem(
            X, self.frame_, self.focal_, float(self.alpha), float(self.beta), self.delta_
        )

    def _take(self, step: Step) -> None:
        super()._take(step)
        self.prototypes_ = step.snapshot.centres
        self.metrics_ = step.snapshot.metrics if step.snapshot.metrics.size else None

    def _partition(self, snapshot: Any) -> CredalPartition:
        X, weights = self._training_data("partition_")
        problem = replace(self._see(X), weights=weights)
        criterion, partition = problem.masses(snapshot)
        if abs(criterion - self.criterion_) > CHANGED * self.criterion_:
            raise DataError(
                "The points given to fit were changed since; call predict_mass(X) with the points "
                "you want to know about."
            )
        return partition

    def _find_labels(self) -> Integers:
        X, _ = self._training_data("labels_")
        return self._see(X).labels(self._prototypes)
