"""Labels that may be taken for the true classes."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.truth import truth_of
from belieflab.errors import DataError
from belieflab.ui.shell.workspace import Workspace

HARD = MassTable.from_hard(["a", "b", None], ["a", "b"])
DOUBT = MassTable.from_contour(np.array([[1.0, 0.5], [1.0, 0.0], [0.0, 1.0]]), ["a", "b"])


def test_certain_labels_are_classes_and_vacuous_ones_unknown() -> None:
    assert_array_equal(truth_of(HARD), [0, 1, -1])
    assert truth_of(DOUBT) is None
    assert truth_of(HARD[2:]) is None


def test_a_workspace_takes_them_for_its_truth_and_refuses_doubt() -> None:
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.arange(6.0).reshape(3, 2), ("x", "y")))
    workspace.take_truth(HARD, "true classes")
    assert workspace.dataset is not None and workspace.labels is None
    assert workspace.dataset.class_names == ("a", "b")
    assert_array_equal(workspace.dataset.truth, [0, 1, -1])
    with pytest.raises(DataError, match="leaves a doubt"):
        workspace.take_truth(DOUBT, "true classes")
