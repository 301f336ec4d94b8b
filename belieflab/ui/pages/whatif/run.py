"""The sweep behind the What-if page: what this session knows, what is missing, and its curves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset, fingerprint
from belieflab.experiments.cells import Job, Result, list_jobs
from belieflab.experiments.experiment import PERCENT, Experiment, Summary, of_sweep, summarise
from belieflab.experiments.sweep import Sweep
from belieflab.figures.common.frames import filled
from belieflab.figures.common.level_curve import LevelCurve
from belieflab.figures.whatif.error_curves import empty_levels, level_contents
from belieflab.ui.method import runs
from belieflab.ui.method.experiment_run import Book, ExperimentRun
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.whatif.data import usable
from belieflab.ui.pages.whatif.settings import PAGE, Settings, choose_data, method_titles
from belieflab.ui.shell import lecture, memory
from belieflab.ui.shell.workspace import Workspace

RUN, CURVES = f"{PAGE}.run", f"{PAGE}.curves"
_BOOK = f"{PAGE}.book"
HEIGHT = 470
CONFIG = {"displaylogo": False, "scrollZoom": False}
Y_TITLE = "error rate (%)"


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
        return of_sweep(self.sweep, column_title=self.settings.level_title)

    @cached_property
    def jobs(self) -> list[Job]:
        """Everything that has to be known."""
        return list_jobs(self.sweep.cells, self.sweep.replicates, self.sweep.seed)


def ask(workspace: Workspace, dataset: Dataset, settings: Settings) -> Question:
    """The question of these settings; a DataError says why it cannot be asked."""
    known = usable(dataset)
    mark = memory.remember(
        PAGE, "mark", workspace.version, lambda: fingerprint(known.X, known.truth)
    )
    data, given = choose_data(known, workspace.state.data_recipe, settings.anew, mark)
    return Question(settings, settings.sweep(data, workspace.seed), given)


def book() -> Book:
    """The results of this session, in a temporary file that goes when the session ends."""
    found: Book | None = st.session_state.get(_BOOK)
    if found is None:
        found = st.session_state[_BOOK] = Book.temporary("what-if.sqlite")
    return found


def begin(question: Question) -> None:
    """Compute what is missing; called when Run is pressed."""
    runs.adopt(
        RUN,
        ExperimentRun(
            question.jobs,
            book(),
            given=question.given,
            token=(question.sweep.name, repr(question.sweep)),
        ),
    )


def follow(question: Question) -> None:
    """Let a run that goes on turn to the present question, when that has changed."""
    run = runs.get(RUN)
    token = (question.sweep.name, repr(question.sweep))
    if run is not None and run.running and run.token != token:
        begin(question)


def missing(question: Question) -> list[Job]:
    """What is neither known nor known to be impossible."""
    found = book()
    return [job for job in found.missing(question.jobs) if job.cell.key not in found.failures]


def summaries(question: Question) -> list[Summary]:
    """Every method at every level with what is known about it so far."""
    return summarise(question.experiment, results(question))


def results(question: Question) -> list[Result]:
    """What is known of the present question, at most the replicates it asks for."""
    found = book().results(question.sweep.seed, question.sweep.cells)
    return [result for result in found if result.job.replicate < question.sweep.replicates]


def failures(question: Question) -> list[str]:
    """Which methods cannot be trained at which levels and why, one sentence each."""
    told: dict[str, dict[str, list[str]]] = {}
    for row in question.experiment.rows:
        sentence = book().failures.get(row.cell.key)
        if sentence is not None:
            told.setdefault(sentence, {}).setdefault(row.series, []).append(row.column)
    return [
        f"{', '.join(methods)} at {', '.join(columns)}: {sentence}"
        for sentence, by_method in told.items()
        for columns, methods in _together(by_method).items()
    ]


def _together(by_method: Mapping[str, Sequence[str]]) -> dict[tuple[str, ...], list[str]]:
    """Methods that fail at the same levels, by these levels."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for method, columns in by_method.items():
        groups.setdefault(tuple(columns), []).append(method)
    return groups


def draw_curves(question: Question) -> None:
    """Draw the chart, to which `push_curves` gives what is known."""
    st.plotly_chart(_empty(question), key=CURVES, config=CONFIG)


def push_curves(question: Question) -> None:
    """Bring the chart up to what is known."""
    push_traces(f"{CURVES}.push", CURVES, _contents(question))


def filled_curves(question: Question) -> go.Figure:
    """The chart with its curves, for a pin."""
    return filled(_empty(question), _contents(question))


def curves_to_save(question: Question) -> Callable[[], go.Figure]:
    """Makes the chart with its curves for a file: asked for later, outside the session."""
    return partial(filled, _empty(question), _contents(question))


def _empty(question: Question) -> go.Figure:
    return empty_levels(
        list(method_titles().values()),
        question.places,
        question.settings.level_title,
        Y_TITLE,
        height=lecture.picture_height(HEIGHT, share=0.85),
        scale=lecture.scale(),
    )


def _contents(question: Question) -> dict[int, dict[str, Any]]:
    curves, counts = {}, {}
    known = [summary for summary in summaries(question) if summary.ours is not None]
    for name in dict.fromkeys(summary.row.series for summary in known):
        points = [summary for summary in known if summary.row.series == name]
        curves[name] = _curve(name, points)
        counts[name] = [summary.replicates for summary in points]
    return level_contents(list(method_titles().values()), question.places, curves, counts)


def _curve(name: str, points: Sequence[Summary]) -> LevelCurve:
    return LevelCurve(
        name,
        np.array([point.row.at for point in points], dtype=np.float64),
        np.array([point.ours for point in points], dtype=np.float64),
        np.array([point.low for point in points]),
        np.array([point.high for point in points]),
    )
