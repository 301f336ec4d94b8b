"""Hide truth and Reveal: predict first, then look."""

from typing import Literal

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.ui.shell.workspace import Workspace


def shown_truth(workspace: Workspace) -> NDArray[np.int64] | None:
    """The true classes, unless absent or hidden."""
    dataset = workspace.dataset
    return None if dataset is None or workspace.truth_hidden else dataset.truth


def draw_switch(
    workspace: Workspace,
    *,
    key: str = "truth",
    type: Literal["secondary", "tertiary"] = "secondary",
) -> NDArray[np.int64] | None:
    """Draw the button that hides or reveals the true classes; returns the codes to draw, if any.

    Nothing is drawn when the data carry no truth.
    """
    dataset = workspace.dataset
    if dataset is None or dataset.truth is None:
        return None
    hidden = workspace.truth_hidden
    icon = ":material/visibility:" if hidden else ":material/visibility_off:"
    st.button(
        "Reveal" if hidden else "Hide truth",
        key=f"{key}.switch",
        type=type,
        icon=None if type == "tertiary" else icon,
        help="Show the true classes again."
        if hidden
        else "Take the true classes off every plane: predict first, then look.",
        on_click=workspace.hide_truth,
        args=(not hidden,),
    )
    return shown_truth(workspace)
