"""The sidebar of the playground: examples, the frame, a condition, labels, undo and reset."""

import csv
from contextlib import suppress
from dataclasses import replace
from io import StringIO

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.controls import draw_one
from belieflab.ui.pages.playground.presets import PRESETS, preset_of
from belieflab.ui.pages.playground.session import PAGE, Session
from belieflab.ui.pages.playground.state import MAX_NAMES, MIN_NAMES, checked_names
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_FRAME, _PRESET = "playground.frame", "playground.preset"
_FRAME_OF = "playground.frame_of"


def draw_panel(session: Session, workspace: Workspace) -> None:
    """Draw everything that is not a mass, most used first."""
    _draw_presets(session)
    _draw_frame(session)
    _draw_condition(session)
    with st.container(horizontal=True, gap="small"):
        draw_button("Undo edit", "playground.undo", session.undo, disabled=not session.can_undo)
        st.button(
            "Start over",
            key="playground.reset",
            disabled=not session.can_reset,
            help="Back to the example or link that was opened last.",
            on_click=session.reset,
        )
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


def _draw_frame(session: Session) -> None:
    """Names in one line; a line that cannot be a frame stays as typed, with the reason below."""
    playground = session.playground
    if _FRAME not in st.session_state or st.session_state.get(_FRAME_OF) != playground:
        st.session_state.update({_FRAME: write_names(playground.names), _FRAME_OF: playground})

    def take_names() -> None:
        with suppress(DataError):
            session.change(playground.with_names(read_names(st.session_state[_FRAME])))

    text = st.text_input(
        f"Frame: {MIN_NAMES} to {MAX_NAMES} names, commas between",
        key=_FRAME,
        help=hint("frame"),
        on_change=take_names,
    )
    try:
        checked_names(read_names(text))
    except DataError as error:
        st.error(plain(error))


def _draw_condition(session: Session) -> None:
    playground = session.playground
    frame = playground.frame
    st.selectbox(
        "Condition the result on",
        [frame.omega, *playground.proper_subsets],
        format_func=lambda mask: "nothing (Ω)" if mask == frame.omega else frame.format(mask),
        help=hint("conditioning"),
        **session.bind(
            "playground.given",
            frame.omega if playground.given is None else playground.given,
            lambda mask: replace(playground, given=None if mask == frame.omega else int(mask)),
        ),
    )


def _draw_label_picker(session: Session, workspace: Workspace) -> None:
    """Take the label of one object of the workspace as a source."""
    labels = workspace.labels
    if labels is None:
        return
    with st.container(border=True):
        if not MIN_NAMES <= labels.frame.size <= MAX_NAMES:
            st.caption(
                f"The workspace's labels have {labels.frame.size} classes; "
                f"the playground takes {MIN_NAMES} to {MAX_NAMES}."
            )
            return
        parameter = Parameter(
            "row",
            "Take a label of the workspace: row",
            1,
            low=1,
            high=len(labels),
            typed=True,
            help="Its mass function becomes a source here. Another frame starts a new playground.",
        )
        row = draw_one(PAGE, parameter)
        st.button(
            "Add it as a source",
            icon=":material/label:",
            key="playground.take",
            **session.doing(lambda: session.playground.with_label(labels, int(row) - 1)),
        )


def read_names(text: str) -> list[str]:
    """Names from one line, commas between; a name with a comma stands in quotation marks."""
    return next(csv.reader([text], skipinitialspace=True), [])


def write_names(names: tuple[str, ...]) -> str:
    """The line that `read_names` reads."""
    out = StringIO()
    csv.writer(out, lineterminator="").writerow(names)
    line = out.getvalue()
    return line if '"' in line else ", ".join(names)
