"""How the fit is looked at: axes, what colours mean, what lies beneath, what the player moves."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.figures.mixture.picture import DENSITY_VIEW, VIEWS, Look
from belieflab.ui.method.plane_axes import draw_axes
from belieflab.ui.pages.mixture.settings import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.page_settings import is_switch, keep, one_of
from belieflab.ui.shell.workspace import Workspace

ITERATIONS, NONSPECIFICITY = "iterations", "nonspecificity"
PLANE_HEIGHT = 500


def draw_view(workspace: Workspace, dataset: Dataset, outline: str) -> tuple[Look, str]:
    """Draw the row of controls above the picture; returns the look and what the player moves."""
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{PAGE}_view"):
        axes = draw_axes(PAGE, dataset, turnable=True)
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
            help="Iterations: watch EM at work. Nonspecificity: the same model fitted to labels "
            "that are right but ever vaguer, from hard (0) to no labels at all (1).",
        )
    )
