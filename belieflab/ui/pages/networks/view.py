"""The pictures of the Networks page: the graph, what is picked beside it, and the trace."""

from dataclasses import replace
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from belieflab.bayes import WITH_TABLES, GaussianNetworkClassifier
from belieflab.bayes.structure import Arc
from belieflab.error_rates import LABELS, TRUTH, error_rate
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.frames import draw_picture_first, trace_number
from belieflab.figures.networks import draw_criterion, draw_graph, draw_view
from belieflab.figures.networks.graph import PICKED, find_pick, pick_outline, place_nodes
from belieflab.figures.networks.view import as_learned, frame_states, name_picks
from belieflab.ui.method.charts import Drawing, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one, set_value
from belieflab.ui.method.decision_costs import by_cost, cost_numbers
from belieflab.ui.method.kept_apart import numbers_apart
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.numbers import Number, draw_notes, draw_numbers
from belieflab.ui.method.plane import draw_waiting
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.networks.fit import errors, judged_rows, task, test_errors
from belieflab.ui.pages.networks.settings import PAGE, PICK, look, points
from belieflab.ui.shell import lecture

GRAPH, BESIDE, TRACE = f"{PAGE}.graph", f"{PAGE}.beside", f"{PAGE}.trace"
MAX_JUDGED = 20_000  # objects up to which every frame has its error
MUCH = 0.05  # share of the decisions by which EM may leave the labels
SOME = "Errors are counted on {:,} of the {:,} objects, drawn at random."
NO_CATEGORIES = "This structure leaves categories out; naive Bayes, TAN and AODE do not."
LEFT = "EM has left the labels: at the first step {:.0%} of the decisions are not what they favour,"
LEFT += " at the end {:.0%}. Try another structure, or best guesses."
GRAPH_SIZE, BESIDE_SIZE, TRACE_SIZE = (0.86, 1.0), (0.54, 0.56), (0.3, 0.34)
"""Shares of the height, on a page and in a lecture."""


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw graph, plane and trace, or Run and the growing trace while there is no fit."""
    if not outcome.ready:
        wait = partial(draw_waiting, labels=context.labels)
        wait(context, task(context), look(context), (BESIDE, TRACE), "criterion")
        return None
    model: GaussianNetworkClassifier = outcome.value
    data = as_learned(context.dataset, model)
    choices = name_picks(data.feature_names, _arcs(context, model))
    drawing, trace = _pictures(context, model)
    left, right = st.columns(2, gap="medium")
    with left:
        draw_chart(drawing.figure, GRAPH, {"displayModeBar": False})
        _watch(context, place_nodes(data.X), drawing.figure, choices)
        if lecture.current() is None:
            draw_numbers(PAGE, _numbers(context, model))
            draw_notes(model)
            if (judged := len(judged_rows(context, model))) < context.dataset.n:
                st.caption(SOME.format(judged, context.dataset.n))
            if context.dataset.categories and model.structure not in WITH_TABLES:
                st.caption(NO_CATEGORIES)
    with right:
        titles = {"": "The plane"} | {name: name for name in choices}
        draw_one(PAGE, replace(PICK, choices=titles, form="list"), label_visibility="collapsed")
        draw_chart(_beside(context, model), BESIDE, {"displayModeBar": False})
        draw_small(trace, TRACE)
    return drawing


def snapshot(context: Context, model: GaussianNetworkClassifier) -> Snapshot:
    """What follows a slider that is dragged."""
    drawing, trace = _pictures(context, model)
    figures = {GRAPH: drawing.figure, BESIDE: _beside(context, model), TRACE: trace}
    return Snapshot(figures, _numbers(context, model))


def _arcs(context: Context, model: GaussianNetworkClassifier) -> list[Arc]:
    """The arcs that are drawn: all, or those of the chosen model of AODE."""
    return list(model.arcs_[look(context).root] if model.structure == "aode" else model.arcs_)


def _pictures(context: Context, model: GaussianNetworkClassifier) -> tuple[Drawing, go.Figure]:
    """Graph and trace, the same figures as long as nothing changes."""
    features, view = as_learned(context.dataset, model).feature_names, look(context, *GRAPH_SIZE)

    def make() -> tuple[Drawing, go.Figure]:
        graph = draw_picture_first(partial(draw_graph, context.dataset, model, view))
        size = lecture.fit(*TRACE_SIZE)
        trace = draw_picture_first(partial(draw_criterion, model, features, **size))
        shown, charts = frame_states(model), (GRAPH, BESIDE, TRACE)
        names, captions = [state.name for state in shown], []
        if TRUTH in errors(context, model) and context.dataset.n <= MAX_JUDGED:
            judged = (errors(context, model, state)[TRUTH] for state in shown)
            captions = [f"error rate {found.error:.1%}" for found in judged]
        return Drawing(graph, GRAPH, names, charts, captions, unit="step", passive=True), trace

    look_token = view.root, view.scale, view.rule
    token = context.fit_token, look_token, context.workspace.truth_hidden, id(model)
    return context.remember("pictures", token, make)


def _beside(context: Context, model: GaussianNetworkClassifier) -> go.Figure:
    """The plane, or what is picked."""
    view = look(context, *BESIDE_SIZE)
    token = context.fit_token, view, context.workspace.truth_hidden, id(model)
    shown = partial(draw_view, labels=context.labels, truth=context.named_truth)
    draw = partial(shown, context.dataset, model, view)
    return context.remember("beside", token, partial(draw_picture_first, draw))


def _watch(context: Context, nodes: Floats, graph: go.Figure, picks: dict[str, int | Arc]) -> None:
    """Let a click on the graph pick a feature or an arc, and outline what is picked."""
    arcs = [each for each in picks.values() if isinstance(each, tuple)]

    def choose(x: float, y: float) -> None:
        found = find_pick(nodes, arcs, x, y)
        set_value(PAGE, "pick", next((name for name, e in picks.items() if e == found), ""))

    outline = pick_outline(nodes, picks.get(context.settings.pick))
    with st.container(gap=None):
        push_traces(f"{GRAPH}.push", GRAPH, {trace_number(graph, PICKED): outline})
        watch_clicks(f"{GRAPH}.clicks", GRAPH, choose)


def _numbers(context: Context, model: GaussianNetworkClassifier) -> dict[str, Number]:
    numbers: dict[str, Number] = {}
    if model.structure != "aode":
        numbers["BIC"] = f"{model.bic():,.1f}", "-2 L + d ln n; smaller is better."
    numbers["Arcs"] = str(len(_arcs(context, model)))
    for against, found in errors(context, model).items():
        explained = f"Decisions about the objects it learned from, against their {against}."
        numbers[error_rate(against)] = f"{found.error:.1%}", explained
    if by_cost(context.settings):
        numbers |= cost_numbers(context, model, points(context.dataset, model.structure))
    return numbers | numbers_apart(test_errors(context, model))


def draw_below(context: Context, outcome: Outcome) -> None:
    """Say where EM has gone far from the labels."""
    model, shares = outcome.value, []
    if outcome.ready and LABELS in errors(context, model):
        ends = errors(context, model, frame_states(model)[0]), errors(context, model)
        shares = [each[LABELS].error for each in ends]
    if shares and shares[-1] > shares[0] + MUCH:
        st.warning(LEFT.format(*shares), icon=":material/warning:")
