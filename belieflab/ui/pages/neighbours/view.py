"""The pictures of the Neighbours page: the plane of answers, a curve, the evidence at a place."""

from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.error_rates import LABELS, error_axis, error_rate
from belieflab.figures.common.curves import error_curve
from belieflab.figures.common.frames import filled
from belieflab.figures.common.surfaces import is_hatched
from belieflab.figures.common.traces import WHITE_EDGE, scatter
from belieflab.figures.neighbours import classifier, network_training
from belieflab.figures.neighbours.classifier_plane import PROTOTYPES, EvidenceLinks, link_contents
from belieflab.figures.neighbours.evidence import MAX_BARS, evidence_bars
from belieflab.neighbors import EvidentialNetwork, Explanation
from belieflab.neighbors.planar import SHOWN
from belieflab.neighbors.set_decisions import decide_sets, decision_text
from belieflab.ui.method import page
from belieflab.ui.method.charts import QUIET, Drawing, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one, set_value
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.numbers import draw_notes, draw_numbers
from belieflab.ui.method.plane import draw_waiting
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_run, resolve
from belieflab.ui.pages.neighbours import tabs
from belieflab.ui.pages.neighbours.captions import ask, without_regions
from belieflab.ui.pages.neighbours.fit import (
    Learned,
    classify,
    errors_task,
    errors_title,
    fit_task,
    shown_with,
)
from belieflab.ui.pages.neighbours.place import place_of, read_place
from belieflab.ui.pages.neighbours.settings import PAGE, PLACE, has_places, is_network, view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.text import plain

PLANE, CURVE, FILM, LOSS = (f"{PAGE}.{name}" for name in ("plane", "curve", "film", "loss"))
CURVE_SIZE, CURVE_SIZE_BESIDE, ANSWER_SIZE = 0.5, 0.3, 0.54
"""Shares of the height: of the curve alone and beside an answer, and of the answer's picture."""

