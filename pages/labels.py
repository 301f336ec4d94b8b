"""Labels: build soft labels, see what they say, edit them, read and save them."""

import streamlit as st

from belieflab.ui import (
    label_beginning,
    label_editing,
    label_laws,
    label_pictures,
    label_view,
    shell,
    stories,
)
from belieflab.ui.workspace import Workspace

TABS = ("Simulate", "Edit", "Import", "Crowd")


def draw_overview(workspace: Workspace, tab: str) -> None:
    """Plane left, numbers and histogram right; below, one label's story and the contour."""
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = label_view.draw_plane(workspace, tab)
    if workspace.labels is None:
        return
    with right:
        label_pictures.draw_side(workspace, workspace.labels)
    left, right = st.columns(2, gap="medium")
    with left:
        label_pictures.draw_story(workspace.labels, rows)
    with right:
        label_pictures.draw_heatmap(workspace.labels)


def draw_simulate(workspace: Workspace) -> None:
    with st.sidebar:
        label_laws.draw_law_controls(workspace)
    draw_overview(workspace, "simulate")
    if workspace.labels is not None:
        label_pictures.draw_table(workspace, workspace.labels)


def draw_edit(workspace: Workspace) -> None:
    dataset = workspace.dataset
    if dataset is not None and workspace.labels is None:
        label_beginning.draw_hand_start(workspace)
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = label_view.draw_plane(workspace, label_editing.TAB, dragmode="lasso")
    if workspace.labels is None:
        return
    with right:
        label_editing.draw_brush(workspace, workspace.labels, rows)
        label_pictures.draw_story(workspace.labels, rows)
    label_editing.draw_editor(workspace, workspace.labels)


workspace = shell.enter()
st.title("Labels")
st.markdown("Build labels that admit doubt, see at once what they say, and change any by hand.")
stories.draw_step("labels")
if workspace.dataset is None:
    label_beginning.draw_without_data(workspace)
    st.stop()
label_pictures.draw_sentence(workspace)
simulate, edit, read, crowd = st.tabs(TABS, key="labels.tab", bind="query-params")
with simulate:
    if simulate.open:
        draw_simulate(workspace)
with edit:
    if edit.open:
        draw_edit(workspace)
