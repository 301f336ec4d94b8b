"""The smallest piece of an experiment: one setting, computed once per replicate."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from belieflab.errors import DataError
from belieflab.experiments.seeds import canonical, derive_integer, digest


@dataclass(frozen=True)
class Cell:
    """What to compute: the name of a task and its parameters, plain values all the way down.

    Cells with equal task and parameters are the same cell, in whatever sweep they stand.
    `limit` is the number of replicates after which more would repeat the same numbers.
    """

    task: str
    parameters: Mapping[str, Any]
    limit: int | None = field(default=None, compare=False)

    @cached_property
    def key(self) -> str:
        """A name made of the contents, for seeds and for the store."""
        return digest(self.task, self.parameters)

    @cached_property
    def text(self) -> str:
        """The parameters as JSON."""
        return canonical(self.parameters)

    @cached_property
    def companions(self) -> str:
        """Cells with the same text here differ by method alone and are best computed together."""
        others = {name: value for name, value in self.parameters.items() if name != "method"}
        return canonical([self.task, others])

    def seed(self, root: int, replicate: int) -> int:
        """The seed of one replicate under the seed of the whole."""
        return derive_integer(root, self.task, self.parameters, replicate)


class Job(NamedTuple):
    """One replicate of one cell under one seed."""

    cell: Cell
    replicate: int
    seed: int


@dataclass(frozen=True)
class Outcome:
    """What came out: the score, the iterations it took, and other numbers by name."""

    score: float
    iterations: float = 0.0
    details: Mapping[str, Any] = field(default_factory=dict)


class Result(NamedTuple):
    """An outcome with the job it belongs to and the seconds of one core that it took."""

    job: Job
    outcome: Outcome
    seconds: float


class FailedJob(DataError):
    """The sentence that says why a job cannot be done, with the job it is about."""

    def __init__(self, sentence: str, job: Job) -> None:
        super().__init__(sentence)
        self.job = job

    def __reduce__(self) -> tuple[Any, ...]:
        return FailedJob, (str(self), self.job)


def list_jobs(cells: "list[Cell]", replicates: int, seed: int) -> list[Job]:
    """Every replicate of every cell once, all cells of a replicate before the next replicate.

    So a picture of the whole is there early and then sharpens. Repeated cells are taken once.
    """
    distinct = list({cell.key: cell for cell in cells}.values())
    return [
        Job(cell, replicate, seed)
        for replicate in range(replicates)
        for cell in distinct
        if cell.limit is None or replicate < cell.limit
    ]
