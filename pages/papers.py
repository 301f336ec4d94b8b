"""Papers: every table and figure by name, the paper's numbers beside ours, to run again."""

from functools import partial

import streamlit as st

from belieflab.errors import DataError
from belieflab.experiments.pictures import draw_difference_map, draw_experiment
from belieflab.experiments.report import describe_agreement, write_csv, write_html, write_json
from belieflab.ui import (
    lecture,
    lecture_row,
    method_page,
    papers_shelf,
    papers_words,
    run_panel,
    runs,
    shell,
)
from belieflab.ui.page_settings import keep, one_of
from belieflab.ui.papers_shelf import PAGE, SEED
from belieflab.ui.player import draw_image_buttons
from belieflab.ui.text import plain
from belieflab.ui.unseen import value_of

SHELF = "the shelf"
SMALL, FULL = "small", "full"
PER_ROW = 4
REFRESH_SECONDS = 4.0
CONFIG = {"displaylogo": False, "scrollZoom": False}


def choose():
    """Which table or figure is open; the address names it."""
    key, options = "papers.name", [SHELF, *papers_shelf.PAPERS]
    if not lecture.shows("name"):
        return value_of(key, SHELF, one_of(options))
    keep(key, one_of(options))
    if st.session_state.get(key, SHELF) not in options:
        st.session_state.pop(key, None)
    return st.selectbox("Table or figure", options, key=key, bind="query-params")


def open_paper(name):
    st.session_state[f"{PAGE}.name"] = name


def draw_shelf():
    """A card for every table and figure, under its paper."""
    for title, names in papers_shelf.by_paper().items():
        st.subheader(title)
        for first in range(0, len(names), PER_ROW):
            row = names[first : first + PER_ROW]
            for column, each in zip(st.columns(PER_ROW), row, strict=False):
                with column.container(
                    border=True, height="stretch", vertical_alignment="distribute"
                ):
                    with st.container(gap="small"):
                        st.markdown(f"**{papers_shelf.find(each).title}**")
                        st.caption(f"`{each}` · {papers_shelf.standing(each).words}")
                    st.button("Open", key=f"{PAGE}.open.{each}", on_click=open_paper, args=[each])


def draw_size():
    """How large to run it, and where."""
    experiment = papers_shelf.find(name)
    sizes = {SMALL: experiment.quick, FULL: experiment.replicates}
    key = "papers.size"
    if not lecture.shows("size"):
        written = {f"{each}, {count}": each for each, count in sizes.items()}
        size = value_of(key, SMALL, one_of(list(sizes)), written)
        return size, sizes[size], ""
    keep(key, one_of(list(sizes)))
    size = st.segmented_control(
        "Size",
        list(sizes),
        default=SMALL,
        required=True,
        key=key,
        bind="query-params",
        format_func=lambda each: f"{each}, {sizes[each]}",
        help="Replicates: a few for a first look, or as many as the paper has.",
    )
    with st.expander("More"):
        cluster = st.text_input(
            "Dask cluster",
            key=f"{PAGE}.cluster",
            persist_state="session",
            help="Address of a Dask scheduler, such as tcp://10.0.0.5:8786. Left empty, the cores "
            "of this machine compute. The numbers are the same.",
        )
    return size, sizes[size], cluster


def draw_panel():
    """Run and Stop with the time left."""
    missing = papers_shelf.book(name).missing(papers_shelf.find(name).jobs(replicates, SEED))
    run_panel.draw(
        papers_shelf.run_key(name),
        label=f"Run {size}" if missing else "All computed",
        begin=partial(papers_shelf.begin, name, replicates, cluster),
        word="result",
        disabled=not missing,
        help="Computes only what is missing; what is known stays.",
    )
    for sentence in papers_shelf.book(name).failures.values():
        st.warning(plain(sentence), icon=":material/info:")


def draw_body():
    """What is known beside what the paper prints; drawn again while a run goes on."""
    experiment, found = papers_shelf.find(name), papers_shelf.summaries(name)
    known = any(summary.replicates for summary in found)
    if lecture.present() is not None:
        draw_picture(draw_experiment(experiment, found), "figure")
        lecture_row.draw(PAGE)
        return
    draw_numbers(experiment, found)
    tabs = {}
    if experiment.paper:
        tabs["Differences"] = partial(draw_differences, experiment, found)
    tabs["Figure"] = partial(draw_figure, experiment, found)
    tabs["Table"] = partial(draw_table, experiment, found)
    tabs["Choices"] = partial(draw_choices, experiment)
    tabs["Code"] = partial(draw_code, experiment)
    method_page.draw_tabs(PAGE, tabs)
    if known:
        draw_downloads(experiment, found)


