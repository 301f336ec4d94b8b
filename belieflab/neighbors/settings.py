"""The arguments of evidential neighbours: what they may be, and what depends on the data."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import VALID_METRICS

from belieflab.constraints import (
    NONE,
    YES_OR_NO,
    Constraint,
    KeyOf,
    Like,
    OneOf,
    Real,
    Whole,
    arrays,
)
from belieflab.errors import DataError
from belieflab.neighbors.rules import GAMMA_RULES
from belieflab.neighbors.search import PRECOMPUTED

METRICS = frozenset(VALID_METRICS["brute"]) | frozenset(VALID_METRICS["ball_tree"])

CONSTRAINTS: Mapping[str, Constraint] = {
    "n_neighbors": Whole(1),
    "alpha": Real(0, 1, open_at="low high"),
    "beta": Real(0, open_at="low"),
    "gamma": KeyOf(GAMMA_RULES) | Real(0, open_at="low") | arrays("one number for each class"),
    "metric": Like(
        "the name of a metric of scikit-learn, 'precomputed', or a function of two points",
        lambda value: (
            callable(value)
            or (isinstance(value, str) and (value in METRICS or value == PRECOMPUTED))
        ),
    ),
    "metric_params": NONE | Like("a dict", lambda value: isinstance(value, dict)),
    "algorithm": OneOf("auto", "ball_tree", "kd_tree", "brute"),
    "n_jobs": NONE | Like(
        "a whole number other than 0",
        lambda value: Whole().allows(value) and value != 0,
    ),
    "learn_alpha": YES_OR_NO,
}  # fmt: skip


def checked_neighbors(n_neighbors: int, n_labels: int) -> int:
    """K, which must be less than the number of labels that say something."""
    if not Whole(1).allows(n_neighbors):
        raise DataError(f"The number of neighbours must be {Whole(1)}; found {n_neighbors!r}.")
    wanted = int(n_neighbors)
    if wanted >= n_labels:
        raise DataError(
            f"{wanted} neighbours need at least {wanted + 1} objects whose label says something; "
            f"there are {n_labels}. Take fewer neighbours or label more objects."
        )
    return wanted


def checked_gamma(gamma: Any, n_classes: int) -> str | NDArray[np.float64]:
    """The name of a rule, or positive numbers: one, or one per class."""
    if isinstance(gamma, str):
        return GAMMA_RULES.find(gamma).key
    try:
        values = np.array(gamma, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError(f"gamma holds numbers; found {gamma!r}.") from None
    if values.ndim > 1 or (values.ndim == 1 and len(values) != n_classes):
        raise DataError(
            f"gamma is one number, or one for each of the {n_classes} classes; "
            f"found shape {values.shape}."
        )
    if not (np.isfinite(values) & (values > 0)).all():
        raise DataError("Every gamma is a number above 0.")
    return values
