"""Generators of the Data page: choose one, move its settings, the points follow at once."""

from functools import partial

import streamlit as st

from belieflab.data.samples import SAMPLES
from belieflab.ui.method.controls import draw_recipe_controls
from belieflab.ui.pages.data.samples import draw_cards
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.state import MAX_SEED
from belieflab.ui.shell.workspace import Workspace

CARD_WIDTH = 124


def draw_generators(workspace: Workspace) -> None:
    """Draw the generators and, for the one in use, its settings and the next seed."""
    generators = [sample for sample in SAMPLES.values() if sample.generated]
    draw_cards(workspace, generators, key="data.generate", width=CARD_WIDTH, with_text=False)
    recipe = workspace.state.data_recipe
    if recipe is None or not SAMPLES[recipe.key].generated:
        st.caption("Choose a generator; its settings appear here and the points follow them.")
        return
    sample = SAMPLES[recipe.key]
    st.markdown(f"**{sample.title}**: {sample.good_for}")
    draw_recipe_controls(
        sample.parameters,
        recipe.settings,
        key=f"data.setting.{sample.key}",
        on_change=lambda settings: workspace.load_sample(sample.key, **settings),
    )
    next_seed = (workspace.seed + 1) % (MAX_SEED + 1)
    draw_button(
        "Regenerate",
        "data.regenerate",
        partial(workspace.set_seed, next_seed),
        icon="casino",
        help=f"Draw the points again with the next seed, {next_seed}.",
    )
