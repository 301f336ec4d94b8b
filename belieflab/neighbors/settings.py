"""Checking the numbers a person sets, with a sentence for each that cannot be."""

import numbers
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

GAMMA_RULES = ("class", "single", "jousselme", "learned", "contextual")


def checked_neighbors(n_neighbors: Any, n_labels: int) -> int:
    """K, a whole number from 1 to one less than there are labels that say something."""
    if not isinstance(n_neighbors, numbers.Integral) or int(n_neighbors) < 1:
        raise DataError(f"n_neighbors is a whole number from 1 up; found {n_neighbors!r}.")
    wanted = int(n_neighbors)
    if wanted >= n_labels:
        raise DataError(
            f"{wanted} neighbours need at least {wanted + 1} objects whose label says something; "
            f"there are {n_labels}. Take fewer neighbours or label more objects."
        )
    return wanted


def checked_number(value: Any, name: str, most: float = np.inf) -> float:
    """A number above 0 and below `most`."""
    if not isinstance(value, numbers.Real) or not 0 < float(value) < most:
        below = f" and below {most:g}" if most < np.inf else ""
        raise DataError(f"{name} is a number above 0{below}; found {value!r}.")
    return float(value)


def checked_gamma(gamma: Any, n_classes: int) -> str | NDArray[np.float64]:
    """The name of a rule, or positive numbers: one, or one per class."""
    if isinstance(gamma, str):
        if gamma not in GAMMA_RULES:
            raise DataError(
                f"gamma is one of {', '.join(GAMMA_RULES)}, a number, or one number per class; "
                f"not {gamma!r}."
            )
        return gamma
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
