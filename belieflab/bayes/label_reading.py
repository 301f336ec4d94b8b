"""From points and labels, as the caller passes them, to the task that is learned."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.dirichlet_labels import DirichletLabels
from belieflab.bayes.learning import Task
from belieflab.bayes.mixed import MixedPoints
from belieflab.bayes.points import Points
from belieflab.errors import DataError
from belieflab.mixture.em import StopRule
from belieflab.mixture.label_rows import LabelRows, log_contours, read_label_rows
from belieflab.mixture.problem import check_ranges
from belieflab.mixture.row_weights import read_row_weights
from belieflab.seeding import draw_seeds, squared_distances

Floats = NDArray[np.float64]

FLAT = 1e-12
"""Pignistic probabilities that differ by less favour no class."""


@dataclass(frozen=True)
class Labels:
    """Labels ready for EM.

    Attributes
    ----------
    classes : the classes [shape=(K,)]
    log_plausibility : ln pl [shape=(K, n)], or (K, 0) when every label is vacuous
    pignistic : pignistic probabilities [shape=(n, K)]
    vacuous : whether a label says nothing [shape=(n,)]
    """

    classes: NDArray[Any]
    log_plausibility: Floats
    pignistic: Floats
    vacuous: NDArray[np.bool_]


def read_labels(y: Any, n: int, unknown: Any) -> Labels:
    """Check the labels of n objects; any kind that the library knows."""
    if y is None:
        raise DataError(
            "A network classifier requires y to be passed, but the target y is None; to learn "
            "without labels use SoftLabelMixture."
        )
    rows: LabelRows = read_label_rows(y, n, None, unknown)
    contours = rows.contours(0, n)
    vacuous = (contours == contours[:, :1]).all(axis=1)
    return Labels(rows.classes, log_contours(rows), rows.pignistic(0, n), vacuous)


def label_factors(labels: Labels, use: str, label_parameters: Floats) -> Floats:
    """ln of what each label adds to the joint density of each class [shape=(K, n)], or (K, 0)."""
    if label_parameters.size:
        return DirichletLabels(labels.pignistic, labels.vacuous).log_factors(label_parameters)
    if use == "soft":
        return labels.log_plausibility
    if use == "start":
        return np.empty((len(labels.classes), 0))
    return np.where(favours(labels.pignistic), _log_guesses(labels.pignistic), 0.0)


def favours(pignistic: Floats) -> NDArray[np.bool_]:
    """Whether a label prefers some class [shape=(n,)]."""
    return np.asarray((np.ptp(pignistic, axis=1) > FLAT) | (pignistic.shape[1] == 1))


def _log_guesses(pignistic: Floats) -> Floats:
    """0 for the class that a label favours most, -∞ for the others [shape=(K, n)]."""
    guessed = np.arange(pignistic.shape[1])[:, None] == pignistic.argmax(axis=1)
    return np.where(guessed, 0.0, -np.inf)


def make_task(
    X: Floats,
    labels: Labels,
    sample_weight: Any,
    *,
    use: str,
    stop: StopRule,
    floor: float,
    dropped: bool,
    label_model: str | None,
    rng: np.random.Generator,
    levels: tuple[int, ...] = (),
) -> Task:
    """The task of learning from these points and labels.

    `use` is "soft" (plausibilities in the E step), "start" (labels only start EM) or "guess" (the
    class that a label favours counts as the truth; labels that favour none are left out). With
    `levels`, their number for every feature, those with levels hold codes.
    """
    weights = read_row_weights(sample_weight, len(X))
    counted = weights > 0 if weights.size else np.ones(len(X), dtype=np.bool_)
    pignistic, log_plausibility = labels.pignistic, labels.log_plausibility
    if use == "guess":
        counted &= favours(pignistic)
        if not counted.any():
            raise DataError("No label favours a class; there is no guess to learn from.")
        log_plausibility = _log_guesses(pignistic)
        pignistic = np.exp(log_plausibility).T
    elif use == "start":
        log_plausibility = np.empty((pignistic.shape[1], 0))
    if not counted.all():
        X, pignistic = X[counted], pignistic[counted]
        weights = weights[counted] if weights.size else weights
        if log_plausibility.shape[1]:
            log_plausibility = log_plausibility[:, counted]
    if len(X) < 2:
        raise DataError("A network needs at least two objects to learn from.")
    continuous = np.array(levels or (0,) * X.shape[1]) == 0
    if continuous.any():
        check_ranges(X[:, continuous])
    points = MixedPoints(X, weights, floor, levels) if levels else Points(X, weights, floor)
    model = None
    if label_model is not None:
        model = DirichletLabels(pignistic, labels.vacuous[counted])
    start = pignistic
    if pignistic.shape[1] > 1 and labels.vacuous[counted].all():
        start = _start_by_seeds(points, pignistic.shape[1], rng)
    return Task(points, np.ascontiguousarray(log_plausibility), start, stop, dropped, model)


def _start_by_seeds(points: Points, n_classes: int, rng: np.random.Generator) -> Floats:
    """Every object in the class of the nearest of K far objects, where no label says anything."""
    distances_to = squared_distances(np.ascontiguousarray(points.scaled.T))
    seeds = draw_seeds(distances_to, points.n, n_classes, rng, points.row_weights)
    distances = np.stack([distances_to(int(seed)) for seed in seeds])
    return np.asarray(np.eye(n_classes)[distances.argmin(axis=0)])
