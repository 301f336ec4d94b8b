"""What holds a workspace holds dissimilarities: its file, what is saved by itself, and Undo."""

import sys

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.reading.described_tables import read_described_tables
from belieflab.errors import DataError
from belieflab.ui.shell import workspace_file, workspace_reader
from belieflab.ui.shell.card import describe
from belieflab.ui.shell.state import State
from belieflab.ui.shell.store import record
from belieflab.ui.shell.workspace import Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace

NAMES = ("ash", "birch", "cedar")
D = np.array([[0.0, 1, 4], [1, 0, 3.5], [4, 3.5, 0]]) / 3
DATASET = from_dissimilarities(D, NAMES, name="trees")[0]


def test_a_workspace_file_gives_them_back() -> None:
    content = workspace_file.write(SavedWorkspace(State(DATASET)))
    opened = workspace_reader.read(content).state.dataset
    assert opened is not None and opened.dissimilarities is not None
    assert_array_equal(opened.dissimilarities, D)
    assert_array_equal(opened.X, DATASET.X)
    assert (opened.ids, opened.feature_names) == (NAMES, ("MDS 1", "MDS 2"))


def test_a_file_with_another_matrix_is_refused() -> None:
    content = workspace_file.write(SavedWorkspace(State(DATASET)))
    parts = read_described_tables(content, workspace_file.DESCRIPTION, workspace_reader.TABLES)
    tables = {**parts.tables, workspace_file.DISSIMILARITIES: -D}
    with pytest.raises(DataError, match="not negative"):
        workspace_reader.from_parts(type(parts)(parts.description, tables))


def test_what_is_saved_by_itself_gives_them_back_with_the_steps_before() -> None:
    workspace = Workspace()
    workspace.adopt_dataset(DATASET)
    workspace.load_sample("iris")
    workspace.undo()
    assert workspace.dataset is DATASET
    kept = record.SavedSession(workspace.states, False, {}, {}, {})
    content, blocks = record.write(kept, record.Hashes())
    back, _ = record.read(content, lambda name: record.pack(blocks[name]))
    assert back.dataset is not None
    assert_array_equal(back.dataset.dissimilarities, D)


def test_the_card_says_what_the_data_are() -> None:
    workspace = Workspace()
    workspace.adopt_dataset(DATASET)
    assert "3 × 3 dissimilarities · no classes" in describe(workspace)
    assert DATASET.nbytes == 8 * (9 + 6) + sum(map(sys.getsizeof, DATASET.ids)) + 8 * 3
