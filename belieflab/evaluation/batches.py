"""Fits of scikit-learn's forests a few trees at a time, so that one that was left soon ends."""

import numbers
from typing import Any

from belieflab.iteration import can_be_stopped, check_stop

TREES = 10
"""Grown at once."""

LEAST_ROWS = 5_000
"""Fewer are learned from within a second or two."""

_FORESTS = ("RandomForestClassifier", "ExtraTreesClassifier")


def fit_in_batches(model: Any, X: Any, y: Any, **given: Any) -> None:
    """`model.fit(X, y, **given)`; the trees of a forest are those of one fit, to the last bit.

    Between two batches of trees the stop flag is looked at, also in a thread nobody waits for.
    """
    if not (can_be_stopped() and _grows_alike(model) and len(y) >= LEAST_ROWS):
        model.fit(X, y, **given)
        return
    n_trees = model.n_estimators
    try:
        for grown in range(TREES, n_trees + TREES, TREES):
            check_stop()
            model.set_params(warm_start=True, n_estimators=min(grown, n_trees))
            model.fit(X, y, **given)
    finally:
        model.set_params(warm_start=False, n_estimators=n_trees)


def _grows_alike(model: Any) -> bool:
    """Whether a forest that grows in several fits has the trees that it would have in one."""
    kind = type(model)
    return (
        kind.__module__.startswith("sklearn.")
        and kind.__name__ in _FORESTS
        and isinstance(model.random_state, numbers.Integral)
        and not (model.warm_start or model.oob_score or isinstance(model.class_weight, str))
    )
