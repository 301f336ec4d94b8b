"""Play the oracle: a model asks, a person answers, and the plane shows what that changes."""

from collections.abc import Iterator, Sequence
from functools import partial
from operator import methodcaller
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.active import STRATEGIES, QuerySession
from belieflab.belief.algebra import masses_of
from belieflab.data.dataset import Dataset
from belieflab.error_rates import error_axis
from belieflab.figures.active.learning_curves import empty_error
from belieflab.figures.active.pool import PoolState, empty_pool, pool_contents
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.mass_bars import mass_bars
from belieflab.figures.common.text import count_of
from belieflab.iteration import StopFlag, until_stopped
from belieflab.ui.method import export
from belieflab.ui.method.charts import Drawing, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.made import BEGINS_WITHIN
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import Outcome, Task, draw_run
from belieflab.ui.pages.active import dialogue
from belieflab.ui.pages.active.dialogue import CLASSES, DOUBT, Game, lay_board
from belieflab.ui.pages.active.settings import (
    PAGE,
    able_strategies,
    learns_from_axes,
    question_costs,
)
from belieflab.ui.pages.active.text import answer_table
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain

PLANE, ERROR = f"{PAGE}.plane", f"{PAGE}.error"
MAX_FEATURES = 8
"""Features of the asked object that are listed; more would fill the card."""

_CLASSES_HELP = "One class, or several when you hesitate between them."
_DOUBT_HELP = "The mass that goes to “any class” instead of what you named."
_UNKNOWN_HELP = "The object is not asked about again, and nothing is learned from it."
_KEEP_HELP = (
    "Every other page then works with what you said; objects without an answer know nothing. "
    "The card can undo it."
)


