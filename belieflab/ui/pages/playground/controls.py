"""The sidebar of the playground: examples, the frame, a condition, labels, undo and reset."""

import csv
from dataclasses import replace
from io import StringIO

import streamlit as st

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.ui.glossary.terms import hint
from belieflab.ui.pages.playground.outcome import masses_by_set
from belieflab.ui.pages.playground.session import Session, changing
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.page_settings import between, keep
from belieflab.ui.shell.playground_presets import PRESETS, preset_of
from belieflab.ui.shell.playground_state import MOST_NAMES, Playground, Source
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_PRESET, _FRAME, _GIVEN = "playground.preset", "playground.frame", "playground.given"
_FRAME_PROBLEM = "playground.frame_problem"
_ROW = "playground.row"


def draw_controls(session: Session, workspace: Workspace) -> None:
    """Draw everything that is not a mass, most used first."""
    _draw_presets(session)
    _draw_frame(session)
    _draw_condition(session)
    _draw_history(session)
    _draw_label_picker(session, workspace)


def _draw_presets(session: Session) -> None:
    shown = preset_of(session.playground)
    st.session_state[_PRESET] = shown.key if shown else None

    def open_preset() -> None:
        if st.session_state[_PRESET] is not None:
            session.open(PRESETS[st.session_state[_PRESET]].playground)

    st.selectbox(
        "Example",
        list(PRESETS),
        format_func=lambda key: PRESETS[key].title,
        key=_PRESET,
        placeholder="Your own; pick an example",
        on_change=open_preset,
    )


def _draw_history(session: Session) -> None:
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Undo edit",
            key="playground.undo",
            disabled=not session.can_undo,
            on_click=session.undo,
        )
        st.button(
            "Start over",
            key="playground.reset",
            disabled=not session.can_reset,
            help="Back to the example or link that was opened last.",
            on_click=session.reset,
        )


def _draw_frame(session: Session) -> None:
    """Names in one line; a line that cannot be a frame stays as typed, with the reason below."""
    playground = session.playground
    problem = st.session_state.get(_FRAME_PROBLEM)
    if problem and problem["for"] != playground:
        problem = st.session_state[_FRAME_PROBLEM] = None
    if not problem:
        st.session_state[_FRAME] = write_names(playground.names)

    def take_names() -> None:
        st.session_state[_FRAME_PROBLEM] = None
        try:
            session.change(playground.with_names(read_names(st.session_state[_FRAME])))
        except DataError as error:
            st.session_state[_FRAME_PROBLEM] = {"for": playground, "sentence": str(error)}

    st.text_input(
        "Frame: 2 to 5 names, commas between",
        key=_FRAME,
        help=hint("frame"),
        on_change=take_names,
    )
    if problem:
        st.error(plain(problem["sentence"]))


def _draw_condition(session: Session) -> None:
    playground = session.playground
    frame = playground.frame
    st.session_state[_GIVEN] = frame.omega if playground.given is None else playground.given

    def edit() -> Playground:
        mask = int(st.session_state[_GIVEN])
        return replace(playground, given=None if mask == frame.omega else mask)

    st.selectbox(
        "Condition the result on",
        [frame.omega, *playground.proper_subsets],
        format_func=lambda mask: "nothing (Ω)" if mask == frame.omega else frame.format(mask),
        key=_GIVEN,
        help=hint("conditioning"),
        on_change=changing(session, edit),
    )


def _draw_label_picker(session: Session, workspace: Workspace) -> None:
    """Take the label of one object of the workspace as a source."""
    labels = workspace.labels
    if labels is None:
        return
    with st.container(border=True):
        if not 2 <= labels.frame.size <= MOST_NAMES:
            st.caption(
                f"The workspace's labels have {labels.frame.size} classes; "
                f"the playground takes 2 to {MOST_NAMES}."
            )
            return
        keep(_ROW, between(1, len(labels)))
        row = st.number_input(
            "Take a label of the workspace: row",
            1,
            len(labels),
            key=_ROW,
            persist_state="session",
            help="Its mass function becomes a source here. Another frame starts a new playground.",
        )
        st.button(
            "Add it as a source",
            icon=":material/label:",
            key="playground.take",
            on_click=guarded(_take_label),
            args=(session, labels, int(row)),
        )


def _take_label(session: Session, labels: MassTable, row: int) -> None:
    session.change(with_label(session.playground, labels, row))


def with_label(playground: Playground, labels: MassTable, row: int) -> Playground:
    """The playground with the label of row 1, 2, … as one more source.

    On another frame the label starts a playground of its own, with the same rule.
    """
    masses = masses_by_set(labels[row - 1])
    masses.pop(labels.frame.omega, None)
    source = Source(f"Row {row}").with_masses(masses)
    if labels.frame.names == playground.names:
        return playground.with_new_source(source)
    frame = labels.frame
    return Playground(frame.names, (source,), playground.rule, kind=frame.kind)


def read_names(text: str) -> list[str]:
    """Names from one line, commas between; a name with a comma stands in quotation marks."""
    return next(csv.reader([text], skipinitialspace=True), [])


def write_names(names: tuple[str, ...]) -> str:
    """The line that `read_names` reads."""
    out = StringIO()
    csv.writer(out, lineterminator="").writerow(names)
    line = out.getvalue()
    return line if '"' in line else ", ".join(names)
