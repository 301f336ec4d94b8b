"""Choosing the number of clusters, or of partners, by a curve."""

from collections.abc import Iterable
from typing import Any

import pandas as pd
from sklearn.base import clone

from belieflab.errors import DataError


def compare_n_clusters(
    estimator: Any, X: Any, n_clusters: Iterable[int] = range(2, 9), **given: Any
) -> Any:
    """One fit per number of clusters: criterion and mean nonspecificity N*.

    Returns a table with the columns n_clusters, criterion and nonspecificity. The criterion falls
    with more clusters, so its bend is looked for; the smallest N* chooses by itself (Masson and
    Denœux 2008). More that `fit` takes (pairs of objects) may be given.
    """
    rows = []
    for count in n_clusters:
        fitted = clone(estimator).set_params(n_clusters=int(count)).fit(X, **given)
        rows.append((int(count), fitted.criterion_, fitted.partition_.mean_nonspecificity()))
    if not rows:
        raise DataError("Name at least one number of clusters to compare.")
    return pd.DataFrame(rows, columns=["n_clusters", "criterion", "nonspecificity"])


def choose_n_clusters(estimator: Any, X: Any, n_clusters: Iterable[int] = range(2, 9)) -> int:
    """The number of clusters with the smallest mean nonspecificity N*; ties: the fewest."""
    table = compare_n_clusters(estimator, X, n_clusters).sort_values("n_clusters")
    best = table["nonspecificity"].to_numpy().argmin()
    return int(table["n_clusters"].to_numpy()[best])


def compare_partners(estimator: Any, X: Any, n_partners: Iterable[int]) -> Any:
    """One fit of EVCLUS per number of partners, and its stress over the pairs it was fitted to.

    Returns a table with the columns n_partners and stress. With too few partners the stress is
    low because little is asked of the masses; where the curve levels off, more add nothing.
    """
    rows = []
    for count in n_partners:
        fitted = clone(estimator).set_params(n_partners=int(count)).fit(X)
        rows.append((int(count), fitted.stress_))
    if not rows:
        raise DataError("Name at least one number of partners to compare.")
    return pd.DataFrame(rows, columns=["n_partners", "stress"])
