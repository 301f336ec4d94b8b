"""The pictures of the Neighbours page: the plane of answers, and the error over K beside it."""

from functools import partial

import numpy as np
import streamlit as st

from belieflab.figures.common.answer_regions import is_hatched
from belieflab.figures.common.error_curve import error_curve
from belieflab.figures.common.frames import filled
from belieflab.figures.neighbours.classifier import CONFLICT, NOTHING, ClassifiedPlane
from belieflab.figures.neighbours.classifier_plane import EvidenceLinks, link_contents
from belieflab.figures.neighbours.network_training import frame_names, pick_steps
from belieflab.neighbors import EvidentialNetwork
from belieflab.neighbors.planar import SHOWN
from belieflab.neighbors.set_decisions import decision_text
from belieflab.ui.method import page
from belieflab.ui.method.clicks import clicked
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.method.tasks import Outcome, draw_run, resolve
from belieflab.ui.pages.neighbours import evidence, network, tabs
from belieflab.ui.pages.neighbours.fit import Learned, classify, errors_task, fit_task
from belieflab.ui.pages.neighbours.settings import PAGE, is_network, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, CURVE = f"{PAGE}.plane", f"{PAGE}.curve"
MAX_NAMED = 4  # answers that are sets, named one by one in the caption


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane and curve side by side, or Run while nothing is learned."""
    if not outcome.ready:
        network.draw_waiting(context) if is_network(context) else draw_run(fit_task(context))
        return None
    learned = outcome.value
    found = evidence.explain(context, learned)
    left, right = page.pictures()
    with left:
        drawing = _draw_plane(context, learned, None if found is None else found[1])
    with right:
        if found is not None and lecture.current() is not None:
            evidence.draw_evidence(context, learned, *found)
            return drawing
        if isinstance(learned.model, EvidentialNetwork):
            network.draw_loss_curve(context, learned.model)
        else:
            _draw_errors(context, learned)
        tabs.draw_scores(context, learned)
    return drawing


def _draw_plane(context: Context, learned: Learned, links: EvidenceLinks | None) -> Drawing:
    """Draw the plane; a click anywhere asks about that place."""
    look, model, shown = view(context), learned.model, classify(context, learned)
    if isinstance(model, EvidentialNetwork):
        chart, figure = network.FILM, network.training_figure(context, model)
        captions = [f"loss {step.criterion:.4f}" for step in pick_steps(model)]
        drawing = Drawing(figure, chart, frame_names(model), (chart, network.LOSS), captions)
    else:
        token = context.workspace.version, context.workspace.truth_hidden, look.axes, look.scale
        figure = context.remember("empty plane", token, partial(shown.empty_figure, look))
        chart, contents = PLANE, shown.contents()
        drawing = Drawing(filled(figure, contents | link_contents(links)), chart)
    st.plotly_chart(figure, key=chart, config=network.CONFIG)
    if lecture.current() is None:
        st.caption(_describe_regions(context, learned, shown))
    with st.container(gap=None):
        if chart == PLANE:  # its figure stays, and with it zoom and pan
            push_traces(f"{chart}.push", chart, contents)
        push_traces(f"{chart}.links", chart, link_contents(links))
        watch_clicks(f"{chart}.clicks", chart, _choose_place)
    return drawing


def _choose_place(x: float, y: float) -> None:
    set_value(PAGE, "place", f"{x:.5g}, {y:.5g}")


def _describe_regions(context: Context, learned: Learned, shown: ClassifiedPlane) -> str:
    """What the colours of the plane mean, in Markdown."""
    look, beliefs = view(context), learned.beliefs
    paler = f", paler with more {look.shade}" if look.shade != NOTHING else ""
    if look.shade == CONFLICT and beliefs is not None and beliefs.conflict is None:
        paler = " (with contextual discounting of more than 10 classes κ is not known)"
    text = [f"Each place has the colour of the answer there{paler}."]
    masks, counts = np.unique(shown.regions.masks, return_counts=True)
    shares = dict(zip(masks.tolist(), (counts / counts.sum()).tolist(), strict=True))
    sets = sorted(filter(is_hatched, shares), key=lambda mask: -shares[mask])
    if sets:
        names = {mask: plain(decision_text(shown.frame, mask)) for mask in sets[:MAX_NAMED]}
        named = ", ".join(f"{name} ({shares[mask]:.1%})" for mask, name in names.items())
        more = f" and {len(sets) - MAX_NAMED} more" if len(sets) > MAX_NAMED else ""
        text.append(f"Hatched: {named}{more} of the plane.")
    if look.source != SHOWN:
        text.append(
            "The classifier learned from all features: the regions are a slice through the mean of "
            "what is not shown, so objects may seem to lie in the wrong region."
        )
    elif context.dataset.p > 2:
        text.append("The classifier sees the two coordinates of this plane only.")
    return " ".join(text)


def _draw_errors(context: Context, learned: Learned) -> None:
    """Draw the leave-one-out error against K; a click on the curve takes that K."""
    asked = errors_task(context, learned)
    outcome = resolve(asked)
    if not outcome.ready:
        st.markdown("**Leave-one-out error against K**")
        draw_run(asked)
        return

    def take() -> None:
        for number in clicked(CURVE):
            set_value(PAGE, "K", int(number))

    draw = partial(error_curve, x_title="neighbours K", y_title="leave-one-out error")
    height, scale = lecture.picture_height(network.HEIGHT, 0.5), lecture.scale()
    numbers, bare = np.arange(1, len(outcome.value) + 1), {"displayModeBar": False}
    figure = draw(numbers, outcome.value, context.settings.K, height=height, scale=scale)
    st.plotly_chart(figure, key=CURVE, on_select=take, selection_mode="points", config=bare)
    if lecture.current() is None:
        learned_too = " γ is that of the current K." if context.settings.uses("learn_alpha") else ""
        st.caption(f"Measured against the labels. Click on the curve to take a K.{learned_too}")
