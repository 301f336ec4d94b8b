"""How the classifier is looked at: axes, what it learns from, what is pale, what colours mean."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.figures.neighbours.classifier import (
    COLOURS,
    IGNORANCE,
    LABEL,
    SHADES,
    TRUTH,
    ClassifierView,
)
from belieflab.neighbors.planar import SHOWN, SOURCES
from belieflab.ui.method.plane_axes import draw_axes
from belieflab.ui.pages.neighbours.settings import PAGE, Answering
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.page_settings import keep, one_of
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE_HEIGHT = 520


def draw_view(workspace: Workspace, dataset: Dataset, answering: Answering) -> ClassifierView:
    """Draw the row of controls above the picture."""
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{PAGE}_view"):
        axes = draw_axes(PAGE, dataset, turnable=True)
        source = _draw_source(dataset)
        shade = _draw_segments("shade", "Paler with", SHADES, IGNORANCE, SHADE_HELP)
        colours = [name for name in COLOURS if name != TRUTH or shown_truth(workspace) is not None]
        colour = _draw_segments("colour", "Colour objects by", colours, LABEL, COLOUR_HELP)
    return ClassifierView(
        axes,
        source,
        shade,
        colour,
        answering.rule,
        answering.cost,
        height=lecture.picture_height(PLANE_HEIGHT),
        scale=lecture.scale(),
        seed=workspace.seed,
    )


SHADE_HELP = (
    "Ignorance: the mass that is left on Ω, large where no neighbour is near. Conflict: the mass "
    "that Dempster's rule would put on the empty set, large where neighbours contradict each other."
)
COLOUR_HELP = (
    "Label: what each object came with. Belief: what the others say about it, its own label left "
    "out (a network is asked as it is). Truth: its true class."
)
SOURCE_HELP = (
    "Axes shown: the classifier sees the two coordinates of this plane, and every colour is its "
    "answer. All features: it measures distances in all of them; the ground is then a slice "
    "through the mean of what is not shown, and objects lie before and behind it."
)


def _draw_source(dataset: Dataset) -> str:
    """What is learned from; two features or fewer leave no choice."""
    return (
        _draw_segments("source", "Learn from", SOURCES, SHOWN, SOURCE_HELP)
        if dataset.p > 2
        else SHOWN
    )


def _draw_segments(
    name: str, words: str, choices: tuple[str, ...] | list[str], usual: str, help: str
) -> str:
    key, fits = f"{PAGE}.{name}", one_of(choices)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    if st.session_state.get(key, usual) not in choices:
        st.session_state.pop(key, None)
    return str(
        st.segmented_control(
            words,
            choices,
            default=usual,
            required=True,
            key=key,
            bind="query-params",
            help=help,
        )
    )
