"""Painting on the Data page: the plane, and what happens when the points are sent."""

from typing import Any

import streamlit as st

from belieflab.ui.pages.data.painting_canvas import draw_canvas, read_painting
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.workspace import Workspace


def draw_painting(workspace: Workspace) -> None:
    """Draw the painting plane; the points become the data when the person sends them."""
    st.caption(
        "Drag over the plane to paint points of the chosen class. "
        "Nothing leaves the browser until you use the points."
    )

    def take(painting: Any) -> None:
        dataset = read_painting(painting)
        workspace.adopt_dataset(dataset)
        say(f"{dataset.n} painted points are now the data.")

    draw_canvas(workspace.dataset, key="data.canvas", on_painted=guarded(take))
