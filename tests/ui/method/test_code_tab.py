"""The snippets are run, and give the very points and labels of the workspace."""

import numpy as np
import pytest

from belieflab.belief import MassTable
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import Dataset
from belieflab.ui.method import code_tab
from belieflab.ui.method.code_tab import Name, format_call
from belieflab.ui.shell.workspace import Recipe, Workspace


def run(code: str) -> dict:
    names: dict = {}
    exec(compile(code, "snippet", "exec"), names)  # noqa: S102
    return names


def check_same(workspace: Workspace, names: dict) -> None:
    dataset, labels = names["dataset"], names["labels"]
    assert workspace.dataset is not None
    np.testing.assert_array_equal(dataset.X, workspace.dataset.X)
    if workspace.labels is None:
        assert labels is None
        return
    assert labels.frame == workspace.labels.frame
    np.testing.assert_array_equal(labels.dense(), workspace.labels.dense())


@pytest.mark.parametrize(
    ("data", "labels", "seed"),
    [
        (Recipe("iris"), Recipe("expert-doubt", {"mean": 0.35}), 3),
        (Recipe("gaussians", {"size": 50}), Recipe("nonspecificity", {"ns": 0.7}), 11),
        (Recipe("moons"), Recipe("crowd", {"reliabilities": "0.9, 0.6"}), 7),
        (Recipe("wine"), None, 7),
        (Recipe("bernoulli"), None, 7),
    ],
)
def test_recipes_are_made_again(data, labels, seed):
    workspace = Workspace()
    workspace.set_up(data, labels, seed)
    code = code_tab.snippet_for_workspace(workspace)
    assert not code_tab.needs_file(workspace.state)
    assert len(code.splitlines()) <= 10
    check_same(workspace, run(code))


def test_labels_edited_by_hand_are_read_from_the_file(tmp_path, monkeypatch):
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("sets"), 7)
    assert workspace.labels is not None
    frame = workspace.labels.frame
    edited = MassTable.stack([workspace.labels[:149], MassTable.vacuous(1, frame)])
    workspace.edit_labels(edited, "by hand")
    assert code_tab.needs_file(workspace.state)
    read_back(workspace, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "names", [("x", "y"), ("label", "class"), ("truth", "m{ill}"), ("=1+1", 'a "b", c')]
)
def test_points_from_a_file_are_read_from_the_file(names, tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    dataset = Dataset(
        rng.normal(size=(40, 2)), names, rng.integers(0, 2, 40), ("ill", "well"), "mine"
    )
    workspace = Workspace()
    workspace.adopt_dataset(dataset)
    workspace.build_labels("guess-doubt", doubt=0.25, wrong=0.2)
    read_back(workspace, tmp_path, monkeypatch)


def test_categories_are_read_from_the_file(tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    columns = (
        CategoricalColumn("label", ("a|b", "=c"), rng.integers(0, 2, 40)),
        CategoricalColumn("year", ("3", "10"), rng.integers(0, 2, 40)),
    )
    truth = rng.integers(0, 2, 40)
    dataset = Dataset(rng.normal(size=(40, 1)), ("x",), truth, ("ill", "well"), categories=columns)
    workspace = Workspace()
    workspace.adopt_dataset(dataset)
    workspace.build_labels("guess-doubt", doubt=0.25, wrong=0.2)
    found = read_back(workspace, tmp_path, monkeypatch)["dataset"].categories
    assert [each.name for each in found] == ["feature label", "year"]
    assert [each.values for each in found] == [each.values for each in columns]


def test_ids_and_texts_are_read_from_the_file(tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    ids, texts = tuple(f"{k:03d}" for k in range(40)), tuple(f"=text {k % 3}" for k in range(40))
    truth = rng.integers(0, 2, 40)
    dataset = Dataset(
        rng.normal(size=(40, 2)), ("id", "x"), truth, ("ill", "well"), ids=ids, texts=texts
    )
    workspace = Workspace()
    workspace.adopt_dataset(dataset)
    workspace.build_labels("guess-doubt", doubt=0.25, wrong=0.2)
    found = read_back(workspace, tmp_path, monkeypatch)["dataset"]
    assert (found.ids, found.texts) == (ids, texts)
    assert found.feature_names == ("feature id", "x")


def read_back(workspace: Workspace, tmp_path, monkeypatch) -> dict:
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    names = run(code_tab.snippet_for_workspace(workspace))
    check_same(workspace, names)
    assert workspace.dataset is not None and workspace.dataset.truth is not None
    np.testing.assert_array_equal(names["dataset"].truth, workspace.dataset.truth)
    return names


def test_a_call_is_written_as_python():
    call = format_call("Model", [Name("X"), "a"], {"tol": 1e-6, "k": np.int64(3), "deep": True})
    assert call == 'Model(X, "a", tol=1e-06, k=3, deep=True)'


def test_text_with_quotes_stays_text():
    text = 'a"b\\c\nd'
    names = run(f"value = {format_call('str', [text], {})}")
    assert names["value"] == text


def test_a_long_call_takes_several_lines():
    call = format_call("Model", [], {f"setting_{k}": 0.5 for k in range(9)})
    assert max(map(len, call.splitlines())) <= code_tab.WIDTH
    assert run(f"Model = dict\nvalue = {call}")["value"]["setting_8"] == 0.5


def test_whole_numbers_without_a_truth_stay_features(tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(rng.integers(0, 3, (30, 3)).astype(float), ("id", "y", "code")))
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    check_same(workspace, run(code_tab.snippet_for_workspace(workspace)))
