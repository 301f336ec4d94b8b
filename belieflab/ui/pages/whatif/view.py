"""The curves of the What-if page, which grow while the sweep is computed."""

from functools import partial

import numpy as np
import streamlit as st

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.figures.common.curves import LevelCurve
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.whatif.error_curves import empty_levels, level_contents
from belieflab.ui.method.charts import Drawing, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import Outcome, begin, draw_run
from belieflab.ui.pages.whatif import sweep, tabs
from belieflab.ui.pages.whatif.settings import PAGE, level_title
from belieflab.ui.pages.whatif.sweep import Question, summaries
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

CURVES = f"{PAGE}.curves"
HEIGHT = 470
METHODS = [classifier.title for classifier in CLASSIFIERS.values()]


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw Run and Pause, and the curves with what is known."""
    question, task, run = sweep.ask(context), sweep.sweep_task(context), outcome.run
    if run is not None and run.running and outcome.outdated:
        run = begin(task)

    def push() -> None:
        push_charts({CURVES: _contents(question)})

    panel, title = st.container(), level_title(question.settings)
    size = lecture.size(HEIGHT, share=0.85)
    figure = empty_levels(METHODS, question.places, title, "error rate (%)", **size)
    draw_chart(figure, CURVES)
    with panel:
        disabled = not sweep.missing(question)
        draw_run(task, live=lambda _: push(), disabled=disabled, stop_label="Pause")
        for sentence in sweep.failures(question):
            st.warning(plain(sentence), icon=":material/info:")
    if run is None or not run.steps:  # else the panel has pushed them
        push()
    found = summaries(question)
    if not any(summary.replicates for summary in found):
        return None
    shown = filled(figure, _contents(question))
    return Drawing(shown, CURVES, table=partial(tabs.result_table, found))


def _contents(question: Question) -> Contents:
    """The curves of all methods with what is known so far."""
    curves, counts = {}, {}
    known = [summary for summary in summaries(question) if summary.ours is not None]
    for name in dict.fromkeys(summary.row.series for summary in known):
        points = [summary for summary in known if summary.row.series == name]
        rows = [(each.row.at, each.ours, each.low, each.high) for each in points]
        curves[name] = LevelCurve(name, *np.array(rows, dtype=np.float64).T)
        counts[name] = [summary.replicates for summary in points]
    return level_contents(METHODS, question.places, curves, counts)
