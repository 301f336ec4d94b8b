"""The controls of the Simulate and Crowd tabs: which law, and its settings."""

from functools import partial

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.truth import describe_unknown
from belieflab.ui.method.controls import draw_recipe_controls
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe, Workspace

CROWD = "crowd"


def draw_law_controls(workspace: Workspace) -> None:
    """Choose a law and move its sliders; each change builds the labels at once."""
    recipe = workspace.state.label_recipe
    current = recipe.key if recipe is not None and recipe.key in LAWS else None
    st.session_state["labels.law"] = current
    st.selectbox(
        "Law of labels",
        sorted(LAWS, key=lambda key: LAWS[key].simulates),
        format_func=_law_name,
        key="labels.law",
        placeholder="Choose a law",
        on_change=guarded(_choose_law),
        args=(workspace,),
        help="Builders make labels from the truth by a plain rule; simulators draw them as the "
        "papers do.",
    )
    if workspace.dataset is not None and workspace.dataset.truth is None:
        st.caption(
            "Every law starts from the true classes, and these data have none: label by hand "
            "under Edit, or read a file under Import."
        )
    _draw_unknown(workspace)
    if current is not None and recipe is not None:
        _draw_law(workspace, recipe, f"labels.law.{current}")


def draw_crowd_controls(workspace: Workspace) -> None:
    """The settings of the crowd; each change asks the annotators anew and combines them."""
    recipe = workspace.state.label_recipe
    _draw_unknown(workspace)
    if recipe is not None and recipe.key == CROWD:
        _draw_law(workspace, recipe, "labels.crowd.law")
        return
    _explain(CROWD)
    ask = partial(workspace.build_labels, CROWD)
    draw_button("Ask a crowd", "labels.crowd.ask", ask, type="primary", icon="groups")


def _draw_law(workspace: Workspace, recipe: Recipe, key: str) -> None:
    _explain(recipe.key)
    draw_recipe_controls(
        LAWS[recipe.key].parameters,
        recipe.settings,
        key=key,
        on_change=lambda settings: workspace.build_labels(recipe.key, **settings),
    )


def _explain(key: str) -> None:
    st.caption(f"{plain(LAWS[key].explanation)}  \n*{plain(LAWS[key].source)}*")


def _draw_unknown(workspace: Workspace) -> None:
    """Say what a law does with rows whose true class is unknown, where there are any."""
    text = "" if workspace.dataset is None else describe_unknown(workspace.dataset)
    if text:
        st.caption(plain(text))


def _law_name(key: str) -> str:
    return LAWS[key].title + (" · simulator" if LAWS[key].simulates else " · builder")


def _choose_law(workspace: Workspace) -> None:
    key = st.session_state["labels.law"]
    if key is not None:
        workspace.build_labels(key)
