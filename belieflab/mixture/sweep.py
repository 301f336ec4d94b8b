"""Figure 3 of Côme et al. (2009): how many maxima, and how long EM runs, as labels say less.

The sweep is cut into cells, one per nonspecificity level and label set. Each cell has seeds of its
own, so any of them can be computed alone, in any order, and a sweep that was stopped goes on with
the cells that are missing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.iteration import Step, StopFlag, until_stopped
from belieflab.mixture.landscape import Landscape

PAPER_LEVELS = tuple(round(0.1 * tenth, 1) for tenth in range(1, 10))
PAPER_LABEL_SETS = 10
PAPER_STARTS = 200

LABEL_STREAM, START_STREAM = 1, 2


def load_paper_sample(seed: int = 0) -> Dataset:
    """The points of §5.1.3: 1000 from two Gaussians in ten dimensions, their centres 2 apart."""
    return load_sample("gaussians", seed=seed, classes=2, dimension=10, distance=2.0, size=1000)


class CellKey(NamedTuple):
    """Which cell: the mean nonspecificity of its labels, and which of the label sets."""

    level: float
    label_set: int


@dataclass(frozen=True)
class Cell:
    """What the starts of one cell found so far; `iterations` is their mean at 1e-6."""

    key: CellKey
    n_starts: int
    n_maxima: int
    iterations: float


@dataclass(frozen=True)
class LevelAverage:
    """Means over the label sets of one level, with their standard errors (0 for a single set)."""

    level: float
    label_sets: int
    n_maxima: float
    n_maxima_error: float
    iterations: float
    iterations_error: float


class LandscapeSweep:
    """Maxima and iterations against nonspecificity, averaged over label sets: Figure 3.

    Parameters
    ----------
    dataset : points with their true classes, from which the labels are drawn
    levels : mean nonspecificities
    n_label_sets, n_starts : label sets per level, starts per label set
    relabel : take maxima that differ only by the order of their components for one
    covariance : covariance family
    seed : of the labels and starts

    Attributes
    ----------
    cells : the finished cells by their key
    """

    def __init__(
        self,
        dataset: Dataset,
        levels: tuple[float, ...] = PAPER_LEVELS,
        n_label_sets: int = PAPER_LABEL_SETS,
        n_starts: int = PAPER_STARTS,
        *,
        relabel: bool = False,
        covariance: str = "full",
        seed: int = 0,
        batch: int = 20,
    ) -> None:
        self.dataset = dataset
        self.levels = levels
        self.n_label_sets = n_label_sets
        self.n_starts = n_starts
        self.relabel = relabel
        self.covariance = covariance
        self.seed = seed
        self.batch = batch
        self.cells: dict[CellKey, Cell] = {}

    @property
    def keys(self) -> list[CellKey]:
        """Every cell, the whole curve for one label set before the next set refines it."""
        return [CellKey(level, j) for j in range(self.n_label_sets) for level in self.levels]

    @property
    def n_steps(self) -> int:
        """How many steps the sweep has from beginning to end."""
        return len(self.keys) * -(-self.n_starts // self.batch)

    def iterate(self, *, stop: StopFlag | None = None) -> Iterator[Step]:
        """Compute the cells that are missing; yields the growing cell after every batch of starts.

        A step's `criterion` is the share of finished cells, its snapshot the cell. `stop` ends
        the sweep when it is set, within a batch too.
        """
        return until_stopped(self._iterate(), stop)

    def _iterate(self) -> Iterator[Step]:
        keys = self.keys
        number = 0
        for key in keys:
            if key in self.cells:
                continue
            for cell in self.grow_cell(key):
                if cell.n_starts == self.n_starts:
                    self.cells[key] = cell
                number += 1
                yield Step(number, len(self.cells) / len(keys), cell)

    def grow_cell(self, key: CellKey) -> Iterator[Cell]:
        """One cell, batch by batch; depends on nothing but the seed and its key."""
        landscape = self.landscape_of(key)
        for step in landscape.iterate(self.dataset.X, self.labels_of(key)):
            yield Cell(key, step.iteration, landscape.n_maxima_, float(landscape.n_iter_.mean()))

    def landscape_of(self, key: CellKey) -> Landscape:
        """The estimator of a cell, with its own starts and the stopping rule of the paper."""
        return Landscape(
            n_starts=self.n_starts,
            relabel=self.relabel,
            random_state=self._seed_of(key, START_STREAM),
            covariance=self.covariance,
            stop="relative",
            batch=self.batch,
        )

    def labels_of(self, key: CellKey) -> MassTable:
        """The labels of a cell, drawn by the law of §5.1.1."""
        seed = self._seed_of(key, LABEL_STREAM)
        return build_labels("nonspecificity", self.dataset, seed=seed, ns=key.level)

    def averages(self) -> list[LevelAverage]:
        """Means over the label sets that are finished, per level that has any."""
        found = []
        for level in self.levels:
            cells = [cell for key, cell in self.cells.items() if key.level == level]
            if cells:
                found.append(_average(level, cells))
        return found

    def _seed_of(self, key: CellKey, purpose: int) -> int:
        entropy = [self.seed, round(1e6 * key.level), key.label_set, purpose]
        return int(np.random.SeedSequence(entropy).generate_state(1)[0])


def _average(level: float, cells: list[Cell]) -> LevelAverage:
    maxima = np.array([cell.n_maxima for cell in cells], dtype=np.float64)
    iterations = np.array([cell.iterations for cell in cells])
    return LevelAverage(
        level,
        len(cells),
        float(maxima.mean()),
        _standard_error(maxima),
        float(iterations.mean()),
        _standard_error(iterations),
    )


def _standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
