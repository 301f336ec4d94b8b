"""Evidential c-means for images, where neighbouring pixels are smoothed together."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import convolve
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.clustering.clusterer import checked_points, checked_weights
from belieflab.clustering.ecm import ECM
from belieflab.clustering.focal_sets import clusters
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.constraints import Constraint, OneOf, Real, Whole
from belieflab.errors import DataError
from belieflab.iteration import Step, StopFlag, check_stop, leave_when_stopped

Floats = NDArray[np.float64]


class SpatialECM(ECM):
    """Evidential c-means on the pixels of an image, in our own form (after Lelandais et al. 2014).

    The squared distance of pixel i to a set is D_ij = Σ_{p ∈ N(i)} w_ip ‖x_p - v̄_j‖², Σ_p w_ip = 1:
    that of the neighbourhood's mean plus the neighbourhood's spread. The criterion never rises.

    Parameters
    ----------
    neighbour_weight : from 0 (plain ECM) to 1, shared evenly by the neighbours; the pixel itself
        has the rest
    radius : neighbours are the pixels at most this many rows and columns away, within the image
    The others as in ECM, with the metric "euclidean" only. Starts, and δ by `delta_quantile`, are
    taken from the means of the neighbourhoods.

    Attributes
    ----------
    As in ECM; objects are the pixels, row by row, also in `predict_mass` and `transform`, which
    take an image. image_shape_ : (rows, columns).
    """

    constraints: ClassVar[Mapping[str, Constraint]] = {
        **ECM.constraints,
        "metric": OneOf("euclidean"),
        "neighbour_weight": Real(0, 1),
        "radius": Whole(1),
    }

    def __init__(
        self,
        n_clusters: int = 4,
        alpha: float = 1,
        beta: float = 2,
        delta: float = 10,
        focal: Any = "all",
        init: Any = "kmeans++",
        n_init: int = 1,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Any = None,
        *,
        metric: str = "euclidean",
        delta_quantile: float | None = None,
        neighbour_weight: float = 0.5,
        radius: int = 1,
        keep_history: bool = False,
    ) -> None:
        super().__init__(
            n_clusters, alpha, beta, delta, focal, init, n_init, tol, max_iter, random_state,
            metric=metric, delta_quantile=delta_quantile, keep_history=keep_history,
        )  # fmt: skip
        self.neighbour_weight = neighbour_weight
        self.radius = radius

    def iterate(
        self, image: Any, sample_weight: Any = None, *, stop: StopFlag | None = None
    ) -> Iterator[Step]:
        """Step by step, on an image [shape=(rows, columns) or (rows, columns, bands)].

        Weights of the pixels [shape=(rows, columns)] may leave some out: those of weight 0 still
        count in the means of their neighbours. `stop` is as in ECM.
        """
        return super().iterate(image, sample_weight, stop=stop)

    def labels_image(self) -> NDArray[np.int64]:
        """The labels where their pixels are [shape=(rows, columns)]."""
        return self.labels_.reshape(self.image_shape_)

    def partition_at(self, step: Step, X: Floats) -> CredalPartition:
        """The masses of the pixels [shape=(n, bands)] at a step, row by row."""
        prototypes = Prototypes(step.snapshot.centres, step.snapshot.metrics)
        image = np.reshape(X, (*self.image_shape_, -1))
        return self._see(image).partition(prototypes)

    def masses_at(self, step: Step, X: Floats, places: Floats) -> CredalPartition:
        """The masses at a step of pixels [shape=(m, bands)] amid neighbours of their colour."""
        prototypes = Prototypes(step.snapshot.centres, step.snapshot.metrics)
        return self._problem(np.ascontiguousarray(places)).partition(prototypes)

    def _see(self, X: Any) -> PrototypeProblem:
        """The problem of the pixels of an image, with the constants of the fit."""
        check_is_fitted(self)
        image = _as_image(X)
        pixels = validate_data(self, image.reshape(-1, image.shape[2]), reset=False)
        means, spread = smooth(pixels.reshape(image.shape), self.neighbour_weight, self.radius)
        return replace(self._problem(means), spread=spread)

    def _pose(self, X: Any, sample_weight: Any, rng: np.random.Generator) -> PrototypeProblem:
        image = _as_image(X)
        pixels = checked_points(self, image.reshape(-1, image.shape[2]), self.n_clusters)
        weights = None if sample_weight is None else np.ravel(sample_weight)
        means, spread = leave_when_stopped(
            lambda: smooth(pixels.reshape(image.shape), self.neighbour_weight, self.radius)
        )
        self.image_shape_ = image.shape[:2]
        return self._pose_points(
            means, clusters(self.n_clusters), rng, checked_weights(weights, pixels), spread
        )


def _as_image(X: Any) -> Floats:
    """Numbers with rows, columns and bands, of which there may be one."""
    image = np.asarray(X, dtype=np.float64)
    if image.ndim == 2:
        image = image[:, :, None]
    if image.ndim != 3:
        raise DataError(f"An image has rows, columns and perhaps bands; found shape {image.shape}.")
    return image


def smooth(image: Floats, neighbour_weight: float, radius: int) -> tuple[Floats, Floats]:
    """Means of the pixels' neighbourhoods [shape=(n, bands)] and their spread around them (n,).

    spread_i = Σ_p w_ip ‖x_p - x̄_i‖², so that D_ij = ‖x̄_i - v̄_j‖² + spread_i.
    """
    centred = image - image.mean(axis=(0, 1))  # so that squares and their means do not cancel
    window = np.ones((2 * radius + 1, 2 * radius + 1))
    window[radius, radius] = 0.0
    counts = convolve(np.ones(image.shape[:2]), window, mode="constant")
    weight = np.where(counts > 0, neighbour_weight, 0.0)  # an image of one pixel has none

    def mean(band: Floats) -> Floats:
        check_stop()
        around = convolve(band, window, mode="constant") / np.maximum(counts, 1.0)
        return (1.0 - weight) * band + weight * around

    bands = np.moveaxis(centred, 2, 0)
    means = np.stack([mean(band) for band in bands], axis=-1)
    squares = mean(np.square(centred).sum(axis=2))
    spread = np.maximum(squares - np.square(means).sum(axis=2), 0.0)
    means += image.mean(axis=(0, 1))
    return means.reshape(-1, image.shape[2]), spread.ravel()
