"""The Evaluate page in process: the sentence, tables, tabs, the truth hidden, and its code."""

import re
import threading
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from opened_pages import (
    chart_specs,
    chart_texts,
    drawn,
    finish,
    open_page,
    run_code,
    sentences,
    snippets,
)
from streamlit.testing.v1 import AppTest

from belieflab import cost
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.evaluation import agreement_by_class, evaluate
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.plan import Plan
from belieflab.evaluation.report import gather, summarise
from belieflab.ui.method import report
from belieflab.ui.pages.evaluate import fit
from belieflab.ui.shell.lecture import MIN_TYPE, Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "evaluate")


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


def split_iris() -> Workspace:
    """A fifth of the objects is kept apart."""
    whole, workspace = iris().dataset, Workspace()
    parts = np.where(np.arange(150) % 5 == 0, "test", "train")
    named = whole.feature_names, whole.truth, whole.class_names
    workspace.adopt_dataset(Dataset(whole.X, *named, split=tuple(parts)), iris().labels)
    return workspace


def ended(app: AppTest) -> AppTest:
    """The page once its run, if it has one in the background, has ended."""
    runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
    return finish(app, "evaluate.run") if "evaluate.run" in runs else app


def test_the_empty_page_loads_iris_with_doubtful_labels_and_answers_at_once():
    app = opened(Workspace())
    app = ended(drawn(app.button(key="evaluate.begin").click()))
    text = sentences(app)
    assert "With labels like these, " in text and "agreement with the labels" in text
    assert "Against the true classes, " in text
    summary, by_labels, by_truth = (table.value for table in app.main.dataframe)
    assert len(summary) == 4 and len(by_labels) == len(by_truth) == 6
    assert {"agreement with labels", "accuracy, true classes"} <= set(summary.columns)
    assert (by_labels["p, Holm"] >= by_labels["p, corrected"]).all()


def test_a_result_that_becomes_a_lecture_is_drawn_anew_in_its_type():
    app = ended(opened(iris()))
    before = [spec["layout"]["xaxis"]["tickfont"]["size"] for spec in chart_specs(app)]
    app.session_state["workspace"].lecture = Lecture()
    sizes = [spec["layout"]["xaxis"]["tickfont"]["size"] for spec in chart_specs(drawn(app))]
    assert len(sizes) == 3
    assert max(before) < MIN_TYPE <= min(sizes)


def test_nothing_is_compared_before_a_fold_has_an_answer_of_every_method():
    state = iris().state
    plan = Plan(("soft", "eknn"), folds=3, shares=())
    found = Evaluation(plan, state.scaled.X, state.labels)
    steps = found.iterate()
    next(steps)
    assert fit.done(found) == []
    next(steps)
    assert fit.done(found) == ["soft", "eknn"]


def test_charts_that_wait_for_run_name_their_axes(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    layouts = [chart["layout"] for chart in chart_specs(opened(iris()))]
    titles = [[each[axis]["title"].get("text") for axis in ("xaxis", "yaxis")] for each in layouts]
    error = "error rate, labels"
    assert titles[1:] == [["share answered", error], ["labels learned from", error]]
    assert titles[0][0] == "share of right answers"


def test_the_code_gives_the_numbers_on_screen_and_every_tab_draws():
    workspace = iris()
    few = {"methods": ["soft", "eknn"], "repeats": 1, "curve": False}
    few |= {"decisions.reject": 0.01, "decisions.costs": "0 1 1; 1 0 1; 9 9 0"}
    app = ended(opened(workspace, tab="Code", **few))
    space = run_code(snippets(app)[0])
    table = summarise(space["found"], space["costs"])
    shown = ended(opened(workspace, **few)).main.dataframe[0].value
    for title, name in {
        "agreement with labels": "agreement",
        "cost of decisions, labels": "cost",
        "answered": "answered",
    }.items():
        assert shown[title].tolist() == pytest.approx(table[name].tolist(), abs=1e-12), title
    assert (shown["answered"] < 1).all()
    for tab, sentence in {
        "Sets": "measured by the labels",
        "Reliability": "Calibration error",
        "Confusion": "Expected numbers of objects",
        "More labels": "extrapolation",
        "Formula": "corrected",
    }.items():
        app = ended(opened(workspace, tab=tab, methods=["soft", "eknn"], repeats=1))
        assert re.search(sentence, sentences(app)) or tab == "Formula", tab
    app = ended(opened(workspace, tab="Confusion", methods=["eknn"], repeats=1, curve=False))
    [table] = [each.value for each in app.dataframe if "class" in each.value]
    found = evaluate(workspace.dataset.X, workspace.labels, ["eknn"], random_state=7)
    gathered = gather(found, "eknn")
    names = np.array(workspace.dataset.class_names)
    expected = agreement_by_class(workspace.labels[gathered.rows], names[gathered.answers])
    assert table["class"].tolist() == [*workspace.dataset.class_names, "balanced"]
    for title, name in {
        "belief": "lower",
        "agreement": "pignistic",
        "plausibility": "upper",
    }.items():
        assert table[title].tolist() == pytest.approx(expected[name].tolist(), abs=1e-12)
    app = ended(opened(workspace, tab="Sets", methods=["eknn"], repeats=1, against="true classes"))
    assert "measured by the true classes" in sentences(app)
    assert "conformal, 90%" in app.main.dataframe[0].value["rule"].tolist()


def test_a_hidden_truth_shows_nowhere_and_data_without_one_are_measured_by_their_labels():
    workspace = iris()
    workspace.hide_truth()
    app = ended(opened(workspace, methods=["soft", "eknn"], repeats=1, curve=False))
    assert "Against the true classes" not in sentences(app)
    assert not any("accuracy" in name for name in app.main.dataframe[0].value.columns)
    assert not any("accuracy" in chart for chart in chart_texts(app))
    bare = Workspace()
    dataset = Dataset(np.random.default_rng(0).normal(size=(40, 2)), ("x", "y"))
    bare.adopt_dataset(dataset, iris().labels[np.arange(30, 70)])
    app = ended(opened(bare, methods=["supervised", "eknn"], repeats=1, curve=False))
    assert "With labels like these" in sentences(app)
    assert len(app.main.dataframe) == 2


def test_a_method_that_cannot_be_trained_is_a_sentence():
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.ones((40, 2)), ("x", "y")), iris().labels[np.arange(30, 70)])
    app = ended(opened(workspace, methods=["soft"], repeats=1, curve=False))
    assert not app.exception
    assert "Soft labels" in sentences(app)


