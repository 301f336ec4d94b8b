"""The Edit tab: a brush for what was picked on the plane, and a table to write into.

A data editor keeps only what was typed since it was first drawn, and forgets that when its tab or
page is left. So it starts from a fixed table, what was typed is copied beside it as it comes, and
an editor that has forgotten is replaced by one whose table already holds the waiting edits.
Nothing reaches the workspace before "Commit edits".
"""

from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.data.label_edits import apply_edits, editable_columns, with_rows_set
from belieflab.data.parameters import MAX_TEXT, Parameter
from belieflab.errors import DataError
from belieflab.figures.common.text import count_of
from belieflab.figures.common.view import MAX_POINTS
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one, read_settings
from belieflab.ui.method.numbers import listed_rows
from belieflab.ui.pages.labels.view import PAGE, picked_rows
from belieflab.ui.shell import card
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.workspace import Workspace

TAB = "edit"
CLASSES = Parameter(
    "brush.classes",
    "Possible classes",
    (),
    several=True,
    lecture="edit",
    help="One class is a guess, several are a set of possible classes, all of them leave all open.",
)
_DOUBT_HELP = "The mass that goes to Ω instead: m(set) = 1 - doubt, m(Ω) = doubt."
DOUBT = Parameter("brush.doubt", "Doubt", 0.0, 0.0, 1.0, 0.01, help=_DOUBT_HELP, lecture="edit")
AGAINST = "against"
AGAINST_HELP = (
    "Evidence against the label: the conflict of the label with what its neighbours say, its own "
    "label left out. The page Suspects ranks the labels by it."
)
Edits = dict[int, dict[str, Any]]
_PENDING, _EDITOR, _NAMES = "labels.pending", "labels.editor", "labels.class_names"
_VACUOUS = "Begin with labels that say nothing, then tell what you know, object by object."
_PICK = "**Pick objects** with the lasso or the box on the plane, or click one."
_turns = count()


def draw_hand_start(context: Context) -> None:
    """Points without labels: begin with vacuous ones, naming the classes where there are none."""

    def begin(frame: Frame) -> None:
        vacuous = MassTable.vacuous(context.dataset.n, frame)
        context.workspace.edit_labels(vacuous, "labels by hand")

    def name_classes() -> None:
        text = str(st.session_state.get(_NAMES, ""))
        names = [name.strip() for name in text.split(",") if name.strip()]
        if len(names) < 2:
            raise DataError("Name at least two classes, separated by commas.")
        begin(Frame.of_kind(names))

    if context.dataset.frame is not None:
        st.markdown(_VACUOUS)
        start = partial(begin, context.dataset.frame)
        draw_button("Begin with vacuous labels", "labels.vacuous", start, type="primary")
        return
    with st.form("labels.naming", border=True):
        st.markdown("**Name the classes** to label these objects by hand.")
        label, example = "Class names, separated by commas", "for example: healthy, ill"
        st.text_input(label, key=_NAMES, max_chars=MAX_TEXT, placeholder=example)
        st.form_submit_button("Begin with labels that say nothing", on_click=guarded(name_classes))


def draw_brush(workspace: Workspace, labels: MassTable, rows: NDArray[np.int64]) -> None:
    """`These N objects are {…} with doubt …`, and Apply."""
    classes = replace(CLASSES, choices=labels.frame.names)
    n_picked = len(rows)
    with st.container(border=True):
        what = "This object" if n_picked == 1 else "These objects"
        picked = f"**{count_of(n_picked, 'object')} picked.** {what} may be:"
        st.markdown(picked if n_picked else _PICK)
        if len(labels) > MAX_POINTS:
            st.caption(
                f"A lasso takes drawn objects only, and {MAX_POINTS:,} of {len(labels):,} are "
                f"drawn; the table below reaches {_reach(len(labels))}."
            )
        draw_one(PAGE, classes, placeholder="one class, or several for a set")
        draw_one(PAGE, DOUBT)
        left, right = st.columns(2)
        look: dict[str, Any] = {"width": "stretch", "disabled": n_picked == 0, "type": "primary"}
        with left:
            apply = partial(_apply_brush, workspace, labels, classes)
            draw_button("Apply", "labels.brush.apply", apply, icon="brush", **look)
        with right:
            look = {"width": "stretch", "disabled": not workspace.can_undo}
            draw_button("Undo", "labels.undo", card.undo, workspace, icon="undo", **look)


