"""The Edit tab: label what was picked on the plane, or write into the table.

A data editor keeps only what was changed since it was first drawn, and forgets it when its tab or
page is left. So the table it starts from is fixed per workspace version, changes are copied beside
it as they come, and nothing reaches the workspace before "Commit edits".
"""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.label_edits import apply_edits, editable_columns, with_rows_set
from belieflab.errors import DataError
from belieflab.ui.label_view import picked_rows, plane_key
from belieflab.ui.messages import guarded, say
from belieflab.ui.workspace import Workspace

TAB = "edit"
_PENDING = "labels.pending"
_BASE = "labels.editor_base"


def draw_brush(workspace: Workspace, labels: MassTable, rows: NDArray[np.int64]) -> None:
    """`These N objects are {…} with doubt …`, and Apply."""
    with st.container(border=True):
        count = len(rows)
        what = "These objects" if count != 1 else "This object"
        st.markdown(
            f"**{count:,} object{'s' if count != 1 else ''} picked.** {what} may be:"
            if count
            else "**Pick objects** with the lasso or the box on the plane, or click one."
        )
        _drop_foreign_classes(labels)
        st.multiselect(
            "Possible classes",
            labels.frame.names,
            key="labels.brush.classes",
            placeholder="one class, or several for a set",
            persist_state="session",
            help="One class is a guess, several are a set of possible classes, all of them say "
            "nothing.",
        )
        st.slider(
            "Doubt",
            0.0,
            1.0,
            0.0,
            0.01,
            key="labels.brush.doubt",
            persist_state="session",
            help="The mass that goes to Ω instead: m(set) = 1 - doubt, m(Ω) = doubt.",
        )
        apply, undo = st.columns(2)
        apply.button(
            "Apply",
            type="primary",
            icon=":material/brush:",
            key="labels.brush.apply",
            disabled=count == 0,
            on_click=guarded(_apply_brush),
            args=(workspace,),
            width="stretch",
        )
        undo.button(
            "Undo",
            icon=":material/undo:",
            key="labels.undo",
            disabled=not workspace.can_undo,
            on_click=_undo,
            args=(workspace,),
            width="stretch",
        )


def _drop_foreign_classes(labels: MassTable) -> None:
    """Take classes of earlier data out of the choice; a select box may not hold what it lacks."""
    chosen = st.session_state.get("labels.brush.classes")
    if chosen:
        own = [name for name in chosen if name in labels.frame.names]
        st.session_state["labels.brush.classes"] = own


def _apply_brush(workspace: Workspace) -> None:
    """Read the pick in the callback: the new figure will have forgotten it."""
    labels = workspace.labels
    rows = picked_rows(st.session_state.get(plane_key(TAB)))
    chosen = st.session_state.get("labels.brush.classes") or []
    doubt = float(st.session_state.get("labels.brush.doubt", 0.0))
    if labels is None or len(rows) == 0:
        raise DataError("Pick some objects on the plane first.")
    if not chosen:
        raise DataError("Choose at least one possible class for the picked objects.")
    mask = labels.frame.mask(chosen)
    workspace.edit_labels(with_rows_set(labels, rows, mask, doubt), _edited_words(len(rows)))
    with_doubt = f" with doubt {doubt:g}" if doubt else ""
    say(f"{_count(len(rows))} labelled {labels.frame.format(mask)}{with_doubt}.")


def _undo(workspace: Workspace) -> None:
    undone = workspace.undo()
    if undone:
        say(f"Undone: {undone}.")


def draw_editor(workspace: Workspace, labels: MassTable) -> None:
    """The labels as a table to write into, and the button that commits it."""
    st.markdown(
        "**Table.** Write a set as `a`, `a|b`, `{a, b}` or `*` for anything, and a doubt from 0 to "
        "1. A row you leave alone keeps its masses, also when they are richer than a set and a "
        "doubt."
    )
    key = _editor_key(workspace)
    if key not in st.session_state:
        st.session_state[_BASE] = _base_frame(labels, _pending(workspace))
    st.data_editor(
        st.session_state[_BASE],
        key=key,
        hide_index=True,
        num_rows="fixed",
        height=340,
        disabled=("row", "masses"),
        on_change=_remember,
        args=(workspace,),
        column_config={
            "row": st.column_config.NumberColumn(width="small"),
            "set": st.column_config.TextColumn(width="medium", help="Blank or * means anything."),
            "doubt": st.column_config.NumberColumn(
                min_value=0.0, max_value=1.0, step=0.001, format="%.3f", width="small"
            ),
            "masses": st.column_config.TextColumn("masses (to read)", width="large"),
        },
    )
    waiting = len(_pending(workspace))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Commit edits",
            icon=":material/check:",
            key="labels.commit",
            disabled=waiting == 0,
            on_click=guarded(_commit),
            args=(workspace,),
        )
        st.button(
            "Drop edits",
            key="labels.drop",
            disabled=waiting == 0,
            on_click=_drop,
        )
        if waiting:
            st.caption(f"{waiting} row{'s' if waiting > 1 else ''} edited, not yet committed.")


def _editor_key(workspace: Workspace) -> str:
    """A new editor for every version of the workspace, and after dropping edits."""
    turn = st.session_state.get("labels.editor_turn", 0)
    return f"labels.editor.{workspace.version}.{turn}"


def _base_frame(labels: MassTable, pending: dict[int, dict[str, Any]]) -> pd.DataFrame:
    columns = editable_columns(labels)
    for row, change in pending.items():
        for name, value in change.items():
            columns[name][row] = value
    return pd.DataFrame({"row": np.arange(1, len(labels) + 1), **columns})


def _pending(workspace: Workspace) -> dict[int, dict[str, Any]]:
    """Edits of this version that are not committed, by row number from 0."""
    version, edits = st.session_state.get(_PENDING, (None, {}))
    return edits if version == workspace.version else {}


def _remember(workspace: Workspace) -> None:
    """Copy the editor's changes, on top of those it was drawn with."""
    changes = st.session_state[_editor_key(workspace)].get("edited_rows", {})
    edits = {row: dict(change) for row, change in _pending(workspace).items()}
    for row, change in changes.items():
        edits.setdefault(int(row), {}).update(change)
    st.session_state[_PENDING] = (workspace.version, edits)


def _commit(workspace: Workspace) -> None:
    """All edits or none; a mistake leaves the editor as it is."""
    _remember(workspace)
    edits = _pending(workspace)
    if workspace.labels is None or not edits:
        raise DataError("There are no edits to commit.")
    workspace.edit_labels(apply_edits(workspace.labels, edits), _edited_words(len(edits)))
    st.session_state.pop(_PENDING, None)
    say(f"{_count(len(edits))} committed.")


def _drop() -> None:
    st.session_state.pop(_PENDING, None)
    st.session_state["labels.editor_turn"] = st.session_state.get("labels.editor_turn", 0) + 1


def _count(n: int) -> str:
    return f"{n:,} row{'s' if n != 1 else ''}"


def _edited_words(n: int) -> str:
    return f"{_count(n)} edited by hand"
