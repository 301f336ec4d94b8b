"""The sweep behind the What-if page: what this session knows, and what is missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from belieflab.cost import Cost
from belieflab.data.dataset import Dataset, fingerprint
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.experiments.cells import Job, Result, list_jobs
from belieflab.experiments.experiment import PERCENT, Experiment, Summary, of_sweep, summarise
from belieflab.experiments.sweep import Sweep
from belieflab.ui.method.context import Context
from belieflab.ui.method.experiment_run import Book, ExperimentRun
from belieflab.ui.method.tasks import Task
from belieflab.ui.pages.whatif import text
from belieflab.ui.pages.whatif.settings import (
    PAGE,
    choose_data,
    known_rows,
    level_title,
    make_sweep,
)

BOOK = f"{PAGE}.book"


@dataclass(frozen=True)
class Question:
    """What is asked: the settings, and the sweep on the data they come to."""

    settings: Settings
    sweep: Sweep
    given: Mapping[str, Dataset]

    @property
    def places(self) -> list[float]:
        """The levels in percent, as the axis has them."""
        return [PERCENT * level for level in self.sweep.levels]

    @cached_property
    def experiment(self) -> Experiment:
        """The sweep as rows to fill."""
        return of_sweep(self.sweep, column_title=level_title(self.settings))

    @cached_property
    def jobs(self) -> list[Job]:
        """Everything that has to be known."""
        return list_jobs(self.sweep.cells, self.sweep.replicates, self.sweep.seed)


def ask(context: Context) -> Question:
    """The question of these settings; a DataError says why it cannot be asked."""
    known, workspace = known_rows(context.dataset), context.workspace
    mark = context.remember("mark", workspace.version, lambda: fingerprint(known.X, known.truth))
    anew = context.settings.anew
    data, given = choose_data(known, workspace.state.data_recipe, anew, mark)
    return Question(context.settings, make_sweep(context.settings, data, context.seed), given)


def sweep_task(context: Context) -> Task[None]:
    """Compute what is missing; a run that goes on turns to a changed question."""
    try:
        question = ask(context)
    except DataError as error:
        return _task(context, (), problem=str(error))
    left = len(missing(question))
    return _task(
        context,
        (question.sweep.name, repr(question.sweep)),
        label=text.run_label(left, len(question.jobs), bool(failures(question))),
        make_run=lambda: ExperimentRun(question.jobs, book(), given=question.given),
    )


def _task(context: Context, token: tuple[str, ...], **given: object) -> Task[None]:
    return Task(
        f"{PAGE}.run",
        token,
        lambda stop: (None, iter(())),
        Cost(0.0, 0.0),
        unit="training",
        help="Computes only what is missing; nothing that is known is lost.",
        by_itself=False,
        scope=context.workspace.version,
        **given,  # type: ignore[arg-type]
    )


def book() -> Book:
    """The results of this session, in a temporary file that goes when the session ends."""
    found: Book | None = st.session_state.get(BOOK)
    if found is None:
        found = st.session_state[BOOK] = Book.temporary("what-if.sqlite")
    return found


def missing(question: Question) -> list[Job]:
    """What is neither known nor known to be impossible."""
    found = book()
    return [job for job in found.missing(question.jobs) if job.cell.key not in found.failures]


def summaries(question: Question) -> list[Summary]:
    """Every method at every level with what is known about it so far."""
    return summarise(question.experiment, results(question))


def results(question: Question) -> list[Result]:
    """What is known of the current question, at most the replicates it asks for."""
    found = book().results(question.sweep.seed, question.sweep.cells)
    return [result for result in found if result.job.replicate < question.sweep.replicates]


def failures(question: Question) -> list[str]:
    """Which methods cannot be trained at which levels and why, one sentence each."""
    failed: dict[str, dict[str, list[str]]] = {}
    for row in question.experiment.rows:
        sentence = book().failures.get(row.cell.key)
        if sentence is not None:
            failed.setdefault(sentence, {}).setdefault(row.series, []).append(row.column)
    return [
        f"{', '.join(methods)} at {', '.join(columns)}: {sentence}"
        for sentence, by_method in failed.items()
        for columns, methods in _together(by_method).items()
    ]


def _together(by_method: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], list[str]]:
    """Methods that fail at the same levels, by these levels."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for method, columns in by_method.items():
        groups.setdefault(tuple(columns), []).append(method)
    return groups
