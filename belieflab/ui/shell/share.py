"""Save, open, share: the address follows the workspace; what no link can hold goes in a file."""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from belieflab.errors import DataError
from belieflab.ui.shell import buttons, lecture, page_settings, workspace_file, workspace_reader
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.link import address, decode, encode, own_keys, write_address
from belieflab.ui.shell.messages import say, say_error
from belieflab.ui.shell.reading_progress import watched
from belieflab.ui.shell.store import offer, visit
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_READ_KEY = "shell.link_read"
_OPENED, _WAITING = "shell.files_opened", "shell.file_to_open"
_FOLD = "card.share"


def read_once(workspace: Workspace) -> None:
    """Set the workspace up as the address asks, on the first run of a session.

    A link that asks for the impossible leaves a sentence; what it names rightly is loaded.
    """
    if _READ_KEY in st.session_state:
        return
    st.session_state[_READ_KEY] = True
    query = st.query_params.to_dict()
    workspace.lecture = lecture.decode(query)
    if visit.is_restored():  # its data and labels are those of the address, or their edits
        session.take_up(workspace, query)
        return
    for ask in (_follow_data, session.follow):
        try:
            ask(workspace, query)
        except DataError as error:
            say_error(f"This link cannot be opened as it is: {error}")
    workspace.forget_history()
    visit.note_link(workspace)


def _follow_data(workspace: Workspace, query: dict[str, str]) -> None:
    if not own_keys() & query.keys():
        return
    link = decode(query)
    if link.data is None:
        workspace.set_seed(link.seed)
        workspace.set_scaling(link.scaling)
        if link.labels is not None:
            raise DataError("It names labels but no data to put them on.")
        return
    try:
        workspace.set_up(link.data, link.labels, link.seed, link.scaling)
    except DataError:
        workspace.set_up(link.data, None, link.seed, link.scaling)
        raise


def write_back(workspace: Workspace) -> None:
    """Make the address hold the workspace; the pages' own parameters stay.

    Called on every run before the page, because going to another page empties the address.
    """
    wanted = encode(workspace.state) | lecture.encode(workspace.lecture) | session.encode()
    own = {lecture.LECTURE, lecture.SHOW, session.LESSON, session.STEP}
    write_address(wanted, own_keys() | own)


def draw(workspace: Workspace) -> DeltaGenerator:
    """Draw the fold with download, open and link; returns where the lecture link goes."""
    look: dict[str, Any] = {"icon": ":material/save:", "key": _FOLD, "on_change": "rerun"}
    with st.expander("Save, open, share", **look):
        draw_download(workspace, key="card.save")
        key = f"card.open.{st.session_state.get(_OPENED, 0)}"
        st.file_uploader(
            "Open a workspace file",
            type="zip",
            key=key,
            help="Brings back data, labels, settings and seed. Undo brings back what is here now.",
            on_change=_take,
            args=(key,),
        )
        _open_waiting(workspace)
        draw_link(workspace, "This link opens the same picture (so does the address bar):")
        offer.draw_saving()
        return st.container()


def is_open() -> bool:
    """Whether the fold with the links is open, which have to follow every setting."""
    return bool(st.session_state.get(_FOLD))


def draw_link(workspace: Workspace, title: str) -> None:
    """Draw the link to what is on screen, or say why there is none."""
    if workspace.unlinkable:
        st.caption(plain(f"{workspace.unlinkable} Save the workspace file instead."))
    else:
        st.caption(title)
        st.code(address(), language=None, wrap_lines=True)


def page_link_note(workspace: Workspace) -> None:
    """Say why a link cannot hold what is on screen and offer the file; nothing when it can."""
    if not workspace.unlinkable:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(f"{workspace.unlinkable} The workspace file can."), width="stretch")
        with st.container(width=230):
            draw_download(workspace, key="shell.save_note")


def draw_download(workspace: Workspace, *, key: str) -> None:
    """Draw the button that downloads the workspace file; it is written when clicked."""
    hidden, pins = workspace.truth_hidden, dict(workspace.pins)
    saved = workspace_file.SavedWorkspace(workspace.state, hidden, pins=pins)
    latest = page_settings.latest(st.session_state)
    buttons.draw_download(
        "Save workspace file",
        key,
        "belieflab-workspace.zip",
        lambda: workspace_file.write(replace(saved, settings=latest.settings)),
        help="One zip of CSV and JSON with data, labels, settings, pinned runs and seed.",
        width="stretch",
    )


def _take(key: str) -> None:
    """Have the file opened when the page is drawn, where it can show how far that has come."""
    file = st.session_state[key]
    if file is not None:
        st.session_state[_OPENED] = st.session_state.get(_OPENED, 0) + 1
        st.session_state[_WAITING] = file


def _open_waiting(workspace: Workspace) -> None:
    """Open the file that waits; a run that is broken off meanwhile leaves it for the next one."""
    file = st.session_state.get(_WAITING)
    if file is None:
        return
    from belieflab.data.reading.process import open_described_tables  # Start needs no reader

    tables, description = workspace_reader.TABLES, workspace_file.DESCRIPTION
    try:
        with watched(file.name) as watch:
            parts = open_described_tables(file.getvalue(), description, tables, watch)
        _restore(workspace, workspace_reader.from_parts(parts))
    except DataError as error:
        say_error(str(error))
    except Exception:  # logged and shown by its id, once: the next run draws the page again
        del st.session_state[_WAITING]
        raise
    del st.session_state[_WAITING]
    st.rerun()  # the card and the page are drawn with it


def _restore(workspace: Workspace, saved: workspace_file.SavedWorkspace) -> None:
    workspace.restore(saved.state)
    workspace.hide_truth(saved.truth_hidden)
    workspace.pins = saved.pins
    page_settings.put_back(st.session_state, saved.settings)
    say("The workspace file is open: data, labels, settings, pinned runs and seed are back.")
