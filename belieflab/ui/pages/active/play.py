"""Play the oracle: a model asks, a person answers, and the plane shows what that changes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.active import STRATEGIES, Line, Tuning
from belieflab.belief import MassTable
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import label_columns
from belieflab.figures.active.learning_curves import empty_error
from belieflab.figures.active.pool import PoolState, empty_pool, pool_contents
from belieflab.figures.common.frames import filled
from belieflab.formulas import Formula
from belieflab.iteration import StopFlag
from belieflab.neighbors.planar import ALL, SHOWN, lay_plane
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.plane_axes import chosen_axes
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.tasks import Outcome, Task
from belieflab.ui.pages.active import question, text
from belieflab.ui.pages.active.dialogue import (
    Beginning,
    current,
    keep_labels,
    measures,
    query_after,
    wrong_rows,
)
from belieflab.ui.pages.active.game import Game
from belieflab.ui.pages.active.protocol import CONFIG, HEIGHT, lay_pool
from belieflab.ui.pages.active.settings import PAGE, able_strategies, chosen_line, class_names
from belieflab.ui.shell import lecture
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.workspace import Workspace

PLANE, ERROR = f"{PAGE}.plane", f"{PAGE}.error"
SMALL = {"displayModeBar": False}


def play_task(context: Context) -> Task[Game]:
    """The game as it is now: what it costs is remembered answer by answer."""

    def start(stop: StopFlag) -> tuple[Game, Iterator[None]]:
        return make_game(context), iter(())

    return Task(f"{PAGE}.game", object(), start, Cost(0.1, 1e7), kept=1)


def make_game(context: Context) -> Game:
    """The dialogue as it is now with everything that is drawn of it; a DataError says why not."""
    settings, dataset, truth = context.settings, context.dataset, context.truth
    axes = chosen_axes(dataset, settings)
    plane = lay_plane(dataset, axes, SHOWN if settings.flat else ALL)
    names, line, tuning = class_names(context), chosen_line(settings), Tuning(settings.K)
    beginning = Beginning(
        context.workspace.version,
        names,
        settings.given,
        axes if settings.flat else None,
        context.seed,
    )
    token = (beginning, plane.titles, truth is None)
    pool = context.remember(
        "pool", token, partial(lay_pool, dataset, plane, truth, context.seed, names)
    )
    dialogue = current(context, beginning, plane.features)
    query = query_after(dialogue, line, tuning, beginning)
    measured = measures(truth, dialogue, line, tuning, beginning)
    return Game(beginning, dialogue, line, tuning, query, plane, pool, truth, measured)


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the plane beside the question, and what the answers have changed."""
    game: Game = outcome.value
    teaching = lecture.current() is not None
    left, right = st.columns([2, 1], gap="medium")
    with left:
        st.plotly_chart(empty_plane(game), key=PLANE, config=CONFIG)
        others = _other_questions(context, game)
        _push(PLANE, plane_contents(game, others))
    with right:
        question.draw(game, context.dataset)
    with left if teaching else st.container():
        _draw_error(game)
    if not teaching:
        with st.container(horizontal=True, horizontal_alignment="right"):
            _draw_keep(game, context.workspace)
    return Drawing(filled_plane(game), PLANE, table=partial(result_table, game, context.dataset))


def _draw_error(game: Game) -> None:
    figure = empty_error(
        "error" if game.truth is not None else "1 - max BetP",
        len(game.dialogue.answers),
        height=lecture.picture_height(220, share=0.36),
        scale=lecture.scale(),
    )
    st.plotly_chart(figure, key=ERROR, config=SMALL)
    _push(ERROR, error_contents(game))


def empty_plane(game: Game) -> go.Figure:
    """The plane before anything is known."""
    height = lecture.picture_height(HEIGHT + 60, share=0.92)
    return empty_pool(
        game.pool, mistakes=game.truth is not None, height=height, scale=lecture.scale()
    )


def plane_contents(game: Game, others: Sequence[tuple[str, int]] = ()) -> dict[int, Any]:
    """What is on the plane now."""
    asked = game.query.row
    scene = PoolState(
        labels=game.dialogue.labels,
        labelled=game.dialogue.labelled,
        asked=np.array([] if asked is None else [asked], dtype=np.int64),
        regions=game.query.fitted.predict_all(game.plane.lift(game.pool.grid.places)).probabilities,
        wrong=_shown(game, wrong_rows(game.dialogue, game.query, game.truth)),
        beliefs=game.query.prediction.probabilities[game.pool.shown],
        others=others,
    )
    return pool_contents(game.pool, scene, scale=lecture.scale())


def _shown(game: Game, rows: Any) -> Any:
    """Those of the rows that are drawn."""
    return None if rows is None else rows[np.isin(rows, game.pool.shown)]


def filled_plane(game: Game) -> go.Figure:
    """The plane as it is now, for a file or a pin."""
    return filled(empty_plane(game), plane_contents(game))


def scores(context: Context, game: Game) -> dict[str, float]:
    """What a pinned dialogue is compared by."""
    return {"labels known": float(len(game.dialogue.labelled)), game.what: game.measures[-1]}


def tabs(context: Context, outcome: Outcome) -> Mapping[str, Callable[[], None]]:
    """The answers one by one."""
    game: Game = outcome.value

    def result() -> None:
        st.dataframe(
            text.answer_table(game.dialogue, game.measures, game.what, game.truth),
            key=f"{PAGE}.answers",
            column_config=text.PERCENTAGES,
        )

    return {"Result": result}


def formulas(context: Context, game: Game) -> list[Formula]:
    """The equations of the dialogue."""
    return text.play_formulas(game.line, game.tuning.n_neighbors, game.question)


def code(context: Context) -> str:
    """Python that comes to the same question."""
    return text.play_code(context.workspace, *make_game(context).coded)


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


def error_contents(game: Game) -> dict[int, Any]:
    """The measures against the number of known labels."""
    first = len(game.dialogue.given)
    return {0: {"x": np.arange(first, first + len(game.measures)), "y": list(game.measures)}}


def result_table(game: Game, dataset: Dataset) -> pd.DataFrame:
    """Row, truth (unless hidden), decision, answer and belief of every object, for a file."""
    prediction = game.query.prediction
    names = np.array(game.dialogue.frame.names)
    columns: dict[str, Any] = {"row": np.arange(1, dataset.n + 1)}
    if game.truth is not None:
        columns["truth"] = [None if code < 0 else names[code] for code in game.truth.tolist()]
    columns["decision"] = names[prediction.classes()]
    beliefs = prediction.masses or MassTable.from_probabilities(
        prediction.probabilities, game.dialogue.frame
    )
    return pd.concat(
        [
            pd.DataFrame(columns),
            label_columns(game.dialogue.labels, "masses").add_prefix("answer "),
            label_columns(beliefs, "masses").add_prefix("belief "),
        ],
        axis=1,
    )


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


def _push(chart: str, contents: dict[int, Any]) -> None:
    push_traces(f"{chart}.push", chart, contents)
