"""The Belief playground: a small frame, a few mass functions, every rule and every measure."""

import csv
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import Any, cast

import streamlit as st

from belieflab.belief import MassTable
from belieflab.belief.rules import RULES
from belieflab.data.parameters import MAX_TEXT, Parameter
from belieflab.errors import DataError
from belieflab.figures.common.lattice import lattice
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import body
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.controls import choice, draw_one, titles
from belieflab.ui.method.finding import draw_finder
from belieflab.ui.method.page import controls, draw_head
from belieflab.ui.pages.playground import sources, state, steps, view
from belieflab.ui.pages.playground.combination import Combination, work_out
from belieflab.ui.pages.playground.link import PRESETS, preset_of
from belieflab.ui.pages.playground.session import LINK, Session, enter_playground
from belieflab.ui.pages.playground.state import LIMITS, MAX_SOURCES, N_NAMES, PAGE, Playground
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control
from belieflab.ui.shell.workspace import Workspace

SENTENCE = "Give masses to sets of answers, combine the sources, and see where every number goes."
_FRAME, _PRESET = "playground.frame", "playground.preset"
_FRAME_OF = "playground.frame_of"
_RESET_HELP = "Back to the example or link that was opened last."
SOURCES_HEIGHT = 590
BARS_SIZE, LATTICE_SIZE = 0.33, 0.61
"""Shares of the height: of the bars, and of a lattice of up to three classes under them."""

_SHARES = [f"doubt.{j}" for j in range(MAX_SOURCES)]
_SHARES += [f"mass.{j}.{mask}" for j in range(MAX_SOURCES) for mask in range(1 << max(N_NAMES))]
LESSON_PARAMETERS = (
    LINK,
    choice("rule", "Rule", titles(RULES)),
    *(Parameter(name, name, 0.0, 0.0, 1.0) for name in _SHARES),
)
"""What a lesson can set, by its link, or notice here."""
_ROW_HELP = "Its mass function becomes a source here. Another frame starts a new playground."


def run() -> None:
    """Draw the page."""
    workspace = draw_head(PAGE, SENTENCE)
    session = enter_playground(workspace)
    outcome = work_out(session.current)
    if lecture.current() is not None:
        _draw_lecture(session, outcome)
        return
    with st.sidebar:
        _draw_panel(session, workspace)
    body.draw(PAGE, partial(_draw_inside, session, outcome), lambda: session.current)


def _draw_inside(session: Session, outcome: Combination) -> None:
    """Draw everything that the choice of what to look at changes; a change of masses draws all."""
    view.draw_rule(session)
    left, right = st.columns([7, 5], gap="medium")
    with right, st.container(height=SOURCES_HEIGHT, border=False):
        sources.draw_sources(session)
    with left:
        view.draw_result(outcome, BARS_SIZE)
        chosen = view.draw_view_picker(outcome)
        if chosen is not None:
            _draw_lattice(chosen[1], LATTICE_SIZE)

    in_sets, in_steps, in_decisions = st.tabs(["Measures", "Show the sum", "Decisions"])
    with in_sets:
        if chosen is not None:
            view.draw_measures(*chosen, outcome.tables)
    with in_steps:
        steps.draw_sum(outcome)
    with in_decisions:
        view.draw_decisions(outcome.tables)
    st.caption(
        "The address bar holds this whole picture: copy it to open the same playground elsewhere."
    )


def _draw_lecture(session: Session, outcome: Combination) -> None:
    """Bars and lattice side by side, under the named controls."""
    with controls(PAGE):
        view.draw_rule(session)
        chosen = view.draw_view_picker(outcome)
    left, right = st.columns(2, gap="medium")
    with left:
        view.draw_result(outcome, 0.7)
    with right:
        if lecture.is_shown(lecture.SOURCES):  # they take the place of the lattice
            with st.container(height=lecture.fit()["height"], border=False):
                sources.draw_sources(session)
        elif chosen is not None:
            _draw_lattice(chosen[1], 1.0)


