"""A crowd, and the objects of the data that it was asked about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.data.crowd import Crowd
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.crowd_file import CrowdFile
from belieflab.data.crowd_files.joining import join_items, simulated_file
from belieflab.data.crowd_files.layouts import write_crowd_file
from belieflab.data.crowd_simulation import crowd_behind_labels
from belieflab.data.dataset import Dataset

Weights = Mapping[str, float]
"""How far annotators count, 0 to 1, by their names; 1 for those who are not named."""


@dataclass(frozen=True)
class AskedCrowd:
    """The answers about the objects, and the file or the simulated crowd behind them.

    `rows` [shape=(items,)] are the objects that the items of the file are, -1 where they are none;
    `weights` [shape=(J,)] is how far the annotators count, and `training` [shape=(n,)] says from
    which objects they are learned. `classes` is what the file calls the classes of the answers.
    """

    answers: CrowdAnswers
    file: CrowdFile
    rows: NDArray[np.int64]
    weights: NDArray[np.float64]
    training: NDArray[np.bool_]
    notes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    simulated: Crowd | None = None

    @classmethod
    def from_file(
        cls, file: CrowdFile, dataset: Dataset, weights: Weights | None = None
    ) -> "AskedCrowd":
        """The crowd of a file whose items are objects of the data."""
        joined = join_items(file, dataset)
        notes, counts = (*file.notes, *joined.notes), _counts(file, dataset, weights)
        return cls(joined.answers, file, joined.rows, *counts, notes, joined.names)

    @classmethod
    def simulate(
        cls,
        dataset: Dataset,
        seed: int,
        settings: Mapping[str, Any],
        weights: Weights | None = None,
    ) -> "AskedCrowd":
        """The simulated crowd behind the labels of the law of crowds with these settings."""
        crowd = crowd_behind_labels(dataset, seed=seed, **settings)
        file = simulated_file(crowd, dataset)
        counts = _counts(file, dataset, weights)
        return cls(file.answers, file, np.arange(dataset.n), *counts, simulated=crowd)

    @property
    def names(self) -> tuple[str, ...]:
        """What the annotators are called."""
        return self.file.annotators

    def write(self, labels: MassTable) -> bytes:
        """The labels of the items in the layout of the file."""
        joined, frame = self.rows >= 0, labels.frame
        if len(set(self.classes)) == frame.size:  # under the names of the file
            labels = MassTable(Frame(self.classes), labels.focal, labels.mass)
        return write_crowd_file(self.file.of_items(joined), labels[self.rows[joined]])


def _counts(
    file: CrowdFile, dataset: Dataset, weights: Weights | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """How far each annotator counts, and the objects from which annotators are learned."""
    training = np.zeros(dataset.n, dtype=bool)
    training[dataset.training_rows] = True
    return np.array([(weights or {}).get(name, 1.0) for name in file.annotators]), training
