"""The Evaluate page in process: the sentence, tables, tabs, the truth hidden, and its code."""

import re
from functools import partial

import numpy as np
import pytest
from opened_pages import chart_texts, drawn, finish, open_page, run_code, snippets, words
from streamlit.testing.v1 import AppTest

from belieflab.data.dataset import Dataset
from belieflab.evaluation.report import summarise
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "evaluate")


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


def ended(app: AppTest) -> AppTest:
    """The page once its run, if it has one in the background, has ended."""
    runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
    return finish(app, "evaluate.run") if "evaluate.run" in runs else app


def test_the_empty_page_loads_iris_with_doubtful_labels_and_answers_at_once():
    app = opened(Workspace())
    app = ended(drawn(app.button(key="evaluate.begin").click()))
    text = words(app)
    assert "With labels like these, " in text and "agreement with the labels" in text
    assert "Against the true classes, " in text
    summary, by_labels, by_truth = (table.value for table in app.main.dataframe)
    assert len(summary) == 4 and len(by_labels) == len(by_truth) == 6
    assert {"agreement with labels", "accuracy, true classes"} <= set(summary.columns)
    assert (by_labels["p, Holm"] >= by_labels["p, corrected"]).all()


def test_the_code_gives_the_numbers_on_screen_and_every_tab_draws():
    workspace = iris()
    app = ended(opened(workspace, tab="Code", methods=["soft", "eknn"], repeats=1, curve=False))
    found = run_code(snippets(app)[0])["found"]
    app = ended(opened(workspace, methods=["soft", "eknn"], repeats=1, curve=False))
    shown = app.main.dataframe[0].value["agreement with labels"]
    assert shown.tolist() == pytest.approx(summarise(found)["agreement"].tolist(), abs=1e-12)
    for tab, sentence in {
        "Sets": "measured by the labels",
        "Reliability": "Calibration error",
        "Confusion": "Expected numbers of objects",
        "More labels": "extrapolation",
        "Formula": "corrected",
    }.items():
        app = ended(opened(workspace, tab=tab, methods=["soft", "eknn"], repeats=1))
        assert re.search(sentence, words(app)) or tab == "Formula", tab
    app = ended(opened(workspace, tab="Sets", methods=["eknn"], repeats=1, against="true classes"))
    assert "measured by the true classes" in words(app)
    assert "conformal, 90%" in app.main.dataframe[0].value["rule"].tolist()


def test_a_hidden_truth_shows_nowhere_and_data_without_one_are_measured_by_their_labels():
    workspace = iris()
    workspace.hide_truth()
    app = ended(opened(workspace, methods=["soft", "eknn"], repeats=1, curve=False))
    assert "Against the true classes" not in words(app)
    assert not any("accuracy" in name for name in app.main.dataframe[0].value.columns)
    assert not any("accuracy" in chart for chart in chart_texts(app))
    bare = Workspace()
    dataset = Dataset(np.random.default_rng(0).normal(size=(40, 2)), ("x", "y"))
    bare.adopt_dataset(dataset, iris().labels[np.arange(30, 70)])
    app = ended(opened(bare, methods=["supervised", "eknn"], repeats=1, curve=False))
    assert "With labels like these" in words(app)
    assert len(app.main.dataframe) == 2


def test_no_method_is_a_sentence_and_rows_kept_apart_are_measured_by_name():
    app = opened(iris(), methods=[])
    assert "Choose at least one method" in words(app)
    whole = iris().dataset
    parts = np.where(np.arange(150) % 5 == 0, "test", "train")
    split = Dataset(
        whole.X, whole.feature_names, whole.truth, whole.class_names, split=tuple(parts)
    )
    workspace = Workspace()
    workspace.adopt_dataset(split, iris().labels)
    app = ended(opened(workspace, methods=["supervised"], repeats=1, curve=False))
    assert "error on test rows" in app.main.dataframe[0].value.columns
    assert app.main.dataframe[0].value["error on test rows"][0] < 0.3
