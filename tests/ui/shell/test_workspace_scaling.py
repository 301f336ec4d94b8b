"""Scaling is one setting of the workspace: undone, linked, saved and shown like the others."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from belieflab import DataError
from belieflab.data.dataset import Dataset
from belieflab.ui.shell import card, old_names, workspace_file, workspace_reader
from belieflab.ui.shell.link import decode, encode
from belieflab.ui.shell.workspace import Recipe, Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace


def loaded(scaling: str = "none") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("wine"), Recipe("expert-doubt"), seed=3, scaling=scaling)
    return workspace


def test_every_page_takes_the_scaled_features_and_the_file_keeps_the_own_units():
    workspace = loaded()
    own, labels, version = workspace.dataset, workspace.labels, workspace.version
    workspace.set_scaling("robust")
    assert workspace.dataset is not None and own is not None
    np.testing.assert_allclose(np.median(workspace.dataset.X, axis=0), 0, atol=1e-12)
    assert workspace.state.dataset is own and workspace.labels is labels
    assert workspace.version == version + 1
    assert workspace.dataset is workspace.dataset
    workspace.set_scaling("robust")
    assert workspace.version == version + 1
    assert workspace.undo() == "scaling robust"
    assert workspace.dataset is own
    with pytest.raises(DataError, match="not one of none, standardised, robust"):
        workspace.set_scaling("log")


def test_new_labels_keep_the_scaling_and_the_very_features_other_data_do_not():
    workspace = loaded("standardise")
    dataset = workspace.dataset
    workspace.build_labels("hard")
    assert workspace.dataset is dataset
    assert workspace.labels is not None
    workspace.edit_labels(workspace.labels.discount(0.2), "by hand")
    assert workspace.dataset is dataset
    workspace.load_sample("wine")
    assert workspace.state.scaling == "standardise"
    workspace.load_sample("iris")
    assert workspace.state.scaling == "none"


def test_a_file_read_again_keeps_the_scaling():
    workspace = Workspace()
    for columns in (3, 2):
        X = np.random.default_rng(0).normal(size=(9, columns))
        workspace.adopt_dataset(Dataset(X, tuple("abc"[:columns]), name="mine"))
        workspace.set_scaling("robust")
    assert workspace.state.scaling == "robust"
    workspace.adopt_dataset(Dataset(X, ("a", "b"), name="other"))
    assert workspace.state.scaling == "none"


def test_links_and_files_bring_it_back():
    workspace = loaded("robust")
    query = encode(workspace.state)
    assert query["scaling"] == "robust" and "scaling" not in encode(loaded().state)
    assert decode(query).scaling == "robust"
    with pytest.raises(DataError, match="Scaling: 'log' is not one of"):
        decode(query | {"scaling": "log"})
    read = workspace_reader.read(workspace_file.write(SavedWorkspace(workspace.state)))
    assert read.state.scaling == "robust" and read.state.data_recipe == Recipe("wine")
    np.testing.assert_array_equal(read.state.scaled.X, workspace.dataset.X)


@pytest.mark.parametrize(
    ("old", "current"),
    [
        ({"credal.standardise": "true"}, {"scaling": "standardise"}),
        ({"credal.standardise": False}, {"scaling": "none"}),
        ({"credal.standardise": ["true"]}, {"scaling": ["standardise"]}),
        ({"scaling": "robust", "credal.standardise": True}, {"scaling": "robust"}),
        ({"whatif.standardise": True, "whatif.K": 5}, {"whatif.K": 5}),
        ({"data.standard": "true"}, {}),
    ],
)
def test_the_scaling_of_a_page_is_that_of_the_workspace(old, current):
    assert old_names.current_names(old) == current


def _draw_card() -> None:
    import streamlit as st

    from belieflab.ui.shell import card

    card.draw(st.session_state["workspace"])


def test_the_card_shows_and_changes_it():
    app = AppTest.from_function(_draw_card, default_timeout=60)
    app.session_state["workspace"] = workspace = loaded("standardise")
    app.run()
    assert not app.exception
    assert app.selectbox(key="card.scaling").value == "standardise"
    app.selectbox(key="card.scaling").set_value("robust").run()
    assert not app.exception and workspace.state.scaling == "robust"
    app.button(key="card.undo").click().run()
    assert app.selectbox(key="card.scaling").value == "standardise"
    assert card.describe_briefly(workspace).count(" · standardised") == 1
    assert "standardised" not in card.describe_briefly(loaded())
