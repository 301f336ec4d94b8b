"""The exported results: one row per object, labels, beliefs and decisions; truth only if shown."""

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from belieflab.belief import MassTable
from belieflab.data.reading import write_table
from belieflab.ui.method.export import result_table
from belieflab.ui.shell.workspace import Recipe, Workspace


@pytest.fixture
def workspace() -> Workspace:
    made = Workspace()
    made.set_up(Recipe("iris"), Recipe("expert-doubt"), 7)
    return made


def beliefs(workspace: Workspace) -> MassTable:
    return MassTable.from_probabilities(np.full((150, 3), 1 / 3), workspace.labels.frame)


def test_every_object_has_its_row_and_its_masses(workspace):
    table = result_table(workspace, beliefs(workspace), np.zeros(150, dtype=np.int64))
    assert list(table["row"]) == list(range(1, 151))
    assert set(table["decision"]) == {"setosa"}
    labels = table[[name for name in table if name.startswith("label ")]].astype(float)
    np.testing.assert_allclose(labels.sum(axis=1), 1.0)
    believed = table[[name for name in table if name.startswith("belief ")]].astype(float)
    np.testing.assert_allclose(believed.sum(axis=1), 1.0)


def test_ids_name_the_objects_where_there_are_some(workspace):
    ids = tuple(f"plant {row}" for row in range(150))
    workspace.adopt_dataset(replace(workspace.dataset, ids=ids), workspace.labels, "plants")
    table = result_table(workspace, beliefs(workspace), np.zeros(150, dtype=np.int64))
    assert tuple(table["id"]) == ids and "row" not in table


def test_rows_kept_apart_leave_the_others_their_numbers(workspace):
    split = ("test", *["train"] * 149)
    workspace.adopt_dataset(replace(workspace.dataset, split=split), workspace.labels, "parts")
    table = result_table(workspace, beliefs(workspace)[:149], np.zeros(149, dtype=np.int64))
    assert list(table["id"]) == [f"row {row}" for row in range(2, 151)]


def test_a_hidden_truth_stays_hidden(workspace):
    decisions = np.zeros(150, dtype=np.int64)
    assert "truth" in result_table(workspace, beliefs(workspace), decisions)
    workspace.hide_truth()
    assert "truth" not in result_table(workspace, beliefs(workspace), decisions)


def test_no_decision_is_an_empty_cell_and_the_file_reads_back(workspace):
    decisions = np.full(150, -1)
    content = write_table(result_table(workspace, beliefs(workspace), decisions))
    back = pd.read_csv(io.BytesIO(content))
    assert len(back) == 150 and back["decision"].isna().all()
