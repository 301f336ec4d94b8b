"""Sharing: the address bar follows the workspace, and says so where it cannot."""

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell import lecture, messages
from belieflab.ui.shell.link import Link, decode, encode, own_keys
from belieflab.ui.shell.saving import draw_download
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_READ_KEY = "shell.link_read"


def read_once(workspace: Workspace) -> None:
    """Set the workspace up as the address asks, on the first run of a session.

    A link that asks for the impossible leaves a sentence; what it names rightly is loaded.
    """
    if _READ_KEY in st.session_state:
        return
    st.session_state[_READ_KEY] = True
    query = st.query_params.to_dict()
    workspace.lecture = lecture.decode(query)
    if not own_keys() & query.keys():
        return
    try:
        _follow(workspace, decode(query))
    except DataError as error:
        messages.say_error(f"This link cannot be opened as it is: {error}")
    workspace.forget_history()


def _follow(workspace: Workspace, link: Link) -> None:
    if link.data is None:
        workspace.set_seed(link.seed)
        if link.labels is not None:
            raise DataError("It names labels but no data to put them on.")
        return
    try:
        workspace.set_up(link.data, link.labels, link.seed)
    except DataError:
        workspace.set_up(link.data, None, link.seed)
        raise


def write_back(workspace: Workspace) -> None:
    """Make the address hold the workspace; the pages' own parameters stay.

    Called on every run before the page, because going to another page empties the address.
    """
    wanted = encode(workspace.state) | lecture.encode(workspace.lecture)
    current = st.query_params.to_dict()
    own = own_keys() | {lecture.LECTURE, lecture.SHOW}
    for key in (own & current.keys()) - wanted.keys():
        del st.query_params[key]
    changed = {key: value for key, value in wanted.items() if current.get(key) != value}
    if changed:
        st.query_params.update(changed)


def page_link_note(workspace: Workspace) -> None:
    """Say why a link cannot hold what is on screen and offer the file; nothing when it can."""
    if not workspace.unlinkable:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(f"{workspace.unlinkable} The workspace file can."), width="stretch")
        with st.container(width=230):
            draw_download(workspace, key="shell.save_note")
