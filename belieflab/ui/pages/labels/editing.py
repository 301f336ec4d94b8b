"""The brush of the Edit tab: label what was picked on the plane."""

from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.label_edits import with_rows_set
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.figures.common.view import MAX_POINTS
from belieflab.ui.method.controls import draw_one
from belieflab.ui.pages.labels.view import PAGE, picked_rows, plane_key
from belieflab.ui.shell import card
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.workspace import Workspace

TAB = "edit"
CLASSES = Parameter(
    "brush.classes",
    "Possible classes",
    (),
    several=True,
    help="One class is a guess, several are a set of possible classes, all of them leave all open.",
)
DOUBT = Parameter(
    "brush.doubt",
    "Doubt",
    0.0,
    low=0.0,
    high=1.0,
    step=0.01,
    help="The mass that goes to Ω instead: m(set) = 1 - doubt, m(Ω) = doubt.",
)


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
        if len(labels) > MAX_POINTS:
            st.caption(
                f"A lasso takes drawn objects only, and {MAX_POINTS:,} of {len(labels):,} are "
                "drawn; the table below reaches every row."
            )
        classes = replace(CLASSES, choices=labels.frame.names)
        draw_one(PAGE, classes, placeholder="one class, or several for a set")
        draw_one(PAGE, DOUBT)
        left, right = st.columns(2)
        with left:
            draw_button(
                "Apply",
                "labels.brush.apply",
                partial(_apply_brush, workspace),
                type="primary",
                icon="brush",
                disabled=count == 0,
                width="stretch",
            )
        right.button(
            "Undo",
            icon=":material/undo:",
            key="labels.undo",
            disabled=not workspace.can_undo,
            on_click=card.undo,
            args=(workspace,),
            width="stretch",
        )


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
    mask, edited = labels.frame.mask(chosen), counted(len(rows))
    workspace.edit_labels(with_rows_set(labels, rows, mask, doubt), f"{edited} edited by hand")
    with_doubt = f" with doubt {doubt:g}" if doubt else ""
    say(f"{edited} labelled {labels.frame.format(mask)}{with_doubt}.")


def counted(n: int) -> str:
    """`1 row`, `1,200 rows`."""
    return f"{n:,} row{'s' if n != 1 else ''}"
