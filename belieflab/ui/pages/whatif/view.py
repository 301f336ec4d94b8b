"""The curves of the What-if page, which grow while the sweep is computed."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.experiment import Summary
from belieflab.figures.common.frames import filled
from belieflab.figures.common.level_curve import LevelCurve
from belieflab.figures.whatif.error_curves import empty_levels, level_contents
from belieflab.ui.method import cluster_note
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.tasks import Outcome, begin, draw_run
from belieflab.ui.pages.whatif import files
from belieflab.ui.pages.whatif.settings import PAGE, level_title
from belieflab.ui.pages.whatif.sweep import (
    Question,
    ask,
    failures,
    missing,
    summaries,
    sweep_task,
)
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

CURVES = f"{PAGE}.curves"
HEIGHT = 470
CONFIG = {"displaylogo": False, "scrollZoom": False}


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw Run and Pause, and the curves with what is known."""
    question, task, run = ask(context), sweep_task(context), outcome.run
    if run is not None and run.running and outcome.outdated:
        run = begin(task)
    panel = st.container()
    st.plotly_chart(_empty(question), key=CURVES, config=CONFIG)
    with panel:
        draw_run(
            task,
            live=lambda _: _push(question),
            disabled=not missing(question),
            stop_label="Pause",
        )
        for sentence in failures(question):
            st.warning(plain(sentence), icon=":material/info:")
    if run is None or not run.steps:  # else the panel has pushed them
        _push(question)
    found = summaries(question)
    if not any(summary.replicates for summary in found):
        return None
    figure = filled(_empty(question), _contents(question))
    return Drawing(figure, CURVES, table=partial(files.result_table, found))


def draw_cluster(_: Context) -> None:
    """Name the cluster that computes, if any."""
    cluster_note.draw()


def _push(question: Question) -> None:
    push_traces(f"{CURVES}.push", CURVES, _contents(question))


def _titles() -> list[str]:
    return [classifier.title for classifier in CLASSIFIERS.values()]


def _empty(question: Question) -> go.Figure:
    return empty_levels(
        _titles(),
        question.places,
        level_title(question.settings),
        "error rate (%)",
        height=lecture.picture_height(HEIGHT, share=0.85),
        scale=lecture.scale(),
    )


def _contents(question: Question) -> dict[int, dict[str, Any]]:
    curves, counts = {}, {}
    known = [summary for summary in summaries(question) if summary.ours is not None]
    for name in dict.fromkeys(summary.row.series for summary in known):
        points = [summary for summary in known if summary.row.series == name]
        curves[name] = _curve(name, points)
        counts[name] = [summary.replicates for summary in points]
    return level_contents(_titles(), question.places, curves, counts)


def _curve(name: str, points: Sequence[Summary]) -> LevelCurve:
    return LevelCurve(
        name,
        np.array([point.row.at for point in points], dtype=np.float64),
        np.array([point.ours for point in points], dtype=np.float64),
        np.array([point.low for point in points]),
        np.array([point.high for point in points]),
    )
