"""The pictures of the Evaluate page: one sentence, intervals, rejection, and more labels."""

from collections.abc import Callable

import plotly.graph_objects as go
import streamlit as st

from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.curves import rejection_curve
from belieflab.evaluation.report import LABELS, for_each, summarise
from belieflab.evaluation.verdict import verdict
from belieflab.figures.common.canvas import chart
from belieflab.figures.common.waiting import await_values
from belieflab.figures.evaluate import draw_intervals, draw_learning, draw_rejection
from belieflab.ui.method.charts import Drawing, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.page import pictures
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_run
from belieflab.ui.pages.evaluate import fit
from belieflab.ui.pages.evaluate.settings import AGREEMENT, ERROR, PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

INTERVALS, REJECTION, CURVE = f"{PAGE}.intervals", f"{PAGE}.rejection", f"{PAGE}.learning"
SIZE, SMALL = (0.86, 0.86), (0.42, 0.42)
"""Shares of the height, on a page and in a lecture."""
SOON: dict[str, tuple[Callable[..., go.Figure], str]] = {
    REJECTION: (draw_rejection, "Error against share answered"),
    CURVE: (draw_learning, "What more labels bring"),
}


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the sentence that answers "which method", then intervals, rejection and learning."""
    found: Evaluation | None = outcome.value
    panel, ready = st.container(), fit.done(found)
    with panel:
        draw_run(fit.task(context), live=_draw_so_far)
        if outcome.outdated:
            st.caption("The settings have changed since this run: Run compares anew.")
    if found is None or not ready:
        _draw_waiting(context)
        if found is not None:
            _draw_remarks(context, found)
        return None
    for place, sentence in enumerate(_sentences(context, found)):
        st.markdown(plain(sentence) if place else f"**{plain(sentence)}**")
    left, right = pictures()
    figure = _intervals(context, found)
    with left:
        draw_chart(figure, INTERVALS)
    with right:
        draw_small(_rejection(context, found), REJECTION)
        draw_small(_learning(context, found), CURVE)
    if lecture.current() is None:
        _draw_remarks(context, found)
    return Drawing(figure, INTERVALS)


def _sentences(context: Context, found: Evaluation) -> list[str]:
    """Which method, by the labels and by the truth where it may be seen."""

    def make() -> list[str]:
        return [verdict(found, each) for each in fit.yardsticks(context)]

    return [each for each in fit.kept(context, found, "verdict", make) if each]


def _draw_so_far(run: Run) -> None:
    """The sentence while the run goes on."""
    if run.running and run.value is not None and run.value.parts:
        st.caption(plain(f"So far: {verdict(run.value)}"))


def _draw_waiting(context: Context) -> None:
    """The axes of all charts, and what will come there."""
    error, left, right = ERROR[fit.yardstick(context)], *pictures()
    with left:
        figure = chart("share of right answers", "", **lecture.fit(*SIZE))
        draw_chart(await_values(figure, "Every method will be a row here"), INTERVALS)
    with right:
        for key, (draw, sentence) in SOON.items():
            figure = draw({}, error, legend=False, **lecture.fit(*SMALL))
            draw_small(await_values(figure, sentence, scale=lecture.scale()), key)


def _intervals(context: Context, found: Evaluation) -> go.Figure:
    hidden = context.truth is None

    def make() -> go.Figure:
        table = summarise(found)
        shown = table.drop(columns=[each for each in table if hidden and "accuracy" in str(each)])
        return draw_intervals(shown, **lecture.fit(*SIZE))

    return fit.kept(context, found, "intervals", make)


def _rejection(context: Context, found: Evaluation) -> go.Figure:
    against = fit.yardstick(context)

    def make() -> go.Figure:
        curves = for_each(found, against, lambda y, each: rejection_curve(y, each.probabilities))
        return draw_rejection(curves, ERROR[against], legend=False, **lecture.fit(*SMALL))

    return fit.kept(context, found, "rejection", make)


def _learning(context: Context, found: Evaluation) -> go.Figure:
    against, curves = fit.yardstick(context), fit.learning_curves(context, found)

    def make() -> go.Figure:
        figure = draw_learning(curves, ERROR[against], legend=False, **lecture.fit(*SMALL))
        measured = any(len(each.sizes) > 1 for each in curves.values())
        return figure if measured else await_values(figure, "No learning curve was measured")

    return fit.kept(context, found, "learning", make)


def _draw_remarks(context: Context, found: Evaluation) -> None:
    """Say what was left out, and what could not be trained."""
    for key, problem in found.failed.items():
        st.warning(plain(f"{fit.title_of(key)}: {problem}"), icon=":material/warning:")
    n, used, lost = context.dataset.n, len(found.labels), int((found.labels.conflict() == 1).sum())
    remarks = [f"{used:,} of {n:,} objects, drawn at random."] if used < n else []
    remarks += [] if found.groups is None else ["Objects of one group are held out together."]
    remarks += [f"{lost:,} labels with all mass on ∅ are left out."] if lost else []
    apart = "Rows that the split keeps apart are measured in the tab Result."
    remarks += [apart] if context.workspace.state.n > n else []
    remarks.append(f"Labels may be wrong: {AGREEMENT[LABELS]} is not accuracy.")
    st.caption(plain(" ".join(remarks)))
