"""Class as crowd: students label points from their phones, and their doubts become labels."""

from functools import partial

import streamlit as st

from belieflab.ui.method import page
from belieflab.ui.pages.classroom import beginning, controls, session, view
from belieflab.ui.shell import lecture, lecture_row, navigation
from belieflab.ui.shell.workspace import Recipe

TITLE = "Class as crowd"
SENTENCE = (
    "Let a class label points from their phones, each with a doubt, and watch what they say "
    "together."
)
NEED = page.Need(
    "A class needs objects to label, and nothing is loaded yet.",
    "Load Iris",
    Recipe("iris"),
    labels_too=False,
)
LIVE_SECONDS = 1.5


def draw_session(workspace, store, opened):
    with page.controls(view.PAGE):
        trust = controls.draw_trust()
        controls.draw_actions(workspace, store, opened, trust)
    left, right = st.columns([5, 2], gap="medium")
    with left:
        news = partial(view.draw_news, workspace, store, opened, trust)
        st.fragment(news, run_every=None if opened.closed else LIVE_SECONDS)()
        view.draw_plane(opened.session)
    with right:
        view.draw_join(opened)


def draw_foot():
    if lecture.present() is not None:
        lecture_row.draw(view.PAGE)
        return
    with st.expander("How answers become labels"):
        st.markdown(
            "A student who says class $k$ with doubt $d$ and is believed as far as $r$ gives the "
            "mass function $m(\\{k\\}) = r\\,(1 - d)$, $m(\\Omega) = 1 - r\\,(1 - d)$. All answers "
            "about an object are combined by the rule in the sidebar; an object without an answer "
            "keeps the label that says nothing, $m(\\Omega) = 1$."
        )


store = session.current_store()
if store is None:
    navigation.enter()
    st.title(TITLE)
    st.info("Start the app with `make run-class` to let a class take part.")
    st.stop()
opened = store.latest_session()
if opened is None or st.session_state.get(view.ANEW):
    workspace, dataset, _ = page.enter(view.PAGE, TITLE, SENTENCE, NEED)
    beginning.draw_beginning(workspace, store, dataset)
else:
    workspace = navigation.enter()
    if lecture.present() is None:
        st.title(TITLE)
        st.markdown(SENTENCE)
    draw_session(workspace, store, opened)
draw_foot()
