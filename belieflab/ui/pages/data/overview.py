"""The right side of the Data page: what is loaded, seen and counted."""

from functools import partial
from zlib import crc32

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.summary import describe_size, summarise_features
from belieflab.figures.common.plane import draw_points
from belieflab.figures.data.features import (
    MATRIX_FEATURES,
    PARALLEL_FEATURES,
    class_counts,
    parallel_coordinates,
    scatter_matrix,
    standardised,
)
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.code_tab import data_file
from belieflab.ui.method.controls import draw_one
from belieflab.ui.shell import navigation, truth
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

MATRIX, PARALLEL = "Scatter matrix", "Parallel coordinates"
FIRST_FEATURES = {MATRIX: 4, PARALLEL: 6}
MAX_FEATURES = {MATRIX: MATRIX_FEATURES, PARALLEL: PARALLEL_FEATURES}
VIEW = Parameter("view", "Picture", MATRIX, choices=(MATRIX, PARALLEL), form="segments", view=True)
STANDARD = Parameter(
    "standard",
    "Standardise the view",
    False,
    view=True,
    help="Draw every feature with mean 0 and deviation 1. Only the picture changes; the data keep "
    "their units.",
)
HEIGHT = 470


def draw_overview(workspace: Workspace) -> None:
    """Draw the loaded data: a sentence, the picture, counts and the table of features."""
    dataset = workspace.dataset
    if dataset is None:
        _draw_nothing(workspace)
        return
    _draw_headline(workspace, dataset)
    _draw_picture(workspace, dataset)
    _draw_numbers(workspace, dataset)
    draw_download(
        "Download as CSV",
        "data.download",
        "belieflab-data.csv",
        lambda: data_file(workspace.state),
        help="Features, truth and labels, one row per object.",
    )


def _draw_nothing(workspace: Workspace) -> None:
    with st.container(border=True):
        st.markdown("**Nothing is loaded yet.** This side shows the points once there are some.")
        st.caption("Choose, upload, generate or paint on the left, or begin with a classic:")
        draw_button(
            "Load Iris", "data.first", partial(workspace.load_sample, "iris"), type="primary"
        )


def _draw_headline(workspace: Workspace, dataset: Dataset) -> None:
    labelled = "with labels" if workspace.labels is not None else "not labelled yet"
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.markdown(
            f"**{plain(dataset.name)}**: {describe_size(dataset)}, {labelled}.", width="content"
        )
        arrow = ":material/arrow_forward:"
        st.page_link(navigation.page("labels"), label="Next: Labels", icon=arrow)
    if dataset.source:
        st.caption(plain(dataset.source))


def _draw_picture(workspace: Workspace, dataset: Dataset) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        view = draw_one("data", VIEW, label_visibility="collapsed")
        standard = draw_one("data", STANDARD)
        codes = truth.draw_switch(workspace, key="data.truth")
    chosen = _choose_features(dataset, view)
    X = dataset.X[:, chosen]
    figure = _figure(
        view,
        standardised(X) if standard else X,
        [dataset.feature_names[j] + (", standardised" if standard else "") for j in chosen],
        codes,
        dataset.class_names,
    )
    st.plotly_chart(figure, key="data.picture", config={"displaylogo": False})


def _figure(
    view: str,
    X: NDArray[np.float64],
    names: list[str],
    codes: NDArray[np.int64] | None,
    class_names: tuple[str, ...],
) -> go.Figure:
    """The picture asked for; two features make a plane, one a histogram."""
    if view == PARALLEL and len(names) > 1:
        return parallel_coordinates(X, names, truth=codes, class_names=class_names, height=HEIGHT)
    if len(names) == 2:
        return draw_points(
            X,
            (names[0], names[1]),
            truth=codes,
            class_names=class_names,
            colour_by="truth",
            height=HEIGHT,
        )
    return scatter_matrix(X, names, truth=codes, class_names=class_names, height=HEIGHT)


def _choose_features(dataset: Dataset, view: str) -> list[int]:
    """Columns to draw; a control appears when the picture cannot show them all well."""
    columns = list(range(dataset.p))
    first = columns[: FIRST_FEATURES[view]]
    if dataset.p <= 2:
        return columns
    names = "\n".join(dataset.feature_names)
    parameter = Parameter(  # one per picture and list of features, the same on every server
        f"features.{view.replace(' ', '-')}.{crc32(names.encode())}",
        "Features",
        tuple(map(str, first)),
        choices={str(j): dataset.feature_names[j] for j in columns},
        several=True,
    )
    chosen = draw_one(
        "data",
        parameter,
        max_selections=MAX_FEATURES[view],
        placeholder="Features to draw",
        label_visibility="collapsed",
    )
    return [int(j) for j in chosen] or first


def _draw_numbers(workspace: Workspace, dataset: Dataset) -> None:
    st.markdown("**Classes**")
    if dataset.truth is None:
        st.caption("The true classes of these data are not known.")
    elif workspace.truth_hidden:
        st.caption("The truth is hidden; Reveal shows the counts.")
    else:
        draw_small(class_counts(dataset.truth, dataset.class_names), "data.counts")
    st.markdown("**Features**")
    number = st.column_config.NumberColumn(format="%.4g")
    numeric = ("mean", "deviation", "minimum", "median", "maximum")
    st.dataframe(
        summarise_features(dataset),
        hide_index=True,
        height=min(40 + 35 * dataset.p, 285),
        column_config=dict.fromkeys(numeric, number),
    )
    st.caption("No value is missing: every object has a number in every feature.")
