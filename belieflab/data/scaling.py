"""Features on one scale, so that none decides about distances by its unit."""

from dataclasses import replace

import numpy as np

from belieflab.data.dataset import Dataset


def standardise(dataset: Dataset) -> Dataset:
    """The same objects, every feature with mean 0 and standard deviation 1.

    A constant feature becomes 0. Names say what was done.
    """
    centred = dataset.X - dataset.X.mean(axis=0)
    spread = centred.std(axis=0)
    names = tuple(f"{name}, standardised" for name in dataset.feature_names)
    return replace(dataset, X=centred / np.where(spread > 0, spread, 1.0), feature_names=names)
