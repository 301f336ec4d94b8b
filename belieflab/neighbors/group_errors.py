"""Errors of neighbours where the objects of a group are left out together."""

import numpy as np
from numpy.typing import NDArray

from belieflab.data.group_folds import fold_groups
from belieflab.iteration import StopFlag, stop_scope
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.search import Neighbors, NeighborSearch
from belieflab.neighbors.settings import PRECOMPUTED

MAX_FOLDS = 20
"""More groups than this are left out several at a time."""


def leave_groups_out_errors(
    model: EvidentialKNN,
    groups: NDArray[np.int64],
    max_neighbors: int,
    *,
    stop: StopFlag | None = None,
) -> NDArray[np.float64]:
    """Error for K = 1, 2, …, each object judged without the others of its group.

    As `EvidentialKNN.leave_one_out_errors`, but no neighbour is of the object's own group; γ is
    that of the fit. `groups` are of all rows that the model was fitted to [shape=(n,)]. There are
    fewer K where the groups leave fewer objects.
    """
    own = groups[model.rows_]
    folds = fold_groups(own, min(MAX_FOLDS, len(np.unique(own))))
    largest = min(max_neighbors, int(len(own) - np.bincount(folds).max()))
    index = np.empty((len(own), largest), dtype=np.int64)
    distance = np.empty((len(own), largest))
    with stop_scope(stop):
        for fold in range(int(folds.max()) + 1):
            held, kept = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
            found = _search_among(model, held, kept, largest)
            index[held], distance[held] = kept[found.index], found.distance
        decisions = model._decide_along(Neighbors(index, distance))
    right = np.take_along_axis(model._labels.pignistic(), decisions, axis=1)
    return np.asarray(1.0 - right.mean(axis=0))


def _search_among(
    model: EvidentialKNN, held: NDArray[np.int64], kept: NDArray[np.int64], k: int
) -> Neighbors:
    points = model._search.points
    given = isinstance(model.metric, str) and model.metric == PRECOMPUTED
    among = points[np.ix_(kept, kept)] if given else np.ascontiguousarray(points[kept])
    asked = points[np.ix_(held, kept)] if given else np.ascontiguousarray(points[held])
    settings = model.metric, model.metric_params, model.algorithm, model.n_jobs
    return NeighborSearch(among, *settings).nearest(asked, k)
