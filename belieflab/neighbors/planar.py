"""A classifier on the plane: what it learns from, and which points a place of the plane stands for.

Neighbours are not projected like densities: two coordinates do not determine the distances
in all features. So either the classifier learns from the two coordinates that are shown, and the
plane shows all its beliefs; or it learns from all features, and the plane is a slice through them.
Where only dissimilarities are known, or no linear map leads to the plane (t-SNE), a place stands
for the object nearest to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, find_projection, project
from belieflab.scale import check_scale

Floats = NDArray[np.float64]

SHOWN, ALL = "axes shown", "all features"
SOURCES = (SHOWN, ALL)


@dataclass(frozen=True)
class PlaneOfLearning:
    """What a classifier learns from, and how places of the plane are put to it.

    Attributes
    ----------
    features : what is learned from [shape=(n, q)], or the dissimilarities [shape=(n, n)]
    points : where the objects are on the plane [shape=(n, 2)]; `titles` : of its axes
    middle, steps : the place (u, v) stands for middle + (u, v) steps [shapes=(q,), (2, q)]
    loadings, shift : a point x is seen at x loadings - shift [shapes=(q, 2), (2,)]
    relational : whether dissimilarities are learned from
    continuous : whether a place between objects stands for a point
    """

    features: Floats
    points: Floats
    titles: tuple[str, str]
    middle: Floats
    steps: Floats
    loadings: Floats
    shift: Floats
    relational: bool = False
    continuous: bool = True

    def see(self, features: Floats) -> Floats:
        """Where points are seen on the plane [shape=(m, 2)]; NaN where it is not continuous."""
        if not self.continuous:
            return np.full((len(features), 2), np.nan)
        return features @ self.loadings - self.shift

    def lift(self, places: Floats) -> Floats:
        """The points that places of the plane stand for [shape=(m, q)]."""
        return np.ascontiguousarray(self.middle + places @ self.steps)

    def nearest(self, place: Sequence[float] | Floats) -> int:
        """The object that lies nearest to a place of the plane."""
        gaps = np.square(self.points - np.asarray(place)).sum(axis=1)
        return int(np.nanargmin(gaps))


def lay_plane(dataset: Dataset, axes: tuple[str, str], source: str = SHOWN) -> PlaneOfLearning:
    """The plane along two axes of the data, for a classifier that learns from `source`.

    "axes shown": from the coordinates of the plane themselves (one of them when the other is the
    row number). "all features": a place stands for the point that has these coordinates and in
    every other direction (of the standardised features) the mean of the data. Dissimilarities are
    learned from as they are, whatever the axes; and where no linear map leads to the plane, all
    features, whatever the source.
    """
    points, titles = project(dataset, *axes)
    nothing = np.empty((0, 2))
    if dataset.dissimilarities is not None:
        found = dataset.dissimilarities, points, titles
        return PlaneOfLearning(*found, nothing, nothing, nothing, nothing, True, False)
    view = find_projection(dataset, *axes)
    if view is None:
        found = dataset.X, points, titles
        return PlaneOfLearning(*found, nothing, nothing, nothing, nothing, False, False)
    if source == SHOWN:
        seen = [column for column, axis in enumerate(axes) if axis != ROW_AXIS]
        # A row number is no feature: what has none is seen half-way up.
        shift = np.where(np.isin([0, 1], seen), 0.0, -points.mean(axis=0))
        return PlaneOfLearning(
            np.ascontiguousarray(points[:, seen]),
            points,
            titles,
            np.zeros(len(seen)),
            np.eye(2)[:, seen],
            np.eye(2)[seen],
            shift,
        )
    check_scale(dataset.X, smallest=0.0)
    centre, spread = dataset.X.mean(axis=0), dataset.X.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    # The shortest way, in standardised features, that moves the coordinates by (u, v).
    steps: Floats = np.asarray(np.linalg.pinv(view.loadings * spread[:, None]) * spread, np.float64)
    middle = centre - (centre @ view.loadings - view.shift) @ steps
    shift = np.where(view.loadings.any(axis=0), view.shift, -points.mean(axis=0))
    return PlaneOfLearning(dataset.X, points, titles, middle, steps, view.loadings, shift)


def features_of_others(
    dataset: Dataset, others: Dataset, axes: tuple[str, str], source: str = SHOWN
) -> Floats:
    """Of other objects, what a classifier on the plane of a data set takes [shape=(m, q)]."""
    view = find_projection(dataset, *axes)
    if source != SHOWN or view is None:
        return others.X
    seen = [column for column, axis in enumerate(axes) if axis != ROW_AXIS]
    return np.ascontiguousarray((others.X @ view.loadings - view.shift)[:, seen])


def features_of_part(
    whole: Dataset, learned: Dataset, part: Dataset, axes: tuple[str, str], source: str = SHOWN
) -> Floats:
    """Of a part that the split of a data set keeps apart, what its classifier takes [shape=(m, q)].

    `whole` holds the dissimilarities between all objects, where these are learned from; `learned`
    are the objects for training, on whose scale the features of `part` are.
    """
    if whole.dissimilarities is None:
        return features_of_others(learned, part, axes, source)
    names = whole.ids or tuple(map(whole.name_of, range(whole.n)))
    rows = np.flatnonzero(np.isin(np.array(names, dtype=object), part.ids))
    return whole.dissimilarities[np.ix_(rows, whole.training_rows)]
