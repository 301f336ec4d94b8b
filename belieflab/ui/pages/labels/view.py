"""The plane of the Labels page, its axes and colours, and what was picked on it."""

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.projection import axis_choices, default_axes, project
from belieflab.data.settings import Settings
from belieflab.figures.common.plane import draw_points
from belieflab.ui.method import controls
from belieflab.ui.shell import truth
from belieflab.ui.shell.workspace import Workspace

PAGE = "labels"
PLANE_HEIGHT = 540
COLOUR = Parameter(
    "colour",
    "Colour by",
    "label",
    choices=("label", "truth", "none"),
    form="segments",
    view=True,
    help="Label: colours are blended by mass; grey is Ω, what the label leaves open.",
)
CERTAINTY = Parameter(
    "certainty",
    "Show certainty by",
    "size",
    choices={"size": "size", "opacity": "opacity", "none": "not at all"},
    form="segments",
    view=True,
    rare=True,
    help="Certainty is 1 minus the nonspecificity of a label.",
)
SHARE_COLUMN = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f")


def draw_plane(
    workspace: Workspace, view: Settings, tab: str, *, dragmode: str = "zoom"
) -> NDArray[np.int64]:
    """Draw the plane; returns the rows picked by click, box or lasso.

    The figure depends on nothing that is picked, so a pick leaves zoom and pan alone.
    """
    dataset = workspace.dataset
    assert dataset is not None  # noqa: S101  (the page draws its empty state otherwise)
    points, titles = project(dataset, view.x, view.y)
    figure = draw_points(
        points,
        titles,
        labels=workspace.labels,
        truth=truth.shown_truth(workspace),
        class_names=dataset.class_names,
        colour_by=view.colour,
        certainty=view.certainty,
        dragmode=dragmode,
        height=PLANE_HEIGHT,
        seed=workspace.seed,
    )
    event = st.plotly_chart(
        figure,
        key=plane_key(tab),
        on_select="rerun",
        selection_mode=("points", "box", "lasso"),
        config={"displaylogo": False, "scrollZoom": False},
    )
    return picked_rows(event)


def plane_key(tab: str) -> str:
    """Session key of the plane of one tab."""
    return f"labels.{tab}.plane"


def picked_rows(event: Any) -> NDArray[np.int64]:
    """Row numbers of a Plotly selection, each once, in order; empty when nothing is picked.

    Point numbers count within one trace, so the row comes from `customdata`.
    """
    points = (event or {}).get("selection", {}).get("points", [])
    rows = [point["customdata"] for point in points if point.get("customdata") is not None]
    return np.unique(np.array(rows, dtype=np.int64))


def names_by_code(frame: Frame) -> NDArray[np.object_]:
    """Class names to look up by code; the code -1 of an unknown class gives a dash."""
    return np.array([*frame.names, "–"], dtype=object)


def draw_view(workspace: Workspace, dataset: Dataset) -> Settings:
    """Draw the row of controls above the plane: axes, colours, how certainty is shown."""
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    x, y = default_axes(dataset)
    axes = [
        Parameter(name, label, default, choices=titles, form="list", view=True, width=180)
        for name, label, default in (("x", "Across", x), ("y", "Up", y))
    ]
    settings = controls.read_settings(PAGE, [*axes, COLOUR, CERTAINTY])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        settings = controls.draw_controls(PAGE, settings, [*axes, COLOUR])
        with st.popover("More", icon=":material/tune:"):
            settings = controls.draw_controls(PAGE, settings, [CERTAINTY])
        truth.draw_switch(workspace, key="labels.truth")
    return settings
