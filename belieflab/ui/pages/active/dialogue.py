"""The dialogue with a person: labels known at the start, answers, undo, and what they change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.active import Answer, Line, Query, QuerySession, Tuning, as_masses
from belieflab.belief import Frame, MassTable
from belieflab.figures.active.pool import Pool
from belieflab.neighbors.planar import PlaneOfLearning
from belieflab.ui.method.context import Context
from belieflab.ui.pages.active.settings import PAGE
from belieflab.ui.shell import memory
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.workspace import Workspace

_HELD, _UNDECIDED = f"{PAGE}.dialogue", f"{PAGE}.undecided"
CLASSES, DOUBT = f"{PAGE}.answer", f"{PAGE}.doubt"


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
class Game:
    """One moment of the dialogue with everything that is drawn of it."""

    beginning: Beginning
    dialogue: QuerySession
    line: Line
    tuning: Tuning
    query: Query
    plane: PlaneOfLearning
    pool: Pool
    truth: Any
    measures: Sequence[float]

    @property
    def what(self) -> str:
        """What the measures are."""
        return "error" if self.truth is not None else "lack of confidence"

    @property
    def beliefs(self) -> MassTable:
        """What the model believes of every object."""
        found = self.query.prediction
        return found.masses or MassTable.from_probabilities(
            found.probabilities, self.dialogue.frame
        )


@dataclass(frozen=True)
class _Held:
    beginning: Beginning
    dialogue: QuerySession


def current(context: Context, beginning: Beginning, features: Any) -> QuerySession:
    """The dialogue of this session; another beginning starts a new one."""
    held: _Held | None = st.session_state.get(_HELD)
    if held is None or held.beginning != beginning:
        frame = context.dataset.frame or Frame.of_kind(beginning.class_names)
        given = given_answers(context, beginning)
        held = _Held(beginning, QuerySession(features, frame, given, seed=beginning.seed))
        st.session_state[_HELD] = held
        _clear_form()
    return held.dialogue


def answer(row: int) -> None:
    """Take what the form says about this object; called from a callback."""
    chosen = list(st.session_state.get(CLASSES) or [])
    if not chosen:
        st.session_state[_UNDECIDED] = True
        return
    say_of(row, chosen, float(st.session_state.get(DOUBT, 0.0)))


def was_undecided() -> bool:
    """Whether an answer was just given without a class; said once."""
    return bool(st.session_state.pop(_UNDECIDED, False))


def say_of(row: int, classes: list[str], doubt: float = 0.0) -> None:
    """Say that the object is of one of these classes; none: it is not known. From a callback."""
    frame = st.session_state[_HELD].dialogue.frame
    change(lambda dialogue: dialogue.answered(row, as_masses(frame, classes, doubt)))


def change(make: Callable[[QuerySession], QuerySession]) -> None:
    """Go on with the dialogue that is made of this one; called from a callback."""
    held: _Held = st.session_state[_HELD]
    st.session_state[_HELD] = replace(held, dialogue=make(held.dialogue))
    _clear_form()


def keep_labels(workspace: Workspace) -> None:
    """Make the answers the labels of the workspace; the dialogue goes on. From a callback."""
    held: _Held = st.session_state[_HELD]
    count = len(held.dialogue.labelled)
    workspace.edit_labels(held.dialogue.labels, f"{count} answers of the oracle")
    beginning = replace(held.beginning, version=workspace.version)
    st.session_state[_HELD] = replace(held, beginning=beginning)
    say(f"{count} answers are now the labels of the workspace.")


def given_answers(context: Context, beginning: Beginning) -> tuple[Answer, ...]:
    """Labels known at the start, drawn at random: true classes, or the labels of the workspace."""
    dataset, labels = context.dataset, context.labels
    order = np.random.default_rng([beginning.seed, 1]).permutation(dataset.n)
    if dataset.truth is not None:
        rows = order[dataset.truth[order] >= 0][: beginning.n_given]
        return tuple(Answer(int(row), {1 << int(dataset.truth[row]): 1.0}) for row in rows)
    if labels is None:
        return ()
    chosen = order[: beginning.n_given]
    return tuple(Answer(int(row), _masses(labels, int(row))) for row in chosen)


def query_after(dialogue: QuerySession, line: Line, tuning: Tuning, beginning: Beginning) -> Query:
    """What this model makes of the answers; the latest few are remembered."""
    token = (beginning, line, tuning, _said(dialogue))
    return memory.remember(PAGE, "query", token, lambda: dialogue.next_query(line, tuning))


def measures(
    truth: NDArray[np.int64] | None,
    dialogue: QuerySession,
    line: Line,
    tuning: Tuning,
    beginning: Beginning,
) -> list[float]:
    """The error about objects not asked about, at the start and after each answer.

    Without a truth, or while it is hidden, the lack of confidence 1 - max BetP instead.
    """
    token = (beginning, line, tuning, truth is None)
    known: dict[Any, float] = memory.remember(PAGE, "measures", token, dict)
    found = []
    for n_answers in range(len(dialogue.answers) + 1):
        before = dialogue.until(n_answers)
        said = _said(before)
        if said not in known:
            known[said] = _measure(before, query_after(before, line, tuning, beginning), truth)
        found.append(known[said])
    return found


def wrong_rows(dialogue: QuerySession, query: Query, truth: Any) -> Any:
    """Objects without an answer whose decision is not the truth; None where it is not shown."""
    if truth is None:
        return None
    rows = np.sort(dialogue.candidates)
    rows = rows[truth[rows] >= 0]
    return rows[query.prediction.classes()[rows] != truth[rows]]


def _measure(dialogue: QuerySession, query: Query, truth: Any) -> float:
    rows = dialogue.candidates if len(dialogue.candidates) else dialogue.labelled
    if truth is None:
        return float(1.0 - query.prediction.probabilities[rows].max(axis=1).mean())
    rows = rows[truth[rows] >= 0]
    return float((query.prediction.classes()[rows] != truth[rows]).mean()) if len(rows) else 0.0


def _clear_form() -> None:
    st.session_state[CLASSES] = []
    st.session_state[DOUBT] = 0.0


def _said(dialogue: QuerySession) -> tuple[tuple[int, tuple[tuple[int, float], ...]], ...]:
    return tuple((each.row, tuple(sorted(each.masses.items()))) for each in dialogue.answers)


def _masses(labels: MassTable, row: int) -> dict[int, float]:
    masses = zip(labels.focal.tolist(), labels.mass[row].tolist(), strict=True)
    return {mask: mass for mask, mass in masses if mass > 0}
