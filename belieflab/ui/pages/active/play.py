"""Play the oracle: a model asks, a person answers, and the plane shows what that changes."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.active import STRATEGIES, Line, Tuning
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import label_columns
from belieflab.figures.active.learning_curves import empty_error
from belieflab.figures.active.pool import PoolState, empty_pool, pool_contents
from belieflab.figures.common.frames import Contents, filled
from belieflab.iteration import StopFlag
from belieflab.neighbors.planar import ALL, SHOWN, lay_plane
from belieflab.ui.method.charts import QUIET, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.plane_axes import chosen_axes
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import Outcome, Task
from belieflab.ui.pages.active import question, text
from belieflab.ui.pages.active.dialogue import (
    Beginning,
    Game,
    current,
    keep_labels,
    measures,
    query_after,
    wrong_rows,
)
from belieflab.ui.pages.active.protocol import HEIGHT, lay_pool
from belieflab.ui.pages.active.settings import PAGE, able_strategies, class_names
from belieflab.ui.shell import lecture
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.workspace import Workspace

PLANE, ERROR = f"{PAGE}.plane", f"{PAGE}.error"


def play_task(context: Context) -> Task[Game]:
    """The game as it is now: what it costs is remembered answer by answer."""

    def start(stop: StopFlag) -> tuple[Game, Iterator[None]]:
        return make_game(context), iter(())

    return Task(f"{PAGE}.game", object(), start, Cost(0.1, 1e7), kept=1)


def make_game(context: Context) -> Game:
    """The dialogue as it is now with everything that is drawn of it; a DataError says why not."""
    settings, dataset, truth, seed = context.settings, context.dataset, context.truth, context.seed
    axes, names = chosen_axes(dataset, settings), class_names(context)
    plane = lay_plane(dataset, axes, SHOWN if settings.flat else ALL)
    line, tuning = Line(settings.model, settings.strategy), Tuning(settings.K)
    learned = axes if settings.flat else None
    beginning = Beginning(context.workspace.version, names, settings.given, learned, seed)
    token = (beginning, plane.titles, truth is None)
    make_pool = partial(lay_pool, dataset, plane, truth, seed, names)
    pool = context.remember("pool", token, make_pool)
    dialogue = current(context, beginning, plane.features)
    query = query_after(dialogue, line, tuning, beginning)
    measured = measures(truth, dialogue, line, tuning, beginning)
    return Game(beginning, dialogue, line, tuning, query, plane, pool, truth, measured)


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the plane beside the question, and what the answers have changed."""
    game: Game = outcome.value
    teaching = lecture.current() is not None
    left, right = st.columns([2, 1], gap="medium")
    height = lecture.picture_height(HEIGHT + 60, share=0.92)
    known = game.truth is not None
    plane = empty_pool(game.pool, mistakes=known, height=height, scale=lecture.scale())
    with left:
        draw_chart(plane, PLANE)
        push_charts({PLANE: plane_contents(game, _other_questions(context, game))})
    with right:
        question.draw(game, context.dataset)
    with left if teaching else st.container():
        _draw_error(game)
    if not teaching:
        with st.container(horizontal=True, horizontal_alignment="right"):
            _draw_keep(game, context.workspace)
    shown = filled(plane, plane_contents(game))
    return Drawing(shown, PLANE, table=partial(result_table, game, context.dataset))


def _draw_error(game: Game) -> None:
    """Draw the measures against the number of known labels."""
    figure = empty_error(
        "error" if game.truth is not None else "1 - max BetP",
        len(game.dialogue.answers),
        height=lecture.picture_height(220, share=0.36),
        scale=lecture.scale(),
    )
    draw_chart(figure, ERROR, QUIET)
    first = len(game.dialogue.given)
    known = np.arange(first, first + len(game.measures))
    push_charts({ERROR: {0: {"x": known, "y": list(game.measures)}}})


def plane_contents(game: Game, others: Sequence[tuple[str, int]] = ()) -> Contents:
    """What is on the plane now."""
    asked, places = game.query.row, game.plane.lift(game.pool.grid.places)
    wrong = wrong_rows(game.dialogue, game.query, game.truth)
    state = PoolState(
        labels=game.dialogue.labels,
        labelled=game.dialogue.labelled,
        asked=np.array([] if asked is None else [asked], dtype=np.int64),
        regions=game.query.fitted.predict_all(places).probabilities,
        wrong=None if wrong is None else wrong[np.isin(wrong, game.pool.shown)],
        beliefs=game.query.prediction.probabilities[game.pool.shown],
        others=others,
    )
    return pool_contents(game.pool, state, scale=lecture.scale())


def scores(context: Context, game: Game) -> dict[str, float]:
    """What a pinned dialogue is compared by."""
    return {"labels known": float(len(game.dialogue.labelled)), game.what: game.measures[-1]}


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw the answers one by one."""
    table = text.answer_table(outcome.value)
    st.dataframe(table, key=f"{PAGE}.answers", column_config=text.PERCENTAGES)


def code(context: Context) -> str:
    """Python that comes to the same question."""
    return text.play_code(context.workspace, make_game(context))


def _draw_keep(game: Game, workspace: Workspace) -> None:
    """Draw the button that makes the answers the labels of the workspace."""
    st.button(
        "Keep these labels",
        key=f"{PAGE}.keep",
        icon=":material/sell:",
        disabled=not game.dialogue.answers,
        on_click=guarded(keep_labels),
        args=(workspace,),
        help="Every other page then works with what you said; objects without an answer know "
        "nothing. The card can undo it.",
    )


def result_table(game: Game, dataset: Dataset) -> pd.DataFrame:
    """Row, truth (unless hidden), decision, answer and belief of every object, for a file."""
    names = np.array(game.dialogue.frame.names)
    columns: dict[str, Any] = {"row": np.arange(1, dataset.n + 1)}
    if game.truth is not None:
        columns["truth"] = [None if code < 0 else names[code] for code in game.truth.tolist()]
    columns["decision"] = names[game.query.prediction.classes()]
    answers = label_columns(game.dialogue.labels, "masses").add_prefix("answer ")
    beliefs = label_columns(game.beliefs, "masses").add_prefix("belief ")
    return pd.concat([pd.DataFrame(columns), answers, beliefs], axis=1)


def _other_questions(context: Context, game: Game) -> list[tuple[str, int]]:
    """What the same model would ask about by its other strategies, where that is asked for."""
    if not context.settings.other_questions:
        return []
    found, texts = [], []
    for number, strategy in enumerate(able_strategies(game.line.model), start=1):
        query = game.dialogue.next_query(Line(game.line.model, strategy), game.tuning)
        if strategy != game.line.strategy and query.row is not None:
            found.append((str(number), query.row))
            texts.append(f"{number} {STRATEGIES[strategy].title}: row {query.row + 1}")
    st.caption(" · ".join(texts))
    return found
