"""Labels: build soft labels, see what they say, edit them, read and save them."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.ui.method.controls import read_settings
from belieflab.ui.pages.labels import beginning, crowd, editing, importing, laws, pictures, table
from belieflab.ui.pages.labels.answers import draw_answer_upload
from belieflab.ui.pages.labels.view import PAGE, draw_plane, draw_view
from belieflab.ui.shell import navigation, share, stories
from belieflab.ui.shell.workspace import Workspace


def _draw_overview(workspace: Workspace, dataset: Dataset, tab: str) -> None:
    view = draw_view(workspace, dataset)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = draw_plane(workspace, view, tab)
    if workspace.labels is None:
        return
    with right:
        pictures.draw_side(workspace, workspace.labels)
    left, right = st.columns(2, gap="medium")
    with left:
        pictures.draw_story(workspace.labels, rows)
    with right:
        pictures.draw_heatmap(workspace.labels)


def _draw_simulate(workspace: Workspace, dataset: Dataset) -> None:
    with st.sidebar:
        laws.draw_law_controls(workspace)
    _draw_overview(workspace, dataset, "simulate")
    if workspace.labels is not None:
        pictures.draw_table(workspace, workspace.labels)


def _draw_edit(workspace: Workspace, dataset: Dataset) -> None:
    if workspace.labels is None:
        beginning.draw_hand_start(workspace)
        return
    view = draw_view(workspace, dataset)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = draw_plane(workspace, view, editing.TAB, dragmode="lasso")
    with right:
        editing.draw_brush(workspace, workspace.labels, rows)
        pictures.draw_story(workspace.labels, rows, narrow=True)
    table.draw_table(workspace, workspace.labels)


def _draw_import(workspace: Workspace, dataset: Dataset) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        importing.draw_import(workspace)
    with right:
        if workspace.labels is None:
            st.caption("There are no labels to save yet.")
        else:
            importing.draw_save(workspace.labels)
    if workspace.labels is not None:
        _draw_overview(workspace, dataset, "import")


def _draw_crowd(workspace: Workspace, dataset: Dataset) -> None:
    with st.sidebar:
        laws.draw_crowd_controls(workspace)
    current = crowd.current_crowd(workspace)
    if current is None:
        st.markdown("Ask a simulated crowd (in the sidebar), or bring the answers of a real one.")
    else:
        with st.expander("How reliable each annotator is", expanded=True):
            crowd.draw_reliabilities(workspace, current)
        crowd.draw_answers(workspace, current)
    with st.expander("Answers of real annotators, from a file", expanded=current is None):
        draw_answer_upload(workspace, dataset)
    if workspace.labels is not None:
        _draw_overview(workspace, dataset, "crowd")


TABS = {
    "Simulate": _draw_simulate,
    "Edit": _draw_edit,
    "Import": _draw_import,
    "Crowd": _draw_crowd,
}
TAB = Parameter("tab", "Tab", "Simulate", choices=tuple(TABS), custom=True)


def run() -> None:
    """Draw the page."""
    workspace = navigation.enter()
    st.title("Labels")
    st.markdown("Build labels that admit doubt, see at once what they say, and change any by hand.")
    stories.draw_step("labels")
    if workspace.dataset is None:
        beginning.draw_without_data(workspace)
        return
    pictures.draw_sentence(workspace)
    read_settings(PAGE, [TAB])
    tabs = st.tabs(list(TABS), key="labels.tab", bind="query-params")
    for tab, draw in zip(tabs, TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw(workspace, workspace.dataset)
    share.page_link_note(workspace)
    arrow = ":material/arrow_forward:"
    st.page_link(navigation.page("playground"), label="Next: Belief playground", icon=arrow)
