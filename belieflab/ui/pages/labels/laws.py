"""The controls of the Simulate and Crowd tabs: which law, and its settings."""

from functools import partial

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.truth import describe_unknown
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_control, draw_recipe_controls
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain

CROWD = "crowd"
_LAW = "labels.law"
_LAW_HELP = (
    "Builders make labels from the truth by a plain rule; simulators draw them as the papers do."
)


def draw_law_controls(context: Context) -> None:
    """Choose a law and move its sliders; each change builds the labels at once."""
    workspace, recipe = context.workspace, context.workspace.state.label_recipe
    current = recipe.key if recipe is not None and recipe.key in LAWS else None
    st.session_state[_LAW] = current

    def choose() -> None:
        if st.session_state[_LAW] is not None:
            workspace.build_labels(st.session_state[_LAW])

    kinds = {True: "simulator", False: "builder"}
    laws = sorted(LAWS.values(), key=lambda law: law.simulates)
    titles = {law.key: f"{law.title} · {kinds[law.simulates]}" for law in laws}
    law = choice("law", "Law of labels", titles, form="list", help=_LAW_HELP)
    draw_control(law, _LAW, on_change=guarded(choose), placeholder="Choose a law")
    if context.dataset.truth is None:
        st.caption(
            "Every law starts from the true classes, and these data have none: label by hand "
            "under Edit, or read a file under Import."
        )
    _draw_law(context, current, f"{_LAW}.{current}")


def draw_crowd_controls(context: Context) -> None:
    """The settings of the crowd; each change asks the annotators anew and combines them."""
    recipe = context.workspace.state.label_recipe
    _draw_law(context, CROWD, "labels.crowd.law")
    if recipe is None or recipe.key != CROWD:
        ask = partial(context.workspace.build_labels, CROWD)
        draw_button("Ask a crowd", "labels.crowd.ask", ask, type="primary", icon="groups")


def _draw_law(context: Context, key: str | None, widget: str) -> None:
    """Say what a law does, also with rows of unknown class; draw its settings if it is in use."""
    if text := describe_unknown(context.dataset):
        st.caption(plain(text))
    if key is None:
        return
    law, recipe = LAWS[key], context.workspace.state.label_recipe
    st.caption(f"{plain(law.explanation)}  \n*{plain(law.source)}*")
    if recipe is not None and recipe.key == key:
        build = partial(context.workspace.build_labels, key)
        draw_recipe_controls(
            law.parameters, recipe.settings, key=widget, on_change=lambda new: build(**new)
        )