X_TITLE = "neighbours K"
MAX_NAMED = 4  # answers that are sets, named one by one in the caption


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane and curve side by side, or the objects beside Run while nothing is learned."""
    if not outcome.ready:
        _draw_training(context) if is_network(context) else _draw_awaited(context)
        return None
    learned = outcome.value
    found = _explain(context, learned)
    left, right = page.pictures()
    with left:
        drawing = _draw_plane(context, learned, None if found is None else found[1])
    with right:
        if lecture.current() is None:
            _draw_place(context)
        size = lecture.fit(CURVE_SIZE if found is None else CURVE_SIZE_BESIDE)
        if isinstance(learned.model, EvidentialNetwork):
            token = context.view_token, id(learned.model), size["height"]
            make = partial(network_training.draw_loss, learned.model, **size)
            draw_small(context.remember("loss", token, make), LOSS)
        else:
            _draw_errors(context, learned, size)
        if found is not None:
            _draw_answer(context, *found)
        elif lecture.current() is None:
            st.caption(ask(context))
        if found is None or lecture.current() is None:
            draw_numbers(PAGE, tabs.numbers(context, learned))
            draw_notes(learned.model)
    return drawing


def snapshot(context: Context, learned: Learned) -> Snapshot | None:
    """What follows a slider that is dragged; a network takes too long to train."""
    if isinstance(learned.model, EvidentialNetwork):
        return None
    size = lecture.fit(CURVE_SIZE if place_of(context) is None else CURVE_SIZE_BESIDE)
    figures = {PLANE: _plane(context, learned), CURVE: _curve(context, learned, size)}
    shown = {key: figure for key, figure in figures.items() if figure is not None}
    return Snapshot(shown, tabs.numbers(context, learned))


def _draw_awaited(context: Context) -> None:
    """The objects, and Run beside the axes of the curve to come."""
    what = view(context), (PLANE, CURVE), errors_title(context)
    wait = partial(draw_waiting, x_title=X_TITLE, value="", labels=context.labels)
    wait(context, fit_task(context), *what)


def _draw_training(context: Context) -> None:
    """Run and Stop, the prototypes as they move and the growing loss of a long training."""
    look = view(context)
    plane = look.plane(context.dataset)
    cross = {"symbol": "cross", "size": 14 * look.scale, "edge": WHITE_EDGE}
    prototypes = scatter(name="prototypes", legend=False, **cross)

    def move(run: Run) -> dict[str, Any]:
        model = run.value.model.at_step(run.steps[-1])
        return classifier.prototype_contents(model, plane)[PROTOTYPES]

    what, moving = (look, (FILM, LOSS), "loss"), (prototypes, move)
    draw_waiting(context, fit_task(context), *what, moving=moving, labels=context.labels)


def _draw_plane(context: Context, learned: Learned, links: EvidenceLinks | None) -> Drawing:
    """Draw the plane; a click anywhere asks about that place."""
    look, model, shown = view(context), learned.model, classify(context, learned)
    if isinstance(model, EvidentialNetwork):
        draw_film = partial(network_training.draw_training, context.dataset, model, look)
        make = partial(draw_film, **shown_with(context))
        token = look, context.workspace.truth_hidden, id(model)
        figure: go.Figure = context.remember("film", token, make)
        captions = [f"loss {step.criterion:.4f}" for step in network_training.pick_steps(model)]
        names = network_training.frame_names(model)
        drawing = Drawing(figure, FILM, names, (FILM, LOSS), captions)
    else:
        figure = _plane(context, learned)
        drawing = Drawing(filled(figure, link_contents(links)) if links else figure, PLANE)
    chart = drawing.chart
    draw_chart(figure, chart)
    if lecture.current() is None:
        st.caption(_describe_regions(context, learned, shown))
    with st.container(gap=None):
        push_traces(f"{chart}.links", chart, link_contents(links))
        choose_object = partial(_choose_object, context.dataset)
        watch_clicks(f"{chart}.clicks", chart, _choose_place, choose_object)
    return drawing


def _plane(context: Context, learned: Learned) -> go.Figure:
    """The plane of answers, without links."""
    look, shown = view(context), classify(context, learned)
    token = context.fit_token, look, context.workspace.truth_hidden, id(learned.model)
    return context.remember(
        "plane", token, lambda: filled(shown.empty_figure(look), shown.contents())
    )


def _choose_place(x: float, y: float) -> None:
    set_value(PAGE, "place", f"{x:.5g}, {y:.5g}")


def _choose_object(dataset: Dataset, row: int) -> None:
    if row < dataset.n:
        set_value(PAGE, "place", dataset.ids[row] if dataset.ids else f"row {row + 1}")


def _describe_regions(context: Context, learned: Learned, shown: classifier.ClassifiedPlane) -> str:
    """What the colours of the plane mean, in Markdown."""
    look, beliefs = view(context), learned.beliefs
    if not has_places(context):
        return without_regions(context)
    paler = f", fainter with more {look.shade}" if look.shade != classifier.NOTHING else ""
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


def _draw_errors(context: Context, learned: Learned, size: dict[str, Any]) -> None:
    """Draw the leave-one-out error against K; a click on the curve takes that K."""
    figure = _curve(context, learned, size)
    if figure is None:
        st.markdown(f"**{errors_title(context).capitalize()}, against K**")
        draw_run(errors_task(context, learned))
        return
    draw_chart(figure, CURVE, QUIET, partial(set_value, PAGE, "K"))
    if lecture.current() is None and place_of(context) is not None:
        st.caption(f"{errors_title(context).capitalize()}. Click on the curve to take a K.")
    elif lecture.current() is None:
        learned_too = " γ is that of the current K." if context.settings.uses("learn_alpha") else ""
        by = tabs.judged_by(context)
        other = (
            "" if context.truth is None else f", while “{error_rate(by)}” is counted by the {by}"
        )
        by = f"The curve is counted by the labels, doubts included{other}."
        st.caption(f"{by} Click on it to take a K.{learned_too}")


def _curve(context: Context, learned: Learned, size: dict[str, Any]) -> go.Figure | None:
    outcome = resolve(errors_task(context, learned))
    if not outcome.ready:
        return None
    [errors] = outcome.value
    # Beside an answer the curve is too low for its whole name, which its caption then says.
    title = errors_title(context) if place_of(context) is None else error_axis(LABELS)
    draw = partial(error_curve, x_title=X_TITLE, y_title=title)
    make = partial(draw, np.arange(1, len(errors) + 1), errors, context.settings.K, **size)
    token = errors.tobytes(), context.settings.K, title, *size.values()
    return context.remember("curve", token, make)


def _explain(context: Context, learned: Learned) -> tuple[Explanation, EvidenceLinks] | None:
    """Why the classifier answers as it does at the place, and the lines that show it."""
    place = place_of(context)
    plane = classify(context, learned).plane
    return None if place is None else classifier.find_links(learned.model, plane, place)


def _draw_place(context: Context) -> None:
    """Draw the field of the place or object that is asked about."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        look = {"placeholder": "click, or type: across, up"}
        text = draw_one(PAGE, PLACE, label_visibility="collapsed", **look)
        clear = partial(set_value, PAGE, "place", "")
        draw_button("Clear", f"{PAGE}.forget", clear, disabled=not text)
    with show_errors():
        read_place(text, context.dataset)