def draw_numbers(experiment, found):
    difference = papers_words.mean_difference(found)
    compared = sum(summary.difference is not None for summary in found)
    with st.container(horizontal=True):
        st.metric(
            "Mean difference",
            "–" if difference is None else f"{difference:.2g}",
            help="Mean absolute difference between the paper's numbers and ours.",
            width=200,
        )
        st.metric("Numbers compared", f"{compared} of {len(experiment.paper)}", width=200)
        st.metric("Replicates so far", papers_words.replicates_known(found), width=200)


def draw_differences(experiment, found):
    figure = draw_difference_map(experiment, found)
    if figure is None:
        st.caption("Press Run: ours less the paper's numbers will be drawn as a map. It prints:")
        draw_table(experiment, found)
        return
    draw_picture(figure, "differences")
    st.caption(plain(describe_agreement(found)))


def draw_figure(experiment, found):
    figure = draw_experiment(experiment, found)
    if figure is None:
        st.caption("Press Run; the figure is drawn here.")
        return
    draw_picture(figure, "figure")
    if experiment.paper:
        st.caption("Solid with 95 % bands: ours. Dotted with open markers: the paper's.")


def draw_picture(figure, what):
    if figure is None:
        return
    chart = f"{PAGE}.{what}"
    st.plotly_chart(figure, key=chart, config=CONFIG)
    if lecture.present() is None:
        with st.container(width=320):
            draw_image_buttons(f"{PAGE}.images.{what}", chart, f"belieflab-{name}")


def draw_table(experiment, found):
    for panel, table in papers_words.tables(experiment, found).items():
        st.markdown(f"**{plain(panel)}**")
        st.table(table, border="horizontal")
    if experiment.lower_is_better is not None and any(summary.replicates for summary in found):
        st.caption(
            "Ours ± standard error, the paper's number in brackets. Bold: significantly better "
            "than every other method (paired sign test at 5 %)."
        )
    st.dataframe(papers_words.number_table(found), key=f"{PAGE}.numbers", hide_index=True)


def draw_choices(experiment):
    st.markdown("Where the paper leaves a choice, what was chosen and why:")
    seed = f"Seed {SEED}, as on the command line; the seed of the workspace plays no part."
    st.markdown("\n".join(f"- {plain(choice)}" for choice in (*experiment.choices, seed)))


def draw_code(experiment):
    place = papers_shelf.say_place(papers_shelf.folder())
    st.markdown("By the command line, into the same results as this page:")
    st.code(papers_words.command(name, place, size == SMALL), language="bash")
    st.markdown("In Python:")
    st.code(papers_words.code(name, replicates, SEED), language="python")


def draw_downloads(experiment, found):
    files = {
        "csv": ("Numbers as CSV", "text/csv", lambda: write_csv(found)),
        "json": ("JSON", "application/json", lambda: write_json(found)),
        "html": ("Report as HTML", "text/html", lambda: write_html(experiment, found)),
    }
    with st.container(horizontal=True):
        for ending, (label, kind, write) in files.items():
            st.download_button(
                label,
                data=partial(lambda write: write().encode("utf-8"), write),
                file_name=f"belieflab-{name}.{ending}",
                mime=kind,
                key=f"{PAGE}.save.{ending}",
                icon=":material/download:",
                on_click="ignore",
            )
    place = plain(papers_shelf.say_place(papers_shelf.folder()))
    st.caption(f"Results are kept in {place} on the machine that runs the app, and shown again.")


shell.enter()
if lecture.present() is None:
    st.title("Papers")
    st.markdown("The papers' tables and figures beside ours: open one, run it, see what differs.")
with method_page.controls(PAGE):
    name = choose()
    size, replicates, cluster = (SMALL, 1, "") if name == SHELF else draw_size()
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
    st.subheader(papers_shelf.find(name).title)
    st.caption(plain(papers_shelf.find(name).source))
try:
    papers_shelf.book(name)
except DataError as error:
    st.error(plain(error), icon=":material/error:")
    st.stop()
draw_panel()
run = runs.get(papers_shelf.run_key(name))
pace = REFRESH_SECONDS if run is not None and run.running else None
st.fragment(draw_body, run_every=pace)()
