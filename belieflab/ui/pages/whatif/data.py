"""The data of a what-if: those of the workspace, checked."""

from dataclasses import replace

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError


def usable(dataset: Dataset) -> Dataset:
    """The objects whose true class is known; a DataError when errors cannot be counted on them."""
    if dataset.truth is None or (dataset.truth < 0).all():
        raise DataError(
            f"{dataset.name} has no true classes, and errors are counted by the truth. "
            "Load data with a column of true classes."
        )
    known = dataset.truth >= 0
    if len(np.unique(dataset.truth[known])) < 2:
        raise DataError(
            f"{dataset.name} has objects of one class only; there is nothing to tell apart."
        )
    if known.all():
        return dataset
    return replace(dataset, X=dataset.X[known], truth=dataset.truth[known])
