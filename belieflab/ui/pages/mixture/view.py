"""The pictures of the Mixture page: plane and trace over iterations, or over nonspecificity."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.error_rates import error_axis, error_rate
from belieflab.figures.common.frames import draw_picture_first, frame_steps
from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.mixture.fit import MixtureView, draw_criterion, draw_states
from belieflab.figures.mixture.states import MAX_JUDGED, FitState, fit_states, level_states
from belieflab.mixture.levels import LevelFit
from belieflab.mixture.scoring import agree, match
from belieflab.ui.method import decision_costs, page
from belieflab.ui.method.charts import Drawing
from belieflab.ui.method.context import Context
from belieflab.ui.method.kept_apart import numbers_apart
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.numbers import Number, draw_notes, draw_numbers
from belieflab.ui.method.plane import draw_waiting, make_view
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.mixture.fit import (
    MixtureFit,
    decisions,
    fit_names,
    groups,
    over_levels,
    score,
    task,
    test_errors,
)
from belieflab.ui.pages.mixture.settings import PAGE
from belieflab.ui.shell import lecture

PLANE, TRACE = f"{PAGE}.plane", f"{PAGE}.trace"
TRACE_SIZE = 0.6, 0.5  # shares of the height, on a page and in a lecture
MANY = (
    f"Colours and error are those of the last step: beyond {MAX_JUDGED:,} objects no other step is "
    "judged."
)
ERROR = "Wrong decisions about the objects it was fitted to; no answer is not an error."
LEVEL_TEXT = (
    "Every level has labels of its own: right, but vaguer from left to right. The same model is "
    "fitted to each. Drag the slider and watch the outlines and the error."
)


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane and trace side by side, or Run and the growing trace while there is no fit."""
    levels, fit = over_levels(context), outcome.value
    if not outcome.ready:
        what = look(context), (PLANE, TRACE), "log-likelihood L"
        value = "" if levels else "criterion"
        draw_waiting(context, task(context), *what, value=value, labels=context.labels)
        return None
    drawing, trace = _over_levels(context, fit) if levels else _over_iterations(context, fit)
    with page.draw_pictures(drawing.figure, PLANE, {TRACE: trace}):
        if levels:
            st.caption(LEVEL_TEXT)
        else:
            draw_numbers(PAGE, _numbers(context, fit))
            draw_notes(fit.model)
            if context.dataset.n > MAX_JUDGED:
                st.caption(MANY)
    return drawing


def snapshot(context: Context, fit: MixtureFit) -> Snapshot | None:
    """What follows a slider that is dragged."""
    if over_levels(context):
        return None
    drawing, trace = _over_iterations(context, fit)
    return Snapshot({PLANE: drawing.figure, TRACE: trace}, _numbers(context, fit))


def look(context: Context) -> MixtureView:
    """How the fit is looked at."""
    shown = (context.settings[name] for name in ("show", "regions", "outline"))
    made = make_view(MixtureView, context, *shown)
    return replace(made, **decision_costs.look_of(context, context.labels_name_classes))


def _numbers(context: Context, fit: MixtureFit) -> dict[str, Number]:
    model, found = fit.model, score(context, fit)
    numbers: dict[str, Number] = {
        "Log-likelihood": f"{model.log_likelihood_:,.2f}",
        "Iterations": str(model.n_iter_),
        "BIC": (f"{model.bic():,.1f}", "-2 L + d ln n; smaller is better."),
    }
    if found is not None:
        numbers[error_rate()] = (f"{found.error:.1%}", ERROR)
    if fit.named and decision_costs.by_cost(context.settings):
        numbers |= decision_costs.cost_numbers(context, model, context.dataset.X)
    return numbers | numbers_apart(test_errors(context, fit))


def _over_iterations(context: Context, fit: MixtureFit) -> tuple[Drawing, go.Figure]:
    model, found = fit.model, score(context, fit)
    class_of = None if found is None else found.class_of

    def make() -> tuple[Drawing, go.Figure]:
        states = fit_states(model, decisions(context, fit), look(context).rule)
        names, captions = [state.name for state in states], _captions(context, fit, states)
        known: dict[str, Any] = {"labels": context.labels, "truth": context.truth}
        known |= {"class_of": class_of, "groups": groups(context, fit)}
        what = context.dataset, frame_steps(states), fit_names(context, fit), look(context)
        plane = draw_picture_first(lambda: draw_states(*what, **known))
        trace = draw_picture_first(partial(draw_criterion, model, **lecture.fit(*TRACE_SIZE)))
        return Drawing(plane, PLANE, names, (PLANE, TRACE), captions), trace

    return context.remember("pictures", (context.view_token, id(model)), make)


def _over_levels(context: Context, fits: list[LevelFit]) -> tuple[Drawing, go.Figure]:
    """The trace is the error, or the likelihood while the truth is hidden."""

    def make() -> tuple[Drawing, go.Figure]:
        states, truth, dataset = level_states(fits), context.truth, context.dataset
        names, classes = [state.name for state in states], dataset.class_names
        levels = np.array([fit.nonspecificity for fit in fits])
        curve = partial(Curve, levels, x_title="mean nonspecificity of the labels")
        if truth is None:
            heights = np.array([fit.log_likelihood for fit in fits])
            shown = curve(heights, y_title="log-likelihood L")
            captions = [f"L {height:,.1f}" for height in heights]
        else:
            errors = np.array([fit.agreement.error for fit in fits])
            shown = curve(errors, y_title=error_axis(), percent=True)
            captions = [f"error rate {error:.1%}" for error in errors]
        draw_plane = partial(draw_states, truth=truth, class_of=np.arange(len(classes)))
        plane = draw_plane(dataset, states, classes, look(context))
        trace = draw_trace(shown, names, range(len(names)), **lecture.fit(*TRACE_SIZE))
        over = partial(Drawing, unit="nonspecificity", is_result=False, has_tabs=False)
        return over(plane, PLANE, names, (PLANE, TRACE), captions), trace

    return context.remember("level pictures", (context.view_token, len(fits)), make)


def _captions(context: Context, fit: MixtureFit, states: list[FitState]) -> list[str]:
    """Error of each frame, or its likelihood while the truth is hidden.

    Its full name stands among the numbers and on the trace: the player has to keep to one row.
    """
    truth, found = context.truth, score(context, fit)
    if truth is None or found is None or context.dataset.n > MAX_JUDGED:
        heights = {str(step.iteration): step.criterion for step in fit.model.history_.steps}
        return [f"L {heights[state.name]:,.1f}" for state in states]
    count = len(context.dataset.class_names)
    compare = (
        partial(agree, class_of=found.class_of)
        if fit.named
        else partial(match, n_components=len(found.class_of))
    )
    errors = [compare(truth, state.decisions, count).error for state in states]
    return [f"error rate {error:.1%}" for error in errors]
