"""The data of a what-if: the workspace's, checked, with a mark of what they hold."""

import hashlib
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


def fingerprint(dataset: Dataset) -> str:
    """A short mark of the points, the truth and the classes [8 hexadecimal digits]."""
    found = hashlib.sha256(np.ascontiguousarray(dataset.X).tobytes())
    if dataset.truth is not None:
        found.update(np.ascontiguousarray(dataset.truth).tobytes())
    found.update("\n".join(dataset.class_names).encode())
    return found.hexdigest()[:8]
