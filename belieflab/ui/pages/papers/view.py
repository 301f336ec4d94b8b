"""What is known of one table or figure beside what the paper prints: pictures, tables, files."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from belieflab.experiments.experiment import Experiment, Summary
from belieflab.experiments.pictures import draw_difference_map, draw_experiment
from belieflab.experiments.report import describe_agreement, write_csv, write_html, write_json
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.player import draw_image_buttons
from belieflab.ui.pages.papers import results, text
from belieflab.ui.pages.papers.results import PAGE, SEED
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_download
from belieflab.ui.shell.text import plain

CONFIG = {"displaylogo": False, "scrollZoom": False}
Found = list[Summary]


def draw_scores(experiment: Experiment, found: Found) -> None:
    """How close to the paper, and by how many replicates."""
    numbers: dict[str, Number] = {}
    if experiment.paper:
        difference = text.mean_difference(found)
        compared = sum(summary.difference is not None for summary in found)
        comparable = sum(s.paper is not None and s.row.compared for s in found)
        numbers["Mean difference"] = (
            "–" if difference is None else f"{difference:.2g}",
            "Mean absolute difference between the numbers of the paper and ours.",
        )
        numbers["Numbers compared"] = f"{compared} of {comparable}"
    draw_numbers(PAGE, numbers | {"Replicates so far": text.replicates_known(found)})


def draw_differences(experiment: Experiment, found: Found, running: bool) -> None:
    """The map of differences over the numbers themselves; before a run, what the paper prints."""
    figure = draw_difference_map(experiment, found)
    if figure is None:
        begin = "The first results are on their way" if running else "Press Run"
        st.caption(f"{begin}: ours less the paper's numbers will be a map here. The paper prints:")
    else:
        _draw_picture(experiment, figure, "differences")
        st.caption(plain(describe_agreement(found)))
    _draw_tables(experiment, found)


def draw_figure(experiment: Experiment, found: Found, running: bool) -> None:
    """The figure with the paper's numbers in it, where it prints any."""
    figure = draw_experiment(experiment, found)
    if figure is None:
        begin = "The first results are on their way" if running else "Press Run"
        st.caption(f"{begin}; the figure is drawn here.")
        return
    _draw_picture(experiment, figure, "figure")
    st.caption(text.explain_figure(experiment, found))


def draw_for_lecture(experiment: Experiment, found: Found, roomy: bool = False) -> None:
    """The figure alone, in large type; `roomy` where no control stands above it."""
    height = lecture.picture_height(0, share=1.15 if roomy else 1.0)
    figure = draw_experiment(experiment, found, total_height=height, scale=lecture.scale())
    if figure is None:
        st.caption("Press Run; the figure is drawn here.")
        return
    st.plotly_chart(figure, key=f"{PAGE}.figure", config=CONFIG)


def draw_table(experiment: Experiment, found: Found) -> None:
    """The numbers as the paper lays them out, then one by one."""
    _draw_tables(experiment, found)
    st.dataframe(text.number_table(experiment, found), key=f"{PAGE}.numbers", hide_index=True)


def draw_choices(experiment: Experiment) -> None:
    """Where the paper leaves a choice, what was chosen."""
    st.markdown("Where the paper leaves a choice, what was chosen and why:")
    seed = f"Seed {SEED}, as on the command line; the seed of the workspace plays no part."
    st.markdown("\n".join(f"- {plain(choice)}" for choice in (*experiment.choices, seed)))


def draw_code(name: str, replicates: int, small: bool) -> None:
    """How to compute the same elsewhere."""
    place = results.format_place(results.folder())
    st.markdown("By the command line, into the same results as this page:")
    st.code(text.command(name, place, small), language="bash")
    st.markdown("In Python:")
    st.code(text.code(name, replicates, SEED), language="python")


def draw_downloads(experiment: Experiment, found: Found) -> None:
    """The numbers and the report as files, made when they are asked for."""
    files: dict[str, tuple[str, Callable[[], str]]] = {
        "csv": ("Numbers as CSV", partial(write_csv, found)),
        "json": ("JSON", partial(write_json, found)),
        "html": ("Report as HTML", partial(write_html, experiment, found)),
    }
    with st.container(horizontal=True):
        for ending, (label, write) in files.items():
            name = f"belieflab-{experiment.name}.{ending}"
            draw_download(label, f"{PAGE}.save.{ending}", name, write)
    place = plain(results.format_place(results.folder()))
    st.caption(f"Results are kept in {place} on the machine that runs the app, and shown again.")


def _draw_picture(experiment: Experiment, figure: go.Figure, what: str) -> None:
    chart = f"{PAGE}.{what}"
    st.plotly_chart(figure, key=chart, config=CONFIG)
    with st.container(width=320):
        draw_image_buttons(f"{PAGE}.images.{what}", chart, f"belieflab-{experiment.name}")


def _draw_tables(experiment: Experiment, found: Sequence[Summary]) -> None:
    tables: dict[str, Any] = text.tables(experiment, found)
    for panel, table in tables.items():
        st.markdown(f"**{plain(panel)}**")
        st.table(table, border="horizontal")
    explained = text.explain_cells(experiment, found)
    if tables and explained:
        st.caption(explained)
