"""Play the oracle: the panel, the plane, and what the answers change."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.active import STRATEGIES, Line, Tuning
from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import label_columns
from belieflab.errors import DataError
from belieflab.figures.active.learning_curves import empty_error
from belieflab.figures.active.pool import PoolState, empty_pool, pool_contents
from belieflab.figures.common.frames import filled
from belieflab.neighbors.planar import ALL, SHOWN, PlaneOfLearning, lay_plane
from belieflab.ui.method.bound_controls import more
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.active import question as active_question
from belieflab.ui.pages.active.dialogue import (
    Beginning,
    can_give,
    keep_labels,
    measures,
    present,
    query_after,
    wrong_rows,
)
from belieflab.ui.pages.active.game import Game
from belieflab.ui.pages.active.run import CONFIG, HEIGHT, lay_stage
from belieflab.ui.pages.active.settings import (
    PAGE,
    PANEL,
    able_strategies,
    draw_axes,
    draw_line,
    draw_neighbours,
)
from belieflab.ui.shell import lecture, memory
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.page_settings import is_switch, is_text, keep
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE, ERROR = f"{PAGE}.plane", f"{PAGE}.error"
MOST_GIVEN, USUAL_GIVEN = 50, 8
SMALL = {"displayModeBar": False}


def set_up(workspace: Workspace, dataset: Dataset) -> Game | str:
    """Draw the panel; returns the dialogue as it is now, or why there can be none."""
    line = Line(*draw_line(dataset))
    class_names = _draw_classes(dataset)
    n_given = _draw_given(workspace, dataset)
    with more():
        tuning = Tuning(draw_neighbours())
        axes = draw_axes(dataset)
        source = _draw_source(dataset)
    learned_axes = axes if source == SHOWN else None
    beginning = Beginning(workspace.version, class_names, n_given, learned_axes, workspace.seed)
    try:
        return _play_on(
            workspace, dataset, beginning, line, tuning, lay_plane(dataset, axes, source)
        )
    except DataError as error:
        return str(error)


def _play_on(
    workspace: Workspace,
    dataset: Dataset,
    beginning: Beginning,
    line: Line,
    tuning: Tuning,
    plane: PlaneOfLearning,
) -> Game:
    truth = shown_truth(workspace)
    mark = (beginning, plane.titles, truth is None)
    stage = memory.remember(
        PAGE,
        "stage",
        mark,
        lambda: lay_stage(dataset, plane, truth, workspace.seed, beginning.class_names),
    )
    dialogue = present(workspace, dataset, beginning, plane.features)
    query = query_after(dialogue, line, tuning, beginning)
    measured = measures(workspace, dialogue, line, tuning, beginning)
    return Game(beginning, dialogue, line, tuning, query, plane, stage, truth, measured)


def draw(game: Game, dataset: Dataset) -> None:
    """Draw the plane beside the question, and what the answers have changed."""
    teaching = lecture.present() is not None
    left, right = st.columns([2, 1], gap="medium")
    with left:
        st.plotly_chart(empty_plane(game), key=PLANE, config=CONFIG)
        others = _draw_others(game)
        _push(PLANE, plane_contents(game, others))
    with right:
        active_question.draw(game, dataset)
    with left if teaching else st.container():
        _draw_error(game)


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
    """The plane before anything is told."""
    height = lecture.picture_height(HEIGHT + 60, share=0.92)
    return empty_pool(
        game.stage, mistakes=game.truth is not None, height=height, scale=lecture.scale()
    )


def plane_contents(game: Game, others: Sequence[tuple[str, int]] = ()) -> dict[int, Any]:
    """What is on the plane now."""
    question = game.query.row
    scene = PoolState(
        labels=game.dialogue.labels,
        labelled=game.dialogue.labelled,
        asked=np.array([] if question is None else [question], dtype=np.int64),
        regions=game.query.fitted.predict_all(
            game.plane.lift(game.stage.grid.places)
        ).probabilities,
        wrong=_shown(game, wrong_rows(game.dialogue, game.query, game.truth)),
        beliefs=game.query.prediction.probabilities[game.stage.shown],
        others=others,
    )
    return pool_contents(game.stage, scene, scale=lecture.scale())


def _shown(game: Game, rows: Any) -> Any:
    """Those of the rows that are drawn."""
    return None if rows is None else rows[np.isin(rows, game.stage.shown)]


def filled_plane(game: Game) -> go.Figure:
    """The plane as it is now, for a file or a pin."""
    return filled(empty_plane(game), plane_contents(game))


def pin_of(game: Game, dataset: Dataset) -> Pinned:
    """The dialogue as it is now, to compare others with."""
    about = {"data": dataset.name, "oracle": "a person", "asked by": game.line.title}
    found = {"labels told": float(len(game.dialogue.labelled)), game.what: game.measures[-1]}
    return Pinned("", about, found, filled_plane(game))


def draw_keep(game: Game, workspace: Workspace) -> None:
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
    """The measures against the number of labels told."""
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


def _draw_classes(dataset: Dataset) -> tuple[str, ...]:
    """The classes to choose between; without any in the data a person names them."""
    if dataset.class_names:
        return dataset.class_names
    key = f"{PAGE}.class_list"
    if not lecture.shows("class_list"):
        text = value_of(key, "a, b", is_text)
    else:
        keep(key, is_text)
        text = st.text_input(
            "Classes",
            "a, b",
            key=key,
            bind="query-params",
            help="The data name no classes: say which there are, parted by commas.",
        )
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def _draw_given(workspace: Workspace, dataset: Dataset) -> int:
    most = min(can_give(workspace, dataset), MOST_GIVEN, dataset.n - 1)
    if most < 1:
        return 0
    words = "Told at the start, drawn at random: " + (
        "true classes." if dataset.truth is not None else "labels of the workspace."
    )
    usual = min(USUAL_GIVEN, most)
    return min(PANEL.choose_number("given", "Start labels", (0, MOST_GIVEN), usual, words), most)


def _draw_source(dataset: Dataset) -> str:
    """All features, or the two axes that are shown, so that the plane tells everything."""
    if dataset.p <= 2:
        return ALL
    key = f"{PAGE}.flat"
    if not lecture.shows("flat"):
        return SHOWN if value_of(key, False, is_switch) else ALL
    keep(key, is_switch)
    flat = st.toggle(
        "Learn from the axes shown",
        key=key,
        bind="query-params",
        help="On: the model sees these two coordinates only, and the regions tell all it says. "
        "Off: it learns from all features, and the regions are a cut through their means.",
    )
    return SHOWN if flat else ALL


def _draw_others(game: Game) -> list[tuple[str, int]]:
    """The switch that marks what other strategies would ask about; returns their questions."""
    key = f"{PAGE}.other_questions"
    if lecture.shows("other_questions"):
        keep(key, is_switch)
        shown = st.toggle(
            "What would other strategies ask?",
            key=key,
            bind="query-params",
            help="Squares mark the objects that the same model would ask about by its other "
            "strategies.",
        )
    else:
        shown = value_of(key, False, is_switch)
    if not shown:
        return []
    found, words = [], []
    for number, strategy in enumerate(able_strategies(game.line.model), start=1):
        query = game.dialogue.next_query(Line(game.line.model, strategy), game.tuning)
        if strategy != game.line.strategy and query.row is not None:
            found.append((str(number), query.row))
            words.append(f"{number} {STRATEGIES[strategy].title}: row {query.row + 1}")
    st.caption(" · ".join(words))
    return found


def _push(chart: str, contents: dict[int, Any]) -> None:
    push_traces(f"{chart}.push", chart, contents)
