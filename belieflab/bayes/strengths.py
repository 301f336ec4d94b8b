"""How sure an arc is: the share of bootstrap replicates in which it is found."""

import os
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import clone

from belieflab.bayes.classifier import GaussianNetworkClassifier
from belieflab.errors import DataError
from belieflab.iteration import check_stop
from belieflab.mixture.row_weights import read_row_weights
from belieflab.randomness import make_generator

Counts = NDArray[np.int64]


def arc_strengths(
    model: GaussianNetworkClassifier,
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    n_bootstrap: int = 100,
    n_jobs: int = -1,
    random_state: Any = None,
) -> pd.DataFrame:
    """Learn the structure again on bootstrap replicates of the rows and count the arcs.

    After Friedman, Goldszmidt and Wyner (1999). A replicate draws as many rows as there are, with
    replacement; that is a fit with whole row weights.

    Parameters
    ----------
    model : the classifier whose structure is learned; it need not be fitted and stays as it is
    X, y, sample_weight : what it is fitted to
    n_bootstrap : number of replicates
    n_jobs : processes; -1: one per core, 1: this one, where a stop is noticed between replicates
    random_state : seed of the replicates; the result does not depend on `n_jobs`

    Returns
    -------
    One row per pair of features that was linked at least once, strongest first, with the numbers
    of `parent` and `child` in the direction found more often, `strength`, the share of replicates
    in which they are linked either way, and `direction`, the share of those in this direction.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> tree = GaussianNetworkClassifier("tan")
    >>> found = arc_strengths(tree, X, y, n_bootstrap=20, n_jobs=1, random_state=0)
    >>> bool(found["strength"].between(0, 1).all())
    True
    """
    if model.structure == "aode":
        raise DataError("AODE's arcs are given, not learned; they have no strength.")
    rng = make_generator(random_state)
    weights = read_row_weights(sample_weight, len(X))
    shares = weights / weights.sum() if weights.size else np.full(len(X), 1.0 / len(X))
    total = round(weights.sum()) if weights.size else len(X)
    draws = [rng.multinomial(total, shares).astype(np.float64) for _ in range(n_bootstrap)]
    if n_jobs == 1:
        found = [_count_arcs(model, X, y, draw) for draw in draws]
    else:
        jobs = (delayed(_count_arcs)(model, X, y, draw) for draw in draws)
        found = Parallel(n_jobs=os.cpu_count() if n_jobs == -1 else n_jobs)(jobs)
    return _summarise(np.sum(found, axis=0), n_bootstrap)


def _count_arcs(
    model: GaussianNetworkClassifier, X: Any, y: Any, draw: NDArray[np.float64]
) -> Counts:
    """1 where the parent of the row has the child of the column in one replicate [shape=(p, p)]."""
    check_stop()
    again = clone(model).set_params(keep_history=False)
    for _ in again.iterate(X, y, draw):
        pass
    arcs = np.zeros((again.n_features_in_,) * 2, dtype=np.int64)
    for parent, child in again.arcs_:
        arcs[parent, child] = 1
    return arcs


def _summarise(counts: Counts, n_bootstrap: int) -> pd.DataFrame:
    rows = []
    for i, j in zip(*np.triu_indices(len(counts), k=1), strict=True):
        linked = counts[i, j] + counts[j, i]
        if linked:
            parent, child = (i, j) if counts[i, j] >= counts[j, i] else (j, i)
            share = counts[parent, child] / linked
            rows.append((int(parent), int(child), linked / n_bootstrap, share))
    table = pd.DataFrame(rows, columns=["parent", "child", "strength", "direction"])
    return table.sort_values(
        ["strength", "parent", "child"], ascending=[False, True, True], ignore_index=True
    )
