"""The protocol: its run, its growing curves, and one repetition query by query."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.active import STRATEGIES, ActiveLearning, Line
from belieflab.active.cost import protocol_cost, sample_answers
from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.figures.active.learning_curves import curve_contents, empty_curves, name_lines
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.waiting import await_values
from belieflab.iteration import Step, StopFlag
from belieflab.ui.method import planes
from belieflab.ui.method.charts import Drawing, draw_chart
from belieflab.ui.method.context import Context, remember
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import Outcome, Task, draw_run
from belieflab.ui.pages.active import text
from belieflab.ui.pages.active.film import (
    FILM_SECONDS,
    HEIGHT,
    MAX_FILMED,
    SHARE,
    draw_film,
    drawing_seconds,
)
from belieflab.ui.pages.active.settings import (
    PAGE,
    Trial,
    able_strategies,
    is_followed,
    make_protocol,
)
from belieflab.ui.pages.active.stored import find_origin, find_stored
from belieflab.ui.shell import lecture

CURVES = f"{PAGE}.curves"
AWAITED = "The curves of the models grow here"
NO_MODEL = (
    "The protocol fits a model after every query of every repetition, so there is no single one "
    "to predict with: play the oracle, or fit one on its own page."
)
FILM_HELP = (
    "The first repetition, query by query: coloured objects are those whose labels are known, "
    "greyer the more doubt; the ground shows what the model decides, fainter where it is less sure."
)


def protocol_task(context: Context) -> Task[Trial]:
    """Many repetitions of the protocol."""
    expected, cost, problem = None, Cost(0.0, 0.0), ""
    token = context.fit_token_without("x", "y", planes.PLANE)
    try:
        protocol = make_protocol(context)
        expected = protocol.n_steps
        cost = context.remember("cost", token, partial(protocol_cost, protocol))
    except DataError as error:
        problem = str(error)

    def start(stop: StopFlag) -> tuple[Trial, Iterator[Step]]:
        made = Trial(context, make_protocol(context))
        return made, made.protocol.iterate()

    return Task(
        f"{PAGE}.run",
        token,
        start,
        cost,
        expected=expected,
        unit="question",
        problem=problem,
        by_itself=False,
        resume=lambda trial, stop: trial.protocol.iterate(),
        scope=context.workspace.version,
        advice="Take fewer objects, repetitions, queries or models.",
        stored=lambda: find_stored(context),
    )


def draw(context: Context, outcome: Outcome) -> Drawing:
    """Draw curves that grow over repetitions, beside one repetition query by query."""
    protocol, teaching = make_protocol(context), lecture.current() is not None
    shown = protocol if outcome.value is None else outcome.value.protocol

    def contents() -> Contents:
        return curve_contents(shown.lines, shown.curves())

    draw_run(protocol_task(context), live=lambda _: push_charts({CURVES: contents()}))
    _draw_captions(context, outcome, shown)
    with st.container() if teaching else st.sidebar:
        line = _choose_line(context, protocol)
    limits = int(shown.n_labels[0]), int(shown.n_labels[-1])
    figure = empty_curves(shown.lines, limits, **lecture.size(HEIGHT, SHARE))
    left, right = st.columns(2, gap="medium")
    with left:
        if not teaching:
            st.markdown("**Learning curves** with 95 % intervals of the mean")
        empty = outcome.value is None
        draw_chart(_await_curves(figure) if empty else figure, CURVES)
        if outcome.run is None and not empty:  # else the panel of the run pushes them
            push_charts({CURVES: contents()})
    film = None
    with right:
        if line is None:
            st.caption("These models or data are too large to be followed query by query.")
        elif not teaching:
            st.markdown("**One repetition**: the next question is ringed")
        if line is not None:
            film = draw_film(context, protocol, line, sampled(context, protocol))
    figure = filled(figure, contents())
    film = film or Drawing(figure, CURVES)
    return replace(film, figure=figure, chart=CURVES, is_result=bool(shown.curves()))


def _await_curves(figure: go.Figure) -> go.Figure:
    return await_values(go.Figure(figure), AWAITED, scale=lecture.scale(), numbers=True)


def sampled(context: Context, protocol: ActiveLearning) -> MassTable:
    """Answers of the oracle, for what computing with them costs."""
    token = context.fit_token_without("x", "y", "models", "strategies")
    make = partial(sample_answers, protocol.oracle, protocol.dataset)
    return remember(PAGE, "answers", token, make, kept=1)


def _choose_line(context: Context, protocol: ActiveLearning) -> Line | None:
    """Draw the choice of the curve to watch; None where all are too slow to follow."""
    dataset, neighbours = protocol.dataset, protocol.tuning.n_neighbors
    long = drawing_seconds(protocol.n_queries, len(dataset.class_names)) > FILM_SECONDS
    if long or dataset.n > MAX_FILMED:
        return None
    try:
        answers = sampled(context, protocol)
    except DataError:  # the panel of the run says why
        return None
    quick = [
        line for line in protocol.lines if is_followed(line.model, dataset, answers, neighbours)
    ]
    if not quick:
        return None
    titles = {"/".join(line): name for line, name in name_lines(quick).items()}
    watch = choice("watch", "Watch", titles, form="list", help=FILM_HELP)
    return Line(*draw_one(PAGE, watch).split("/"))


def _draw_captions(context: Context, outcome: Outcome, shown: ActiveLearning) -> None:
    """Say what Run will do, whether the curves are of other settings, and who takes no part."""
    settings = context.settings
    if outcome.stored and lecture.current() is None:
        st.caption(find_origin())
    elif outcome.outdated:
        st.caption("The settings have changed since this run: press Run for new curves.")
    elif outcome.value is None and lecture.current() is None:
        st.caption(
            f"Press Run: {settings.repetitions} times {settings.start} labels are drawn at "
            f"random, then each model asks about {settings.queries} objects."
        )
    pairs = ", ".join(
        f"{CLASSIFIERS.find(model).title} by {STRATEGIES[strategy].title}"
        for strategy in settings.strategies
        for model in settings.models
        if strategy not in able_strategies(model)
    )
    if pairs:
        st.caption(f"Left out: {pairs}. Probabilities have no masses to look at.")
    if unknown := int((np.asarray(shown.dataset.truth) < 0).sum()):
        objects = "1 object has" if unknown == 1 else f"{unknown:,} objects have"
        st.caption(f"{objects} no true class and take no part.")


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw where every curve begins and ends."""
    curves = [] if outcome.value is None else outcome.value.protocol.curves()
    if curves:
        draw_table(text.end_table(curves), f"{PAGE}.table", "percent")
    else:
        st.caption("Press Run; where every curve begins and ends is listed here.")


def draw_no_prediction(context: Context, outcome: Outcome) -> None:
    """Say why no second file is predicted here."""
    st.info(NO_MODEL, icon=":material/info:")


def scores(context: Context, trial: Trial) -> dict[str, float]:
    """What a pinned run is compared by."""
    curves = trial.protocol.curves()
    return {f"accuracy at the end, {curve.line.title}": curve.final for curve in curves}
