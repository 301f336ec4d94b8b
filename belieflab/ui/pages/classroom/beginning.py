"""The beginning of a session: what to ask the class, on which plane, and with which words."""

from dataclasses import replace

import streamlit as st

from belieflab.classroom.session import MAX_NOTE_LENGTH, ClassSession
from belieflab.classroom.store import Store
from belieflab.data.dataset import Dataset
from belieflab.data.projection import axis_choices, default_axes
from belieflab.errors import DataError
from belieflab.ui.pages.classroom.session import make_session
from belieflab.ui.pages.classroom.view import ANEW, PAGE, draw_plane
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.page_settings import between, is_text, keep, one_of
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

MOST_ASKED, USUALLY_ASKED, FEWEST_ASKED = 500, 60, 10


def draw_beginning(workspace: Workspace, store: Store, dataset: Dataset) -> None:
    """The settings of a new session, in the sidebar, and the plane that students will see."""
    with st.sidebar:
        axes = _draw_axes(dataset)
        objects = _draw_objects(dataset)
        names = _draw_classes(dataset)
        keep(f"{PAGE}.note", lambda value: is_text(value) and len(value) <= MAX_NOTE_LENGTH)
        st.text_area(
            "What to tell the students",
            key=f"{PAGE}.note",
            persist_state="session",
            max_chars=MAX_NOTE_LENGTH,
            height=90,
            placeholder="for example: setosa has the shortest petals",
            help="Stands above their picture. They see grey dots, a few features of the object in "
            "question and the names of the classes, never the true classes.",
        )
    try:
        session = make_session(dataset, names, axes, objects, seed=workspace.seed)
    except DataError as error:
        st.info(plain(error), icon=":material/info:")
        return
    draw_plane(session)
    st.button(
        "Open the session",
        type="primary",
        icon=":material/meeting_room:",
        key=f"{PAGE}.open",
        on_click=guarded(_open),
        args=(store, session),
    )
    st.caption(
        f"Each student is asked about ten of the {objects} objects that stand out; those with the "
        "fewest answers come first."
    )


def _open(store: Store, session: ClassSession) -> None:
    note = " ".join(str(st.session_state.get(f"{PAGE}.note", "")).split())
    store.open_session(replace(session, note=note))
    st.session_state.pop(ANEW, None)


def _draw_axes(dataset: Dataset) -> tuple[str, str]:
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    chosen = []
    for words, name, default in zip(("Across", "Up"), "xy", default_axes(dataset), strict=True):
        key = f"{PAGE}.{name}"
        keep(key, one_of(titles))
        if st.session_state.get(key) not in titles:
            st.session_state.pop(key, None)
        keys = list(titles)
        chosen.append(
            st.selectbox(
                words,
                keys,
                index=keys.index(default),
                format_func=titles.__getitem__,
                key=key,
                persist_state="session",
            )
        )
    return chosen[0], chosen[1]


def _draw_objects(dataset: Dataset) -> int:
    most = min(dataset.n, MOST_ASKED)
    if most <= FEWEST_ASKED:
        return most
    key = f"{PAGE}.objects"
    keep(key, between(FEWEST_ASKED, most))
    if not FEWEST_ASKED <= st.session_state.get(key, FEWEST_ASKED) <= most:
        st.session_state.pop(key, None)
    return st.slider(
        "Objects to ask about",
        FEWEST_ASKED,
        most,
        min(USUALLY_ASKED, most),
        key=key,
        persist_state="session",
        help="Drawn by the seed. With fewer objects each gets more answers: 30 students and 60 "
        "objects make five answers each.",
    )


def _draw_classes(dataset: Dataset) -> tuple[str, ...]:
    """The classes of the data, or those that are typed in."""
    if dataset.class_names:
        return dataset.class_names
    keep(f"{PAGE}.names", is_text)
    words = st.text_input(
        "Class names, separated by commas",
        key=f"{PAGE}.names",
        persist_state="session",
        placeholder="for example: healthy, ill",
    )
    return tuple(name.strip() for name in words.split(",") if name.strip())
