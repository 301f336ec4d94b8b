"""The playground in the browser session: what it is now, what it was, and the address bar."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import numpy as np
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.ui.method.controls import read_settings, set_value
from belieflab.ui.pages.playground.link import FIRST, KEYS, PRESETS, read_link, split, write_link
from belieflab.ui.pages.playground.state import PAGE, Playground, Source, source_of
from belieflab.ui.shell.history import History
from belieflab.ui.shell.link import write_address
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

LABEL_KEYS = ("row", "beside", "who")
"""A link that opens a label of the workspace: its row, counted from 1, or `changed`, the one that
was changed most by hand; `beside=previous` puts the label that the row had before beside it, else
there is a vacuous source. Where no label was changed, masses in the link stand for `changed`."""

LINK = Parameter("link", "Link", "", high=20_000, custom=True)
"""The link's text among the settings of this page, so that a workspace file restores it."""

_WRITTEN = "playground_written"


class Session(History[Playground]):
    """The current playground and the ones before it; changed in callbacks only."""

    def __init__(self, playground: Playground) -> None:
        super().__init__(playground)
        self.opened = playground
        """The example or link that was opened last."""

    def change(self, playground: Playground) -> None:
        """Take a changed playground; Undo brings back the one before."""
        if playground != self.current:
            self.push(playground)

    def edit(self, make: Callable[..., Playground], *args: Any) -> None:
        """Take the playground that `make(*args)` gives."""
        self.change(make(*args))

    def open(self, playground: Playground) -> None:
        """Take an example or a link; Start over comes back here."""
        self.change(playground)
        self.opened = playground

    def bind(self, name: str, value: Any, edit: Callable[[Any], Playground]) -> dict[str, Any]:
        """What makes a control show this value, and put what `edit` makes of another one here."""
        key = f"{PAGE}.{name}"
        st.session_state[key] = value
        take = guarded(lambda: self.edit(edit, st.session_state[key]))
        return {"key": key, "on_change": take}


def enter_playground(workspace: Workspace) -> Session:
    """The session's playground after the address bar was read, which then says what is shown.

    The bar is read when it says something that was not written here: a link, a story, a bookmark.
    The same holds for the text that an opened workspace file puts among the page's settings.
    """
    written: dict[str, str] = st.session_state.get(_WRITTEN, {})
    params = {key: st.query_params[key] for key in (*KEYS, *LABEL_KEYS) if key in st.query_params}
    saved = dict(parse_qsl(read_settings(PAGE, [LINK]).link))
    asked = params if params and params != written else saved if saved != written else {}
    linked = None
    try:
        linked = open_label(workspace, asked) if "row" in asked else read_link(asked)
    except DataError as error:
        st.error(plain(error), icon=":material/link_off:")
    session: Session | None = st.session_state.get(PAGE)
    if session is None:
        session = st.session_state[PAGE] = Session(linked or PRESETS[FIRST].playground)
    elif linked is not None:
        session.open(linked)
    link = st.session_state[_WRITTEN] = write_link(session.current)
    set_value(PAGE, LINK.name, urlencode(link))
    write_address(link, {*KEYS, *LABEL_KEYS})
    return session


def open_label(workspace: Workspace, asked: Mapping[str, str]) -> Playground:
    """The playground with one label of the workspace, for a link with LABEL_KEYS."""
    labels, before = workspace.labels, workspace.labels_before_edits
    if labels is None or before is None or before.frame != labels.frame:
        before = None
    numbered = asked["row"].isdecimal() and len(asked["row"]) <= 12
    row = int(asked["row"]) - 1 if numbered else -1
    if asked["row"] == "changed":
        example = read_link(asked) if before is None and "frame" in asked else None
        if example is not None:
            return example
        row = 0 if labels is None or before is None else _changed_row(labels, before)
    if labels is None or not 0 <= row < len(labels):
        raise DataError(f"The link names row {asked['row']}, which has no label here.")
    ids = () if workspace.dataset is None else workspace.dataset.ids
    names = [ids[row] if ids else f"Row {row + 1}", "Another source"]
    names = split(asked["who"]) if "who" in asked else names
    sources = [source_of(names[0], labels, row), Source(names[-1])]
    if asked.get("beside") == "previous" and before is not None:
        sources[1] = source_of(names[-1], before, row)
    return Playground(labels.frame.names, tuple(sources), kind=labels.frame.kind)


def _changed_row(labels: MassTable, before: MassTable) -> int:
    """The row whose label was changed most."""
    return int(np.argmax(np.abs(labels.contour() - before.contour()).sum(axis=1)))
