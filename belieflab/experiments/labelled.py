"""Data that bring their own labels to an experiment."""

from dataclasses import dataclass, fields

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.fingerprint import fingerprint, short_hash
from belieflab.errors import DataError

OWN = "own"
"""In place of a law: the labels that came with the data."""


@dataclass(frozen=True, eq=False)
class LabelledDataset(Dataset):
    """Points with labels that nobody draws anew: those of a crowd, say."""

    labels: MassTable | None = None


def with_labels(dataset: Dataset, labels: MassTable) -> LabelledDataset:
    """The same points with these labels."""
    if len(labels) != dataset.n:
        raise DataError(f"{dataset.name} has {dataset.n} objects, but {len(labels)} labels.")
    if dataset.frame is not None and dataset.frame.names != labels.frame.names:
        raise DataError(
            f"The labels are about the classes {', '.join(labels.frame.names)}, the data about "
            f"{', '.join(dataset.frame.names)}."
        )
    own = {each.name: getattr(dataset, each.name) for each in fields(Dataset)}
    return LabelledDataset(**own, labels=labels)


def own_labels(dataset: Dataset) -> MassTable:
    """The labels that the data brought."""
    labels = dataset.labels if isinstance(dataset, LabelledDataset) else None
    if labels is None:
        raise DataError(f"{dataset.name} came without labels.")
    return labels


def mark_rows(dataset: Dataset) -> str:
    """A short name for points, classes, groups and weights, from their contents."""
    known = [each for each in (dataset.truth, dataset.groups) if each is not None]
    mark = fingerprint(dataset.X, np.concatenate(known) if known else None)
    weights = dataset.weights
    return mark if weights is None else f"{mark} {short_hash('weights', weights)}"


def mark_contents(dataset: Dataset, labels: MassTable) -> str:
    """A short name for `mark_rows` and labels, from their contents."""
    kept = labels.compact()
    own = short_hash(repr((kept.focal.tolist(), kept.frame.names)), kept.mass)
    return f"{mark_rows(dataset)} {own}"
