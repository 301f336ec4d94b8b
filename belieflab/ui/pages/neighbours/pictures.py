"""The plane of the Neighbours page and the curve beside it.

The figure of the plane stays as it is while sliders move and places are clicked; what changes is
pushed onto it, so that zoom and pan are kept.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.figures.common.answer_regions import is_hatched
from belieflab.figures.common.error_curve import error_curve
from belieflab.figures.common.frames import filled
from belieflab.figures.neighbours.classifier import CONFLICT, IGNORANCE, ClassifiedPlane
from belieflab.figures.neighbours.classifier_plane import EvidenceLinks, link_contents
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.answers import answer_words
from belieflab.neighbors.planar import ALL
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.pages.neighbours import place
from belieflab.ui.pages.neighbours.fit import Case, curve_waits, leave_one_out
from belieflab.ui.pages.neighbours.settings import PAGE, use_number
from belieflab.ui.shell import lecture
from belieflab.ui.shell.memory import remember
from belieflab.ui.shell.text import plain

PLANE, CURVE = f"{PAGE}.plane", f"{PAGE}.curve"
CURVE_HEIGHT = 250
CONFIG = {"displaylogo": False, "scrollZoom": False}
FEW_SETS = 4
"""Answers that are sets, named one by one in the caption."""


def draw_plane(case: Case, scene: ClassifiedPlane, links: EvidenceLinks | None) -> None:
    """Draw the plane of the neighbours; a click anywhere asks about that place."""
    mark = (
        case.workspace.version,
        case.workspace.truth_hidden,
        case.look.axes,
        case.look.height,
        case.look.scale,
    )
    figure = remember(PAGE, "empty plane", mark, lambda: scene.empty_figure(case.look))
    st.plotly_chart(figure, key=PLANE, config=CONFIG)
    draw_ground_words(case, scene)
    with st.container(gap=None):
        push_traces(f"{PLANE}.push", PLANE, scene.contents())
        draw_clicks(PLANE, links)


def draw_clicks(chart: str, links: EvidenceLinks | None) -> None:
    """Listen for clicks on a plane and show the evidence at the place that was clicked."""
    push_traces(f"{chart}.links", chart, link_contents(links))
    watch_clicks(f"{chart}.clicks", chart, place.choose)


def filled_plane(case: Case, scene: ClassifiedPlane, links: EvidenceLinks | None) -> go.Figure:
    """The plane as it stands, for a file or a pin."""
    contents: Mapping[int, Any] = scene.contents() | link_contents(links)
    return filled(scene.empty_figure(case.look), contents)


def draw_ground_words(case: Case, scene: ClassifiedPlane) -> None:
    """Say under the plane what its colours mean; a lecture leaves that to the lecturer."""
    if lecture.present() is None:
        st.caption(describe_ground(case, scene))


def describe_ground(case: Case, scene: ClassifiedPlane) -> str:
    """What the colours of the ground say, in Markdown."""
    pale = {IGNORANCE: "ignorance m(Ω)", CONFLICT: "conflict κ"}
    words = ["Each place has the colour of the answer there"]
    if case.look.shade in pale:
        words[0] += f", paler with more {pale[case.look.shade]}"
    words[0] += "."
    masks, counts = np.unique(scene.regions.masks, return_counts=True)
    shares = dict(zip(masks.tolist(), (counts / counts.sum()).tolist(), strict=True))
    sets = {mask: share for mask, share in shares.items() if is_hatched(mask)}
    if sets:
        largest = sorted(sets, key=lambda mask: -sets[mask])
        named = [
            f"{plain(answer_words(scene.frame, mask))} ({_share(sets[mask])})"
            for mask in largest[:FEW_SETS]
        ]
        more = f" and {len(sets) - FEW_SETS} more" if len(sets) > FEW_SETS else ""
        words.append(f"Hatched: {', '.join(named)}{more} of the plane.")
    if case.look.source == ALL:
        words.append(
            "The classifier learned from all features: the ground is a slice through the mean of "
            "what is not shown, so objects may seem to lie in the wrong region."
        )
    elif case.dataset.p > 2:
        words.append("The classifier sees the two coordinates of this plane only.")
    return " ".join(words)


def draw_curve(case: Case, model: EvidentialKNN) -> None:
    """Draw the leave-one-out error against K; a click on the curve takes that K."""
    if curve_waits(case) and not st.toggle(
        "Leave-one-out error against K",
        key=f"{PAGE}.errors",
        help=f"Takes a while for {len(model.labels_):,} labelled objects.",
    ):
        return
    errors = leave_one_out(case, model)
    numbers = np.arange(1, len(errors) + 1)

    def take() -> None:
        points = (st.session_state.get(CURVE) or {}).get("selection", {}).get("points", [])
        if points:
            use_number("K", int(points[-1]["x"]))

    st.plotly_chart(
        error_curve(
            numbers,
            errors,
            case.settings.n_neighbors,
            x_title="neighbours K",
            y_title="leave-one-out error",
            height=lecture.picture_height(CURVE_HEIGHT, 0.5),
            scale=lecture.scale(),
        ),
        key=CURVE,
        on_select=take,
        selection_mode="points",
        config={"displayModeBar": False},
    )
    if lecture.present() is None:
        learned = " γ is that of the present K." if case.settings.learns else ""
        st.caption(f"Measured against the labels. Click on the curve to take a K.{learned}")


def _share(share: float) -> str:
    return f"{share:.0%}" if share >= 0.01 else "under 1%"
