"""The annotators behind the labels of the workspace."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.crowd_files import AskedCrowd
from belieflab.data.label_summary import best_sets
from belieflab.data.laws import LAWS
from belieflab.errors import DataError
from belieflab.ui.method.context import remember
from belieflab.ui.shell.state import check_at_once
from belieflab.ui.shell.workspace import Workspace

PAGE, LAW = "crowd", "crowd"


def asked_crowd(workspace: Workspace) -> AskedCrowd | None:
    """The answers that the workspace holds, or those of the simulated crowd behind its labels."""
    state, dataset = workspace.state, workspace.dataset
    recipe, weights = state.label_recipe, state.annotator_weights

    def make() -> AskedCrowd | None:
        if dataset is None:
            return None
        if recipe is not None and recipe.key == LAW:
            check_at_once(LAWS[LAW].cost(dataset.n, len(dataset.class_names), recipe.settings))
            return AskedCrowd.simulate(dataset, workspace.seed, recipe.settings, weights)
        crowd = state.crowd
        return None if crowd is None else AskedCrowd.from_file(crowd, dataset, weights)

    return remember(PAGE, "answers", workspace.version, make, kept=2)


def crowd_of_labels(workspace: Workspace) -> AskedCrowd | None:
    """The annotators of the labels; None where their answers are about other classes or items."""
    try:
        crowd = asked_crowd(workspace)
    except DataError:
        return None
    if crowd is None or workspace.labels is None:
        return None
    return crowd if crowd.answers.frame.names == workspace.labels.frame.names else None


def rows_agreeing(crowd: AskedCrowd, annotator: int, labels: MassTable) -> NDArray[np.int64]:
    """The objects about which an annotator gave an answer that agrees with the label."""
    mine = np.flatnonzero(crowd.answers.annotators == annotator)
    answered, rows = best_sets(crowd.answers.masses(mine))[0], crowd.answers.rows[mine]
    return np.asarray(rows[(answered & best_sets(labels)[0][rows]) != 0])
