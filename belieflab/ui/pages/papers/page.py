"""The Papers page: tables and figures of the papers beside ours, to run again."""

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.experiments.papers import PAPERS
from belieflab.ui.method import page, run_panel, runs
from belieflab.ui.method.controls import choice, draw_panel, read_settings, set_value
from belieflab.ui.method.tasks import Task, draw_run
from belieflab.ui.pages.papers import results, text, view
from belieflab.ui.pages.papers.results import PAGE, SEED
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button, in_rows
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.text import plain

SENTENCE = "Tables and figures of the papers beside ours: open one, see what differs, run it again."
ALL = "all"
SMALL, FULL = "small", "full"
SOURCES = {results.STORED: "stored", results.HERE: "computed here"}
REFRESH_SECONDS = 4.0


def parameters() -> list[Parameter]:
    """Which table or figure is open, and how large to run it."""
    titles = {ALL: "all"} if lecture.current() is None else {}
    titles |= {name: results.title(name) for name in PAPERS}
    name = choice("name", "Table or figure", titles, form="list")
    opened = read_settings(PAGE, [name]).name
    if opened == ALL:
        return [name]
    experiment = results.find(opened)
    sizes = {SMALL: f"small, {experiment.quick}", FULL: f"full, {experiment.replicates}"}
    if experiment.quick >= experiment.replicates:
        sizes.pop(SMALL)
    text = "A few replicates for a first look, or as many as the paper has."
    look = {"form": "segments", "custom": len(sizes) < 2, "help": text}
    shown = {key: SOURCES[key] for key in results.sources(opened)}
    seen = {"form": "segments", "custom": len(shown) < 2}
    return [
        name,
        choice("size", "Size, in replicates", sizes, **look),
        choice("source", "Show the numbers", shown, **seen),
    ]


def run() -> None:
    """Draw the page."""
    page.draw_head(PAGE, SENTENCE)
    with page.controls(PAGE):
        settings = draw_panel(PAGE, read_settings(PAGE, parameters()))
        if settings.name != ALL:
            run_panel.draw_cluster_note()
    if settings.name == ALL:
        _draw_list()
    else:
        _draw_result(settings)


def _draw_list() -> None:
    """A card for every table and figure, under its paper."""
    for title, names in results.by_paper().items():
        st.subheader(title)
        for column, name in in_rows(names, 4):
            with column.container(border=True, height="stretch", vertical_alignment="distribute"):
                with st.container(gap="small"):
                    found = results.stored(name)
                    if found is not None:
                        st.image(found.thumbnail, width=300, alt=text.describe_card(found))
                    st.markdown(f"**{results.find(name).title}**")
                    st.caption(text.card(found, results.progress(name)))
                draw_button("Open", f"{PAGE}.open.{name}", set_value, PAGE, "name", name)


@show_errors()
def _draw_result(settings: Settings) -> None:
    """Run and Stop with the time left, and what is known; drawn again while a run goes on."""
    name, experiment = settings.name, results.find(settings.name)
    teaching = lecture.current() is not None
    replicates = experiment.quick if settings.size == SMALL else experiment.replicates
    missing = results.book(name).missing(experiment.jobs(replicates, SEED))
    label = text.run_label(len(missing), experiment, replicates)
    task = results.task(name, replicates, missing, label)
    with st.container() if teaching else st.sidebar:
        draw_run(task, disabled=not missing)
    if not teaching:
        with st.container(horizontal=True, vertical_alignment="center"):
            look = {"type": "tertiary", "icon": "arrow_back"}
            draw_button("All", f"{PAGE}.back", set_value, PAGE, "name", ALL, **look)
            st.subheader(experiment.title, anchor=False)
    if task.refusal:
        st.error(plain(task.refusal), icon=":material/error:")
    for sentence in results.book(name).failures.values():
        st.warning(plain(sentence), icon=":material/info:")
    pace = REFRESH_SECONDS if _running(task) else None
    st.fragment(_draw_body, run_every=pace)(settings, task, replicates)


def _running(task: Task[None]) -> bool:
    known = runs.get(task.key)
    return known is not None and known.running


def _draw_body(settings: Settings, task: Task[None], replicates: int) -> None:
    found = results.stored(settings.name) if settings.source == results.STORED else None
    found = found or results.computed_here(settings.name)
    experiment, teaching = found.experiment, lecture.current()
    if teaching is not None:
        view.draw_for_lecture(experiment, found.summaries, wide=not teaching.shown)
        return
    view.draw_scores(found)
    first = "The figure appears here with the first results."
    awaited = first if _running(task) else "Press Run to compute the figure."
    small = settings.size == SMALL
    tabs = {
        "Paper and ours": lambda: view.draw_both(experiment, found.summaries, awaited),
        "Figure": lambda: view.draw_figure(experiment, found.summaries, awaited),
        "Table": lambda: view.draw_table(experiment, found.summaries),
        "Choices": lambda: view.draw_choices(experiment),
        "Code": lambda: view.draw_code(experiment.name, replicates, small),
    }
    page.draw_tabs(PAGE, tabs)
    if any(summary.replicates for summary in found.summaries):
        view.draw_downloads(experiment, found.summaries)
