"""A result as a row of the file of results, and back; what is read may be anything."""

import json
from collections.abc import Iterable
from typing import Any

from belieflab.experiments.cells import Cell, Job, Outcome, Result
from belieflab.version import __version__

SELECT = (
    "SELECT task, parameters, replicate, seed, score, iterations, details, seconds, cell "
    "FROM results"
)


def read_rows(rows: Iterable[tuple[Any, ...]]) -> list[Result]:
    """The results of such rows; a TypeError, ValueError or RecursionError where one is none."""
    cells: dict[str, Cell] = {}  # shared by their replicates: making the key of one takes long
    return [_result(row, cells) for row in rows]


def row_of(result: Result) -> tuple[Any, ...]:
    """The row of a result."""
    job, outcome, seconds = result
    return (
        job.cell.key,
        job.replicate,
        job.seed,
        job.cell.task,
        job.cell.text,
        job.cell.seed(job.seed, job.replicate),
        outcome.score,
        outcome.iterations,
        seconds,
        json.dumps(dict(outcome.details), ensure_ascii=False),
        __version__,
    )


def _result(row: tuple[Any, ...], cells: dict[str, Cell]) -> Result:
    task, parameters, replicate, seed, score, iterations, details, seconds, key = row
    if key not in cells:
        cells[key] = cell = Cell(task, json.loads(parameters))
        if not isinstance(cell.parameters, dict) or cell.key != key:
            raise ValueError("the cell has another name than its contents")
    measured = json.loads(details)
    numbers = [float("nan") if each is None else each for each in (score, iterations, seconds)]
    plain = isinstance(measured, dict) and all(map(_is_plain, measured.values()))
    if not plain or not all(type(each) is float for each in numbers):
        raise TypeError("these are no measures")
    if type(replicate) is not int or type(seed) is not int:
        raise TypeError("replicate and seed are whole numbers")
    outcome = Outcome(numbers[0], numbers[1], measured)
    return Result(Job(cells[key], replicate, seed), outcome, numbers[2])


def _is_plain(value: Any) -> bool:
    """Whether it is a number or a list of texts, as outcomes hold them."""
    texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return texts or isinstance(value, int | float)
