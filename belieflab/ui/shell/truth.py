"""Hide truth and Reveal: predict first, then look."""

import numpy as np
from numpy.typing import NDArray

from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.workspace import Workspace

_REVEAL = "Reveal", "visibility", "Show the true classes again."
_HIDE = (
    "Hide truth",
    "visibility_off",
    "Take the true classes off every plane: predict first, then look.",
)


def shown_truth(workspace: Workspace) -> NDArray[np.int64] | None:
    """The true classes, unless absent or hidden."""
    dataset = workspace.dataset
    return None if dataset is None or workspace.truth_hidden else dataset.truth


def draw_switch(
    workspace: Workspace, *, key: str = "truth", type: str = "secondary"
) -> NDArray[np.int64] | None:
    """Draw the button that hides or reveals the true classes; returns the codes to draw, if any.

    Nothing is drawn when the data carry no truth.
    """
    dataset = workspace.dataset
    if dataset is None or dataset.truth is None:
        return None
    hidden = workspace.truth_hidden
    label, icon, text = _REVEAL if hidden else _HIDE
    look = {"type": type, "help": text, "icon": "" if type == "tertiary" else icon}
    draw_button(label, f"{key}.switch", workspace.hide_truth, not hidden, **look)
    return shown_truth(workspace)
