"""One repetition of the protocol, query by query, with Stop and within the budget of a page."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from belieflab.active import ActiveLearning, Line
from belieflab.active.cost import preparing_cost, query_cost
from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.figures.active.pool import Pool, PoolState, draw_pool_frames
from belieflab.figures.common.hover import describe_rows
from belieflab.iteration import StopFlag, until_stopped
from belieflab.neighbors.planar import ALL, lay_plane
from belieflab.ui.method.charts import Drawing, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.made import BEGINS_WITHIN
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.method.tasks import Task, draw_task, resolve
from belieflab.ui.pages.active.settings import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.messages import show_errors

FILM = f"{PAGE}.film"
HEIGHT, SHARE = 460, 0.8
"""Pixels of curves and film, and their share of a lecture's height beside Run and the player."""

MAX_FILMED, FILM_SECONDS = 5_000, 5.0
"""Objects, and estimated seconds of drawing alone, up to which one repetition is drawn."""


@dataclass
class Film:
    """The repetition as far as it is known; frames that were computed before a stop stay."""

    stage: Pool
    names: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    scenes: list[PoolState] = field(default_factory=list)


def draw_film(
    context: Context, protocol: ActiveLearning, line: Line, answers: MassTable
) -> Drawing | None:
    """Draw the first repetition of a curve, one frame per query; None until it is computed."""
    with show_errors():
        task = _film_task(context, protocol, line, answers)
        outcome = resolve(task)
        if not outcome.ready or (outcome.run is not None and not outcome.run.finished):
            outcome = draw_task(task)  # a film that is complete needs no panel above it
        if outcome.ready and outcome.value.scenes:
            film: Film = outcome.value
            token = (_token(context, line), len(film.scenes))
            drawing = context.remember("film", token, partial(_draw_frames, film))
            draw_chart(drawing.figure, FILM)
            return drawing
    return None


def drawing_seconds(queries: int, n_classes: int) -> float:
    """What drawing a repetition query by query takes, besides the queries."""
    return queries * (0.03 + 0.002 * n_classes)


def film_cost(protocol: ActiveLearning, line: Line, answers: MassTable, n_places: int) -> Cost:
    """Of the queries of one repetition, and of the regions on the plane after each of them."""
    dataset, tuning, frames = protocol.dataset, protocol.tuning, len(protocol.n_labels)
    classifier = CLASSIFIERS.find(line.model)
    settings = tuning.settings_for(classifier)
    query = query_cost(line, dataset, answers, int(protocol.n_labels[-1]), tuning)
    regions = classifier.answering_cost(n_places, dataset.p, answers, settings)
    kept = 8.0 * n_places * len(dataset.class_names) * frames
    all_frames = (query + regions) * frames
    found = preparing_cost(line, dataset, answers, int(protocol.n_labels[-1])) + all_frames
    return Cost(found.seconds, found.bytes + kept)


def _film_task(
    context: Context, protocol: ActiveLearning, line: Line, answers: MassTable
) -> Task[Film]:
    dataset, classes = protocol.dataset, protocol.dataset.class_names
    plane = lay_plane(dataset, chosen_axes(dataset, context.settings), ALL)
    hover = describe_rows(np.arange(dataset.n), None, context.truth, classes, dataset=dataset)
    stage = Pool(plane.points, plane.titles, classes, hover, context.seed)
    places = plane.lift(stage.grid.places)

    def start(stop: StopFlag) -> tuple[Film, Iterator[None]]:
        film = Film(stage)
        return film, until_stopped(follow(film), stop)

    def follow(film: Film) -> Iterator[None]:
        training = protocol.draw_training_set(0)
        for moment in protocol.run(line, 0, training):
            ground = moment.fitted.predict_all(places).probabilities
            scene = PoolState(training.labels, moment.labelled, moment.queried, ground)
            film.names.append(str(len(moment.labelled)))
            film.captions.append(f"accuracy {moment.accuracy:.0%}")
            film.scenes.append(scene)
            yield

    return Task(
        f"{PAGE}.follow",
        _token(context, line),
        start,
        film_cost(protocol, line, answers, len(places)),
        expected=len(protocol.n_labels),
        label="Follow a repetition",
        about="One repetition query by query",
        unit="question",
        advice="Take fewer objects or queries, or watch another model.",
        begins_within=BEGINS_WITHIN,
        kept=2,
    )


def _token(context: Context, line: Line) -> Hashable:
    return context.view_token, line


def _draw_frames(film: Film) -> Drawing:
    size = lecture.size(HEIGHT, SHARE)
    figure = draw_pool_frames(film.stage, film.names, film.scenes, **size)
    return Drawing(figure, FILM, film.names, (FILM,), film.captions, "labels", start=0)
