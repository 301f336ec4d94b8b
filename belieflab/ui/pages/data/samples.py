"""The samples of the Data page: a card per bundled sample, one click loads it."""

from collections.abc import Sequence
from functools import cache, partial

import streamlit as st

from belieflab.data.samples import SAMPLES, Sample, load_sample
from belieflab.figures.common.thumbnails import thumbnail
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.state import DEFAULT_SEED
from belieflab.ui.shell.workspace import Workspace

CARD_WIDTH = 190
"""Pixels: two cards beside each other in the left half of a laptop's screen."""


def draw_samples(workspace: Workspace) -> None:
    """Draw a card for every bundled sample."""
    st.caption("Bundled data sets. One click loads one; the labels start anew.")
    bundled = [sample for sample in SAMPLES.values() if not sample.generated]
    draw_cards(workspace, bundled, key="data.sample", width=CARD_WIDTH)


def draw_cards(
    workspace: Workspace, samples: Sequence[Sample], *, key: str, width: int, with_text: bool = True
) -> None:
    """Draw thumbnail, name and use of each sample; the loaded one is marked."""
    recipe = workspace.state.data_recipe
    # A row that wraps by itself: columns would each take the whole width of a narrow screen.
    with st.container(horizontal=True, gap="small"):
        for sample in samples:
            with st.container(border=True, width=width, gap="small"):
                st.image(sample_thumbnail(sample.key), width="stretch", alt="")
                loaded = recipe is not None and recipe.key == sample.key
                draw_button(
                    sample.title,
                    f"{key}.{sample.key}",
                    partial(workspace.load_sample, sample.key),
                    type="primary" if loaded else "secondary",
                    help=None if with_text else sample.good_for,
                    width="stretch",
                )
                if with_text:
                    st.caption(sample.good_for)


@cache
def sample_thumbnail(key: str) -> str:
    """The small picture of a sample with its default settings, drawn once per server."""
    return thumbnail(load_sample(key, seed=DEFAULT_SEED))
