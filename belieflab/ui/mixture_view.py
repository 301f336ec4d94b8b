"""How the fit is looked at: axes, what colours mean, what lies beneath, what the player moves."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.figures.mixture_picture import DENSITY_VIEW, VIEWS, Look
from belieflab.ui import lecture
from belieflab.ui.mixture_settings import PAGE
from belieflab.ui.page_settings import is_switch, keep, one_of
from belieflab.ui.unseen import value_of
from belieflab.ui.workspace import Workspace

ITERATIONS, NONSPECIFICITY = "iterations", "nonspecificity"
PLANE_HEIGHT = 500


def draw_view(workspace: Workspace, dataset: Dataset, outline: str) -> tuple[Look, str]:
    """Draw the row of controls above the picture; returns the look and what the player moves."""
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{PAGE}_view"):
        axes = _draw_axes(dataset)
        show = _draw_show()
        regions = _draw_regions(show)
        over = _draw_over(dataset)
    look = Look(
        axes,
        show,
        regions,
        outline,
        height=lecture.picture_height(PLANE_HEIGHT),
        scale=lecture.scale(),
        seed=workspace.seed,
    )
    return look, over


def _draw_axes(dataset: Dataset) -> tuple[str, str]:
    if dataset.p == 1:
        return default_axes(dataset)
    titles = {axis.key: axis.title for axis in axis_choices(dataset) if axis.key != ROW_AXIS}
    across, up = default_axes(dataset)
    return _draw_axis("Across", "x", titles, across), _draw_axis("Up", "y", titles, up)


def _draw_axis(words: str, name: str, titles: dict[str, str], default: str) -> str:
    """A select box over the axes of this data; a choice that the data lack falls back."""
    key, fits = f"{PAGE}.{name}", one_of(titles)
    if not lecture.shows("axes"):
        return value_of(key, default, fits, {title: axis for axis, title in titles.items()})
    keep(key, fits)
    if st.session_state.get(key) not in titles:
        st.session_state.pop(key, None)
    keys = list(titles)
    return str(
        st.selectbox(
            words,
            keys,
            index=keys.index(default),
            format_func=titles.__getitem__,
            key=key,
            bind="query-params",
            width=120,
        )
    )


def _draw_show() -> str:
    key, fits = f"{PAGE}.show", one_of(VIEWS)
    if not lecture.shows("show"):
        return value_of(key, VIEWS[0], fits)
    keep(key, fits)
    return str(
        st.segmented_control(
            "Show",
            VIEWS,
            default=VIEWS[0],
            required=True,
            key=key,
            bind="query-params",
            help="Responsibility: points blend the colours of the components that answer for them. "
            "Classification: the colour of the decision, wrong ones ringed unless the truth is "
            "hidden. Density: where the mixture expects points.",
        )
    )


def _draw_regions(show: str) -> bool:
    key = f"{PAGE}.regions"
    if not lecture.shows("regions"):
        return value_of(key, False, is_switch)
    keep(key, is_switch)
    return bool(
        st.toggle(
            "Regions",
            key=key,
            bind="query-params",
            width="content",
            disabled=show == DENSITY_VIEW,
            help="Shade the plane by the decision of someone who sees these two axes only.",
        )
    )


def _draw_over(dataset: Dataset) -> str:
    """The switch between iterations and nonspecificity; that law needs a truth."""
    if dataset.truth is None or len(dataset.class_names) < 2:
        return ITERATIONS
    key, fits = f"{PAGE}.over", one_of((ITERATIONS, NONSPECIFICITY))
    if not lecture.shows("ns"):
        return value_of(key, ITERATIONS, fits)
    keep(key, fits)
    return str(
        st.segmented_control(
            "Player over",
            (ITERATIONS, NONSPECIFICITY),
            default=ITERATIONS,
            required=True,
            key=key,
            bind="query-params",
            help="Iterations: watch EM climb. Nonspecificity: the same model fitted to labels that "
            "are right but ever vaguer, from hard (0) to no labels at all (1).",
        )
    )
