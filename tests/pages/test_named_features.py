"""A feature that a method cannot take is called by its name, whoever refused it by its number."""

from dataclasses import replace

import numpy as np
import pytest
from opened_pages import drawn, finish, open_page, run_code, sentences, snippets

from belieflab.data import build_labels, load_sample
from belieflab.ui.method import code_tab
from belieflab.ui.shell.workspace import Workspace


def with_constants(*constant: int, scaling: str = "none") -> Workspace:
    iris, workspace = load_sample("iris"), Workspace()
    X = iris.X.copy()
    X[:, constant] = 4.0
    dataset = replace(iris, X=X)
    workspace.adopt_dataset(dataset, build_labels("expert-doubt", iris, seed=3), "mine")
    workspace.set_scaling(scaling)
    return workspace


@pytest.mark.parametrize("scaling", ["none", "standardise"])
@pytest.mark.parametrize(
    ("page", "chosen"),
    [
        ("mixture", {}),
        ("landscape", {"labels": "given"}),
        ("networks", {}),
        ("suspects", {"classifier": "soft"}),
        ("evaluate", {"methods": ["soft", "eknn"], "repeats": 1, "curve": False}),
    ],
)
def test_constant_features_are_named(page, chosen, scaling):
    app = open_page(page, with_constants(2, scaling=scaling), **chosen)
    runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else ()
    if "evaluate.run" in runs:
        app = finish(app, "evaluate.run")
    assert "The feature petal length (cm) has the same value" in sentences(app)


def test_several_are_named_at_once():
    said = sentences(open_page("mixture", with_constants(1, 2)))
    assert "The features sepal width (cm), petal length (cm) have one value in every row" in said


def test_what_if_goes_on_without_a_method_that_cannot_be_trained_and_so_does_its_code(
    tmp_path, monkeypatch
):
    workspace = with_constants(2)
    controls = {"replicates": 1, "levels": "20", "methods": ["soft", "eknn"], "folds": 3}
    app = open_page("whatif", workspace, **controls)
    drawn(app.button(key="whatif.run.run").click())
    app = finish(app, "whatif.run")
    assert "The feature petal length (cm) has the same value" in sentences(app)
    shown = app.table[0].value.iloc[:, 0]
    app.session_state["whatif.tab"] = "Code"
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    found = run_code(snippets(drawn(app))[0])["summaries"]
    known = {each.row.series: each.ours for each in found}
    assert known["Soft labels"] is None and shown["Soft labels"] == "–"
    assert shown["Evidential k-NN"].startswith(f"{known['Evidential k-NN']:.1f}")


def test_the_code_of_evaluate_leaves_out_what_cannot_be_compared(tmp_path, monkeypatch):
    workspace = with_constants(2)
    chosen = {"methods": ["soft", "eknn"], "repeats": 1, "curve": False}
    app = open_page("evaluate", workspace, tab="Code", **chosen)
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    found = run_code(snippets(app)[0])["found"]
    assert set(found.failed) == {"soft"}
    assert np.isfinite(found.parts["eknn", 0, 0].prediction.probabilities).all()
