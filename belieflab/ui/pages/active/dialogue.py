"""The dialogue with a person: labels known at the start, answers, undo, and what they change."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.active import Answer, Line, Query, QuerySession, Tuning, as_masses
from belieflab.belief import Frame, MassTable
from belieflab.belief.algebra import masses_of
from belieflab.error_rates import error_axis
from belieflab.figures.active.pool import Pool
from belieflab.figures.common.hover import describe_rows
from belieflab.iteration import check_stop
from belieflab.neighbors.planar import ALL, SHOWN, PlaneOfLearning, lay_plane
from belieflab.ui.method.context import Context
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.pages.active.settings import (
    PAGE,
    able_strategies,
    class_names,
    learns_from_axes,
)
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.session import carry
from belieflab.ui.shell.workspace import Workspace

_DIALOGUE, _BEGINNING = f"{PAGE}.dialogue", f"{PAGE}.beginning"
carry(_DIALOGUE, _BEGINNING)
MAX_KEPT = 12
"""Queries with their models that stay in memory, for Undo."""

CLASSES, DOUBT = f"{PAGE}.said", f"{PAGE}.doubt"
UNDECIDED = f"{PAGE}.undecided"
"""Whether an answer was just given without a class."""


@dataclass(frozen=True)
class Beginning:
    """Everything that decides a dialogue before its first answer."""

    version: int
    class_names: tuple[str, ...]
    n_given: int
    axes: tuple[str, str] | None
    """Of the plane, where the model learns from its two coordinates alone."""
    seed: int


@dataclass(frozen=True)
class Board:
    """Everything that a moment of the dialogue is made of before a model is fitted.

    `known` are measures by what was said, `queries` the latest queries; both grow with the game.
    """

    beginning: Beginning
    dialogue: QuerySession
    line: Line
    tuning: Tuning
    plane: PlaneOfLearning
    pool: Pool
    truth: NDArray[np.int64] | None
    known: dict[Hashable, float]
    queries: dict[Hashable, Query]
    others: tuple[str, ...] = ()
    """Strategies whose question is shown beside that of the chosen one."""

    @property
    def token(self) -> Hashable:
        """What the game depends on."""
        line, tuning, others = self.line, self.tuning, self.others
        return self.beginning, line, tuning, _said(self.dialogue), self.truth is None, others

    @property
    def missing(self) -> int:
        """How many times the model is fitted before all of the game is known."""
        unknown = sum(_said(each) not in self.known for each in self._earlier())
        return unknown + (_said(self.dialogue) not in self.queries) + len(self.others)

    def play(self, game: "Game") -> Iterator[None]:
        """Find what is not known yet; one step, with looks at the flag between the fits."""
        for moment in self._earlier():
            known = self.known.get(_said(moment))
            if known is None:
                known = _measure(moment, moment.next_query(self.line, self.tuning), self.truth)
            game.measures.append(known)
            check_stop()
        query = self.queries.get(_said(self.dialogue))
        game.query = query or self.dialogue.next_query(self.line, self.tuning)
        game.measures.append(_measure(self.dialogue, game.query, self.truth))
        game.regions = game.query.fitted.predict_all(game.places).probabilities
        for strategy in self.others:
            check_stop()
            line = self.line._replace(strategy=strategy)
            game.others[strategy] = self.dialogue.next_query(line, self.tuning).row
        yield

    def keep(self, game: "Game") -> None:
        """Remember what was found, in the thread of the page."""
        for moment, measure in zip([*self._earlier(), self.dialogue], game.measures, strict=True):
            self.known[_said(moment)] = measure
        self.queries[_said(self.dialogue)] = game.query
        for old in list(self.queries)[:-MAX_KEPT]:
            del self.queries[old]

    def _earlier(self) -> list[QuerySession]:
        return [self.dialogue.until(count) for count in range(len(self.dialogue.answers))]


@dataclass
class Game:
    """One moment of the dialogue with everything that is drawn of it."""

    board: Board
    measures: list[float] = field(default_factory=list)
    """The error about objects not asked about, at the start and after each answer.

    Without a truth, or while it is hidden, the lack of confidence 1 - max BetP instead."""

    others: dict[str, int | None] = field(default_factory=dict)
    """The rows that other strategies would ask about."""

    query: Query = field(init=False)
    regions: NDArray[np.float64] = field(init=False)
    """What the model says all over the plane [shape=(places, K)]."""

    @property
    def dialogue(self) -> QuerySession:
        """The answers so far."""
        return self.board.dialogue

    @property
    def truth(self) -> NDArray[np.int64] | None:
        """The true classes, unless absent or hidden."""
        return self.board.truth

    @property
    def places(self) -> NDArray[np.float64]:
        """The points of the plane whose regions are drawn."""
        return self.board.plane.lift(self.board.pool.grid.places)

    @property
    def what(self) -> str:
        """What the measures are."""
        return error_axis() if self.truth is not None else "lack of confidence"

    @property
    def beliefs(self) -> MassTable:
        """What the model believes of every object."""
        found, frame = self.query.prediction, self.dialogue.frame
        return found.masses or MassTable.from_probabilities(found.probabilities, frame)

    @property
    def wrong(self) -> NDArray[np.int64] | None:
        """Drawn objects without an answer that are decided wrongly; None without a truth."""
        if self.truth is None:
            return None
        shown = self.board.pool.shown
        rows = shown[np.isin(shown, self.dialogue.candidates) & (self.truth[shown] >= 0)]
        missed: NDArray[np.bool_] = self.query.prediction.classes()[rows] != self.truth[rows]
        return rows[missed]


def lay_board(context: Context) -> Board:
    """The dialogue as it is now, before the model is fitted; a DataError says why not."""
    settings, dataset, truth = context.settings, context.dataset, context.truth
    axes, names = chosen_axes(dataset, settings), class_names(context)
    flat = learns_from_axes(settings)
    plane = lay_plane(dataset, axes, SHOWN if flat else ALL)
    line, tuning = Line(settings.model, settings.strategy), Tuning(settings.K)
    learned, version = axes if flat else None, context.workspace.version
    beginning = Beginning(version, names, settings.given, learned, context.seed)
    hover = partial(describe_rows, np.arange(dataset.n), None, truth, names, dataset=dataset)
    described = context.remember("hover", (beginning, truth is None), hover)
    pool = Pool(plane.points, plane.titles, names, described, context.seed)
    dialogue = _current(context, beginning, plane.features)
    token = (beginning, line, tuning)
    known: dict[Hashable, float] = context.remember("measures", (*token, truth is None), dict)
    queries: dict[Hashable, Query] = context.remember("queries", token, dict)
    able = able_strategies(line.model) if settings.other_questions else ()
    others = tuple(each for each in able if each != line.strategy)
    return Board(
        beginning, dialogue, line, tuning, plane, pool, truth, known, queries, others=others
    )


def _current(context: Context, beginning: Beginning, features: Any) -> QuerySession:
    """The dialogue of this session; another beginning starts a new one."""
    if st.session_state.get(_BEGINNING) != beginning:
        frame = context.dataset.frame or Frame.of_kind(beginning.class_names)
        given = _given_answers(context, beginning)
        begun = QuerySession(features, frame, given, seed=beginning.seed)
        _go_on(replace(begun, groups=context.dataset.groups, weights=context.dataset.weights))
        st.session_state[_BEGINNING] = beginning
    dialogue: QuerySession = st.session_state[_DIALOGUE]
    return dialogue


def _go_on(dialogue: QuerySession) -> None:
    """Go on with this dialogue and an empty form."""
    st.session_state.update({_DIALOGUE: dialogue, CLASSES: [], DOUBT: 0.0})


def _given_answers(context: Context, beginning: Beginning) -> tuple[Answer, ...]:
    """Labels known at the start, drawn at random: true classes, or the labels of the workspace."""
    truth, labels, n_given = context.dataset.truth, context.labels, beginning.n_given
    order = np.random.default_rng([beginning.seed, 1]).permutation(context.dataset.n)
    if truth is not None:
        rows = order[truth[order] >= 0][:n_given].tolist()
        return tuple(Answer(row, {1 << int(truth[row]): 1.0}) for row in rows)
    if labels is None:
        return ()
    return tuple(Answer(row, masses_of(labels[[row]])) for row in order[:n_given].tolist())


def answer(row: int) -> None:
    """Take what the form says about this object; called from a callback."""
    chosen = list(st.session_state.get(CLASSES) or [])
    if chosen:
        say_of(row, chosen, float(st.session_state.get(DOUBT, 0.0)))
    else:
        st.session_state[UNDECIDED] = True


def say_of(row: int, classes: list[str], doubt: float = 0.0) -> None:
    """Say that the object is of one of these classes; none: it is not known. From a callback."""
    change(lambda held: held.answered(row, as_masses(held.frame, classes, doubt)))


def change(make: Callable[[QuerySession], QuerySession]) -> None:
    """Go on with the dialogue that is made of this one; called from a callback."""
    _go_on(make(st.session_state[_DIALOGUE]))


def keep_labels(workspace: Workspace) -> None:
    """Make the answers the labels of the workspace; the dialogue goes on. From a callback.

    Objects that a split keeps apart were not asked about: they know nothing, too.
    """
    dialogue: QuerySession = st.session_state[_DIALOGUE]
    count, labels, whole = len(dialogue.labelled), dialogue.labels, workspace.dataset
    if whole is not None and whole.n > len(labels):
        place = np.full(whole.n, len(labels))
        place[whole.training_rows] = np.arange(len(labels))
        labels = MassTable.stack([labels, MassTable.vacuous(1, labels.frame)])[place]
    workspace.edit_labels(labels, f"{count} answers of the oracle", of_crowd=False)
    beginning = replace(st.session_state[_BEGINNING], version=workspace.version)
    st.session_state[_BEGINNING] = beginning
    say(f"{count} answers are now the labels of the workspace.")


def _measure(dialogue: QuerySession, query: Query, truth: NDArray[np.int64] | None) -> float:
    rows = dialogue.candidates if len(dialogue.candidates) else dialogue.labelled
    if truth is None:
        return float(1.0 - query.prediction.probabilities[rows].max(axis=1).mean())
    rows = rows[truth[rows] >= 0]
    return float((query.prediction.classes()[rows] != truth[rows]).mean()) if len(rows) else 0.0


def _said(dialogue: QuerySession) -> tuple[tuple[int, tuple[tuple[int, float], ...]], ...]:
    return tuple((each.row, tuple(sorted(each.masses.items()))) for each in dialogue.answers)
