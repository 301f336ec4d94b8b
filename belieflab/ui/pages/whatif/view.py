"""The curves of the What-if page, which grow while the sweep is computed."""

from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.verdict import verdict_at
from belieflab.experiments.experiment import PERCENT
from belieflab.experiments.stored_results import find_origin
from belieflab.figures.common.curves import LevelCurve
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.palette import ACCENT
from belieflab.figures.whatif.error_curves import empty_levels, level_contents
from belieflab.ui.method.charts import Drawing, draw_chart
from belieflab.ui.method.component import class_name, component
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import Outcome, begin, draw_run
from belieflab.ui.pages.whatif import sweep, tabs
from belieflab.ui.pages.whatif.settings import AT, PAGE, level_title
from belieflab.ui.pages.whatif.sweep import PlannedSweep, summaries
from belieflab.ui.shell import lecture
from belieflab.ui.shell.link import write_address
from belieflab.ui.shell.text import plain

CURVES = f"{PAGE}.curves"
SIZE = (0.86, 0.85)
"""Shares of the height of the curves, on a page and in a lecture."""

_READING = component("reading", html="reading.html", css="reading.css")


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw Run and Pause, and the curves with what is known."""
    question, task, run = sweep.ask(context), sweep.sweep_task(context), outcome.run
    if run is not None and run.running and outcome.outdated:
        begin(task)

    pushed = []  # what the panel of the run has drawn already

    def push() -> None:
        pushed.append(question)
        push_charts({CURVES: _contents(question)})

    panel, title = st.container(), level_title(question.settings)
    at, chosen = _level_of(question, context.settings.at)
    if lecture.current() is None and (sentence := describe_choice(question, at)):
        st.markdown(f"**{plain(sentence)}**")
    left, right = st.columns([3, 1], gap="medium")
    size = lecture.fit(*SIZE)
    figure = empty_levels(_titles(), question.places, title, question.error_title, **size)
    with left:
        draw_chart(figure, CURVES)
    with right:
        _draw_reading(question, title, at, chosen=chosen)
    with panel:
        disabled = not (sweep.missing(question) or sweep.is_stored(question))
        draw_run(task, live=lambda _: push(), disabled=disabled, stop_label="Pause")
        if sweep.is_stored(question) and lecture.current() is None:
            _draw_origin()
        for sentence in sweep.failures(question):
            st.warning(plain(context.with_names(sentence)), icon=":material/info:")
    if not pushed:
        push()
    found = summaries(question)
    if not any(summary.replicates for summary in found):
        return None
    shown = filled(figure, _contents(question))
    return Drawing(shown, CURVES, table=partial(tabs.result_table, question, found))


def _draw_origin() -> None:
    """Say that the numbers came with belieflab."""
    origin = find_origin(sweep.stored_sweep()[0].file)
    if origin is not None:
        st.caption(f"{origin.sentence} What else you ask for is computed here.")


def _level_of(question: PlannedSweep, text: str) -> tuple[float, bool]:
    """The level at which the curves are read, in percent, and whether it was chosen.

    It is the middle one at first.
    """
    places = question.places
    try:
        level = float(text)
    except ValueError:
        level = np.nan
    if np.isnan(level):
        return sorted(places)[len(places) // 2], False
    return min(max(level, min(places)), max(places)), True


def describe_choice(question: PlannedSweep, at: float) -> str:
    """Which method to take at a level, as the curves have it; empty with fewer than two known."""
    errors = {}
    for name, curve in _curves(question)[0].items():
        order = np.argsort(curve.x)
        levels, means = curve.x[order], curve.y[order]
        if levels[0] <= at <= levels[-1]:
            errors[name] = float(np.interp(at, levels, means)) / PERCENT
    where = f"At {level_title(question.settings).removesuffix(' (%)')} {at:g} %"
    return verdict_at(errors, where, question.error_title.removesuffix(" (%)"))


def _draw_reading(question: PlannedSweep, title: str, at: float, *, chosen: bool) -> None:
    """Draw the slider that reads all curves at one level, in the browser; its place is kept."""
    places = question.places
    low, high, key = min(places), max(places), f"{PAGE}.reading"

    def keep() -> None:
        chosen: Any = (st.session_state.get(key) or {}).get("at")
        if isinstance(chosen, float | int):
            set_value(PAGE, AT.name, f"{chosen:g}")

    write_address({f"{PAGE}.{AT.name}": f"{at:g}"} if chosen else {}, {f"{PAGE}.{AT.name}"})
    data: dict[str, Any] = {"chart": class_name(CURVES), "unit": "{} %", "colour": ACCENT}
    data |= {"title": title.removesuffix(" (%)"), "start": at}
    data |= {"low": low, "high": high, "step": 1 if high - low >= 10 else 0.1}
    note = f"Error rates against {question.against} of all methods at this level"
    note += ", between levels by a straight line. All errors count alike, whatever the costs of "
    note += "decisions are on other pages."
    _READING(key=key, data=data | {"note": note}, on_at_change=keep)


def _titles() -> list[str]:
    """Every method has its place and colour, chosen or not."""
    return [classifier.title for classifier in CLASSIFIERS.values()]


def _contents(question: PlannedSweep) -> Contents:
    """The curves of all methods with what is known so far."""
    return level_contents(_titles(), question.places, *_curves(question))


def _curves(question: PlannedSweep) -> tuple[dict[str, LevelCurve], dict[str, list[int]]]:
    """The curve of each method with what is known so far, and the replicates behind its points."""
    curves, counts = {}, {}
    known = [summary for summary in summaries(question) if summary.ours is not None]
    for name in dict.fromkeys(summary.row.series for summary in known):
        points = [summary for summary in known if summary.row.series == name]
        rows = [(each.row.at, each.ours, each.low, each.high) for each in points]
        curves[name] = LevelCurve(name, *np.array(rows, dtype=np.float64).T)
        counts[name] = [summary.replicates for summary in points]
    return curves, counts
