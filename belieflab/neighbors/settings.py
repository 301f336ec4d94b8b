"""The arguments of evidential neighbours: what they may be, and what depends on the data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import VALID_METRICS

from belieflab.constraints import (
    NONE,
    YES_OR_NO,
    Constraint,
    Like,
    OneOf,
    Real,
    Whole,
    arrays,
)
from belieflab.errors import DataError
from belieflab.registry import Registry


@dataclass(frozen=True)
class GammaRule:
    """A rule for γ, which decides how far the evidence of a training object reaches.

    `key` is the value of `gamma`; `equation` is LaTeX; `learned` says that γ minimises a criterion
    leave-one-out.
    """

    key: str
    title: str
    explanation: str
    equation: str
    source: str
    learned: bool = False


GAMMA_RULES: Registry[GammaRule] = Registry(
    "rule for γ",
    (
        GammaRule(
            "class",
            "one per class",
            "One γ per class, from the mean distance within the class.",
            r"\gamma_q = 1 / \bar d_q^{\,\beta}",
            "Denœux (1995)",
        ),
        GammaRule(
            "single",
            "one for all",
            "One γ for all objects, from the mean distance between any two of them.",
            r"\gamma = 1 / \bar d^{\,\beta}",
            "Hoarau et al. (2022), §3.2",
        ),
        GammaRule(
            "jousselme",
            "one per object",
            "One γ per object, from the mean distance between objects with labels like its own "
            "by Jousselme's distance.",
            r"\gamma_i = 1 / \bar d_i^{\,\beta}, \qquad \bar d_i = "
            r"\frac{\sum_\nu \sum_\mu s_{i\nu} s_{i\mu}\, d(\nu, \mu)}"
            r"{(\sum_\nu s_{i\nu})^2 - \sum_\nu s_{i\nu}^2}, \qquad s_{ij} = 1 - d_J(m_i, m_j)",
            "Hoarau et al. (2022), eq. 11",
        ),
        GammaRule(
            "learned",
            "learned",
            "One γ per class, learned by least squares, leaving one object out at a time.",
            r"\min_\gamma \sum_i \sum_k \left( \mathrm{BetP}_i(k) - t_{ik} \right)^2",
            "Zouhal and Denœux (1998)",
            learned=True,
        ),
        GammaRule(
            "contextual",
            "contextual",
            "Contextual discounting: one rate per class, learned by maximum likelihood, leaving "
            "one object out at a time.",
            r"\max_\gamma \sum_i \ln \sum_k p_i(k)\, pl^{y_i}(k), \qquad "
            r"p_i(k) \propto \prod_j pl_j(k)",
            "Denœux, Kanjanatarakul and Sriboonchitta (2019)",
            learned=True,
        ),
    ),
)

PRECOMPUTED = "precomputed"
METRICS = frozenset(VALID_METRICS["brute"]) | frozenset(VALID_METRICS["ball_tree"])

CONSTRAINTS: Mapping[str, Constraint] = {
    "n_neighbors": Whole(1),
    "alpha": Real(0, 1, open_at="low high"),
    "beta": Real(0, open_at="low"),
    "gamma": OneOf(*GAMMA_RULES) | Real(0, open_at="low") | arrays("one number for each class"),
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
