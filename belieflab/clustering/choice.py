"""Choosing the number of clusters, or of partners, by a curve."""

from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd
from sklearn.base import clone

from belieflab.errors import DataError
from belieflab.iteration import StopFlag, Stopped, until_stopped


def compare_n_clusters(
    estimator: Any,
    X: Any,
    n_clusters: Iterable[int] = range(2, 9),
    *,
    stop: StopFlag | None = None,
    **given: Any,
) -> Any:
    """One fit per number of clusters: criterion and mean nonspecificity N*.

    Returns a table with the columns n_clusters, criterion and nonspecificity. The criterion falls
    with more clusters, so its bend is looked for; the smallest N* chooses by itself (Masson and
    Denœux 2008). More that `fit` takes (pairs of objects) may be given. Once `stop` is set the
    fits that are complete are returned; `Stopped` is raised where there is none.
    """

    def fits() -> Iterator[tuple[int, float, float]]:
        for count in n_clusters:
            fitted = clone(estimator).set_params(n_clusters=int(count)).fit(X, **given)
            yield int(count), fitted.criterion_, fitted.partition_.mean_nonspecificity()

    rows = _complete(fits(), stop, "clusters")
    return pd.DataFrame(rows, columns=["n_clusters", "criterion", "nonspecificity"])


def choose_n_clusters(
    estimator: Any,
    X: Any,
    n_clusters: Iterable[int] = range(2, 9),
    *,
    stop: StopFlag | None = None,
) -> int:
    """The number of clusters with the smallest mean nonspecificity N*; ties: the fewest.

    `stop` is as in `compare_n_clusters`.
    """
    table = compare_n_clusters(estimator, X, n_clusters, stop=stop).sort_values("n_clusters")
    best = table["nonspecificity"].to_numpy().argmin()
    return int(table["n_clusters"].to_numpy()[best])


def compare_partners(
    estimator: Any, X: Any, n_partners: Iterable[int], *, stop: StopFlag | None = None
) -> Any:
    """One fit of EVCLUS per number of partners, and its stress over the pairs it was fitted to.

    Returns a table with the columns n_partners and stress. With too few partners the stress is
    low because little is asked of the masses; where the curve levels off, more add nothing.
    `stop` is as in `compare_n_clusters`.
    """

    def fits() -> Iterator[tuple[int, float]]:
        for count in n_partners:
            fitted = clone(estimator).set_params(n_partners=int(count)).fit(X)
            yield int(count), fitted.stress_

    rows = _complete(fits(), stop, "partners")
    return pd.DataFrame(rows, columns=["n_partners", "stress"])


def _complete(fits: Iterator[tuple[Any, ...]], stop: StopFlag | None, what: str) -> list[Any]:
    """The rows of the fits until the flag is set."""
    rows = list(until_stopped(fits, stop))
    if not rows:
        if stop is not None and stop.is_set:
            raise Stopped
        raise DataError(f"Name at least one number of {what} to compare.")
    return rows
