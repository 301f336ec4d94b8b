"""The uncertain Bernoulli sample: six tosses, one of them seen badly."""

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import UNKNOWN, Dataset

PLAUSIBILITIES = ((0.0, 1.0), (0.0, 1.0), (0.0, 1.0), (0.5, 0.5), (1.0, 0.0), (1.0, 0.0))
"""(pl(0), pl(1)) of the six observations: three sure ones, a doubtful one, two sure zeros."""


def make_bernoulli(_rng: np.random.Generator) -> Dataset:
    """Six observations of a Bernoulli variable (Denœux 2015, evidential EM).

    The observed value is itself the class; the only feature is the number of the observation.
    """
    return Dataset(
        X=np.arange(1.0, 7.0)[:, None],
        feature_names=("observation",),
        truth=np.array([1, 1, 1, UNKNOWN, 0, 0], dtype=np.int64),
        class_names=("0", "1"),
        name="Uncertain Bernoulli sample",
        source="The six uncertain observations of Denœux's evidential EM example.",
    )


def bernoulli_labels(dataset: Dataset) -> MassTable:
    """The labels of the sample; the doubtful observation gives each value half of the mass.

    Mass on the two singletons rather than on ∅ and Ω: both have the contour (0.5, 0.5), but no
    observation contradicts itself.
    """
    return MassTable.from_probabilities(PLAUSIBILITIES, dataset.class_names)
