"""What the arguments of the mixture estimators may be."""

from typing import Any

import numpy as np

from belieflab.constraints import (
    NONE,
    SEED,
    YES_OR_NO,
    Constraint,
    Like,
    OneOf,
    Real,
    Whole,
    arrays,
)
from belieflab.mixture.covariance_families import ALIASES, FAMILIES
from belieflab.mixture.problem import OTHER_COMPONENTS
from belieflab.mixture.starts import STARTS


def _are_powers(annealing: Any) -> bool:
    try:
        powers = np.atleast_1d(np.asarray(annealing, dtype=np.float64))
    except (TypeError, ValueError):
        return False
    rising = powers.ndim == 1 and powers.size > 0 and bool((np.diff(powers) >= 0).all())
    return rising and bool(((powers > 0) & (powers <= 1)).all())


MIXTURE_ARGUMENTS: dict[str, Constraint] = {
    "n_components": Whole(1) | NONE,
    "covariance": OneOf(*ALIASES, *FAMILIES),
    "init": OneOf(*STARTS) | arrays("the parameters (weights, means, covariances)"),
    "n_init": Whole(1),
    "tol": Real(0),
    "max_iter": Whole(0),
    "random_state": SEED,
    "components": OneOf("gaussian", *OTHER_COMPONENTS),
    "stop": OneOf("likelihood", "relative", "posterior"),
    "annealing": NONE | Like("rising annealing powers above 0 and up to 1", _are_powers),
    "keep_history": YES_OR_NO,
}
