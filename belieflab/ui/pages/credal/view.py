"""How the partition is looked at: axes, colours, the mass beneath, and what a click does."""

import streamlit as st

from belieflab.belief import Frame
from belieflab.data.dataset import Dataset
from belieflab.figures.credal.partition import SETS, TRUTH, VIEWS, PartitionView
from belieflab.figures.credal.partition_plane import CANNOT, MUST
from belieflab.ui.method.plane_axes import draw_axes
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.page_settings import is_switch, keep, one_of
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE_HEIGHT = 520
NOTHING = "none"
LOOK_AT = "masses"
CLICKS = (LOOK_AT, MUST, CANNOT)


def draw_view(
    workspace: Workspace, dataset: Dataset, frame: Frame | None
) -> tuple[PartitionView, str]:
    """Draw the row of controls above the plane; returns the look and what a click does.

    `frame` names the clusters whose masses can lie beneath; None while there are none.
    """
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key=f"{PAGE}_view"
    ):
        axes = draw_axes(PAGE, dataset)
        show = _draw_show(workspace)
        mass = _draw_mass(frame)
        clicks = _draw_clicks()
        outlines, unions = _draw_more()
    look = PartitionView(
        axes,
        show,
        mass,
        outlines,
        unions,
        height=lecture.picture_height(PLANE_HEIGHT, 0.85),
        scale=lecture.scale(),
        seed=workspace.seed,
    )
    return look, clicks


def _draw_show(workspace: Workspace) -> str:
    known = shown_truth(workspace) is not None
    options = [view for view in VIEWS if known or view != TRUTH]
    key, fits = f"{PAGE}.show", one_of(options)
    if not lecture.shows("show"):
        return value_of(key, SETS, fits)
    keep(key, fits)
    if st.session_state.get(key, SETS) not in options:
        st.session_state.pop(key, None)
    return str(
        st.segmented_control(
            "Colour by",
            options,
            default=SETS,
            required=True,
            key=key,
            bind="query-params",
            help="Set: the set of clusters with the largest mass; unions are blends, Ω is grey, an "
            "outlier a black cross. Masses: all masses blended. Cluster: the most plausible one.",
        )
    )


def _draw_mass(frame: Frame | None) -> int | None:
    """Which set's mass lies beneath; only sets that exist with this number of clusters."""
    names = {} if frame is None else mass_names(frame)
    options = [NOTHING, *names]
    key, fits = f"{PAGE}.mass", one_of(options)
    if not lecture.shows("mass"):
        return names.get(value_of(key, NOTHING, fits))
    if frame is not None:
        keep(key, fits)
        if st.session_state.get(key, NOTHING) not in options:
            st.session_state.pop(key, None)
    chosen = st.selectbox(
        "Mass of",
        options,
        key=key,
        bind="query-params",
        width=100,
        help="Shade the plane by the mass that an object would give this set if it lay there. With "
        "more than two features, those not shown take the values of a straight-line fit to the "
        "two axes.",
    )
    return names.get(str(chosen))


def mass_names(frame: Frame) -> dict[str, int]:
    """The sets one can choose by name, clusters first: all of them for few clusters.

    Beyond five clusters: single ones, pairs, Ω and ∅.
    """
    masks = sorted(range(1, 1 << min(frame.size, 5)), key=lambda mask: (mask.bit_count(), mask))
    if frame.size > 5:
        singles = [1 << k for k in range(frame.size)]
        pairs = [a | b for i, a in enumerate(singles) for b in singles[i + 1 :]]
        masks = [*singles, *pairs, frame.omega]
    return {short_name(frame, mask): mask for mask in [*masks, 0]}


def short_name(frame: Frame, mask: int) -> str:
    """A set of clusters without braces and commas, as it stands in a link: ω1ω3."""
    return frame.format(mask) if mask in (0, frame.omega) else "".join(frame.members(mask))


def _draw_clicks() -> str:
    key, fits = f"{PAGE}.click", one_of(CLICKS)
    if not lecture.shows("click"):
        return value_of(key, LOOK_AT, fits)
    keep(key, fits)
    return str(
        st.segmented_control(
            "Click for",
            CLICKS,
            default=LOOK_AT,
            required=True,
            key=key,
            bind="query-params",
            help="Masses: read one object's masses at the right. Must-link, cannot-link: click two "
            "objects that belong together, or that do not; CECM and EVCLUS listen to such pairs.",
        )
    )


def _draw_more() -> tuple[bool, bool]:
    if lecture.present() is not None:
        return _switch_unseen("outlines"), _switch_unseen("unions")
    with st.popover("More"):
        outlines = _draw_switch(
            "outlines",
            "Outlines of approximations",
            "Solid: objects that surely belong to the cluster. Dashed: those that possibly do.",
        )
        unions = _draw_switch(
            "unions",
            "Prototypes of unions",
            "Small diamonds: the means of their clusters'. Beyond five clusters only those of "
            "unions to which some object belongs.",
        )
    return outlines, unions


def _draw_switch(name: str, words: str, help: str) -> bool:
    key = f"{PAGE}.{name}"
    keep(key, is_switch)
    return bool(st.toggle(words, value=True, key=key, bind="query-params", help=help))


def _switch_unseen(name: str) -> bool:
    return value_of(f"{PAGE}.{name}", True, is_switch)
