"""Data that bring their own labels to an experiment."""

from dataclasses import dataclass

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError

OWN = "own"
"""In place of a law: the labels that came with the data."""


@dataclass(frozen=True, eq=False)
class LabelledDataset(Dataset):
    """Points with labels that nobody draws anew: those of a crowd, say."""

    labels: MassTable | None = None


def own_labels(dataset: Dataset) -> MassTable:
    """The labels that the data brought."""
    labels = dataset.labels if isinstance(dataset, LabelledDataset) else None
    if labels is None:
        raise DataError(f"{dataset.name} came without labels.")
    return labels
