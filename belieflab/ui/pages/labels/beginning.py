"""What the Labels page shows before there is anything to label, or any class to name."""

from functools import partial

import streamlit as st

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError
from belieflab.ui.shell import navigation
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.workspace import Recipe, Workspace


def draw_without_data(workspace: Workspace) -> None:
    """No data: say what is needed and offer a fitting sample."""
    st.info("Labels need objects to describe, and nothing is loaded yet.", icon=":material/info:")
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_button(
            "Load Iris, labelled by an expert with doubt",
            "labels.begin",
            lambda: workspace.set_up(Recipe("iris"), Recipe("expert-doubt")),
            type="primary",
        )
        st.page_link(navigation.page("data"), label="or choose other data")


def draw_hand_start(workspace: Workspace) -> None:
    """Points without labels: begin with vacuous ones, naming the classes where there are none."""
    frame = None if workspace.dataset is None else workspace.dataset.frame
    if frame is not None:
        text = "Begin with labels that say nothing, then tell what you know, object by object."
        st.markdown(text)
        begin = partial(_begin_vacuous, workspace, frame)
        draw_button("Begin with vacuous labels", "labels.vacuous", begin, type="primary")
        return
    with st.form("labels.naming", border=True):
        st.markdown("**Name the classes** to label these objects by hand.")
        st.text_input(
            "Class names, separated by commas",
            key="labels.class_names",
            placeholder="for example: healthy, ill",
        )
        st.form_submit_button(
            "Begin with labels that say nothing", on_click=guarded(_name_classes), args=(workspace,)
        )


def _name_classes(workspace: Workspace) -> None:
    text = str(st.session_state.get("labels.class_names", ""))
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) < 2:
        raise DataError("Name at least two classes, separated by commas.")
    _begin_vacuous(workspace, Frame.of_kind(names))


def _begin_vacuous(workspace: Workspace, frame: Frame) -> None:
    if workspace.dataset is None:
        raise DataError("Load some data first: labels need points.")
    workspace.edit_labels(MassTable.vacuous(workspace.dataset.n, frame), "labels by hand")
