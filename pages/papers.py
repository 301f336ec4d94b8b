"""Papers: every table and figure by name, the paper's numbers beside ours, to run again."""

from functools import partial

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.method import cluster_note, page, run_panel, runs
from belieflab.ui.method.bound_controls import Controls
from belieflab.ui.pages.papers import listing, text, view
from belieflab.ui.pages.papers.listing import PAGE, SEED
from belieflab.ui.shell import lecture, lecture_row, navigation
from belieflab.ui.shell.text import plain

SHELF = "the shelf"
SMALL, FULL = "small", "full"
PER_ROW = 4
REFRESH_SECONDS = 4.0


def choose():
    """Which table or figure is open; the address names it."""
    return Controls(PAGE).choose_one("name", "Table or figure", [SHELF, *listing.PAPERS])


def open_paper(name):
    st.session_state[f"{PAGE}.name"] = name


def draw_shelf():
    """A card for every table and figure, under its paper."""
    for title, names in listing.by_paper().items():
        st.subheader(title)
        for first in range(0, len(names), PER_ROW):
            row = names[first : first + PER_ROW]
            for column, each in zip(st.columns(PER_ROW), row, strict=False):
                with column.container(
                    border=True, height="stretch", vertical_alignment="distribute"
                ):
                    with st.container(gap="small"):
                        st.markdown(f"**{listing.find(each).title}**")
                        st.caption(f"{each} · {listing.standing(each).words}")
                    st.button("Open", key=f"{PAGE}.open.{each}", on_click=open_paper, args=[each])


def draw_size():
    """How large to run it, and which cluster computes."""
    experiment = listing.find(name)
    sizes = {SMALL: experiment.quick, FULL: experiment.replicates}
    size = FULL
    if experiment.quick < experiment.replicates:
        size = Controls(PAGE).choose_one(
            "size",
            "Size, in replicates",
            {each: f"{each}, {count}" for each, count in sizes.items()},
            "A few replicates for a first look, or as many as the paper has.",
            form="segments",
        )
    cluster_note.draw()
    return size, sizes[size]


def draw_panel():
    """Run and Stop with the time left."""
    experiment = listing.find(name)
    missing = listing.book(name).missing(experiment.jobs(replicates, SEED))
    run_panel.draw(
        listing.run_key(name),
        label=text.run_label(len(missing), experiment, replicates),
        begin=partial(listing.begin, name, replicates),
        word="result",
        disabled=not missing,
        help="Computes only what is missing; what is known stays.",
    )
    for sentence in listing.book(name).failures.values():
        st.warning(plain(sentence), icon=":material/info:")


def draw_body():
    """What is known beside what the paper prints; drawn again while a run goes on."""
    experiment, found = listing.find(name), listing.summaries(name)
    if lecture.present() is not None:
        view.draw_for_lecture(experiment, found, roomy=not lecture.present().shown)
        lecture_row.draw(PAGE)
        return
    view.draw_numbers(experiment, found)
    tabs = {}
    if experiment.paper:
        tabs["Differences"] = partial(view.draw_differences, experiment, found, running())
    tabs["Figure"] = partial(view.draw_figure, experiment, found, running())
    tabs["Table"] = partial(view.draw_table, experiment, found)
    tabs["Choices"] = partial(view.draw_choices, experiment)
    tabs["Code"] = partial(view.draw_code, name, replicates, size == SMALL)
    page.draw_tabs(PAGE, tabs)
    if any(summary.replicates for summary in found):
        view.draw_downloads(experiment, found)


def running():
    run = runs.get(listing.run_key(name))
    return run is not None and run.running


navigation.enter()
if lecture.present() is None:
    st.title("Papers")
    st.markdown("The papers' tables and figures beside ours: open one, run it, see what differs.")
with page.controls(PAGE):
    name = choose()
    size, replicates = (SMALL, 1) if name == SHELF else draw_size()
if name == SHELF:
    draw_shelf()
    st.stop()
if lecture.present() is None:
    st.button(
        "The shelf",
        icon=":material/arrow_back:",
        type="tertiary",
        key=f"{PAGE}.back",
        on_click=open_paper,
        args=[SHELF],
    )
    st.subheader(listing.find(name).title)
    st.caption(plain(listing.find(name).source))
try:
    listing.book(name)
except DataError as error:
    st.error(plain(error), icon=":material/error:")
    st.stop()
draw_panel()
st.fragment(draw_body, run_every=REFRESH_SECONDS if running() else None)()
