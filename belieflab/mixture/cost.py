"""What fitting mixtures is expected to take; the constants were measured on a common machine."""

from belieflab.cost import Cost
from belieflab.mixture.covariance_families import find_family

EXPECTED_ITERATIONS = 200
"""M steps that EM needs to a tolerance of 1e-6 per object, more often fewer."""

EXPECTED_LANDSCAPE_ITERATIONS = 400
"""M steps of a start to the tolerance of a landscape, accelerated where compiled code runs it."""

STEP_SECONDS = 5e-4
"""Of one step of EM, whatever its size."""

COMPILED_STEP_SECONDS = 5e-6
"""Of one step of EM where a whole run is compiled."""

SECONDS_PER_ENTRY = {"weibull": 3e-6, "categorical": 1.5e-8, "proportions": 0.0}
"""Of an object, a component and a feature in one step; Weibull shapes are found by iteration."""

FLOAT = 8


def mixture_cost(
    n: int,
    p: int,
    n_components: int,
    covariance: str = "full",
    kind: str = "gaussian",
    n_init: int = 1,
    *,
    iterations: int = EXPECTED_ITERATIONS,
) -> Cost:
    """Time and memory of a fit of SoftLabelMixture to n objects with p features.

    `n_init` is 1 for a start from the labels or from given parameters. Of several starts the best
    is run again. `iterations` is how many M steps are expected of each.

    Examples
    --------
    >>> mixture_cost(1000, 2, 3).seconds < 0.5 < mixture_cost(1_000_000, 10, 5).seconds
    True
    """
    starts = n_init + (n_init > 1)
    numbers = 2 * p + n_components * (2 if kind == "gaussian" else 6)
    step = _step_seconds(n, p, n_components, covariance, kind)
    return Cost(starts * iterations * step, float(FLOAT * n * numbers))


def information_cost(n: int, p: int, n_components: int, n_parameters: int) -> Cost:
    """Time and memory of standard errors by the observed information, of full covariances.

    Two E steps for every free parameter, and the inverse of a matrix of all of them.

    Examples
    --------
    >>> information_cost(150, 4, 3, 44).seconds < 0.5 < information_cost(10**6, 4, 3, 44).seconds
    True
    """
    steps = mixture_cost(n, p, n_components, iterations=2 * n_parameters)
    return steps + Cost(2e-10 * n_parameters**3, 5.0 * FLOAT * n_parameters**2)


def landscape_cost(
    n: int, p: int, n_components: int, n_starts: int, covariance: str = "full"
) -> Cost:
    """Time and memory of a Landscape of this number of starts on n objects with p features.

    Examples
    --------
    >>> landscape_cost(1000, 10, 2, 200).seconds < 30
    True
    """
    if find_family(covariance).name == "VVV":
        step = COMPILED_STEP_SECONDS + _pass_seconds(n, p, n_components)
    else:
        step = _step_seconds(n, p, n_components, covariance, "gaussian")
    seconds = n_starts * EXPECTED_LANDSCAPE_ITERATIONS * step
    return Cost(seconds, float(FLOAT * n * (3 * p + 2 * n_components)))


def _step_seconds(n: int, p: int, n_components: int, covariance: str, kind: str) -> float:
    if kind != "gaussian":
        per_object = n_components * (3e-8 + SECONDS_PER_ENTRY[kind] * p)
        return STEP_SECONDS + n * per_object
    rounds = 1 if find_family(covariance).name == "VVV" else 5
    solving = 2e-8 * n_components * p**3 * rounds
    return STEP_SECONDS + _pass_seconds(n, p, n_components) + solving


def _pass_seconds(n: int, p: int, n_components: int) -> float:
    """One E step and its sums over all objects, Gaussian components."""
    return n * n_components * (6e-9 + 0.25e-9 * p * p)
