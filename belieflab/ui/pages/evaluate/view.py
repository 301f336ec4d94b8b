"""The pictures of the Evaluate page: one sentence, intervals, rejection, and more labels."""

from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from belieflab.error_rates import LABELS, error_axis
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.curves import rejection_curve
from belieflab.evaluation.report import for_each, summarise
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
from belieflab.ui.pages.evaluate.settings import AGREEMENT, PAGE, yardsticks
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

INTERVALS, REJECTION, CURVE = f"{PAGE}.intervals", f"{PAGE}.rejection", f"{PAGE}.learning"
SIZE, SMALL = (0.86, 0.86), (0.42, 0.42)
"""Shares of the height, on a page and in a lecture."""
SOON: dict[str, tuple[Callable[..., go.Figure], str]] = {
    REJECTION: (draw_rejection, "Error rate by share answered"),
    CURVE: (draw_learning, "What more labels bring"),
}


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the sentence that answers "which method", then intervals, rejection and learning."""
    found: Evaluation | None = outcome.value
    draw_run(fit.task(context), live=_draw_so_far)
    if outcome.outdated:
        st.caption("The settings have changed since this run: Run compares anew.")
    if found is None or not fit.done(found):
        _draw_waiting(context)
        if found is not None:
            _draw_remarks(context, found)
        return None
    for place, sentence in enumerate(_sentences(context, found)):
        st.markdown(plain(sentence) if place else f"**{plain(sentence)}**")
    left, right = pictures()
    what, make = f"pictures, {lecture.fit(*SIZE)}", partial(_pictures, context, found)
    intervals, *small = fit.kept(context, found, what, make)
    with left:
        draw_chart(intervals, INTERVALS)
    with right:
        for key, figure in zip(SOON, small, strict=True):
            draw_small(figure, key)
    if lecture.current() is None:
        _draw_remarks(context, found)
    return Drawing(intervals, INTERVALS)


def _sentences(context: Context, found: Evaluation) -> list[str]:
    """Which method, by the labels and by the truth where it may be seen."""

    def make() -> list[str]:
        return [said for each in yardsticks(context) if (said := verdict(found, each))]

    return fit.kept(context, found, "verdict", make)


def _draw_so_far(run: Run) -> None:
    """The sentence while the run goes on."""
    if run.running and run.value is not None and run.value.parts:
        st.caption(plain(f"So far: {verdict(run.value)}"))


def _draw_waiting(context: Context) -> None:
    """The axes of all charts, and what will come there."""
    left, right = pictures()
    error = error_axis(context.settings.against)
    with left:
        figure = chart("share of right answers", "", **lecture.fit(*SIZE))
        draw_chart(await_values(figure, "Every method will be a row here"), INTERVALS)
    with right:
        for key, (draw, sentence) in SOON.items():
            figure = draw({}, error, legend=False, **lecture.fit(*SMALL))
            draw_small(await_values(figure, sentence, scale=lecture.scale()), key)


def _pictures(context: Context, found: Evaluation) -> tuple[go.Figure, ...]:
    """Intervals, error by share answered, and what more labels bring."""
    table, curves = summarise(found), fit.learning_curves(context, found)
    if context.truth is None:
        table = table.drop(columns=[each for each in table if "accuracy" in str(each)])
    against, small = context.settings.against, {"legend": False, **lecture.fit(*SMALL)}
    error = error_axis(against)
    rejected = for_each(found, against, lambda y, each: rejection_curve(y, each.probabilities))
    learning = draw_learning(curves, error, **small)
    if not any(len(each.sizes) > 1 for each in curves.values()):
        await_values(learning, "No learning curve was measured")
    intervals = draw_intervals(table, **lecture.fit(*SIZE))
    return intervals, draw_rejection(rejected, error, **small), learning


def _draw_remarks(context: Context, found: Evaluation) -> None:
    """Say what was left out, and what could not be trained."""
    for key, problem in found.failed.items():
        said = f"{fit.title_of(key)}: {context.with_names(problem)}"
        st.warning(plain(said), icon=":material/warning:")
    n, used, lost = context.dataset.n, len(found.labels), int((found.labels.conflict() == 1).sum())
    remarks = {
        f"{used:,} of {n:,} objects, drawn at random.": used < n,
        "Objects of one group are held out together.": found.groups is not None,
        f"{lost:,} labels with all mass on ∅ are left out.": lost,
        "Rows kept apart are measured in the tab Result.": context.workspace.state.n > n,
        f"Labels may be wrong: {AGREEMENT[LABELS]} is not accuracy.": True,
    }
    st.caption(plain(" ".join(sentence for sentence, holds in remarks.items() if holds)))
