"""How the fit is looked at: axes, what colours mean, what lies beneath, what the player moves."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.figures.mixture_picture import VIEWS, Look
from belieflab.mixture.planar import LEVELS, WITHIN_95
from belieflab.ui import lecture, truth
from belieflab.ui.mixture_settings import PAGE
from belieflab.ui.workspace import Workspace

ITERATIONS, NONSPECIFICITY = "iterations", "nonspecificity"
PLANE_HEIGHT = 500


def draw_view(workspace: Workspace, dataset: Dataset) -> tuple[Look, str]:
    """Draw the row of controls above the picture; returns the look and what the player moves."""
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{PAGE}_view"):
        axes = _draw_axes(dataset)
        show = _draw_show()
        regions = _draw_regions(show)
        over = _draw_over(dataset)
        outline = _draw_outline()
        if lecture.shows("truth"):
            truth.draw_switch(workspace, key=f"{PAGE}.truth")
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
    chosen = []
    for words, name, default in zip(
        ("Across", "Up"), ("x", "y"), default_axes(dataset), strict=True
    ):
        key = f"{PAGE}.{name}"
        if st.session_state.get(key) not in titles:
            st.session_state.pop(key, None)
        if not lecture.shows("axes"):
            chosen.append(str(st.session_state.get(key, default)))
            continue
        keys = list(titles)
        chosen.append(
            st.selectbox(
                words,
                keys,
                index=keys.index(default),
                format_func=titles.__getitem__,
                key=key,
                bind="query-params",
                width=150,
            )
        )
    return chosen[0], chosen[1]


def _draw_show() -> str:
    if not lecture.shows("show"):
        return str(st.session_state.get(f"{PAGE}.show") or VIEWS[0])
    return str(
        st.segmented_control(
            "Show",
            VIEWS,
            default=VIEWS[0],
            required=True,
            key=f"{PAGE}.show",
            bind="query-params",
            help="Responsibility: points blend the colours of the components that answer for them. "
            "Classification: the colour of the decision, wrong ones ringed black unless the truth "
            "is hidden. Density: where the mixture expects points.",
        )
    )


def _draw_regions(show: str) -> bool:
    if not lecture.shows("regions") or show == "density":
        return bool(st.session_state.get(f"{PAGE}.regions", False))
    return bool(
        st.toggle(
            "Regions",
            key=f"{PAGE}.regions",
            bind="query-params",
            width="content",
            help="Shade the plane by the decision of someone who sees these two axes only.",
        )
    )


def _draw_over(dataset: Dataset) -> str:
    """The switch between iterations and nonspecificity; that law needs a truth."""
    if dataset.truth is None or len(dataset.class_names) < 2:
        return ITERATIONS
    if not lecture.shows("ns"):
        return str(st.session_state.get(f"{PAGE}.over") or ITERATIONS)
    return str(
        st.segmented_control(
            "Player over",
            (ITERATIONS, NONSPECIFICITY),
            default=ITERATIONS,
            required=True,
            key=f"{PAGE}.over",
            bind="query-params",
            help="Iterations: watch EM climb. Nonspecificity: the same model fitted to labels that "
            "are right but ever vaguer, from hard (0) to no labels at all (1).",
        )
    )


def _draw_outline() -> str:
    if lecture.present() is not None:
        return str(st.session_state.get(f"{PAGE}.outline") or WITHIN_95)
    with st.popover("More", icon=":material/tune:"):
        return str(
            st.segmented_control(
                "Outlines at",
                list(LEVELS),
                default=WITHIN_95,
                required=True,
                key=f"{PAGE}.outline",
                bind="query-params",
                help="95 %: that share of a component falls inside, on this plane. 1 σ, 2 σ: that "
                "many standard deviations from the centre.",
            )
        )
