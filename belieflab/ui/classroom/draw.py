"""A class on the Crowd page: prepare a session, then watch its answers."""

from functools import partial

import streamlit as st

from belieflab.classroom.store import Store, StoredSession
from belieflab.data.crowd_files import CROWD_LAYOUTS, as_file
from belieflab.ui.classroom import view
from belieflab.ui.classroom.devices import draw_admission, draw_devices
from belieflab.ui.classroom.joining import KEY, LIVE_SECONDS, PAGE, current_store, draw_join
from belieflab.ui.classroom.session import Trust, take_labels
from belieflab.ui.classroom.settings import draw_trust
from belieflab.ui.method import page
from belieflab.ui.method.controls import choice, draw_controls, read_settings
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.workspace import Recipe, Workspace

SENTENCE = (
    "Let a class label points from their phones, each with a doubt, and watch the labels form."
)
NEED = page.Need(
    "A class needs objects to label, and nothing is loaded yet.",
    "Load Iris",
    Recipe("iris"),
    labels_too=False,
    features=False,
)
NO_SERVER = (
    "This app was started for one person. A class needs a second, small server that the students' "
    "phones reach: stop the app, start it again with `make run-class` on a machine in the "
    "students' network, and open this page. It then shows a code to join by."
)
ANNOTATORS, CLASS = "annotators", "class"
ANSWERS_OF = choice(
    "answers_of",
    "Answers of",
    {ANNOTATORS: "Annotators", CLASS: "Class"},
    form="segments",
    help="Annotators of a file or simulated ones, or a class that answers now from its phones.",
)


def is_chosen() -> bool:
    """Whether the class is to be shown, and not the annotators of the workspace."""
    chosen: str = read_settings(PAGE, [ANSWERS_OF]).answers_of
    return chosen == CLASS and current_store() is not None


def draw_choice() -> None:
    """Draw the choice, where the app was started for a class; else say how, where one is asked."""
    settings = read_settings(PAGE, [ANSWERS_OF])
    if current_store() is not None:
        draw_controls(PAGE, settings, [ANSWERS_OF], label_visibility="collapsed")
    elif settings.answers_of == CLASS:
        st.info(NO_SERVER, icon=":material/info:")


def draw(workspace: Workspace) -> None:
    """Draw how to open a session, or the one that is open."""
    store = current_store()
    if store is None:
        return
    opened = store.latest_session()
    if opened is None or st.session_state.get(view.ANOTHER):
        dataset, _ = page.require(PAGE, workspace, NEED, learns=False)
        view.draw_opening(workspace, store, dataset)
    else:
        _draw_session(workspace, store, opened)
    _draw_foot()


def _draw_session(workspace: Workspace, store: Store, opened: StoredSession) -> None:
    with page.controls(PAGE):
        trust = draw_trust()
        if lecture.current() is None:
            _draw_actions(workspace, store, opened, trust)
    left, right = st.columns([5, 2], gap="medium")
    with left:
        answers = partial(view.draw_answers, workspace, store, opened, trust)
        st.fragment(answers, run_every=None if opened.closed else LIVE_SECONDS)()
        view.draw_plane(opened.session, workspace.dataset)
    with right:
        draw_join(opened)
        if lecture.current() is None and not opened.closed:
            st.fragment(partial(draw_admission, store, opened), run_every=LIVE_SECONDS)()
    view.draw_honesty(workspace, store, opened)
    if lecture.current() is None:
        shown = partial(draw_devices, store, opened)
        st.fragment(shown, run_every=None if opened.closed else LIVE_SECONDS)()


def _draw_actions(workspace: Workspace, store: Store, opened: StoredSession, trust: Trust) -> None:
    """Take the labels, save the answers, close or reopen the session."""
    draw = partial(draw_button, width="stretch")
    take = partial(take_labels, workspace, store, opened, trust)
    text = "They replace the current labels; Undo brings those back."
    look = {"type": "primary", "icon": "sell", "help": text}
    draw("Take these labels into the workspace", f"{KEY}.take", take, **look)
    if workspace.labels is not None:
        arrow = ":material/arrow_forward:"
        st.page_link(navigation.page("labels"), label="See the labels", icon=arrow)
    draw_download(
        "Answers as CSV",
        f"{KEY}.save",
        "belieflab-class.csv",
        lambda: CROWD_LAYOUTS["long"].write(
            as_file(store.answers(opened), opened.session.ids, "student")
        ),
        width="stretch",
        help="One line per answer; objects by their ids, else by their rows. It can be read back.",
    )
    if not opened.closed:
        text = "Takes no more answers; what was answered stays."
        close = partial(store.close_session, opened.code)
        draw("Close the session", f"{KEY}.close", close, icon="door_front", help=text)
        return
    text = "Under the same code; students go on where they were."
    reopen = partial(store.reopen_session, opened.code)
    draw("Open it again", f"{KEY}.reopen", reopen, icon="meeting_room", help=text)
    text = "The answers of this session are then no longer shown: save them first."
    another = partial(st.session_state.update, {view.ANOTHER: True})
    draw("Begin another session", f"{KEY}.another", another, icon="add", help=text)


def _draw_foot() -> None:
    if lecture.current() is not None:
        return
    with st.expander("How answers become labels"):
        st.markdown(
            "A student who says class $k$ with doubt $d$ and is believed as far as $r$ gives the "
            "mass function $m(\\{k\\}) = r\\,(1 - d)$, $m(\\Omega) = 1 - r\\,(1 - d)$; several "
            "classes share it as a set, and “I don't know” is $m(\\Omega) = 1$. All answers about "
            "an object are combined by the rule in the sidebar; an object without an answer "
            "keeps the vacuous label, $m(\\Omega) = 1$."
        )