def _draw_lattice(table: MassTable, share: float) -> None:
    small = table.frame.size <= 3
    figure = lattice(table, compact=small and share < 1.0)
    if small or lecture.current() is not None:
        figure.update_layout(height=lecture.fit(share)["height"])
    with st.container(key="small_lattice" if small else "wide_lattice"):
        draw_small(figure, "playground.lattice")


def _draw_panel(session: Session, workspace: Workspace) -> None:
    """Draw everything that is not a mass, most used first."""
    _draw_presets(session)
    _draw_frame(session)
    _draw_condition(session)
    with st.container(horizontal=True, gap="small"):
        draw_button("Undo edit", "playground.undo", session.undo, disabled=not session.can_undo)
        look: dict[str, Any] = {"disabled": session.current == session.opened, "help": _RESET_HELP}
        draw_button("Start over", "playground.reset", session.change, session.opened, **look)
    if workspace.labels is not None:
        with st.container(border=True):
            _draw_label_picker(session, workspace)


def _draw_presets(session: Session) -> None:
    shown = preset_of(session.current)
    st.session_state[_PRESET] = shown.key if shown else None

    def open_preset() -> None:
        if st.session_state[_PRESET] is not None:
            session.open(PRESETS[st.session_state[_PRESET]].playground)

    example = choice("preset", "Example", titles(PRESETS), form="list")
    draw_control(example, _PRESET, on_change=open_preset, placeholder="Your own; pick an example")
    if shown is not None:
        st.caption(f"{shown.text} *{shown.citation}*")


def _draw_frame(session: Session) -> None:
    """Names in one line; a line that cannot be a frame stays as typed, with the reason below."""
    playground = session.current
    if _FRAME not in st.session_state or st.session_state.get(_FRAME_OF) != playground:
        st.session_state.update({_FRAME: write_names(playground.names), _FRAME_OF: playground})

    def take_names() -> None:
        with suppress(DataError):
            session.change(playground.with_names(read_names(st.session_state[_FRAME])))

    label = f"Frame: {LIMITS} names, commas between"
    text = st.text_input(
        label, key=_FRAME, max_chars=MAX_TEXT, help=hint("frame"), on_change=take_names
    )
    try:
        state.check_names(read_names(text))
    except DataError as error:
        st.error(plain(error))


def _draw_condition(session: Session) -> None:
    playground, frame = session.current, session.current.frame
    sets = {frame.omega: "nothing (Ω)"}
    sets |= {mask: frame.format(mask) for mask in state.by_size(frame.size)[1:-1]}

    def conditioned(mask: int) -> Playground:
        return replace(playground, given=None if mask == frame.omega else mask)

    bound = session.bind("given", playground.given or frame.omega, conditioned)
    look = {"form": "list", "help": hint("conditioning")}
    draw_control(choice("given", "Condition the result on", sets, **look), **bound)


def _draw_label_picker(session: Session, workspace: Workspace) -> None:
    """Take the label of one object of the workspace as a source."""
    labels, dataset = cast(MassTable, workspace.labels), workspace.dataset
    if (size := labels.frame.size) not in state.N_NAMES:
        st.caption(f"The workspace's labels have {size} classes; the playground takes {LIMITS}.")
        return
    name = ""
    if dataset is not None and dataset.ids:
        look: dict[str, Any] = {"value": dataset.ids[0], "help": _ROW_HELP}
        found = draw_finder(f"{PAGE}.id", dataset, "Take a label of the workspace", **look)
        if found is None:
            return
        row, name = found, dataset.ids[found]
    else:
        parameter = Parameter(
            "row",
            "Take a label of the workspace: row",
            1,
            1,
            len(labels),
            typed=True,
            help=_ROW_HELP,
        )
        row = int(draw_one(PAGE, parameter)) - 1
    taken = session.current.with_label, labels, row, name
    draw_button("Add it as a source", "playground.take", session.edit, *taken, icon="label")


def read_names(text: str) -> list[str]:
    """Names from one line, commas between; a name with a comma stands in quotation marks."""
    return next(csv.reader([text], skipinitialspace=True), [])


def write_names(names: tuple[str, ...]) -> str:
    """The line that `read_names` reads."""
    out = StringIO()
    csv.writer(out, lineterminator="").writerow(names)
    line = out.getvalue()
    return line if '"' in line else ", ".join(names)
