"""The protocol: its run, its growing curves, and one repetition query by query."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.active import ActiveLearning, Line
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.active.learning_curves import curve_contents, empty_curves, name_lines
from belieflab.figures.active.pool import Pool, PoolState, describe_objects, draw_pool_frames
from belieflab.figures.common.frames import Contents, filled
from belieflab.formulas import Formula
from belieflab.iteration import Step, StopFlag
from belieflab.neighbors.planar import ALL, PlaneOfLearning, lay_plane
from belieflab.ui.method.charts import draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.plane_axes import chosen_axes
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import Outcome, Task, draw_run
from belieflab.ui.pages.active import text
from belieflab.ui.pages.active.settings import PAGE, is_quick, left_out, make_protocol
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

CURVES, FILM = f"{PAGE}.curves", f"{PAGE}.film"
HEIGHT = 460
MAX_FILMED = 5_000
"""Objects up to which one repetition is drawn query by query."""

NOT_COMPUTED = ("x", "y")
FILM_HELP = (
    "The first repetition, query by query: coloured objects are those whose labels are known, "
    "greyer the more doubt; the ground shows what the model decides, paler where it is less sure."
)


@dataclass
class Trial:
    """A protocol that is being run, and the settings it was started with."""

    context: Context
    protocol: ActiveLearning


def protocol_task(context: Context) -> Task[Trial]:
    """Many repetitions of the protocol."""
    token = [each for each in context.settings.fit_token if each[0] not in NOT_COMPUTED]
    try:
        protocol, problem = make_protocol(context), ""
    except DataError as error:
        protocol, problem = None, str(error)

    def start(stop: StopFlag) -> tuple[Trial, Iterator[Step]]:
        made = Trial(context, make_protocol(context))
        return made, made.protocol.iterate()

    return Task(
        f"{PAGE}.run",
        (context.workspace.version, tuple(token)),
        start,
        _cost(context),
        expected=None if protocol is None else protocol.n_steps,
        unit="question",
        problem=problem,
        by_itself=False,
        resume=lambda trial, stop: trial.protocol.iterate(),
        scope=context.workspace.version,
        advice="Take fewer repetitions, queries or models.",
    )


def _cost(context: Context) -> Cost:
    """A query of a quick model takes about a millisecond, of a slow one a tenth of a second."""
    settings = context.settings
    each = [1e-3 if is_quick(model, context.dataset) else 0.1 for model in settings.models]
    count = settings.repetitions * settings.queries * len(settings.strategies)
    return Cost(sum(each) * count, 1e7)


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw curves that grow over repetitions, beside one repetition query by query."""
    protocol = make_protocol(context)
    shown = protocol if outcome.value is None else outcome.value.protocol

    def contents() -> Contents:
        return curve_contents(shown.lines, shown.curves())

    draw_run(protocol_task(context), live=lambda _: push_charts({CURVES: contents()}))
    _draw_captions(context, outcome, shown)
    with st.sidebar if lecture.current() is None else st.container():
        line = _choose_line(protocol)
    limits = int(shown.n_labels[0]), int(shown.n_labels[-1])
    figure = empty_curves(shown.lines, limits, height=_height(), scale=lecture.scale())
    left, right = st.columns(2, gap="medium")
    with left:
        _draw_head("**Learning curves** with 95 % intervals of the mean")
        draw_chart(figure, CURVES)
    with right:
        film = _draw_film(context, protocol, line) or Drawing(figure, CURVES)
    curves = shown.curves()
    return replace(
        film,
        figure=filled(figure, contents()),
        chart=CURVES,
        table=partial(text.curve_table, curves) if curves else None,
        is_result=bool(curves),
    )


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw where every curve begins and ends."""
    curves = [] if outcome.value is None else outcome.value.protocol.curves()
    if not curves:
        st.caption("Press Run; where every curve begins and ends is listed here.")
        return
    table = text.end_table(curves)
    st.dataframe(table, key=f"{PAGE}.table", hide_index=True, column_config=text.PERCENTAGES)


def scores(context: Context, trial: Trial) -> dict[str, float]:
    """What a pinned run is compared by."""
    curves = trial.protocol.curves()
    return {f"accuracy at the end, {curve.line.title}": curve.final for curve in curves}


def formulas(context: Context, trial: Trial | None) -> list[Formula]:
    """The equations of the run that is shown."""
    if trial is None:
        return text.protocol_formulas(context.settings, [])
    return text.protocol_formulas(trial.context.settings, trial.protocol.curves())


def _draw_head(title: str) -> None:
    """Draw a line above a picture, but not in a lecture."""
    if lecture.current() is None:
        st.markdown(title)


def _choose_line(protocol: ActiveLearning) -> Line | None:
    """Draw the choice of the curve to watch; None where all are too slow to follow."""
    quick = [line for line in protocol.lines if is_quick(line.model, protocol.dataset)]
    if not quick or protocol.dataset.n > MAX_FILMED:
        return None
    names = name_lines(quick)
    titles = {"/".join(line): names[line] for line in quick}
    watch = choice("watch", "Watch", titles, form="list", help=FILM_HELP)
    model, _, strategy = draw_one(PAGE, watch).partition("/")
    return Line(model, strategy)


def _draw_film(context: Context, protocol: ActiveLearning, line: Line | None) -> Drawing | None:
    if line is None:
        st.caption("These models or data are too large to be followed query by query.")
        return None
    _draw_head("**One repetition**: the next question is ringed")
    token = (context.view_token, line)
    try:
        film = context.remember("film", token, partial(_make_film, context, protocol, line))
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return None
    draw_chart(film.figure, FILM)
    return film


def _draw_captions(context: Context, outcome: Outcome, shown: ActiveLearning) -> None:
    """Say what Run will do, whether the curves are of other settings, and who takes no part."""
    settings = context.settings
    if outcome.outdated:
        st.caption("The settings have changed since this run: press Run for new curves.")
    elif outcome.value is None and lecture.current() is None:
        st.caption(
            f"Press Run: {settings.repetitions} times {settings.start} labels are drawn at "
            f"random, then each model asks about {settings.queries} objects."
        )
    if missing := left_out(settings):
        st.caption(missing)
    unknown = int((np.asarray(shown.dataset.truth) < 0).sum())
    if unknown:
        objects = "1 object has" if unknown == 1 else f"{unknown:,} objects have"
        st.caption(f"{objects} no true class and take no part.")


def _make_film(context: Context, protocol: ActiveLearning, line: Line) -> Drawing:
    """The first repetition of a curve, one frame per query."""
    dataset = protocol.dataset
    plane = lay_plane(dataset, chosen_axes(dataset, context.settings), ALL)
    stage = lay_pool(dataset, plane, context.truth, context.seed, dataset.class_names)
    training = protocol.draw_training_set(0)
    places = plane.lift(stage.grid.places)
    names, captions, scenes = [], [], []
    for moment in protocol.run(line, 0, training):
        ground = moment.fitted.predict_all(places).probabilities
        scenes.append(PoolState(training.labels, moment.labelled, moment.queried, ground))
        names.append(str(len(moment.labelled)))
        captions.append(f"accuracy {moment.accuracy:.0%}")
    figure = draw_pool_frames(stage, names, scenes, height=_height(), scale=lecture.scale())
    return Drawing(figure, FILM, names, (FILM,), captions, "labels", start=0)


def _height() -> int:
    """Pixels of curves and film, which leave a lecture space for Run and the player."""
    return lecture.picture_height(HEIGHT, share=0.8)


def lay_pool(
    dataset: Dataset,
    plane: PlaneOfLearning,
    truth: NDArray[np.int64] | None,
    seed: int,
    class_names: Sequence[str],
) -> Pool:
    """The objects on the plane, with what the pointer says of them."""
    hover = describe_objects(dataset.n, truth, class_names)
    return Pool(plane.points, plane.titles, class_names, hover, seed)
