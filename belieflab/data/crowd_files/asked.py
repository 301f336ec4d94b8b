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


@dataclass(frozen=True)
class AskedCrowd:
    """The answers about the objects, and the file or the simulated crowd behind them.

    `rows` [shape=(items,)] are the objects that the items of the file are, -1 where they are none;
    `classes` is what the file calls the classes of the answers.
    """

    answers: CrowdAnswers
    file: CrowdFile
    rows: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    simulated: Crowd | None = None

    @classmethod
    def from_file(cls, file: CrowdFile, dataset: Dataset) -> "AskedCrowd":
        """The crowd of a file whose items are objects of the data."""
        joined = join_items(file, dataset)
        notes = *file.notes, *joined.notes
        return cls(joined.answers, file, joined.rows, notes, joined.names)

    @classmethod
    def simulate(cls, dataset: Dataset, seed: int, settings: Mapping[str, Any]) -> "AskedCrowd":
        """The simulated crowd behind the labels of the law of crowds with these settings."""
        crowd = crowd_behind_labels(dataset, seed=seed, **settings)
        file = simulated_file(crowd, dataset)
        return cls(file.answers, file, np.arange(dataset.n), simulated=crowd)

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
