"""The pictures of the Neighbours page: the plane of answers beside the error over K or the loss."""

from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.figures.common.error_curve import error_curve
from belieflab.figures.common.frames import filled
from belieflab.figures.common.surfaces import is_hatched
from belieflab.figures.common.traces import WHITE_EDGE, scatter
from belieflab.figures.neighbours import classifier, network_training
from belieflab.figures.neighbours.classifier_plane import PROTOTYPES, EvidenceLinks, link_contents
from belieflab.neighbors import EvidentialNetwork
from belieflab.neighbors.planar import SHOWN
from belieflab.neighbors.set_decisions import decision_text
from belieflab.ui.method import page
from belieflab.ui.method.charts import QUIET, Drawing, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_run, resolve
from belieflab.ui.method.waiting import draw_waiting
from belieflab.ui.pages.neighbours import evidence, tabs
from belieflab.ui.pages.neighbours.fit import Learned, classify, errors_task, fit_task, shown_with
from belieflab.ui.pages.neighbours.settings import PAGE, is_network, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, CURVE, FILM, LOSS = (f"{PAGE}.{name}" for name in ("plane", "curve", "film", "loss"))
HEIGHT = 250
MAX_NAMED = 4  # answers that are sets, named one by one in the caption


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane and curve side by side, or Run while nothing is learned."""
    if not outcome.ready:
        _draw_training(context) if is_network(context) else draw_run(fit_task(context))
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
            draw = partial(network_training.draw_loss, learned.model)
            token = context.view_token, id(learned.model)
            loss = partial(draw, **lecture.size(HEIGHT, 0.5))
            draw_small(context.remember("loss", token, loss), LOSS)
        else:
            _draw_errors(context, learned)
        tabs.draw_scores(context, learned)
    return drawing


def _draw_training(context: Context) -> None:
    """Run and Stop, the prototypes as they move and the growing loss of a long training."""
    look = view(context)
    plane = look.plane(context.dataset)
    cross = {"symbol": "cross", "size": 14 * look.scale, "edge": WHITE_EDGE}
    prototypes = scatter(name="prototypes", legend=False, **cross)

    def move(run: Run) -> dict[str, Any]:
        model = run.value.model.at_step(run.steps[-1])
        return classifier.prototype_contents(model, plane)[PROTOTYPES]

    wait = partial(draw_waiting, moving=(prototypes, move), labels=context.labels)
    wait(context, fit_task(context), look, (FILM, LOSS), "loss", height=HEIGHT)


def _draw_plane(context: Context, learned: Learned, links: EvidenceLinks | None) -> Drawing:
    """Draw the plane; a click anywhere asks about that place."""
    look, model, shown = view(context), learned.model, classify(context, learned)
    hidden = context.workspace.truth_hidden
    if isinstance(model, EvidentialNetwork):
        draw_film = partial(network_training.draw_training, context.dataset, model, look)
        make = partial(draw_film, **shown_with(context))
        figure: go.Figure = context.remember("film", (look, hidden, id(model)), make)
        captions = [f"loss {step.criterion:.4f}" for step in network_training.pick_steps(model)]
        names = network_training.frame_names(model)
        drawing = Drawing(figure, FILM, names, (FILM, LOSS), captions)
    else:
        token = context.workspace.version, hidden, look.axes, look.scale
        figure = context.remember("empty plane", token, partial(shown.empty_figure, look))
        drawing = Drawing(filled(figure, shown.contents() | link_contents(links)), PLANE)
    chart = drawing.chart
    draw_chart(figure, chart)
    if lecture.current() is None:
        st.caption(_describe_regions(context, learned, shown))
    with st.container(gap=None):
        if chart == PLANE:  # its figure stays, and with it zoom and pan
            push_traces(f"{chart}.push", chart, shown.contents())
        push_traces(f"{chart}.links", chart, link_contents(links))
        watch_clicks(f"{chart}.clicks", chart, _choose_place)
    return drawing


def _choose_place(x: float, y: float) -> None:
    set_value(PAGE, "place", f"{x:.5g}, {y:.5g}")


def _describe_regions(context: Context, learned: Learned, shown: classifier.ClassifiedPlane) -> str:
    """What the colours of the plane mean, in Markdown."""
    look, beliefs = view(context), learned.beliefs
    paler = f", paler with more {look.shade}" if look.shade != classifier.NOTHING else ""
    if look.shade == classifier.CONFLICT and beliefs is not None and beliefs.conflict is None:
        paler = " (with contextual discounting of more than 10 classes κ is not known)"
    text = f"Each place has the colour of the answer there{paler}."
    masks, counts = np.unique(shown.regions.masks, return_counts=True)
    shares = dict(zip(masks.tolist(), (counts / counts.sum()).tolist(), strict=True))
    sets = sorted(filter(is_hatched, shares), key=lambda mask: -shares[mask])
    if sets:
        names = {mask: plain(decision_text(shown.frame, mask)) for mask in sets[:MAX_NAMED]}
        named = ", ".join(f"{name} ({shares[mask]:.1%})" for mask, name in names.items())
        more = f" and {len(sets) - MAX_NAMED} more" if len(sets) > MAX_NAMED else ""
        text += f" Hatched: {named}{more} of the plane."
    if look.source != SHOWN:
        text += " The classifier learned from all features: the regions are a slice through the "
        text += "mean of what is not shown, so objects may seem to lie in the wrong region."
    elif context.dataset.p > 2:
        text += " The classifier sees the two coordinates of this plane only."
    return text


def _draw_errors(context: Context, learned: Learned) -> None:
    """Draw the leave-one-out error against K; a click on the curve takes that K."""
    task = errors_task(context, learned)
    outcome = resolve(task)
    if not outcome.ready:
        st.markdown("**Leave-one-out error against K**")
        draw_run(task)
        return
    [errors] = outcome.value
    draw = partial(error_curve, x_title="neighbours K", y_title="leave-one-out error")
    numbers, size = np.arange(1, len(errors) + 1), lecture.size(HEIGHT, 0.5)
    figure = draw(numbers, errors, context.settings.K, **size)
    draw_chart(figure, CURVE, QUIET, partial(set_value, PAGE, "K"))
    if lecture.current() is None:
        learned_too = " γ is that of the current K." if context.settings.uses("learn_alpha") else ""
        st.caption(f"Measured against the labels. Click on the curve to take a K.{learned_too}")
