"""Labels: build soft labels, see what they say, edit them, read and save them."""

import streamlit as st

from belieflab.data.label_summary import describe, summarise
from belieflab.data.parameters import Parameter
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import read_settings
from belieflab.ui.method.page import Need, enter
from belieflab.ui.pages.labels import crowd, editing, importing, laws, view
from belieflab.ui.pages.labels.view import PAGE
from belieflab.ui.shell import navigation, share
from belieflab.ui.shell.card import label_kind
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

SENTENCE = "Build labels that admit doubt, see at once what they say, and change any by hand."
NEED = Need(
    "Labels need objects to describe, and nothing is loaded yet.",
    "Load Iris, labelled by an expert with doubt",
    Recipe("iris"),
    Recipe("expert-doubt"),
    labels_too=False,
)


def _draw_simulate(context: Context) -> None:
    with st.sidebar:
        laws.draw_law_controls(context)
    view.draw_overview(context, "simulate")
    if context.labels is not None:
        view.draw_all(context, context.labels)


def _draw_edit(context: Context) -> None:
    labels = context.labels
    if labels is None:
        editing.draw_hand_start(context)
        return
    context = view.draw_view(context)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = view.draw_plane(context, editing.TAB, dragmode="lasso")
    with right:
        editing.draw_brush(context.workspace, labels, rows)
        view.draw_story(labels, rows, narrow=True)
    editing.draw_table(context.workspace, labels)


def _draw_import(context: Context) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        importing.draw_import(context)
    if context.labels is None:
        right.caption("There are no labels to save yet.")
        return
    with right:
        importing.draw_save(context.labels)
    view.draw_overview(context, "import")


def _draw_crowd(context: Context) -> None:
    with st.sidebar:
        laws.draw_crowd_controls(context)
    asked = crowd.current_crowd(context)
    if asked is None or context.labels is None:
        st.markdown("Ask a simulated crowd (in the sidebar), or bring the answers of a real one.")
    else:
        with st.expander("How reliable each annotator is", expanded=True):
            crowd.draw_reliabilities(context.workspace, asked)
        crowd.draw_answers(context, context.labels, asked)
    with st.expander("Answers of real annotators, from a file", expanded=asked is None):
        crowd.draw_answer_upload(context.workspace, context.dataset)
    if context.labels is not None:
        view.draw_overview(context, "crowd")


TABS = {
    "Simulate": _draw_simulate,
    "Edit": _draw_edit,
    "Import": _draw_import,
    "Crowd": _draw_crowd,
}
TAB = Parameter("tab", "Tab", "Simulate", choices=tuple(TABS), custom=True)


def run() -> None:
    """Draw the page."""
    context = Context(PAGE, *enter(PAGE, SENTENCE, NEED))
    if context.labels is None:
        st.markdown("These objects carry no labels yet.")
    else:
        summary = summarise(context.labels, context.truth)
        st.markdown(f"**{plain(label_kind(context.workspace))}:** {plain(describe(summary))}")
    read_settings(PAGE, [TAB])
    tabs = st.tabs(list(TABS), key="labels.tab", bind="query-params")
    for tab, draw in zip(tabs, TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw(context)
    share.page_link_note(context.workspace)
    arrow = ":material/arrow_forward:"
    st.page_link(navigation.page("playground"), label="Next: Belief playground", icon=arrow)
