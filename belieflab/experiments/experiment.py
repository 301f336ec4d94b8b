"""An experiment with a name: rows to fill, what the paper printed there, and what we found."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.error_rates import error_axis
from belieflab.experiments.cells import Cell, Job, Result, list_jobs
from belieflab.experiments.overlap import CORRECTED_TEST, SIGN_TEST, overlap, paired_test
from belieflab.experiments.statistics import mean_interval, significantly_best
from belieflab.experiments.sweep import AGAINST, Sweep

PERCENT = 100.0


@dataclass(frozen=True)
class Number:
    """One number of a table: where it stands and how it is written.

    `at` is the column as a number when columns can be drawn along an axis; `digits` behind the
    point replace those of the experiment. Numbers that are not `compared`, such as times on another
    machine, show the paper's number but no difference.
    """

    panel: str
    series: str
    column: str
    at: float | None = field(default=None, kw_only=True)
    digits: int | None = field(default=None, kw_only=True)
    compared: bool = field(default=True, kw_only=True)

    @property
    def name(self) -> str:
        """Panel, series and column, those that say something."""
        return " · ".join(part for part in (self.panel, self.series, self.column) if part)


@dataclass(frozen=True)
class Row(Number):
    """A number that is a measure of one cell.

    It is offset + scale × measure, its mean (or median) over replicates. `shared` is n_test/n_train
    for Nadeau and Bengio's test where replicates share points, 0 where each has its own.
    """

    cell: Cell
    measure: str = "score"
    scale: float = 1.0
    offset: float = 0.0
    by_median: bool = False
    shared: float = 0.0

    def value(self, result: Result) -> float:
        """The number of one replicate."""
        outcome = result.outcome
        found = {"score": outcome.score, "iterations": outcome.iterations, "time": result.seconds}
        measured = found.get(self.measure, outcome.details.get(self.measure))
        return self.offset + self.scale * float(np.nan if measured is None else measured)


@dataclass(frozen=True)
class Summary:
    """A row with the paper's number and ours: mean, standard error and what is behind."""

    row: Number
    paper: float | None
    ours: float | None
    error: float
    low: float
    high: float
    replicates: int
    best: bool = False
    values: tuple[float, ...] = ()

    @property
    def difference(self) -> float | None:
        """Ours less the paper's, where that says something."""
        if self.paper is None or self.ours is None or not self.row.compared:
            return None
        return self.ours - self.paper

    @property
    def has_error(self) -> bool:
        """Whether it is a mean over replicates, which has a standard error."""
        return self.replicates > 1 and isinstance(self.row, Row)


Known = Mapping[str, list[Result]]
"""The results so far by the key of their cell."""


@dataclass(frozen=True)
class Derived:
    """Numbers that follow from the results of several cells together, such as counts of wins.

    `find` gives them by name, those that can be computed so far.
    """

    numbers: tuple[Number, ...]
    cells: tuple[Cell, ...]
    find: Callable[[Known], Mapping[str, float]]


@dataclass(frozen=True)
class Experiment:
    """A table or figure that can be computed by name.

    Attributes
    ----------
    replicates, quick : how many in full size, and for a first look; `seed` of all of them
    value_title, column_title : what the numbers and the columns are
    lower_is_better : None when no series is better than another
    paper : the printed numbers by the name of their row
    given : data that the cells name as handed over
    derived : numbers that are no measure of one cell
    store : name of the file of results, where several experiments have the same cells
    choices : where the paper leaves a choice, what was chosen and why
    draw : an own figure, called with the experiment, the summaries and a look (`total_height`,
        `scale`); None for curves over the columns
    """

    name: str
    title: str
    source: str
    rows: tuple[Row, ...]
    replicates: int
    quick: int
    value_title: str
    column_title: str
    digits: int = 1
    lower_is_better: bool | None = None
    paper: Mapping[str, float] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    given: Mapping[str, Dataset] = field(default_factory=dict)
    draw: Callable[..., Any] | None = None
    derived: Derived | None = None
    store: str = ""
    seed: int = 0

    @property
    def file(self) -> str:
        """Name of the file of results."""
        return self.store or self.name

    @property
    def numbers(self) -> list[Number]:
        """All that is reported: rows, then derived numbers."""
        return [*self.rows, *(self.derived.numbers if self.derived else ())]

    @property
    def bold_test(self) -> str:
        """By which test a bold number beats every other, in words."""
        tests = [CORRECTED_TEST if row.shared else SIGN_TEST for row in self.rows]
        return " or ".join(dict.fromkeys(tests))

    @property
    def cells(self) -> list[Cell]:
        """The cells behind the numbers, each once."""
        cells = [*(row.cell for row in self.rows), *(self.derived.cells if self.derived else ())]
        return list({cell.key: cell for cell in cells}.values())

    def jobs(self, replicates: int | None = None, seed: int | None = None) -> list[Job]:
        """What has to be computed, in full size and under its own seed unless given."""
        return list_jobs(
            self.cells, replicates or self.replicates, self.seed if seed is None else seed
        )


