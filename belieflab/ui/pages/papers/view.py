"""What is known of one table or figure beside what the paper prints: pictures, tables, files."""

from functools import partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from belieflab.experiments.experiment import Experiment, Summary
from belieflab.experiments.pictures import draw_difference_map, draw_experiment
from belieflab.experiments.report import describe_agreement, write_csv, write_html, write_json
from belieflab.ui.method.charts import draw_chart
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.player import draw_image_buttons
from belieflab.ui.pages.papers import results, text
from belieflab.ui.pages.papers.results import PAGE, SEED, Shown
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_download
from belieflab.ui.shell.text import plain

Found = list[Summary]
HEIGHT, MAX_PANELS, SMALL_TYPE = 460, 6, 0.85
"""Pixels of the pictures beside each other, panels of a figure that fit into them, and the scale of
their type, at which legends take few lines."""


def draw_scores(found: Shown) -> None:
    """How close to the paper, by how many replicates, and where the numbers come from."""
    numbers: dict[str, Number] = {}
    if found.experiment.paper:
        apart = text.mean_difference(found.summaries)
        compared = sum(each.difference is not None for each in found.summaries)
        comparable = sum(s.paper is not None and s.row.compared for s in found.summaries)
        numbers["Mean difference"] = (
            "–" if apart is None else f"{apart:.2g}",
            "Mean absolute difference between the numbers of the paper and ours.",
        )
        numbers["Numbers compared"] = f"{compared} of {comparable}"
    counts = [summary.replicates for summary in found.summaries]
    low, high = min(counts), max(counts)
    title = "Replicates so far" if found.origin is None else "Replicates"
    numbers[title] = str(low) if low == high else f"{low} to {high}"
    draw_numbers(PAGE, numbers)
    st.caption(plain(text.origin(found) or f"{found.experiment.source}."))


def draw_both(experiment: Experiment, found: Found, awaited: str) -> None:
    """Our figure beside the map of differences from the paper, over the numbers of both."""
    figure = draw_experiment(experiment, found, **_size(found))
    if figure is None:
        printed = " The paper prints:" if experiment.paper else ""
        st.caption(f"{awaited}{printed}")
        _draw_tables(experiment, found)
        return
    differences = draw_difference_map(experiment, found)
    places = st.columns(2, gap="medium") if differences is not None else [st.container()]
    with places[0], st.container(height=HEIGHT, border=False):
        draw_chart(figure, f"{PAGE}.both")
    if differences is not None:
        with places[1], st.container(height=HEIGHT, border=False):
            draw_chart(differences, f"{PAGE}.differences")
    agreement = describe_agreement(found) if experiment.paper else ""
    st.caption(plain(f"{text.explain_figure(experiment, found)} {agreement}"))
    _draw_tables(experiment, found)


def _size(found: Found) -> dict[str, Any]:
    """The figure in one view, unless it has more panels than can be read there."""
    panels = {summary.row.panel for summary in found if summary.row.at is not None}
    fits = {"total_height": HEIGHT - 20} if len(panels) <= MAX_PANELS else {}
    return {"scale": SMALL_TYPE, **fits}


def draw_figure(experiment: Experiment, found: Found, awaited: str) -> None:
    """The figure with the paper's numbers in it, where it prints any."""
    figure = draw_experiment(experiment, found)
    if figure is None:
        st.caption(awaited)
        return
    _draw_picture(experiment, figure, "figure")
    st.caption(text.explain_figure(experiment, found))


def draw_for_lecture(experiment: Experiment, found: Found, wide: bool = False) -> None:
    """The figure alone, in large type; `wide` where no control stands above it."""
    height = lecture.picture_height(0, share=1.05 if wide else 1.0)
    figure = draw_experiment(experiment, found, total_height=height, scale=lecture.scale())
    if figure is None:
        st.caption("Press Run to compute the figure.")
    else:
        draw_chart(figure, f"{PAGE}.figure")


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
    folder, quick = f"'{place}'" if " " in place else place, " --quick" if small else ""
    st.markdown("By the command line, into the same results as this page:")
    command = f"python -m belieflab.experiments run {name}{quick} --results {folder}"
    st.code(command, language="bash")
    st.markdown("In Python:")
    st.code(text.code(name, results.find(name).file, replicates, SEED), language="python")


def draw_downloads(experiment: Experiment, found: Found) -> None:
    """The numbers and the report as files, made when they are asked for."""
    key, name = f"{PAGE}.save", text.file_name(experiment.name)
    with st.container(horizontal=True):
        write = partial(write_html, experiment, found)
        draw_download("Numbers as CSV", f"{key}.csv", f"{name}.csv", partial(write_csv, found))
        draw_download("JSON", f"{key}.json", f"{name}.json", partial(write_json, found))
        draw_download("Report as HTML", f"{key}.html", f"{name}.html", write)
    place = plain(results.format_place(results.folder()))
    st.caption(f"Results are kept in {place} on the machine that runs the app, and shown again.")


def _draw_picture(experiment: Experiment, figure: go.Figure, what: str) -> None:
    chart = f"{PAGE}.{what}"
    draw_chart(figure, chart)
    with st.container(width=320):
        draw_image_buttons(f"{PAGE}.images.{what}", chart, text.file_name(experiment.name))


def _draw_tables(experiment: Experiment, found: Found) -> None:
    tables = text.tables(experiment, found)
    for panel, table in tables.items():
        if panel:
            st.markdown(f"**{plain(panel)}**")
        st.table(table, border="horizontal")
    explained = text.explain_cells(experiment, found)
    if tables and explained:
        st.caption(explained)
