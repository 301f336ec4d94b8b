"""The samples and generators of the Data page: a card for each, one click loads it."""

from collections.abc import Sequence
from functools import cache, partial

import streamlit as st

from belieflab.data.samples import SAMPLES, Sample, load_sample
from belieflab.figures.common.thumbnails import thumbnail
from belieflab.ui.method.controls import draw_recipe_controls
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.state import DEFAULT_SEED, MAX_SEED
from belieflab.ui.shell.workspace import Workspace

SAMPLE_WIDTH, GENERATOR_WIDTH = 190, 124
"""Pixels: two cards with text beside each other in the left half of a laptop's screen."""


def draw_samples(workspace: Workspace) -> None:
    """Draw a card for every bundled sample."""
    st.caption("Bundled data sets. One click loads one; the labels start anew.")
    bundled = [sample for sample in SAMPLES.values() if not sample.generated]
    _draw_cards(workspace, bundled, "data.sample", SAMPLE_WIDTH, with_text=True)


def draw_generators(workspace: Workspace) -> None:
    """Draw the generators and, for the one in use, its settings and the next seed."""
    generators = [sample for sample in SAMPLES.values() if sample.generated]
    _draw_cards(workspace, generators, "data.generate", GENERATOR_WIDTH, with_text=False)
    recipe = workspace.state.data_recipe
    if recipe is None or not SAMPLES[recipe.key].generated:
        st.caption("Choose a generator; its settings appear here and the points follow them.")
        return
    sample = SAMPLES[recipe.key]
    st.markdown(f"**{sample.title}**: {sample.good_for}")
    load = partial(workspace.load_sample, sample.key)
    draw_recipe_controls(sample.parameters, recipe.settings, f"data.setting.{sample.key}", load)
    seed = (workspace.seed + 1) % (MAX_SEED + 1)
    text = f"Draw the points again with the next seed, {seed}."
    regenerate = partial(workspace.set_seed, seed)
    draw_button("Regenerate", "data.regenerate", regenerate, icon="casino", help=text)


def _draw_cards(
    workspace: Workspace, samples: Sequence[Sample], key: str, width: int, with_text: bool
) -> None:
    """Draw thumbnail, name and use of each sample; the loaded one is marked."""
    recipe = workspace.state.data_recipe
    # A row that wraps by itself: columns would each take the whole width of a narrow screen.
    with st.container(horizontal=True, gap="small", key="sample_cards"):
        for sample in samples:
            with st.container(border=True, width=width, gap="small"):
                st.image(_thumbnail(sample.key), width="stretch", alt="")
                loaded = recipe is not None and recipe.key == sample.key
                look = {"type": "primary" if loaded else "secondary", "width": "stretch"}
                look |= {} if with_text else {"help": sample.good_for}
                load = partial(workspace.load_sample, sample.key)
                draw_button(sample.title, f"{key}.{sample.key}", load, **look)
                if with_text:
                    st.caption(sample.good_for)


@cache
def _thumbnail(key: str) -> str:
    """The small picture of a sample with its default settings, drawn once per server."""
    return thumbnail(load_sample(key, seed=DEFAULT_SEED))