def of_sweep(sweep: Sweep, **more: Any) -> Experiment:
    """A sweep as an experiment: one panel per data set, one series per method, levels in columns.

    Errors are in percent, and so are levels between 0 and 1. Where replicates share points, bold
    numbers are tested accordingly.
    """
    given, test = more.get("given", {}), sweep.test.described()
    shared = {
        data.name: overlap(data.described(), test, given.get(data.settings.get("name")))
        for data in sweep.data
    }
    rows = tuple(
        Row(
            data.name,
            method.name,
            f"{PERCENT * level:g} %",
            sweep.cell(data, level, method),
            scale=PERCENT,
            at=PERCENT * level,
            shared=shared[data.name],
        )
        for data in sweep.data
        for method in sweep.methods
        for level in sweep.levels
    )
    defaults = {
        "name": sweep.name,
        "title": sweep.title or sweep.name,
        "source": "",
        "rows": rows,
        "replicates": sweep.replicates,
        "quick": min(sweep.replicates, max(2, sweep.replicates // 10)),
        "seed": sweep.seed,
        "value_title": f"{error_axis(AGAINST[sweep.test.against])} (%)",
        "column_title": f"{sweep.law.varied} (%)",
        "lower_is_better": True,
    }
    return Experiment(**{**defaults, **more})


def summarise(experiment: Experiment, results: Iterable[Result]) -> list[Summary]:
    """Every row with what is known about it so far."""
    by_cell: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_cell[result.job.cell.key].append(result)
    values = {
        row.name: {found.job.replicate: row.value(found) for found in by_cell[row.cell.key]}
        for row in experiment.rows
    }
    best = _best_rows(experiment, values)
    measured = [
        _summary(row, experiment.paper.get(row.name), values[row.name], row.name in best)
        for row in experiment.rows
    ]
    return [*measured, *_derive(experiment, by_cell)]


def _derive(experiment: Experiment, known: Known) -> list[Summary]:
    if experiment.derived is None:
        return []
    found = experiment.derived.find(known)
    replicates = min(len(known.get(cell.key, ())) for cell in experiment.derived.cells)
    return [
        Summary(number, experiment.paper.get(number.name), value, 0.0, value, value, replicates)
        if (value := found.get(number.name)) is not None
        else Summary(number, experiment.paper.get(number.name), None, 0.0, 0.0, 0.0, 0)
        for number in experiment.derived.numbers
    ]


def _summary(row: Row, paper: float | None, values: Mapping[int, float], best: bool) -> Summary:
    finite = [value for value in values.values() if np.isfinite(value)]
    if not finite:
        return Summary(row, paper, None, 0.0, 0.0, 0.0, 0)
    mean, error, low, high = mean_interval(finite)
    middle = float(np.median(finite)) if row.by_median else mean
    return Summary(row, paper, middle, error, low, high, len(finite), best, tuple(finite))


def _best_rows(experiment: Experiment, values: Mapping[str, Mapping[int, float]]) -> set[str]:
    """Names of the rows that are significantly better than every other series in their column."""
    if experiment.lower_is_better is None:
        return set()
    columns: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in experiment.rows:
        columns[row.panel, row.column, row.measure].append(row)
    best = set()
    for rows in columns.values():
        shared = max((set(values[row.name]) for row in rows), key=len)
        groups = [_paired(values[row.name], row.cell.limit, sorted(shared)) for row in rows]
        if all(group is not None and np.isfinite(group).all() for group in groups):
            found = [group for group in groups if group is not None]
            test = partial(paired_test, shared=max(row.shared for row in rows))
            place = significantly_best(found, experiment.lower_is_better, test)
            if place is not None:
                best.add(rows[place].name)
    return best


def _paired(values: Mapping[int, float], limit: int | None, replicates: list[int]) -> Any:
    """The values at these replicates; a cell with a limit goes on with what it has."""
    if not values or not replicates:
        return None
    if limit is not None:
        return np.array([values.get(place % limit, np.nan) for place in replicates])
    if not set(replicates) <= set(values):
        return None
    return np.array([values[place] for place in replicates])
