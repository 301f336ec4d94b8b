"""Masses: all of them as a heat map, and one of them as a surface over the plane."""

import streamlit as st

from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes, project
from belieflab.figures.credal.mass_grid import lay_mass_grid
from belieflab.figures.credal.masses import mass_heatmap, mass_surface
from belieflab.figures.credal.partition import PartitionView
from belieflab.ui.pages.credal.fit import remember, token
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.pages.credal.settings import Settings
from belieflab.ui.pages.credal.view import mass_names, short_name
from belieflab.ui.shell.page_settings import keep, one_of
from belieflab.ui.shell.workspace import Workspace

HEIGHT = 420


def draw_masses(
    workspace: Workspace,
    dataset: Dataset,
    model: CredalClusterer,
    settings: Settings,
    look: PartitionView,
) -> None:
    """The heat map on the left, the surface of a chosen set on the right."""
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("**Every mass of every object**")
        st.plotly_chart(
            mass_heatmap(model.partition_, height=HEIGHT + 60),
            key=f"{PAGE}.heatmap",
            config={"displayModeBar": False},
        )
    with right:
        mask = _draw_set(model, look)
        axes = look.axes or default_axes(dataset)
        mark = (token(workspace, settings), axes, mask, id(model))
        ground = remember("surface", mark, lambda: lay_mass_grid(dataset, model, mask, look))
        st.plotly_chart(
            mass_surface(
                ground.shading, ground.masses(), project(dataset, *axes)[1], height=HEIGHT
            ),
            key=f"{PAGE}.surface",
            config={"displaylogo": False},
        )


def _draw_set(model: CredalClusterer, look: PartitionView) -> int:
    """The set whose mass is the height; the one beneath the plane to begin with."""
    frame = model.partition_.frame
    names = mass_names(frame)
    options = list(names)
    first = look.mass if look.mass is not None else 1
    key = f"{PAGE}.surface_of"
    keep(key, one_of(options))
    if st.session_state.get(key) not in options:
        st.session_state.pop(key, None)
    chosen = st.selectbox(
        "Height: mass of",
        options,
        index=options.index(short_name(frame, first)),
        key=key,
        bind="query-params",
        help="The mass that an object would give this set if it lay there.",
    )
    return names[str(chosen)]
