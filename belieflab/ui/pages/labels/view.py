"""The plane of the Labels page, its axes and colours, and what was picked on it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.data.dataset import Dataset
from belieflab.data.projection import axis_choices, default_axes, project
from belieflab.figures.common.plane import draw_points
from belieflab.ui.shell import truth
from belieflab.ui.shell.page_settings import keep, one_of
from belieflab.ui.shell.workspace import Workspace

PLANE_HEIGHT = 540
COLOURS = {"label": "label", "truth": "truth", "none": "none"}
CERTAINTY = {"size": "size", "opacity": "opacity", "none": "not at all"}


@dataclass(frozen=True)
class View:
    """How the plane is looked at: two axes, what colours mean, how certainty is shown."""

    horizontal: str
    vertical: str
    colour_by: str
    certainty: str


def draw_plane(
    workspace: Workspace, view: View, tab: str, *, dragmode: str = "zoom"
) -> NDArray[np.int64]:
    """Draw the plane; returns the rows picked by click, box or lasso.

    The figure depends on nothing that is picked, so a pick leaves zoom and pan alone.
    """
    dataset = workspace.dataset
    assert dataset is not None  # noqa: S101  (the page draws its empty state otherwise)
    points, titles = project(dataset, view.horizontal, view.vertical)
    figure = draw_points(
        points,
        titles,
        labels=workspace.labels,
        truth=truth.shown_truth(workspace),
        class_names=dataset.class_names,
        colour_by=view.colour_by,
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


def draw_view(workspace: Workspace, dataset: Dataset) -> View:
    """Draw the row of controls above the plane."""
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    first, second = default_axes(dataset)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        horizontal = _choose_axis("Across", "labels.x", titles, first)
        vertical = _choose_axis("Up", "labels.y", titles, second)
        keep("labels.colour", one_of(COLOURS))
        colour_by = st.segmented_control(
            "Colour by",
            list(COLOURS),
            default="label",
            required=True,
            key="labels.colour",
            bind="query-params",
            help="Label: colours are blended by mass; grey is Ω, what the label leaves open.",
        )
        with st.popover("More", icon=":material/tune:"):
            keep("labels.certainty", one_of(CERTAINTY))
            certainty = st.segmented_control(
                "Show certainty by",
                list(CERTAINTY),
                default="size",
                required=True,
                format_func=CERTAINTY.__getitem__,
                key="labels.certainty",
                persist_state="session",
                help="Certainty is 1 minus the nonspecificity of a label.",
            )
        truth.draw_switch(workspace, key="labels.truth")
    return View(horizontal, vertical, colour_by or "label", certainty or "size")


def _choose_axis(words: str, key: str, titles: dict[str, str], default: str) -> str:
    """A select box over the axes of this data; a choice that the data lack falls back."""
    keep(key, one_of(titles))
    if st.session_state.get(key) not in titles:
        st.session_state.pop(key, None)
    keys = list(titles)
    chosen: str = st.selectbox(
        words,
        keys,
        index=keys.index(default),
        format_func=titles.__getitem__,
        key=key,
        persist_state="session",
        width=180,
    )
    return chosen
