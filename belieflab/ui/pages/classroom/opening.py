"""Before a session: what to ask the class, on which plane, and with which explanation."""

from dataclasses import replace

import streamlit as st

from belieflab.classroom.session import MAX_NOTE_LENGTH, ClassSession
from belieflab.classroom.store import Store
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.method.controls import draw_controls, read_settings
from belieflab.ui.method.plane_axes import chosen_axes
from belieflab.ui.pages.classroom.session import make_session
from belieflab.ui.pages.classroom.settings import PAGE, opening_parameters
from belieflab.ui.pages.classroom.view import draw_plane
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.page_settings import is_text, keep
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

ANOTHER = f"{PAGE}.another_session"
"""Set while a new session is prepared though there is an old one."""

_NOTE = f"{PAGE}.note"


def draw_opening(workspace: Workspace, store: Store, dataset: Dataset) -> None:
    """The settings of a new session, in the sidebar, and the plane that students will see."""
    parameters = opening_parameters(dataset)
    with st.sidebar:
        settings = draw_controls(PAGE, read_settings(PAGE, parameters), parameters)
        keep(_NOTE, lambda value: is_text(value) and len(value) <= MAX_NOTE_LENGTH)
        st.text_area(
            "What to tell the students",
            key=_NOTE,
            persist_state="session",
            max_chars=MAX_NOTE_LENGTH,
            height=90,
            placeholder="for example: setosa has the shortest petals",
            help="Stands above their picture. They see grey dots, a few features of the object in "
            "question and the names of the classes, never the true classes.",
        )
    typed = (name.strip() for name in settings.get("names", "").split(","))
    names = dataset.class_names or tuple(name for name in typed if name)
    axes = chosen_axes(dataset, settings)
    try:
        session = make_session(dataset, names, axes, settings.objects, seed=workspace.seed)
    except DataError as error:
        st.info(plain(error), icon=":material/info:")
        return
    draw_plane(session)
    look = {"type": "primary", "icon": "meeting_room"}
    draw_button("Open the session", f"{PAGE}.open", _open, store, session, **look)
    st.caption(
        f"Each student is asked about ten of the {settings.objects} highlighted objects; those "
        "with the fewest answers come first."
    )


def _open(store: Store, session: ClassSession) -> None:
    note = " ".join(str(st.session_state.get(_NOTE, "")).split())
    store.open_session(replace(session, note=note))
    st.session_state.pop(ANOTHER, None)
