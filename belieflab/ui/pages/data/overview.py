"""The right side of the Data page: what is loaded, seen and counted."""

from functools import partial
from typing import Any
from zlib import crc32

import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.reading import Loaded
from belieflab.data.summary import describe_size, summarise_categories, summarise_features
from belieflab.figures.common.pixels import draw_pixels
from belieflab.figures.common.plane import draw_points
from belieflab.figures.data import features
from belieflab.ui.method.charts import draw_chart, draw_small
from belieflab.ui.method.code_tab import data_file
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.shell import card, lecture, navigation
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

MATRIX, PARALLEL, IMAGE = "Scatter matrix", "Parallel coordinates", "Image"
FIRST_FEATURES = {MATRIX: 4, PARALLEL: 6}
MAX_FEATURES = {MATRIX: features.MATRIX_FEATURES, PARALLEL: features.PARALLEL_FEATURES}
NOTHING = "**Nothing is loaded yet.** This side shows the points once there are some."
PICTURE_SIZE = 0.8, 1.1
"""Shares of the height, on the page and in a lecture."""


def draw_overview(workspace: Workspace) -> None:
    """Draw the loaded data: a sentence, the picture, counts and the table of features."""
    dataset = workspace.dataset
    if dataset is None:
        with st.container(border=True):
            st.markdown(NOTHING)
            st.caption("Choose, upload, generate or paint on the left, or begin with a classic:")
            load = partial(workspace.load_sample, "iris")
            draw_button("Load Iris", "data.first", load, type="primary")
        return
    if lecture.current() is not None:
        draw_chart(_choose_picture(workspace, dataset), "data.picture")
        return
    _draw_sentence(dataset, labelled=workspace.labels is not None)
    draw_chart(_choose_picture(workspace, dataset), "data.picture")
    arrow = ":material/arrow_forward:"
    if dataset.image_shape:
        st.page_link(navigation.page("credal"), label="Next: segment it", icon=arrow)
    following = "labels" if workspace.state.crowd is None else "crowd"
    title = PAGES[following].title
    st.page_link(navigation.page(following), label=f"Next: {title}", icon=arrow)
    _draw_numbers(workspace, workspace.state.dataset or dataset)
    file, rows = "belieflab-data.csv", "Features, categories, truth and labels, one row per object."
    write = partial(data_file, workspace.state)
    draw_download("Download as CSV", "data.download", file, write, help=rows)


def draw_preview(workspace: Workspace, loaded: Loaded) -> None:
    """Draw an upload as it will be once it is used: the chart then stays as it is."""
    dataset, held = loaded.dataset, workspace.dataset
    _draw_sentence(dataset, labelled=loaded.labels is not None)
    draw_chart(_choose_picture(workspace, dataset, preview=True), "data.picture")
    other = "is empty" if held is None else f"holds {plain(held.name)}"
    st.caption(f"A preview: the workspace still {other}.")


def _draw_sentence(dataset: Dataset, *, labelled: bool) -> None:
    labels = "with labels" if labelled else "not labelled yet"
    sentence = f"**{plain(dataset.name)}**: {describe_size(dataset)}, {labels}."
    st.markdown(sentence, help=plain(dataset.source) or None)


def _choose_picture(workspace: Workspace, dataset: Dataset, *, preview: bool = False) -> go.Figure:
    """Draw the choice of a picture; returns it. Two features make a plane, one a histogram."""
    look: dict[str, Any] = {"vertical_alignment": "center", "gap": "medium"}
    with st.container(horizontal=True, key="data_views", **look):
        views = (IMAGE, MATRIX, PARALLEL) if dataset.image_shape else (MATRIX, PARALLEL)
        picture = choice("view", "Picture", views, form="segments")
        view = draw_one("data", picture, label_visibility="collapsed")
        if preview:
            st.badge("not used yet", color="orange")
        else:
            card.draw_truth_switch(workspace, "data.truth")
    if view == IMAGE:
        return draw_pixels(dataset, height=lecture.fit(*PICTURE_SIZE)["height"])
    chosen = _choose_features(dataset, view)
    X, names = dataset.X[:, chosen], [dataset.feature_names[j] for j in chosen]
    look = {
        "truth": dataset.truth if preview else workspace.shown_truth,
        "height": lecture.fit(*PICTURE_SIZE)["height"],
    }
    look["class_names"] = dataset.class_names
    if view == PARALLEL and len(names) > 1:
        return features.parallel_coordinates(X, names, **look)
    if len(names) == 2:
        return draw_points(X, (names[0], names[1]), colour_by="truth", dataset=dataset, **look)
    return features.scatter_matrix(X, names, dataset=dataset, **look)


def _choose_features(dataset: Dataset, view: str) -> list[int]:
    """Columns to draw; a control appears when the picture cannot show them all well."""
    own = dataset.original[1]
    names = {str(j): name for j, name in enumerate(own)}
    first = tuple(names)[: FIRST_FEATURES[view]]
    if dataset.p <= 2:
        return list(range(dataset.p))
    # One control per picture and list of features, with the same key on every server.
    number = crc32("\n".join(own).encode())
    key = f"features.{view.replace(' ', '-')}.{number}"
    several = Parameter(key, "Features", first, choices=names, several=True, lecture="features")
    look = {"placeholder": "Features to draw", "label_visibility": "collapsed"}
    chosen = draw_one("data", several, max_selections=MAX_FEATURES[view], **look)
    return [int(j) for j in chosen or first]


def _draw_numbers(workspace: Workspace, dataset: Dataset) -> None:
    """Draw counts and, in their own units, the features."""
    st.markdown("**Classes**")
    if dataset.truth is None:
        st.caption("The true classes of these data are not known.")
    elif workspace.truth_hidden:
        st.caption("The truth is hidden; Reveal shows the counts.")
    else:
        draw_small(features.class_counts(dataset.truth, dataset.class_names), "data.counts")
    st.markdown("**Features**")
    height = min(40 + 35 * dataset.p, 285)
    draw_table(summarise_features(dataset), form="%.4g", height=height)
    st.caption("No value is missing: every object has a number in every feature.")
    if dataset.categories:
        st.markdown("**Categories**")
        height = min(40 + 35 * len(dataset.categories), 285)
        draw_table(summarise_categories(dataset), form="%.4g", height=height)