def _draw_answer(context: Context, why: Explanation, links: EvidenceLinks) -> None:
    """Draw the answer in words, and how the belief in it grew."""
    st.markdown(_answer(context, why))
    with st.container(height=lecture.fit(ANSWER_SIZE)["height"], border=False):
        draw_small(_bars(context, why, links, narrow=True), f"{PAGE}.belief")


def _bars(context: Context, why: Explanation, links: EvidenceLinks, **look: Any) -> go.Figure:
    network, name_of = is_network(context), context.dataset.name_of
    source = "prototype" if network else "neighbour"
    given = zip(why.rows.tolist(), links.evidence, strict=True)
    called = [(f"no. {row + 1}" if network else name_of(row), share) for row, share in given]
    names = [f"{name} · {share:.2f}" for name, share in called]
    draw = partial(evidence_bars, word=source, scale=lecture.scale())
    return draw(names, why.masses, why.combined, **look)


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw what each neighbour says about the place, beside the belief with all nearer ones."""
    found = _explain(context, outcome.value) if outcome.ready else None
    if found is None:
        return
    asked, what = place_of(context), "at the place"
    if isinstance(asked, int):
        what = f"about {plain(context.dataset.name_of(asked))}, {_own_label(context, asked)}"
    st.markdown(f"**Evidence {what}**")
    draw_small(_bars(context, *found), f"{PAGE}.evidence")
    why, source = found[0], "prototype" if is_network(context) else "neighbour"
    text = "Nearest first, each with its evidence from 0 to 1. Left: the mass function of one "
    text += f"{source}; Ω is what its distance leaves open. Right: the belief from it and all "
    text += f"nearer {source}s."
    if (count := len(why.rows)) > MAX_BARS:
        text += f" Of {count} {source}s the nearest {MAX_BARS - 1} and the last are drawn."
    if why.evidence.ndim == 2:
        text += " Trust differs between classes; a line on the plane is as wide as the largest."
    st.caption(text)


def _own_label(context: Context, row: int) -> str:
    """What became of the label of the object that is asked about."""
    if not is_network(context):
        return "its own label left out"
    labels = context.labels
    vacuous = labels is None or labels.mass_of(labels.frame.omega)[row] == 1
    return "without a label to learn from" if vacuous else "its own label took part in training"


def _answer(context: Context, why: Explanation) -> str:
    """The answer with its probability, ignorance and, where it is known, conflict."""
    belief, look, place = why.combined[len(why.combined) - 1], view(context), place_of(context)
    frame, shares = belief.frame, belief.pignistic()[0]
    mask, best = int(decide_sets(belief, look.rule, look.cost, look.costs)[0]), int(shares.argmax())
    whose = f"{plain(context.dataset.name_of(place))}, a" if isinstance(place, int) else "A"
    text = (
        f"{whose}nswer: **{plain(decision_text(frame, mask))}** · "
        f"BetP({plain(frame.names[best])}) {shares[best]:.3f} · "
        f"ignorance m(Ω) {belief.mass_of(frame.omega)[0]:.3f}"
    )
    text += "" if why.conflict is None else f" · conflict κ {why.conflict:.3f}"
    if not isinstance(place, int) or not is_network(context):
        return text
    return f"{text} · {_own_label(context, place)}"
