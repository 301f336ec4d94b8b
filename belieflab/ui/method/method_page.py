"""A method page, declared once and drawn by one frame.

A page says what it needs, which parameters it has, what is computed, how the result is drawn and
which tabs tell more. `run` draws the rest, the same on every page: title, controls, Run and Stop,
messages, player, Pin, Export, the tabs Compare pinned, Formula and Code, and the lecture row.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.formulas import Formula
from belieflab.ui.method import (
    body,
    decision_costs,
    export,
    live,
    noise,
    page,
    page_report,
    pins,
    planes,
    runs,
    sliders,
)
from belieflab.ui.method.charts import Drawing, draw_frames
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_panel, draw_view, read_settings
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.method.runs import Run
from belieflab.ui.method.sliders import Slider
from belieflab.ui.method.tab_row import all_tabs
from belieflab.ui.method.tasks import Outcome, Status, Task, complete, draw_run, resolve
from belieflab.ui.shell import lecture, share
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.text import plain

Tab = Callable[[Context, Outcome], None]
Pin = Callable[[], Pinned] | None


@dataclass(frozen=True)
class MethodPage:
    """The declaration of a method page.

    Parameters
    ----------
    key : of the page, as in the navigation
    sentence : under its title
    need : what the page needs, and the sample that gives it
    parameters : its settings, for the data and labels there are
    name_view : the settings, whose view options may be called by what is known of the result
    task : what is computed
    draw : draws the pictures of an outcome, complete, growing or awaited; None: nothing to pin
    tabs : what draws the tabs of the page, by title; the common ones are added
    scores : the numbers by which pinned runs are compared
    formulas : the equations in use, with the values of their symbols
    code : Python that gives the same result and picture
    table : one row per object (or whatever `rows` says), for the CSV file
    extra_controls : draws what no parameter describes
    below : draws what stands between the picture and the tabs; a lecture leaves it out
    tabs_first : whether the tabs stand above what `below` draws
    dataset : the data as the method takes them, where they are not those of the workspace
    pinned : what is kept of a pinned run to compare others with, besides its scores
    uses_labels : whether labels matter here; else they are neither handed over nor mentioned
    reads_labels : whether a page that has no use for labels else works on them under these settings
    label_noise : whether the result depends on the labels of the workspace under these settings:
        then the slider of their noise is in the sidebar
    decides : whether decisions under these settings follow the costs that all pages share
    live : names of the sliders that answer while they are dragged
    snapshot : the figures and numbers that these sliders move; None where nothing follows them.
        It is called in a thread too, without a session
    prediction : how the fitted model is applied to a second file; None: there is no tab Predict
    report_figures : the charts of the tabs by their keys; a report has them from here where they
        are not on screen
    report_tables : the tables of a report by name, besides scores, settings and results
    sources : texts that name the papers of the chosen methods, besides those of the formulas
    """

    key: str
    sentence: str
    need: page.Need
    parameters: Callable[[Context], Sequence[Parameter]]
    task: Callable[[Context], Task[Any]]
    draw: Callable[[Context, Outcome], Drawing | None]
    tabs: Mapping[str, Tab]
    scores: Callable[[Context, Any], dict[str, float]]
    formulas: Callable[[Context, Any], list[Formula]]
    code: Callable[[Context], str]
    name_view: Callable[[Context], Settings] = lambda context: context.settings
    table: Callable[[Context, Any], pd.DataFrame] | None = None
    rows: str = "One row per object: label, masses, decision."
    extra_controls: Callable[[Context], None] = lambda _: None
    below: Callable[[Context, Outcome], None] = lambda *_: None
    tabs_first: bool = False
    dataset: Callable[[Context], Dataset] = lambda context: context.dataset
    pinned: Callable[[Context, Any], Any] = lambda *_: None
    uses_labels: bool = True
    reads_labels: Callable[[Settings], bool] = lambda _: False
    label_noise: Callable[[Settings], bool] = lambda _: False
    decides: Callable[[Settings], bool] = lambda _: False
    live: Sequence[str] = (noise.NOISE,)
    snapshot: Callable[[Context, Any], Snapshot | None] = lambda *_: None
    prediction: Prediction | None = None
    report_figures: Callable[[Context, Any], Mapping[str, go.Figure]] = lambda *_: {}
    report_tables: Callable[[Context, Any], Mapping[str, pd.DataFrame]] = lambda *_: {}
    sources: Callable[[Context], Sequence[str]] = lambda _: ()


def with_result(draw: Callable[[Context, Any], None]) -> Tab:
    """A tab about the result; it is there before Run too, so that an open one stays open."""

    @wraps(draw)
    def draw_tab(context: Context, outcome: Outcome) -> None:
        if outcome.ready:
            draw(context, outcome.value)
        else:
            st.caption("Press Run: this comes with the result.")

    return draw_tab


@show_errors()
def run(declared: MethodPage) -> None:
    """Draw the page: title and sidebar, then the body, which its view options draw anew alone."""
    key, context = declared.key, settle(declared)
    parameters = tuple(context.settings.parameters.values())

    def outside() -> Hashable:
        found = read_settings(key, parameters)
        return *found.panel_token, declared.label_noise(found), declared.decides(found)

    @show_errors()  # in a part of its own, beyond the reach of the one around the page
    def draw_inside() -> None:
        seen = look_at(declared, context)
        settings = draw_view(key, declared.name_view(seen))
        draw_body(declared, replace(seen, settings=settings))

    body.draw(key, draw_inside, outside)


def look_at(declared: MethodPage, context: Context) -> Context:
    """The context with the view options of now: its data as they are taken, on their plane."""
    options = [each for each in context.settings.parameters.values() if each.view]
    view = read_settings(declared.key, options)
    seen = replace(context, settings=context.settings.replace(**view))
    return planes.laid_out(replace(seen, dataset=declared.dataset(seen)))


def draw_body(declared: MethodPage, context: Context) -> None:
    """Draw everything under the title: pictures, player, tabs."""
    task = declared.task(context)
    outcome = resolve(task)
    teaching = lecture.current() is not None
    if outcome.status is Status.FAILED:
        st.error(plain(context.with_names(outcome.message)), icon=":material/error:")
        if task.refusal:
            draw_run(task)
    else:
        drawing = declared.draw(context, outcome)
        pin = None
        if drawing is not None and drawing.is_result:
            pin = partial(_pin, declared, context, outcome.value, drawing)
        page.draw_player_row(
            declared.key, drawing, *_buttons(declared, context, outcome, drawing, pin)
        )
        planes.draw_note(context)
        if not teaching and not declared.tabs_first:
            declared.below(context, outcome)
        if drawing is None or drawing.has_tabs:
            page.draw_tabs(declared.key, all_tabs(declared, context, outcome, pin))
        if not teaching and declared.tabs_first:
            declared.below(context, outcome)
    share.page_link_note(context.workspace)
    _follow_sliders(declared, context, task, outcome)
    draw_frames()


def _follow_sliders(
    declared: MethodPage, context: Context, task: Task[Any], outcome: Outcome
) -> None:
    """Let sliders answer while they are dragged, where their levels are quickly computed.

    Else they answer with the levels that were computed so far, where the page keeps them.
    """
    together = task.cost.seconds * sliders.MAX_LEVELS
    if together > live.MAX_SECONDS if task.is_quick else not task.begins_within:
        return
    shown = None if outcome.value is None else declared.snapshot(context, outcome.value)
    if shown is None:
        return
    uses_labels = declared.label_noise(context.settings)
    found = sliders.find_sliders(context, declared.live, uses_labels)
    earlier = {}
    if not task.is_quick:
        if outcome.run is not None and outcome.run.token == task.token:
            outcome.run.levels = {slider.key: slider.value for slider in found}
        earlier = runs.finished(task.key)
        found = [_with_known(slider, earlier) for slider in found]

    def show(moved: Context) -> Snapshot | None:
        wanted = declared.task(moved)
        if task.is_quick:
            return declared.snapshot(moved, complete(wanted))
        run = earlier.get(wanted.token)
        return None if run is None else declared.snapshot(moved, run.value)

    live.draw(context, found, shown, show)


def _with_known(slider: Slider, earlier: Mapping[Hashable, Run]) -> Slider:
    """The slider with the levels at which there are results of these runs.

    Some may be of other settings: its levels are therefore computed anew with every further run.
    """
    levels = {run.levels[slider.key] for run in earlier.values() if slider.key in run.levels}
    token = slider.token, frozenset(earlier)
    return replace(slider, known=tuple(sorted(levels)), token=token)


def settle(declared: MethodPage) -> Context:
    """Draw title and controls; returns the data, labels and settings they stand for."""
    key = declared.key
    workspace, dataset, labels = page.enter(key, declared.sentence, declared.need)
    context = Context(key, workspace, dataset, labels if declared.uses_labels else None)
    settings = read_settings(key, declared.parameters(context))
    names = dataset.class_names if labels is None else labels.frame.names

    def draw_extra(chosen: Settings) -> None:
        declared.extra_controls(replace(context, settings=chosen))
        if declared.decides(chosen):
            decision_costs.draw(names)

    with page.controls(key):
        if declared.label_noise(settings):
            noise.draw_slider(key, workspace)
        costs = decision_costs.read(len(names))
        settings = draw_panel(key, settings, draw_extra)
    known = labels if declared.uses_labels or declared.reads_labels(settings) else None
    return replace(context, settings=settings, costs=costs, labels=known)


def _buttons(
    declared: MethodPage, context: Context, outcome: Outcome, drawing: Drawing | None, pin: Pin
) -> Iterator[Callable[[], None]]:
    """What draws Pin and Export, where there is something to pin and to export.

    A lecture has no Export, and Pin only where its lesson asks for it.
    """
    if drawing is None:
        return
    results = drawing.table
    if pin is not None and lecture.is_shown(lecture.PIN):
        yield partial(pins.draw_button, declared.key, pin)
    if lecture.current() is not None:
        return
    if pin is not None:
        if results is None and declared.table is not None:
            results = partial(declared.table, context, outcome.value)
    source = declared.key, context.workspace
    draw_report = None
    if pin is not None:
        draw_report = partial(page_report.draw, declared, context, outcome.value, results)
    yield partial(export.draw, *source, drawing, results, declared.rows, draw_report)


def _pin(declared: MethodPage, context: Context, value: Any, drawing: Drawing) -> Pinned:
    described = page_report.describe_settings(declared, context)
    scores, kept = declared.scores(context, value), declared.pinned(context, value)
    return Pinned("", described, scores, drawing.figure, kept)
