"""What fits of the classifiers are expected to cost, and the beliefs that they then give.

Measured on a quiet core, true within a factor of about three.
"""

from collections.abc import Callable

from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.neighbors.cost import prediction_cost

ANSWER_SECONDS, PRODUCT_SECONDS = 2e-6, 1e-9
"""Of the belief about one object, and of a product of its features for one class."""


def light_cost(n: int, p: int, n_classes: int) -> Cost:
    """A few passes over the data."""
    return Cost(1e-3 + 2e-8 * n * p * n_classes, 16.0 * n * (p + n_classes))


def mixture_cost(iterations: float, fixed: float = 1e-3) -> Callable[[int, int, int], Cost]:
    """EM with full covariances; `iterations` over all starts that are run."""

    def cost(n: int, p: int, n_classes: int) -> Cost:
        seconds = fixed + 6e-9 * iterations * n * n_classes * (1 + p)
        return Cost(seconds, 24.0 * n * (p + n_classes))

    return cost


def neighbour_cost(n: int, p: int, n_classes: int) -> Cost:
    """Every object is compared with every other one."""
    return Cost(2e-3 + 4e-10 * n * n * p + 4e-6 * n, 300.0 * n + 8.0 * n * n_classes)


def jousselme_cost(n: int, p: int, n_classes: int) -> Cost:
    """Every object has a mean distance of its own over all pairs of others."""
    return Cost(4e-3 + 1e-10 * float(n) ** 3, 300.0 * n + 8.0 * min(n, 2000) ** 2)


def learned_cost(n: int, p: int, n_classes: int) -> Cost:
    """Some hundred evaluations of the criterion."""
    return Cost(4e-2 + 1e-4 * n + 4e-10 * n * n * p, 300.0 * n * n_classes)


def logistic_cost(n: int, p: int, n_classes: int) -> Cost:
    """Some tens of steps over the data."""
    return Cost(4e-3 + 1e-7 * n * p * n_classes, 16.0 * n * (p + n_classes))


def forest_cost(n: int, p: int, n_classes: int) -> Cost:
    """A hundred trees."""
    return Cost(0.14 + 3e-4 * n, 1e6 + 2e3 * n)


def answers(n: int, p: int, labels: MassTable, n_neighbors: int = 0, models: int = 1) -> Cost:
    """Beliefs about n objects of so many models that multiply the features of each by class."""
    products = float(models) * labels.frame.size * (p + 1) ** 2
    seconds = n * (ANSWER_SECONDS + PRODUCT_SECONDS * products)
    return Cost(seconds, 24.0 * n * (p + labels.frame.size))


def averaged_answers(n: int, p: int, labels: MassTable, n_neighbors: int = 0) -> Cost:
    """Of a model for every feature."""
    return answers(n, p, labels, models=p)


def pooled_answers(
    n: int, p: int, labels: MassTable, n_neighbors: int, gamma: object = "class"
) -> Cost:
    """Beliefs about n objects, each pooled from the labels of its neighbours."""
    return prediction_cost(p, labels, n, n_neighbors, gamma)
