"""The fits of several structures to the same data, one after another."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from belieflab.bayes.classifier import GaussianNetworkClassifier
from belieflab.errors import DataError
from belieflab.iteration import StopFlag

Compared = tuple[str, GaussianNetworkClassifier | str]
"""The name of a structure, and its fit or why there is none."""


def describe(model: GaussianNetworkClassifier) -> dict[str, float]:
    """What structures are compared by; AODE has no criterion, and the sums of all its models."""
    arcs, d = len(model.arcs_), model.n_parameters_
    found: dict[str, float] = {}
    if model.structure == "aode":
        arcs, d = sum(map(len, model.arcs_)), int(np.sum(d * np.ones(arcs, dtype=int)))
    else:
        found = {"BIC": model.bic(), "log-likelihood": float(model.log_likelihood_)}
    return found | {"free parameters": d, "arcs": arcs, "features": len(model.features_)}


def fit_each(
    models: Mapping[str, GaussianNetworkClassifier],
    points: Callable[[str], Any],
    labels: Any,
    stop: StopFlag,
    weights: Any = None,
) -> Iterator[Compared]:
    """Fit every model to the points that its structure takes; one that fails says why.

    `weights` say what each point counts.
    """
    for structure, model in models.items():
        try:
            for _ in model.iterate(points(structure), labels, weights, stop=stop):
                pass
            if stop.is_set:  # one that was broken off has learned too little, or nothing
                return
            yield structure, model
        except DataError as error:
            yield structure, str(error)