def _apply_brush(workspace: Workspace, labels: MassTable, classes: Parameter) -> None:
    """Read the pick in the callback: the new figure will have forgotten it."""
    rows = picked_rows(TAB)
    settings = read_settings(PAGE, [classes, DOUBT])
    chosen, doubt = settings[classes.name], settings[DOUBT.name]
    if len(rows) == 0:
        raise DataError("Pick some objects on the plane first.")
    if not chosen:
        raise DataError("Choose at least one possible class for the picked objects.")
    mask, edited = labels.frame.mask(chosen), count_of(len(rows), "row")
    workspace.edit_labels(with_rows_set(labels, rows, mask, doubt), f"{edited} edited by hand")
    with_doubt = f" with doubt {doubt:g}" if doubt else ""
    say(f"{edited} labelled {labels.frame.format(mask)}{with_doubt}.")


def _reach(n: int) -> str:
    listed = len(listed_rows(n))
    return "every row" if n == listed else f"the first {listed:,} rows"


@dataclass(frozen=True)
class Editor:
    """One data editor: the version it shows, the edits its table began with, that table.

    `weighed` says whether the table has the evidence against the labels.
    """

    version: int
    turn: int
    begun_with: Edits
    table: pd.DataFrame
    weighed: bool = False

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
        typed, begun = self.typed, self.begun_with
        return {row: begun.get(row, {}) | typed.get(row, {}) for row in begun | typed}


def draw_table(
    workspace: Workspace, labels: MassTable, against: NDArray[np.float64] | None = None
) -> None:
    """The labels as a table to write into, and the buttons that commit or drop what was typed.

    `against` is the evidence against each label [shape=(n,)], where it is known.
    """
    st.markdown(
        "**Table.** Write a set as `a`, `a|b`, `{a, b}` or `*` for anything, and a doubt from 0 to "
        "1. A row you leave alone keeps its masses, also when they are richer than a set and a "
        "doubt."
    )
    column = st.column_config
    editor = _current_editor(workspace, labels, against)
    st.data_editor(
        editor.table,
        key=editor.key,
        hide_index=True,
        num_rows="fixed",
        height=340,
        disabled=("row", "column", "id", "text", "masses", AGAINST),
        on_change=_remember,
        args=(editor,),
        column_config={
            "row": column.NumberColumn(width="small"),
            "set": column.TextColumn(width="medium", help="Blank or * means anything."),
            "doubt": column.NumberColumn(
                min_value=0.0, max_value=1.0, step=0.001, format="%.3f", width="small"
            ),
            AGAINST: column.NumberColumn(format="%.2f", width="small", help=AGAINST_HELP),
            "masses": column.TextColumn("masses (to read)", width="large"),
        },
    )
    n_waiting = len(_pending(workspace))
    with st.container(horizontal=True, vertical_alignment="center"):
        look: dict[str, Any] = {"disabled": n_waiting == 0}
        commit = partial(_commit, workspace, editor)
        draw_button("Commit edits", "labels.commit", commit, icon="check", **look)
        draw_button("Drop edits", "labels.drop", _drop, **look)
        if n_waiting:
            st.caption(f"{count_of(n_waiting, 'row')} edited, not yet committed.")


def _current_editor(
    workspace: Workspace, labels: MassTable, against: NDArray[np.float64] | None
) -> Editor:
    """The editor in use; a new one for a new version, or when the old one has forgotten.

    Evidence that comes later makes a new one, too, which begins with what was typed.
    """
    editor: Editor | None = st.session_state.get(_EDITOR)
    waiting = _pending(workspace)
    if editor is not None and editor.version == workspace.version:
        if editor.typed:
            _remember(editor)
            waiting = editor.edits
        same = editor.weighed == (against is not None)
        if same and (editor.typed or waiting == editor.begun_with):
            return editor
    rows = listed_rows(len(labels))
    columns = editable_columns(labels[rows])
    for row, change in waiting.items():
        for name, value in change.items():
            columns[name][row] = value
    named = {"row": rows + 1}
    if workspace.dataset is not None:
        named = workspace.dataset.name_columns(rows, texts=True)
    if against is not None:
        columns = {
            "set": columns["set"],
            "doubt": columns["doubt"],
            AGAINST: against[rows].tolist(),
        } | columns
    table = pd.DataFrame({**named, **columns})
    editor = Editor(workspace.version, next(_turns), waiting, table, against is not None)
    st.session_state[_EDITOR] = editor
    return editor


def is_waiting(workspace: Workspace) -> bool:
    """Whether something was typed that is neither committed nor dropped."""
    return bool(_pending(workspace))


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
    rows = count_of(len(edits), "row")
    workspace.edit_labels(apply_edits(workspace.labels, edits), f"{rows} edited by hand")
    st.session_state.pop(_PENDING, None)
    say(f"{rows} committed.")


def _drop() -> None:
    st.session_state.pop(_PENDING, None)
    st.session_state.pop(_EDITOR, None)
