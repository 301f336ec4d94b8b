"""Save, open, share: the workspace file and the link, under the card."""

from dataclasses import replace

import streamlit as st

from belieflab.ui.shell import buttons, link, page_settings, workspace_file, workspace_reader
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

FILE_NAME = "belieflab-workspace.zip"
_OPENED = "shell.files_opened"


def draw(workspace: Workspace) -> None:
    """Draw the fold with download, open and link."""
    with st.expander("Save, open, share", icon=":material/save:"):
        draw_download(workspace, key="card.save")
        opened = st.session_state.get(_OPENED, 0)
        st.file_uploader(
            "Open a workspace file",
            type="zip",
            key=f"card.open.{opened}",
            help="Brings back data, labels, settings and seed. Undo brings back what is here now.",
            on_change=guarded(_open),
            args=(workspace, f"card.open.{opened}"),
        )
        if workspace.unlinkable:
            st.caption(plain(f"{workspace.unlinkable} Save the workspace file instead."))
        else:
            st.caption("This link opens the same picture (so does the address bar):")
            st.code(link.address(), language=None, wrap_lines=True)


def draw_download(workspace: Workspace, *, key: str) -> None:
    """Draw the button that downloads the workspace file; it is written when clicked."""
    saved = workspace_file.SavedWorkspace(
        state=workspace.state,
        truth_hidden=workspace.truth_hidden,
        pins=dict(workspace.pins),
    )
    latest = page_settings.latest(st.session_state)
    buttons.draw_download(
        "Save workspace file",
        key,
        FILE_NAME,
        lambda: workspace_file.write(replace(saved, settings=latest.settings)),
        help="One zip of CSV and JSON with data, labels, settings, pinned runs and seed.",
        width="stretch",
    )


def _open(workspace: Workspace, key: str) -> None:
    file = st.session_state[key]
    if file is None:
        return
    st.session_state[_OPENED] = st.session_state.get(_OPENED, 0) + 1
    saved = workspace_reader.read(file.getvalue())
    workspace.restore(saved.state)
    workspace.hide_truth(saved.truth_hidden)
    workspace.pins = saved.pins
    page_settings.put_back(st.session_state, saved.settings)
    say("The workspace file is open: data, labels, settings, pinned runs and seed are back.")
