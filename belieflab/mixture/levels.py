"""The same fit over a grid of nonspecificity levels: what vaguer labels do to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.iteration import Step, StopFlag, until_stopped
from belieflab.mixture.estimator import SoftLabelMixture
from belieflab.mixture.scoring import Agreement, agreement

LEVELS: tuple[float, ...] = tuple(round(0.05 * step, 2) for step in range(21))


@dataclass(frozen=True)
class LevelFit:
    """A fit to labels of one mean nonspecificity."""

    nonspecificity: float
    parameters: Any
    responsibilities: MassTable
    decisions: Any
    log_likelihood: float
    iterations: int
    agreement: Agreement


def fit_levels(
    dataset: Dataset,
    model: SoftLabelMixture,
    levels: Sequence[float] = LEVELS,
    *,
    seed: int = 0,
    stop: StopFlag | None = None,
) -> Iterator[Step]:
    """Fit a copy of the model to labels of each nonspecificity, drawn by (54) with one seed.

    The weights of the objects count in every fit. Yields a step per level: its criterion is the
    share of objects decided wrongly, its snapshot a LevelFit. Where the labels say nothing,
    components are matched to classes. `stop` ends it when it is set, within a fit too.
    """
    return until_stopped(_fit_levels(dataset, model, levels, seed), stop)


def _fit_levels(
    dataset: Dataset, model: SoftLabelMixture, levels: Sequence[float], seed: int
) -> Iterator[Step]:
    for number, level in enumerate(levels):
        labels = build_labels("nonspecificity", dataset, seed=seed, ns=level)
        fitted = clone(model)
        for _ in fitted.iterate(dataset.X, labels, dataset.weights):
            pass
        found = agreement(
            fitted,
            dataset.X,
            np.asarray(dataset.truth),
            dataset.class_names,
            named=fitted.labelled_,
        )
        yield Step(
            number,
            found.error,
            LevelFit(
                float(level),
                fitted.parameters_,
                fitted.responsibilities_,
                fitted.predict_proba(dataset.X).argmax(axis=1),
                fitted.log_likelihood_,
                fitted.n_iter_,
                found,
            ),
        )