def play_task(context: Context) -> Task[Game]:
    """The game as it is now: one fit to the answers, the earlier ones are remembered."""
    board = lay_board(context)

    def start(stop: StopFlag) -> tuple[Game, Iterator[None]]:
        game = Game(board)
        return game, until_stopped(board.play(game), stop)

    each, shown = question_costs(context, board.line, len(board.pool.grid.places))
    cost = each * board.missing + shown
    return Task(
        f"{PAGE}.game",
        (context.fit_token, board.token),
        start,
        cost,
        about="The next question",
        advice="Take fewer objects, or another model.",
        by_itself=cost.is_quick,
        begins_within=BEGINS_WITHIN,
        kept=1,
    )


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the plane beside the question, and what the answers have changed."""
    draw_run(play_task(context))
    if not outcome.ready:
        return None
    game: Game = outcome.value
    game.board.keep(game)
    teaching = lecture.current() is not None
    left, right = st.columns([2, 1], gap="medium")
    size = lecture.size(520, share=0.92)
    plane = empty_pool(game.board.pool, mistakes=game.truth is not None, **size)
    with left:
        draw_chart(plane, PLANE)
        push_charts({PLANE: plane_contents(game, _other_questions(context, game))})
    with right, st.container(border=True, key=f"{PAGE}_question"):
        _draw_question(game, context.dataset)
        _draw_back(game)
    with left if teaching else st.container():
        title = error_axis() if game.truth is not None else "1 - max BetP"
        size = lecture.size(220, share=0.36)
        draw_small(empty_error(title, len(game.dialogue.answers), **size), ERROR)
        known = len(game.dialogue.given) + np.arange(len(game.measures))
        push_charts({ERROR: {0: {"x": known, "y": list(game.measures)}}})
    if not teaching:
        with st.container(horizontal=True, horizontal_alignment="right"):
            keep = partial(dialogue.keep_labels, context.workspace)
            look: dict[str, Any] = {"disabled": not game.dialogue.answers, "help": _KEEP_HELP}
            draw_button("Keep these labels", f"{PAGE}.keep", keep, icon="sell", **look)
    return Drawing(filled(plane, plane_contents(game)), PLANE)


def plane_contents(game: Game, others: Sequence[tuple[str, int]] = ()) -> Contents:
    """What is on the plane now."""
    asked, pool = game.query.row, game.board.pool
    state = PoolState(
        labels=game.dialogue.labels,
        labelled=game.dialogue.labelled,
        asked=np.array([] if asked is None else [asked], dtype=np.int64),
        regions=game.regions,
        wrong=game.wrong,
        beliefs=game.query.prediction.probabilities[pool.shown],
        others=others,
    )
    return pool_contents(pool, state, scale=lecture.scale())


def _other_questions(context: Context, game: Game) -> list[tuple[str, int]]:
    """What the same model would ask about by its other strategies, where that is asked for."""
    if not game.others:
        return []
    found, texts = [], []
    for number, strategy in enumerate(able_strategies(game.board.line.model), start=1):
        row = game.others.get(strategy)
        if row is not None:
            found.append((str(number), row))
            texts.append(f"{number} {STRATEGIES[strategy].title}: {context.dataset.name_of(row)}")
    st.caption(plain(" · ".join(texts)))
    return found


def _draw_question(game: Game, dataset: Dataset) -> None:
    """Draw the object that is asked about, what the model believes of it, and the form.

    Nothing is sent before one of the two buttons: the page then follows once per answer.
    """
    row, frame = game.query.row, game.dialogue.frame
    if row is None:
        st.markdown("**Every object has an answer.** Nothing is left to ask.")
        return
    st.markdown(f"**What is {plain(dataset.name_of(row))}?** It is ringed on the plane.")
    st.caption(_describe(dataset, row))
    belief = mass_bars(frame, [("belief", masses_of(game.beliefs[[row]]))])
    belief.update_layout(height=110, showlegend=False, margin={"t": 6, "b": 6, "l": 6, "r": 6})
    draw_small(belief, f"{PAGE}.belief")
    with st.form(f"{PAGE}.form", border=False):
        look: dict[str, Any] = {"selection_mode": "multi", "format_func": plain}
        st.pills("It is one of", list(frame.names), key=CLASSES, help=_CLASSES_HELP, **look)
        st.slider("Doubt", 0.0, 1.0, step=0.05, key=DOUBT, help=_DOUBT_HELP)
        with st.container(horizontal=True):
            draw, text = partial(draw_button, submit=True), _UNKNOWN_HELP
            draw("Answer", f"{PAGE}.say", dialogue.answer, row, icon="check", type="primary")
            draw("I do not know", f"{PAGE}.pass", dialogue.say_of, row, [], help=text)


def _draw_back(game: Game) -> None:
    """Draw the way back, and what the answers have changed so far."""
    n_answers = len(game.dialogue.answers)
    with st.container(horizontal=True):
        step = partial(dialogue.change, QuerySession.undone)
        restart = partial(dialogue.change, methodcaller("until", 0))
        look: dict[str, Any] = {"disabled": n_answers == 0}
        last = "Take the last answer back."
        draw_button("Undo", f"{PAGE}.undo", step, icon="undo", help=last, **look)
        draw_button("Start again", f"{PAGE}.restart", restart, **look)
    now = f"{game.what} {game.measures[-1]:.1%}"
    if n_answers:
        now += f", {game.measures[-2]:.1%} before your last answer"
    st.caption(f"{count_of(n_answers, 'answer')} so far · {now}")
    if st.session_state.pop(dialogue.UNDECIDED, False):
        # Below the buttons, so that none moves under the pointer.
        st.error("Choose the class, or all classes it may be; or say that you do not know.")


def _describe(dataset: Dataset, row: int) -> str:
    X, names = dataset.original
    listed = [f"{plain(name)} {value:.4g}" for name, value in zip(names, X[row], strict=True)]
    rest = len(listed) - MAX_FEATURES
    own = f"{plain(dataset.texts[row])}\n\n" if dataset.texts else ""
    return own + " · ".join(listed[:MAX_FEATURES]) + (f" · and {rest} more" if rest > 0 else "")


@with_result
def draw_result(context: Context, game: Game) -> None:
    """Draw the answers one by one."""
    draw_table(answer_table(game, context.dataset), f"{PAGE}.answers", "percent", hide_index=False)


def prediction_arguments(context: Context) -> dict[str, Any]:
    """What tells how new objects become what the model takes: the plane it learned from."""
    if not learns_from_axes(context.settings):
        return {}
    return {"axes": chosen_axes(context.dataset, context.settings)}


def scores(context: Context, game: Game) -> dict[str, float]:
    """What a pinned dialogue is compared by."""
    return {"labels known": float(len(game.dialogue.labelled)), game.what: game.measures[-1]}


def result_table(context: Context, game: Game) -> pd.DataFrame:
    """Row, truth (unless hidden), decision, answer and belief of every object, for a file."""
    decisions, answers = game.query.prediction.classes(), game.dialogue.labels
    return export.result_table(context.workspace, game.beliefs, decisions, answers)
