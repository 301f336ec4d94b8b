"""The pictures of the Mixture page: plane and trace over iterations, or over nonspecificity."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.mixture.fit import (
    FitState,
    MixtureView,
    component_names,
    draw_criterion,
    draw_states,
    fit_states,
    level_states,
)
from belieflab.iteration import Ending
from belieflab.mixture.levels import LevelFit
from belieflab.mixture.scoring import Agreement, agree, match
from belieflab.ui.method import page
from belieflab.ui.method.charts import draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.plane_axes import chosen_axes
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.method.waiting import draw_waiting
from belieflab.ui.pages.mixture.fit import MixtureFit, over_levels, score, task
from belieflab.ui.pages.mixture.settings import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, TRACE = f"{PAGE}.plane", f"{PAGE}.trace"
PLANE_HEIGHT, TRACE_HEIGHT = 500, 260
LEVEL_TEXT = (
    "Every level has labels of its own: right, but vaguer from left to right. The same model is "
    "fitted to each. Drag the slider and watch the outlines and the error."
)


@dataclass(frozen=True)
class Pictures:
    """Two figures with frames of the same names, and a caption per frame."""

    plane: go.Figure
    trace: go.Figure
    names: Sequence[str]
    captions: Sequence[str]


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane and trace side by side, or Run and the growing trace while there is no fit."""
    levels, fit = over_levels(context), outcome.value
    if not outcome.ready:
        draw_waiting(
            context,
            task(context),
            look(context),
            (PLANE, TRACE),
            "log-likelihood L",
            height=TRACE_HEIGHT,
            value="" if levels else "criterion",
            labels=context.labels,
        )
        return None
    left, right = page.pictures()
    pictures = _level_pictures(context, fit) if levels else _pictures(context, fit)
    with left:
        draw_chart(pictures.plane, PLANE)
    with right:
        draw_chart(pictures.trace, TRACE)
        if levels:
            st.caption(LEVEL_TEXT)
        else:
            _draw_numbers(context, fit)
    return Drawing(
        pictures.plane,
        PLANE,
        pictures.names,
        (PLANE, TRACE),
        pictures.captions,
        "nonspecificity" if levels else "iteration",
        is_result=not levels,
        has_tabs=not levels,
    )


def look(context: Context) -> MixtureView:
    """How the fit is looked at."""
    settings = context.settings
    return MixtureView(
        chosen_axes(context.dataset, settings),
        settings.show,
        settings.regions,
        settings.outline,
        height=lecture.picture_height(PLANE_HEIGHT),
        scale=lecture.scale(),
        seed=context.seed,
    )


def _draw_numbers(context: Context, fit: MixtureFit) -> None:
    model, found = fit.model, score(context, fit)
    numbers: dict[str, Number] = {
        "Log-likelihood": f"{model.log_likelihood_:,.2f}",
        "Iterations": str(model.n_iter_),
        "BIC": (f"{model.bic():,.1f}", "-2 L + d ln n; smaller is better."),
    }
    if found is not None:
        numbers["Training error"] = (f"{found.error:.1%}", "Against the true classes.")
    draw_numbers(PAGE, numbers)
    for note in model.notes_:
        st.warning(plain(note), icon=":material/warning:")
    if model.ending_ is Ending.STOPPED:
        st.caption("EM was stopped before it had converged.")
    if model.ending_ is Ending.MAX_ITER:
        st.caption(f"EM had not converged after {model.max_iter} iterations, its limit.")


def _pictures(context: Context, fit: MixtureFit) -> Pictures:
    """Plane and trace over the iterations of the fit."""
    found = score(context, fit)

    def make() -> Pictures:
        states = fit_states(fit.model)
        return Pictures(
            draw_states(
                context.dataset,
                states,
                component_names(fit.model),
                look(context),
                labels=context.labels,
                truth=context.truth,
                class_of=None if found is None else found.class_of,
            ),
            draw_criterion(fit.model, height=_trace_height(), scale=lecture.scale()),
            [state.name for state in states],
            _captions(context, fit, states, found),
        )

    return context.remember("pictures", (context.view_token, id(fit.model)), make)


def _level_pictures(context: Context, fits: list[LevelFit]) -> Pictures:
    """Plane and error (likelihood while the truth is hidden) over levels of nonspecificity."""

    def make() -> Pictures:
        states, truth, classes = level_states(fits), context.truth, context.dataset.class_names
        names = [state.name for state in states]
        levels = np.array([fit.nonspecificity for fit in fits])
        curve = partial(Curve, levels, x_title="mean nonspecificity of the labels")
        if truth is None:
            heights = np.array([fit.log_likelihood for fit in fits])
            shown = curve(heights, y_title="log-likelihood L")
            captions = [f"L {height:,.1f}" for height in heights]
        else:
            errors = np.array([fit.agreement.error for fit in fits])
            shown = curve(errors, y_title="error", percent=True)
            captions = [f"error {error:.1%}" for error in errors]
        draw_plane = partial(draw_states, truth=truth, class_of=np.arange(len(classes)))
        draw_curve = partial(draw_trace, height=_trace_height(), scale=lecture.scale())
        return Pictures(
            draw_plane(context.dataset, states, classes, look(context)),
            draw_curve(shown, names, range(len(names))),
            names,
            captions,
        )

    return context.remember("level pictures", (context.view_token, len(fits)), make)


def _captions(
    context: Context, fit: MixtureFit, states: Sequence[FitState], found: Agreement | None
) -> list[str]:
    """Error of each frame, or its likelihood while the truth is hidden: short, for the player."""
    truth = context.truth
    if truth is None or found is None:
        heights = {str(step.iteration): step.criterion for step in fit.model.history_.steps}
        return [f"L {heights[state.name]:,.1f}" for state in states]
    count = len(context.dataset.class_names)
    compare = (
        partial(agree, class_of=found.class_of)
        if fit.named
        else partial(match, n_components=len(found.class_of))
    )
    errors = [compare(truth, state.decisions, count).error for state in states]
    return [f"error {error:.1%}" for error in errors]


def _trace_height() -> int:
    return lecture.picture_height(TRACE_HEIGHT, 0.5)
