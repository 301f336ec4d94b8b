"""What fitting a network classifier is expected to take; constants measured on a common machine."""

from belieflab.cost import Cost

EXPECTED_ITERATIONS = 30
"""M steps of one model, more often fewer."""

FIT_SECONDS = 1.5e-3
"""Of a fit without its steps: reading points and labels."""

STEP_SECONDS = 1.2e-4
"""Of one step of EM, whatever its size."""

SECONDS_PER_ENTRY = 2.5e-9
"""Of an object, a class and a feature in one step."""

SECONDS_PER_FAMILY = 2e-6
"""Of a class and p³ in a search: about p moves, after each of which p regressions are redone."""

FLOAT = 8

DECISION_PRODUCTS = 1e9
"""Products of n objects, p² and K of all networks that are judged in about a second."""

MIN_DECISIONS = 2_000


def max_decisions(networks: int, p: int, n_classes: int) -> int:
    """How many objects this number of networks may judge while a page is drawn."""
    return max(int(DECISION_PRODUCTS / (networks * p**2 * n_classes)), MIN_DECISIONS)


def network_cost(
    n: int,
    p: int,
    n_classes: int,
    structure: str = "naive",
    *,
    iterations: int = EXPECTED_ITERATIONS,
) -> Cost:
    """Time and memory of a fit of GaussianNetworkClassifier to n objects with p features.

    `iterations` is how many M steps are expected of each model; AODE has p models.
    """
    entries = float(n * n_classes * p)
    models = p if structure == "aode" else 1
    is_star = structure in {"naive", "selective", "aode"}
    work = entries if is_star else entries * (1.0 + p / 8.0)
    step = STEP_SECONDS + SECONDS_PER_ENTRY * work
    seconds = FIT_SECONDS + models * iterations * step
    if structure in {"search", "search-select"}:
        seconds += SECONDS_PER_FAMILY * n_classes * p**3
    return Cost(seconds, FLOAT * (2.0 * n * p + 4.0 * n * n_classes + 3.0 * n_classes * p * p))
