"""The table of the Edit tab: labels to write into, committed all at once.

A data editor keeps only what was typed since it was first drawn, and forgets that when its tab or
page is left. So it starts from a fixed table, what was typed is copied beside it as it comes, and
an editor that has forgotten is replaced by one whose table already holds the waiting edits.
Nothing reaches the workspace before "Commit edits".
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.label_edits import apply_edits, editable_columns
from belieflab.errors import DataError
from belieflab.ui.pages.labels.editing import counted
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.workspace import Workspace

Edits = dict[int, dict[str, Any]]
_PENDING = "labels.pending"
_EDITOR = "labels.editor"


@dataclass(frozen=True)
class Editor:
    """One data editor: the version it shows, the edits its table began with, that table."""

    version: int
    turn: int
    begun_with: Edits
    table: pd.DataFrame

    @property
    def key(self) -> str:
        """Its widget's key; no two editors share one."""
        return f"labels.editor.{self.version}.{self.turn}"

    @property
    def typed(self) -> Edits:
        """What was typed into it, by row number from 0."""
        rows = st.session_state.get(self.key, {}).get("edited_rows", {})
        return {int(row): dict(change) for row, change in rows.items()}

    @property
    def edits(self) -> Edits:
        """What it began with and what was typed since."""
        together = {row: dict(change) for row, change in self.begun_with.items()}
        for row, change in self.typed.items():
            together.setdefault(row, {}).update(change)
        return together


def draw_table(workspace: Workspace, labels: MassTable) -> None:
    """The labels as a table to write into, and the button that commits it."""
    st.markdown(
        "**Table.** Write a set as `a`, `a|b`, `{a, b}` or `*` for anything, and a doubt from 0 to "
        "1. A row you leave alone keeps its masses, also when they are richer than a set and a "
        "doubt."
    )
    editor = _current_editor(workspace, labels)
    st.data_editor(
        editor.table,
        key=editor.key,
        hide_index=True,
        num_rows="fixed",
        height=340,
        disabled=("row", "masses"),
        on_change=_remember,
        args=(editor,),
        column_config={
            "row": st.column_config.NumberColumn(width="small"),
            "set": st.column_config.TextColumn(width="medium", help="Blank or * means anything."),
            "doubt": st.column_config.NumberColumn(
                min_value=0.0, max_value=1.0, step=0.001, format="%.3f", width="small"
            ),
            "masses": st.column_config.TextColumn("masses (to read)", width="large"),
        },
    )
    _draw_buttons(workspace, editor)


def _draw_buttons(workspace: Workspace, editor: Editor) -> None:
    waiting = len(_pending(workspace))
    with st.container(horizontal=True, vertical_alignment="center"):
        commit, done = partial(_commit, workspace, editor), waiting == 0
        draw_button("Commit edits", "labels.commit", commit, icon="check", disabled=done)
        st.button("Drop edits", key="labels.drop", disabled=waiting == 0, on_click=_drop)
        if waiting:
            st.caption(f"{counted(waiting)} edited, not yet committed.")


def _current_editor(workspace: Workspace, labels: MassTable) -> Editor:
    """The editor in use; a new one for a new version, or when the old one has forgotten."""
    editor: Editor | None = st.session_state.get(_EDITOR)
    waiting = _pending(workspace)
    if editor is None or editor.version != workspace.version:
        return _new_editor(workspace, labels, waiting)
    if editor.typed:
        _remember(editor)
    elif waiting != editor.begun_with:
        return _new_editor(workspace, labels, waiting)
    return editor


def _new_editor(workspace: Workspace, labels: MassTable, edits: Edits) -> Editor:
    columns = editable_columns(labels)
    for row, change in edits.items():
        for name, value in change.items():
            columns[name][row] = value
    table = pd.DataFrame({"row": np.arange(1, len(labels) + 1), **columns})
    turn = st.session_state.get("labels.editor_turn", 0) + 1
    st.session_state["labels.editor_turn"] = turn
    editor = Editor(workspace.version, turn, edits, table)
    st.session_state[_EDITOR] = editor
    return editor


def _pending(workspace: Workspace) -> Edits:
    """Edits of this version that wait to be committed."""
    version, edits = st.session_state.get(_PENDING, (None, {}))
    return edits if version == workspace.version else {}


def _remember(editor: Editor) -> None:
    st.session_state[_PENDING] = (editor.version, editor.edits)


def _commit(workspace: Workspace, editor: Editor) -> None:
    """All edits or none; a mistake leaves the editor as it is."""
    edits = editor.edits
    if workspace.labels is None or not edits:
        raise DataError("There are no edits to commit.")
    rows = counted(len(edits))
    workspace.edit_labels(apply_edits(workspace.labels, edits), f"{rows} edited by hand")
    st.session_state.pop(_PENDING, None)
    say(f"{rows} committed.")


def _drop() -> None:
    st.session_state.pop(_PENDING, None)
    st.session_state.pop(_EDITOR, None)
