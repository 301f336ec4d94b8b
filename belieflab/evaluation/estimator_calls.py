"""Calls of scikit-learn's classifiers that end soon after they were left."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.iteration import stop_between_calls

LEAST_ROWS, LEAST_CELLS = 5_000, 2_000_000
"""Fewer are learned from within seconds."""

LEAST_WEIGHTED_ROWS = 40_000
"""For boosting with weights: it finds its bins by thousands of short calls for each feature, and
looking at the flag in fits to fewer rows would take a sixth of their time and more."""


def fit_stoppably(model: Any, X: Any, y: Any, **given: Any) -> None:
    """`model.fit(X, y, **given)`; between calls within scikit-learn the stop flag is looked at."""
    boosts = any("Boosting" in each.__name__ for each in type(model).__mro__)
    least = LEAST_WEIGHTED_ROWS if boosts and given else LEAST_ROWS
    if len(y) < least and np.size(X) < LEAST_CELLS:
        model.fit(X, y, **given)
        return
    with stop_between_calls("sklearn"):
        model.fit(X, y, **given)


def predict_stoppably(model: Any, X: Any) -> NDArray[np.float64]:
    """`model.predict_proba(X)`, likewise."""
    with stop_between_calls("sklearn"):
        return np.asarray(model.predict_proba(X), dtype=np.float64)
