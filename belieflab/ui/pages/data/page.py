"""The Data page: pick, upload, generate or paint the points, and see what they are."""

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.ui.method.controls import read_settings
from belieflab.ui.method.page import draw_head
from belieflab.ui.pages.data.opening import is_pending
from belieflab.ui.pages.data.overview import draw_overview, draw_preview
from belieflab.ui.pages.data.painting_canvas.canvas import draw_painting
from belieflab.ui.pages.data.preview import find_preview
from belieflab.ui.pages.data.samples import draw_generators, draw_samples
from belieflab.ui.pages.data.upload import draw_upload
from belieflab.ui.shell import lecture, share
from belieflab.ui.shell.workspace import Workspace

SENTENCE = "Choose the points to learn from, and see at once what kind of points they are."
UPLOAD = "Upload"
TABS = {
    "Sample": draw_samples,
    UPLOAD: draw_upload,
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
    if is_pending():  # what is read is seen at once: first what it is, then its picture
        with choice:
            way = _draw_ways(workspace)
        with picture:
            _draw_picture(workspace, uploading=way == UPLOAD)
        return
    with picture:  # what was clicked shows in the picture
        _draw_picture(workspace)
    with choice:
        _draw_ways(workspace)


def _draw_ways(workspace: Workspace) -> str:
    """Draw the open tab; returns its name."""
    tabs = st.tabs(list(TABS), key="data.way", on_change="rerun", bind="query-params")
    opened = ""
    for tab, (name, draw) in zip(tabs, TABS.items(), strict=True):
        # Only the open tab is drawn: hidden thumbnails and canvases would cost every rerun.
        if tab.open:
            opened = name
            with tab:
                draw(workspace)
    return opened


def _draw_picture(workspace: Workspace, *, uploading: bool = False) -> None:
    preview = find_preview(workspace) if uploading else None
    if preview is not None:
        draw_preview(workspace, preview)
        return
    draw_overview(workspace)
    share.page_link_note(workspace)
