"""The Papers page: tables and figures of the papers beside ours, to run again."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.experiments.experiment import Experiment
from belieflab.experiments.papers import PAPERS
from belieflab.ui.method import cluster_note, page, runs
from belieflab.ui.method.controls import draw_panel, read_settings, set_value
from belieflab.ui.method.tasks import Task, draw_run
from belieflab.ui.pages.papers import results, text, view
from belieflab.ui.pages.papers.results import PAGE, SEED
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.rows import in_rows
from belieflab.ui.shell.text import plain

ALL = "all"
SMALL, FULL = "small", "full"
PER_ROW = 4
REFRESH_SECONDS = 4.0


def parameters() -> list[Parameter]:
    """Which table or figure is open, and how large to run it."""
    titles = {ALL: "all"} | {name: results.title(name) for name in PAPERS}
    name = Parameter("name", "Table or figure", ALL, choices=titles, form="list")
    opened = read_settings(PAGE, [name]).name
    if opened == ALL:
        return [name]
    experiment = results.find(opened)
    sizes = {SMALL: experiment.quick, FULL: experiment.replicates}
    if experiment.quick >= experiment.replicates:
        sizes.pop(SMALL)
    size = Parameter(
        "size",
        "Size, in replicates",
        next(iter(sizes)),
        choices={each: f"{each}, {count}" for each, count in sizes.items()},
        form="segments",
        custom=len(sizes) < 2,
        help="A few replicates for a first look, or as many as the paper has.",
    )
    return [name, size]


def run() -> None:
    """Draw the page."""
    navigation.enter()
    if lecture.current() is None:
        st.title("Papers")
        st.markdown(
            "Tables and figures of the papers beside ours: open one, run it, see what differs."
        )
    with page.controls(PAGE):
        settings = draw_panel(PAGE, read_settings(PAGE, parameters()))
        if settings.name != ALL:
            cluster_note.draw()
    if settings.name == ALL:
        _draw_list()
        return
    _draw_heading(settings.name)
    _draw_result(settings)


def _draw_list() -> None:
    """A card for every table and figure, under its paper."""
    for title, names in results.by_paper().items():
        st.subheader(title)
        for column, name in in_rows(names, PER_ROW):
            with column:
                _draw_card(name)


def _draw_card(name: str) -> None:
    with st.container(border=True, height="stretch", vertical_alignment="distribute"):
        with st.container(gap="small"):
            st.markdown(f"**{results.find(name).title}**")
            st.caption(results.progress(name))
        st.button("Open", key=f"{PAGE}.open.{name}", on_click=set_value, args=(PAGE, "name", name))


def _draw_heading(name: str) -> None:
    if lecture.current() is not None:
        return
    st.button(
        "All tables and figures",
        icon=":material/arrow_back:",
        type="tertiary",
        key=f"{PAGE}.back",
        on_click=set_value,
        args=(PAGE, "name", ALL),
    )
    st.subheader(results.find(name).title)
    st.caption(plain(results.find(name).source))


@show_errors()
def _draw_result(settings: Settings) -> None:
    """Run and Stop with the time left, and what is known; drawn again while a run goes on."""
    name, experiment = settings.name, results.find(settings.name)
    replicates = experiment.quick if settings.size == SMALL else experiment.replicates
    missing = results.book(name).missing(experiment.jobs(replicates, SEED))
    task = results.task(name, replicates, text.run_label(len(missing), experiment, replicates))
    draw_run(task, disabled=not missing)
    for sentence in results.book(name).failures.values():
        st.warning(plain(sentence), icon=":material/info:")
    pace = REFRESH_SECONDS if _running(task) else None
    st.fragment(_draw_body, run_every=pace)(experiment, task, replicates, settings.size)


def _running(task: Task[None]) -> bool:
    known = runs.get(task.key)
    return known is not None and known.running


def _draw_body(experiment: Experiment, task: Task[None], replicates: int, size: str) -> None:
    found, running = results.summaries(experiment.name), _running(task)
    teaching = lecture.current()
    if teaching is not None:
        view.draw_for_lecture(experiment, found, roomy=not teaching.shown)
        navigation.draw_lecture_row(PAGE)
        return
    view.draw_scores(experiment, found)
    tabs: dict[str, Callable[[], None]] = {}
    if experiment.paper:
        tabs["Differences"] = partial(view.draw_differences, experiment, found, running)
    tabs["Figure"] = partial(view.draw_figure, experiment, found, running)
    tabs["Table"] = partial(view.draw_table, experiment, found)
    tabs["Choices"] = partial(view.draw_choices, experiment)
    tabs["Code"] = partial(view.draw_code, experiment.name, replicates, size == SMALL)
    page.draw_tabs(PAGE, tabs)
    if any(summary.replicates for summary in found):
        view.draw_downloads(experiment, found)
