"""The label noise of the workspace as one slider in the sidebar of a method page.

Labels of a law are made anew at the level of the slider, by the same seed, so that neighbouring
levels share their random draws. Labels from a file or a hand have no law: they are discounted.
"""

from dataclasses import replace

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.ui.method.controls import draw_recipe_controls
from belieflab.ui.shell import lecture
from belieflab.ui.shell.state import State
from belieflab.ui.shell.workspace import Recipe, Workspace

NOISE = "noise"
"""By which a lecture asks for the slider, and the end of its key."""

CHANGE = "label noise"
DISCOUNT_HELP = (
    "These labels come from a file or a hand, not from a law, so they are discounted: each keeps "
    "1 − r of its masses, and “any class” gains r. 0 gives them back as they were."
)
FOLLOWS = (
    "Pictures and numbers follow while it is dragged; where that takes too long to compute ahead, "
    "they follow when it is released."
)
NO_LEVEL = "Label noise: the law of these labels has no level to move."


def noise_parameter(state: State) -> Parameter | None:
    """The noise of the labels, 0 best and 1 worst, the current level as default; None without."""
    recipe = state.label_recipe
    if state.labels is None:
        return None
    if recipe is None:
        label = "Label noise: discount rate r"
        text = f"{DISCOUNT_HELP} {FOLLOWS}"
        return Parameter(NOISE, label, state.discount, 0.0, 1.0, 0.01, help=text)
    law = LAWS[recipe.key]
    level = law.level_of(recipe.settings)
    if law.noise is None or level is None:
        return None
    varied = law.parameter(law.noise.parameter)
    name = varied.label[0].lower() + varied.label[1:]
    label = f"Label noise: 1 − {name}" if law.noise.reversed else f"Label noise: {name}"
    text = " ".join(filter(None, (f"{law.title}. {law.explanation}", varied.help, FOLLOWS)))
    return Parameter(NOISE, label, level, 0.0, 1.0, varied.step, help=text)


def with_noise(state: State, level: float) -> State:
    """The state with labels that noisy; everything else of their law is kept."""
    recipe = state.label_recipe
    if recipe is None:
        return state.discounted(level)
    law = LAWS[recipe.key]
    changed = Recipe(recipe.key, law.at_level(recipe.settings, level)).complete(LAWS)
    return replace(state, label_recipe=changed).labelled()


def set_noise(workspace: Workspace, level: float) -> None:
    """Make the labels of the workspace that noisy; all moves in a row are one step to undo."""
    workspace.adjust(CHANGE, lambda state: with_noise(state, level))


def draw_slider(page: str, workspace: Workspace) -> None:
    """Draw the slider, if the labels have a noise level and, in a lecture, if it is named."""
    if workspace.labels is None:
        return
    parameter = noise_parameter(workspace.state)
    if parameter is None:
        if lecture.current() is None:
            st.caption(NO_LEVEL)
        return
    draw_recipe_controls([parameter], {}, page, lambda noise: set_noise(workspace, noise))
