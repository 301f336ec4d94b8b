"""The tables and figures of the papers: which there are, and what is known of each."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from belieflab.answers import shared
from belieflab.errors import DataError
from belieflab.experiments.cells import Job
from belieflab.experiments.cost import experiment_cost
from belieflab.experiments.experiment import Experiment, Summary, summarise
from belieflab.experiments.papers import PAPERS, find_paper, find_stored
from belieflab.experiments.pictures import draw_thumbnail
from belieflab.experiments.store import ResultStore
from belieflab.experiments.stored_results import Origin, find_origin, read_stored
from belieflab.references import find_source
from belieflab.ui.method import runs
from belieflab.ui.method.experiment_run import Book, ExperimentRun, cost_here
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Task

PAGE = "papers"
FOLDER = "BELIEFLAB_RESULTS"
"""Environment variable that names another folder for the results."""

STORED, HERE = "stored", "here"
"""Whose numbers are shown: those that came with belieflab, or those of this machine."""

SEED = 0
"""The seed of the command line, so that both know the same results."""

ELSEWHERE = "Run it by the command line, as the tab Code says."
FEWER = "Choose the small size, or run it by the command line, as the tab Code says."


def by_paper() -> dict[str, list[str]]:
    """The names of tables and figures under the reference of their paper."""
    groups: dict[str, list[str]] = {}
    for name in PAPERS:
        source = find_source(name.partition("-")[0])
        groups.setdefault(f"{source.short}: {source.title}", []).append(name)
    return groups


def title(name: str) -> str:
    """A table or figure with its paper, for a list."""
    return f"{find_source(name.partition('-')[0]).short}: {find(name).title}"


@shared()
def find(name: str) -> Experiment:
    """The experiment of that name, made once."""
    return find_paper(name)


@dataclass(frozen=True)
class Shown:
    """A table or figure with its numbers; stored ones have an origin and a small picture."""

    experiment: Experiment
    summaries: list[Summary]
    origin: Origin | None = None
    thumbnail: str = ""


@shared()
def stored(name: str) -> Shown | None:
    """What came with belieflab, made once; None where nothing did."""
    experiment = find_stored(name)
    origin = find_origin(experiment.file)
    if origin is None:
        return None
    found = summarise(experiment, read_stored(experiment))
    return Shown(experiment, found, origin, draw_thumbnail(experiment, found))


def computed_here(name: str) -> Shown:
    """What was computed on this machine so far."""
    experiment = find(name)
    return Shown(experiment, summarise(experiment, book(name).results(SEED, experiment.cells)))


def sources(name: str) -> list[str]:
    """Whose numbers can be shown: those of this machine first, where there are or will be any."""
    run = runs.get(f"{PAGE}.run.{name}")
    with suppress(DataError):
        begun = run is not None or book(name).results(SEED, find(name).cells)
        if begun and stored(name) is not None:
            return [HERE, STORED]
    return [HERE] if stored(name) is None else [STORED]


def folder() -> Path:
    """Where results are kept: the named folder, or the user's cache, or a temporary one."""
    named = os.environ.get(FOLDER)
    cache = os.environ.get("XDG_CACHE_HOME")
    try:
        base = Path(cache) if cache else Path.home() / ".cache"
        place = Path(named) if named else base / "belieflab" / "results"
        place.mkdir(parents=True, exist_ok=True)
        if os.access(place, os.W_OK):
            return place
    except (OSError, RuntimeError):  # no home, or not ours to write
        pass
    return Path(tempfile.gettempdir()) / "belieflab-results"


def format_place(place: Path) -> str:
    """The folder with the home written as ~."""
    try:
        return str(Path("~") / place.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(place)


@dataclass
class Reading:
    """The book of a file, the state of the file when it was read, and who writes in it here."""

    book: Book
    mark: Mapping[str, float] | None = None
    writer: ExperimentRun | None = None


def book(name: str) -> Book:
    """What is known of one table or figure, read again when its file has changed.

    What a run of this process writes is in the book already: reading thousands of results again
    and again would cost it half of its pace.
    """
    path = folder() / f"{find(name).file}.sqlite"
    reading, mark = _reading(str(path)), _mark(path)
    writing = reading.writer is not None and reading.writer.working
    if reading.mark != mark and not writing:
        reading.book.read(SEED, find(name).cells)
        reading.mark = mark
    return reading.book


def progress(name: str) -> str:
    """How much of a full run is computed; a file that cannot be read counts as nothing."""
    jobs, path = find(name).jobs(None, SEED), folder() / f"{find(name).file}.sqlite"
    known = 0
    with suppress(DataError):
        if path.exists():
            with ResultStore(path) as store:
                finished = store.finished(SEED)
            known = sum((job.cell.key, job.replicate) in finished for job in jobs)
    if not known:
        return ""
    return "Computed here" if known >= len(jobs) else f"{known / len(jobs):.0%} computed here"


def task(name: str, replicates: int, missing: Sequence[Job], label: str) -> Task[None]:
    """Compute what is missing of this number of replicates."""
    experiment = find(name)
    known = book(name).results(SEED, experiment.cells)

    def make_run() -> Run:
        jobs = experiment.jobs(replicates, SEED)
        run = ExperimentRun(jobs, book(name), given=experiment.given, eager=False)
        _reading(str(run.book.path)).writer = run
        return run

    return Task(
        f"{PAGE}.run.{name}",
        (name, replicates),
        lambda stop: (None, iter(())),
        cost_here(experiment_cost(experiment, missing, known)),
        label=label,
        help="Computes it on this machine, only what is missing there; what is stored stays.",
        unit="result",
        advice=FEWER if replicates > experiment.quick else ELSEWHERE,
        by_itself=False,
        scope=name,
        make_run=make_run,
    )


@st.cache_resource(show_spinner=False)
def _reading(path: str) -> Reading:
    """The book of a file, one for all sessions."""
    return Reading(Book(Path(path)))


def _mark(path: Path) -> dict[str, float]:
    """When the file and its journal were last written."""
    written = {}
    for file in (path, path.with_name(path.name + "-wal")):
        with suppress(FileNotFoundError):  # a writer that ends takes its journal away
            written[file.name] = file.stat().st_mtime
    return written
