"""Labels built by plain rules from the truth; a row whose truth is unknown stays vacuous."""

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.truth import need_truth


def build_hard(dataset: Dataset, rng: np.random.Generator) -> MassTable:
    """The true class, for sure: m({true}) = 1."""
    truth = need_truth(dataset, "Hard labels")
    return truth.labels(truth.masks[:, None], np.ones((len(truth.rows), 1)))
