"""The Data page: pick, upload, generate or paint the points, and see what they are."""

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.ui.method.controls import read_settings
from belieflab.ui.method.page import draw_head
from belieflab.ui.pages.data.overview import draw_overview
from belieflab.ui.pages.data.painting_canvas.canvas import draw_painting
from belieflab.ui.pages.data.samples import draw_generators, draw_samples
from belieflab.ui.pages.data.upload import draw_upload
from belieflab.ui.shell import lecture, share
from belieflab.ui.shell.workspace import Workspace

SENTENCE = "Choose the points to learn from, and see at once what kind of points they are."
TABS = {
    "Sample": draw_samples,
    "Upload": draw_upload,
    "Generate": draw_generators,
    "Paint": draw_painting,
}
WAY = Parameter("way", "Way", "Sample", choices=tuple(TABS), custom=True)


def run() -> None:
    """Draw the page."""
    workspace = draw_head("data", SENTENCE)
    if lecture.current() is not None:
        draw_overview(workspace)
        return
    read_settings("data", [WAY])
    choice, picture = st.columns([5, 6], gap="large")
    # What was clicked shows in the picture; a file is read while that is drawn.
    for place, draw in ((picture, _draw_picture), (choice, _draw_ways)):
        with place:
            draw(workspace)


def _draw_ways(workspace: Workspace) -> None:
    tabs = st.tabs(list(TABS), key="data.way", on_change="rerun", bind="query-params")
    for tab, draw in zip(tabs, TABS.values(), strict=True):
        # Only the open tab is drawn: hidden thumbnails and canvases would cost every rerun.
        if tab.open:
            with tab:
                draw(workspace)


def _draw_picture(workspace: Workspace) -> None:
    draw_overview(workspace)
    share.page_link_note(workspace)
