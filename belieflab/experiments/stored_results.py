"""Results that come with belieflab: computed in full size, kept as small tables in the package.

`python -m belieflab.experiments store` makes them. A result is found by what its cell contains, so
that numbers of other settings never pass for these.
"""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from belieflab.data.reading.spreadsheet_guard import guard, unguard
from belieflab.experiments.cells import Cell, Job, Outcome, Result
from belieflab.experiments.experiment import Experiment, of_sweep
from belieflab.experiments.papers.hoarau2022 import make_learning_curves
from belieflab.experiments.sweep_files import parse_sweep

FOLDER: Traversable = files("belieflab.experiments") / "stored"
INDEX = "index.csv"
"""Says where the results of every file come from."""

WHAT_IF, ACTIVE_LEARNING = "what-if", "active-learning"

SCORE, ITERATIONS, TIME = "score", "iterations", "time"
COLUMNS = ("number", "cell", "measure", "values")
DIGITS = {TIME: ".3g"}
"""How a value is written: scores exactly, for ties are counted; others to eight digits."""


@dataclass(frozen=True)
class Origin:
    """Where the results of a file come from: seed, version, day, and how much work they were."""

    file: str
    seed: int
    version: str
    computed: str
    replicates: int
    results: int
    seconds: float

    @property
    def day(self) -> str:
        """The day on which they were computed, written out."""
        day = date.fromisoformat(self.computed)
        return f"{day.day} {day:%B %Y}"

    @property
    def sentence(self) -> str:
        """When, with which version and how they were computed."""
        repeated = f", {self.replicates} replicates" if self.replicates > 1 else ""
        made = f"computed on {self.day} by belieflab {self.version}"
        return f"Stored: {made}, seed {self.seed}{repeated}."


def find_origin(file: str) -> Origin | None:
    """Where the stored results of a file come from; None where nothing is stored."""
    return _read_index(FOLDER).get(file)


def read_stored(experiment: Experiment) -> list[Result]:
    """The stored results of an experiment, those of the cells that it has; none without a file."""
    origin, source = find_origin(experiment.file), FOLDER / f"{experiment.file}.csv"
    if origin is None or not source.is_file():
        return []
    found: dict[str, dict[str, list[float]]] = {}
    for line in csv.DictReader(source.read_text(encoding="utf-8").splitlines()):
        values = [float(value) for value in unguard(line["values"]).split()]
        found.setdefault(unguard(line["cell"]), {})[line["measure"]] = values
    known = ((cell, found[cell.key]) for cell in experiment.cells if cell.key in found)
    return [result for cell, measured in known for result in _results(cell, measured, origin.seed)]


def _results(cell: Cell, measured: dict[str, list[float]], seed: int) -> Iterable[Result]:
    details = [name for name in measured if name not in (SCORE, ITERATIONS, TIME)]
    nothing = [0.0] * len(measured[SCORE])
    iterations, seconds = (measured.get(name, nothing) for name in (ITERATIONS, TIME))
    for replicate, score in enumerate(measured[SCORE]):
        more = {name: measured[name][replicate] for name in details}
        outcome = Outcome(score, iterations[replicate], more)
        yield Result(Job(cell, replicate, seed), outcome, seconds[replicate])


def find_sweep() -> Experiment:
    """What the page What-if shows first for bundled data: the sweep of a YAML file."""
    return of_sweep(parse_sweep((FOLDER / f"{WHAT_IF}.yaml").read_text(encoding="utf-8")))


FIRST_LOOKS: dict[str, Callable[[], Experiment]] = {
    WHAT_IF: find_sweep,
    ACTIVE_LEARNING: make_learning_curves,
}
"""What pages show first for bundled data, stored besides the results of the papers."""


def write_stored(
    experiment: Experiment,
    results: Sequence[Result],
    folder: Path,
    *,
    version: str,
    computed: str,
) -> Origin:
    """Write the results of an experiment and where they come from.

    Of every cell the replicates from the first on are written, with those measures that the numbers
    of the experiment need; of a sweep also iterations and times, which What-if lists.
    """
    measures = (SCORE, ITERATIONS, TIME) if experiment.name == WHAT_IF else (SCORE,)
    text, lines = io.StringIO(), _lines(experiment, results, measures)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([COLUMNS, *([guard(cell) for cell in line] for line in lines)])
    (folder / f"{experiment.file}.csv").write_text(text.getvalue(), encoding="utf-8")
    counts = [len(line[-1].split()) for line in lines if line[2] == SCORE]
    limits = {cell.key: cell.limit for cell in experiment.cells}
    free = [len(line[-1].split()) for line in lines if limits[line[1]] is None] or counts
    origin = Origin(
        experiment.file,
        experiment.seed,
        version,
        computed,
        min(free),
        sum(counts),
        round(sum(result.seconds for result in results), 1),
    )
    _write_index(folder, _read_index(folder) | {origin.file: origin})
    return origin


def _lines(
    experiment: Experiment, results: Sequence[Result], measures: Iterable[str]
) -> list[tuple[str, str, str, str]]:
    """One line per cell and measure: the first number it stands behind, and all replicates."""
    wanted: dict[str, dict[str, None]] = {}
    names: dict[str, str] = {}
    for row in experiment.rows:
        names.setdefault(row.cell.key, row.name)
        wanted.setdefault(row.cell.key, dict.fromkeys(measures))[row.measure] = None
    by_cell: dict[str, dict[int, Result]] = {}
    for result in results:
        by_cell.setdefault(result.job.cell.key, {})[result.job.replicate] = result
    lines = []
    for key, found in wanted.items():
        known = by_cell.get(key, {})
        count = next((place for place in range(len(known)) if place not in known), len(known))
        for measure in found if count else ():
            values = (_write(_measure(known[place], measure), measure) for place in range(count))
            lines.append((names[key], key, measure, " ".join(values)))
    return lines


def _write(value: float, measure: str) -> str:
    if measure == SCORE:
        return repr(value).removesuffix(".0")
    return format(value, DIGITS.get(measure, ".8g"))


def _measure(result: Result, name: str) -> float:
    outcome = result.outcome
    measured = {SCORE: outcome.score, ITERATIONS: outcome.iterations, TIME: result.seconds}
    return float(measured[name] if name in measured else outcome.details[name])


def _read_index(folder: Traversable) -> dict[str, Origin]:
    source = folder / INDEX
    if not source.is_file():
        return {}
    _, *lines = csv.reader(source.read_text(encoding="utf-8").splitlines())
    texts = ([unguard(cell) for cell in line] for line in lines)
    return {
        file: Origin(file, int(seed), version, computed, int(each), int(count), float(seconds))
        for file, seed, version, computed, each, count, seconds in texts
    }


def _write_index(folder: Path, origins: dict[str, Origin]) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(Origin)])
    for name in sorted(origins):
        writer.writerow([guard(str(cell)) for cell in asdict(origins[name]).values()])
    (folder / INDEX).write_text(text.getvalue(), encoding="utf-8")
