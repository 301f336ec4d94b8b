"""Labels: build soft labels, see what they say, edit them, read and save them."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.ui import (
    label_answers,
    label_beginning,
    label_crowd,
    label_editing,
    label_import,
    label_laws,
    label_pictures,
    label_playground,
    label_table,
    label_view,
    share,
    shell,
    stories,
)
from belieflab.ui.page_settings import keep, one_of
from belieflab.ui.workspace import Workspace

TABS = ("Simulate", "Edit", "Import", "Crowd")


def draw_overview(workspace: Workspace, dataset: Dataset, tab: str) -> None:
    view = label_view.draw_view(workspace, dataset)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = label_view.draw_plane(workspace, view, tab)
    if workspace.labels is None:
        return
    with right:
        label_pictures.draw_side(workspace, workspace.labels)
    left, right = st.columns(2, gap="medium")
    with left:
        label_pictures.draw_story(workspace.labels, rows)
    with right:
        label_pictures.draw_heatmap(workspace.labels)


def draw_simulate(workspace: Workspace, dataset: Dataset) -> None:
    with st.sidebar:
        label_laws.draw_law_controls(workspace)
    draw_overview(workspace, dataset, "simulate")
    if workspace.labels is not None:
        label_pictures.draw_table(workspace, workspace.labels)


def draw_edit(workspace: Workspace, dataset: Dataset) -> None:
    if workspace.labels is None:
        label_beginning.draw_hand_start(workspace)
        return
    view = label_view.draw_view(workspace, dataset)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = label_view.draw_plane(workspace, view, label_editing.TAB, dragmode="lasso")
    with right:
        label_editing.draw_brush(workspace, workspace.labels, rows)
        label_pictures.draw_story(workspace.labels, rows, narrow=True)
    label_table.draw_table(workspace, workspace.labels)


def draw_import(workspace: Workspace, dataset: Dataset) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        label_import.draw_import(workspace)
    with right:
        if workspace.labels is None:
            st.caption("There are no labels to save yet.")
        else:
            label_import.draw_save(workspace.labels)
    if workspace.labels is not None:
        draw_overview(workspace, dataset, "import")


def draw_crowd(workspace: Workspace, dataset: Dataset) -> None:
    with st.sidebar:
        label_crowd.draw_crowd_controls(workspace)
    crowd = label_crowd.present_crowd(workspace)
    if crowd is None:
        st.markdown("Ask a simulated crowd (in the sidebar), or bring the answers of a real one.")
    else:
        with st.expander("How reliable each annotator is", expanded=True):
            label_crowd.draw_reliabilities(workspace, crowd)
        label_crowd.draw_answers(workspace, crowd)
    with st.expander("Answers of real annotators, from a file", expanded=crowd is None):
        label_answers.draw_answer_upload(workspace, dataset)
    if workspace.labels is not None:
        draw_overview(workspace, dataset, "crowd")


workspace = shell.enter()
st.title("Labels")
st.markdown("Build labels that admit doubt, see at once what they say, and change any by hand.")
stories.draw_step("labels")
if workspace.dataset is None:
    label_beginning.draw_without_data(workspace)
    st.stop()
label_pictures.draw_sentence(workspace)
bodies = (draw_simulate, draw_edit, draw_import, draw_crowd)
keep("labels.tab", one_of(TABS))
tabs = st.tabs(TABS, key="labels.tab", bind="query-params")
for tab, draw in zip(tabs, bodies, strict=True):
    if tab.open:
        with tab:
            draw(workspace, workspace.dataset)
share.page_link_note(workspace)
label_playground.draw_next()
