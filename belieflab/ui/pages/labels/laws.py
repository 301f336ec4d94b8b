"""The controls of the Simulate tab: which law, and its settings."""

from typing import Any

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.truth import describe_unknown
from belieflab.ui.method.controls import draw_recipe_controls
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace


def law_keys() -> list[str]:
    """The laws to choose from, builders first."""
    return sorted(LAWS, key=lambda key: LAWS[key].simulates)


def draw_law_controls(workspace: Workspace) -> None:
    """Choose a law and move its sliders; each change builds the labels at once."""
    recipe = workspace.state.label_recipe
    current = recipe.key if recipe is not None and recipe.key in law_keys() else None
    st.session_state["labels.law"] = current
    st.selectbox(
        "Law of labels",
        law_keys(),
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
    draw_unknown(workspace)
    if current is None or recipe is None:
        return
    law = LAWS[current]
    st.caption(f"{plain(law.explanation)}  \n*{plain(law.source)}*")

    def build(settings: dict[str, Any]) -> None:
        workspace.build_labels(current, **settings)

    draw_recipe_controls(
        law.parameters, recipe.settings, key=f"labels.law.{current}", on_change=build
    )


def draw_unknown(workspace: Workspace) -> None:
    """Say what a law does with rows whose true class is unknown, where there are any."""
    words = "" if workspace.dataset is None else describe_unknown(workspace.dataset)
    if words:
        st.caption(plain(words))


def _law_name(key: str) -> str:
    return LAWS[key].title + (" · simulator" if LAWS[key].simulates else " · builder")


def _choose_law(workspace: Workspace) -> None:
    key = st.session_state["labels.law"]
    if key is not None:
        workspace.build_labels(key)
