"""The sweep behind the What-if page: what this session knows, and what is missing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from belieflab.answers import shared
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.data.settings import Settings
from belieflab.error_rates import error_axis
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.cells import Job, Result, list_jobs
from belieflab.experiments.experiment import PERCENT, Experiment, Summary, of_sweep, summarise
from belieflab.experiments.labelled import mark_rows
from belieflab.experiments.stored_results import find_sweep, read_stored
from belieflab.experiments.sweep import (
    AGAINST,
    FOLDS,
    FRESH,
    LABELS,
    TRUTH,
    DataChoice,
    Sweep,
    hand_over,
)
from belieflab.scale import check_scale
from belieflab.ui.method import kept_results
from belieflab.ui.method.context import Context
from belieflab.ui.method.experiment_run import Book, ExperimentRun, cost_here
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.whatif import settings
from belieflab.ui.pages.whatif.settings import PAGE, level_title

MAX_TRIED = 100_000
"""Objects that are labelled to see what labels cost: millions would take many seconds."""


@dataclass(frozen=True)
class PlannedSweep:
    """What is asked: the settings, and the sweep on the data they come to."""

    settings: Settings
    sweep: Sweep
    given: Mapping[str, Dataset]

    @property
    def places(self) -> list[float]:
        """The levels in percent, as the axis has them."""
        return [PERCENT * level for level in self.sweep.levels]

    @property
    def against(self) -> str:
        """What errors are counted against, in words."""
        return AGAINST[self.sweep.test.against]

    @property
    def error_title(self) -> str:
        """What the numbers are, as the title of an axis."""
        return f"{error_axis(self.against)} (%)"

    @cached_property
    def experiment(self) -> Experiment:
        """The sweep as rows to fill."""
        titled = {"column_title": level_title(self.settings), "value_title": self.error_title}
        return of_sweep(self.sweep, given=self.given, **titled)

    @cached_property
    def jobs(self) -> list[Job]:
        """Everything that has to be known."""
        return list_jobs(self.sweep.cells, self.sweep.replicates, self.sweep.seed)


def ask(context: Context) -> PlannedSweep:
    """The question of these settings; a DataError says why it cannot be asked."""
    if context.settings.noise == LABELS:
        return _ask_about_labels(context)
    known, workspace = settings.known_rows(context.dataset), context.workspace

    def find_mark() -> str:
        check_scale(known.X)
        return mark_rows(known)

    mark = context.remember("mark", workspace.version, find_mark)
    chosen, recipe = context.settings, workspace.state.data_recipe
    data, given = settings.choose_data(known, recipe, chosen.anew, mark)
    return PlannedSweep(chosen, settings.make_sweep(chosen, data, context.seed), given)


def _ask_about_labels(context: Context) -> PlannedSweep:
    """The question of noise on top of the labels there are; all objects are learned from."""
    chosen, dataset, labels = context.settings, context.dataset, context.known_labels
    if labels is None:
        raise DataError("There are no labels to put noise on: make some on the page Labels.")

    def find() -> tuple[DataChoice, dict[str, Dataset]]:
        check_scale(dataset.X)
        return hand_over(dataset, labels=labels)

    data, given = context.remember("labelled", context.workspace.version, find)
    against = TRUTH if settings.has_truth(dataset) else LABELS
    return PlannedSweep(chosen, settings.make_sweep(chosen, data, context.seed, against), given)


def sweep_task(context: Context) -> Task[None]:
    """Compute what is missing; a run that goes on turns to a changed question."""
    make: partial[Task[None]] = partial(
        Task,
        f"{PAGE}.run",
        start=lambda stop: (None, iter(())),
        unit="training",
        help="Computes only what is missing; nothing that is known is lost.",
        by_itself=False,
        scope=context.workspace.version,
        advice="Take fewer replicates, levels or objects, other methods, or labels with fewer sets "
        "of classes.",
    )
    try:
        question = ask(context)
        find = partial(_piece_costs, context, question)
        pieces = context.remember("cost", repr(question.sweep), find)
    except DataError as error:
        return make((), cost=Cost(0.0, 0.0), problem=str(error))
    left, failed, stored = missing(question), bool(failures(question)), _stored_keys(question)
    # What is complete costs nothing more, unless stored results are computed again.
    jobs = left or [job for job in question.jobs if job.cell.key in stored]
    return make(
        (question.sweep.name, repr(question.sweep)),
        cost=cost_here(_total_cost(pieces, jobs)),
        label=run_label(len(left), len(question.jobs), failed, bool(stored)),
        make_run=partial(make_run, question),
    )


def _piece_costs(context: Context, question: PlannedSweep) -> dict[str, Cost]:
    """What a replicate of each method is expected to cost, with labels of the highest level.

    Methods go by their text in a cell.
    """
    sweep, dataset, labels = question.sweep, context.dataset, context.known_labels
    if labels is None or question.settings.noise != LABELS:
        dataset = settings.known_rows(dataset)
        recipe = sweep.law.described(max(sweep.levels))
        tried = np.linspace(0, dataset.n - 1, MAX_TRIED).astype(np.int64)
        some = dataset.take(tried) if dataset.n > MAX_TRIED else dataset
        labels = build_labels(recipe["key"], some, seed=sweep.seed, **recipe["settings"])
    fresh = sweep.test.size if sweep.test.kind == FRESH else 0
    trainings = sweep.test.folds if sweep.test.kind == FOLDS else 1
    found = {}
    for each in sweep.methods:
        classifier = CLASSIFIERS.find(each.key)
        training = classifier.expected_cost(dataset.n, dataset.p, labels, each.settings)
        answers = classifier.answering_cost(fresh, dataset.p, labels, each.settings)
        found[repr(each.described())] = training * trainings + answers
    return found


def _total_cost(pieces: Mapping[str, Cost], jobs: Sequence[Job]) -> Cost:
    """What these jobs are expected to cost together, by what a replicate of each method does."""
    cells, counts = {job.cell.key: job.cell for job in jobs}, Counter(job.cell.key for job in jobs)
    costs = (pieces[repr(cells[key].parameters["method"])] * n for key, n in counts.items())
    return sum(costs, Cost(0.0, 0.0))


def make_run(question: PlannedSweep) -> ExperimentRun:
    """The computation of what is missing; where nothing is, of what was stored, again."""
    if not missing(question):
        found, again = book(), _stored_keys(question)
        for key in again:
            found.forget(question.sweep.seed, key)
        found.stored = (found.stored or set()) - again
    return ExperimentRun(question.jobs, book(), given=question.given)


def is_stored(question: PlannedSweep) -> bool:
    """Whether some of what is shown came with belieflab."""
    return bool(_stored_keys(question))


def _stored_keys(question: PlannedSweep) -> set[str]:
    if question.sweep.seed != stored_sweep()[0].seed:
        return set()
    return (book().stored or set()) & {cell.key for cell in question.sweep.cells}


@shared()
def stored_sweep() -> tuple[Experiment, list[Result]]:
    """The sweep whose results come with belieflab, and these."""
    experiment = find_sweep()
    return experiment, read_stored(experiment)


def run_label(n_missing: int, n_asked: int, failed: bool = False, stored: bool = False) -> str:
    """What the button says: Run at the beginning, then how much there is left to do."""
    if not n_missing and stored:
        return "Run again"
    if not n_missing:
        return "Nothing more to compute" if failed else "All computed"
    return "Run" if n_missing == n_asked else f"Resume, {n_missing:,} to do"


def book() -> Book:
    """The results of this workspace; the first ones are those that are stored for bundled data.

    Not of cells that were computed here.
    """
    found = kept_results.book()
    if found.stored is None:
        experiment, results = stored_sweep()
        cells = experiment.cells
        found.stored = {each.key for each in cells if not found.results(experiment.seed, [each])}
        for result in results:
            if result.job.cell.key in found.stored:
                found.add(result)
    return found


def missing(question: PlannedSweep) -> list[Job]:
    """What is neither known nor known to be impossible."""
    found = book()
    return [job for job in found.missing(question.jobs) if job.cell.key not in found.failures]


def summaries(question: PlannedSweep) -> list[Summary]:
    """Every method at every level with what is known about it so far."""
    return summarise(question.experiment, results(question))


def results(question: PlannedSweep) -> list[Result]:
    """What is known of the current question, at most the replicates it asks for."""
    found = book().results(question.sweep.seed, question.sweep.cells)
    return [result for result in found if result.job.replicate < question.sweep.replicates]


def failures(question: PlannedSweep) -> list[str]:
    """Which methods cannot be trained at which levels and why, one sentence each."""
    levels: dict[tuple[str, str], list[str]] = {}
    for row in question.experiment.rows:
        sentence = book().failures.get(row.cell.key)
        if sentence is not None:
            levels.setdefault((sentence, row.series), []).append(row.column)
    methods: dict[tuple[str, str], list[str]] = {}
    for (sentence, method), columns in levels.items():
        methods.setdefault((sentence, ", ".join(columns)), []).append(method)
    return [f"{', '.join(them)} at {at}: {why}" for (why, at), them in methods.items()]