def test_no_method_is_a_sentence_and_rows_kept_apart_are_measured_by_name():
    app = opened(iris(), methods=[])
    assert "Choose at least one method" in sentences(app)
    app = ended(opened(split_iris(), methods=["supervised"], repeats=1, curve=False))
    assert "error rate, true classes, test rows" in app.main.dataframe[0].value.columns
    assert app.main.dataframe[0].value["error rate, true classes, test rows"][0] < 0.3


@pytest.mark.parametrize("what", ["groups", "weights"])
def test_the_folds_keep_groups_together_and_methods_count_weights(what):
    column = {"split": tuple(f"plant {row // 5}" for row in range(150))}
    if what == "weights":
        column = {"weights": np.where(np.arange(150) % 2, 0.01, 1.0)}
    workspace, dataset, labels = Workspace(), replace(iris().dataset, **column), iris().labels
    workspace.adopt_dataset(dataset, labels, "mine")
    app = ended(opened(workspace, methods=["gaussian-nb"], repeats=1, curve=False))
    [shown] = app.main.dataframe[0].value["agreement with labels"]
    given, alike = (
        summarise(evaluate(dataset.X, labels, ["gaussian-nb"], **more, random_state=7))
        for more in ({what: getattr(dataset, what)}, {})
    )
    assert shown == pytest.approx(given["agreement"].iloc[0], abs=1e-12)
    assert shown != pytest.approx(alike["agreement"].iloc[0], abs=1e-4)


def test_learning_once_more_for_rows_kept_apart_is_asked_for_where_it_takes_long(monkeypatch):
    threads = []
    learn = Evaluation.learn_from_all

    def noted(found, key):
        threads.append(threading.current_thread())
        return learn(found, key)

    monkeypatch.setattr(Evaluation, "learn_from_all", noted)
    monkeypatch.setattr(Evaluation, "fit_cost", lambda *_: Cost(60.0, 1e6))
    methods = ["supervised", "forest"]
    app = ended(opened(split_iris(), methods=methods, repeats=1, curve=False))
    assert "Learning once more for 30 rows kept apart takes about 2 min" in sentences(app)
    assert (
        not threads
        and "error rate, true classes, test rows" not in app.main.dataframe[0].value.columns
    )
    drawn(app.button(key="evaluate.apart.run").click())
    app = finish(app, "evaluate.apart")
    assert (app.main.dataframe[0].value["error rate, true classes, test rows"] < 0.3).all()
    assert len(threads) == 2 and threading.current_thread() not in threads


def test_a_report_has_tests_sets_calibration_and_confusion_of_every_method():
    app = ended(opened(iris(), methods=["soft", "eknn"], repeats=1, curve=False))
    drawn(app.button(key="evaluate.bundle.make").click())
    request = app.session_state["evaluate.bundle"]
    hidden = {f"evaluate.{name}" for name in ("sets_chart", "reliability", "confusion", "classes")}
    assert hidden == set(request.hidden)
    assert "evaluate.measures" in app.session_state["charts.kept"]["on screen"]
    tables = request.written.tables
    assert "p, Holm" in tables["differences by labels"]
    assert "p, Holm" in tables["differences by true classes"]
    assert tables["calibration"]["calibration error"].between(0, 1).all()
    titles = tables["calibration"]["method"].tolist()
    assert len(titles) == 2
    for title in titles:
        assert "conformal, 90%" in tables[f"sets, {title}"]["rule"].tolist()
        counts = tables[f"confusion, {title}"].drop(columns="label").to_numpy()
        assert counts.sum() == pytest.approx(150, abs=1)


def test_the_script_of_a_report_runs_after_a_second_file_was_uploaded(tmp_path, monkeypatch):
    app = ended(opened(iris(), methods=["eknn"], folds=2, repeats=1, curve=False, tab="Predict"))
    new = pd.DataFrame(iris().dataset.X[:3], columns=list(iris().dataset.feature_names))
    [second] = [each for each in app.get("file_uploader") if each.label == "File with new objects"]
    made = []

    def take(_page, _token, gather, assemble):
        made.append((gather(), assemble))

    monkeypatch.setattr(report, "draw", take)
    drawn(second.upload("new.csv", new.to_csv(index=False).encode()))
    contents, assemble = made[-1]
    written = assemble([], contents)
    monkeypatch.chdir(tmp_path)
    for name, content in written.data.items():
        (tmp_path / name).write_bytes(content)
    space = run_code(written.script)
    assert len(summarise(space["found"])) == 1
