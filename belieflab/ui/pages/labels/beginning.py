"""What the Labels page shows before there is anything to label, or any class to name."""

import streamlit as st

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError
from belieflab.ui.shell import navigation
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.workspace import Recipe, Workspace


def draw_without_data(workspace: Workspace) -> None:
    """No data: say what is needed and offer a fitting sample."""
    st.info("Labels need objects to describe, and nothing is loaded yet.", icon=":material/info:")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Load Iris, labelled by an expert with doubt",
            type="primary",
            key="labels.begin",
            on_click=guarded(_load_iris),
            args=(workspace,),
        )
        st.page_link(navigation.page("data"), label="or choose other data")


def _load_iris(workspace: Workspace) -> None:
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))


def draw_hand_start(workspace: Workspace) -> None:
    """Points without labels: begin with labels that say nothing, naming the classes if need be."""
    frame = None if workspace.dataset is None else workspace.dataset.frame
    if frame is None:
        _draw_naming(workspace)
        return
    st.markdown("Begin with labels that say nothing, then tell what you know, object by object.")
    st.button(
        "Begin with vacuous labels",
        type="primary",
        key="labels.vacuous",
        on_click=guarded(begin_vacuous),
        args=(workspace, frame),
    )


def _draw_naming(workspace: Workspace) -> None:
    """No classes: a form to name them, after which every label is vacuous."""
    with st.form("labels.naming", border=True):
        st.markdown("**Name the classes** to label these objects by hand.")
        st.text_input(
            "Class names, separated by commas",
            key="labels.class_names",
            placeholder="for example: healthy, ill",
        )
        st.form_submit_button(
            "Begin with labels that say nothing",
            on_click=guarded(_name_classes),
            args=(workspace,),
        )


def _name_classes(workspace: Workspace) -> None:
    words = str(st.session_state.get("labels.class_names", ""))
    names = [name.strip() for name in words.split(",") if name.strip()]
    if len(names) < 2:
        raise DataError("Name at least two classes, separated by commas.")
    if workspace.dataset is None:
        raise DataError("Load some data first: labels need points.")
    begin_vacuous(workspace, Frame.of_kind(names))


def begin_vacuous(workspace: Workspace, frame: Frame) -> None:
    """Give every object the label that says nothing."""
    assert workspace.dataset is not None  # noqa: S101  (callers check)
    workspace.edit_labels(MassTable.vacuous(workspace.dataset.n, frame), "labels by hand")
