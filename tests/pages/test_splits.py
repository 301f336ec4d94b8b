"""Rows that a file keeps apart: no page learns from them, and errors on them are named so."""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from opened_pages import (
    chart_specs,
    drawn,
    finish,
    metrics,
    open_page,
    run_code,
    sentences,
    snippets,
)
from scipy.spatial.distance import cdist
from streamlit.testing.v1 import AppTest

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.data import build_labels, load_sample
from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.report import fold_scores
from belieflab.mixture import SoftLabelMixture, compare_models
from belieflab.mixture.scoring import held_out_error
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork, choose_n_prototypes
from belieflab.ui.method import code_tab
from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.pages.mixture.tabs import WITH
from belieflab.ui.shell.workspace import Workspace

APART = np.arange(150) % 3 == 0
PARTS = tuple("test" if apart else "train" for apart in APART)


def iris(**more: object) -> Dataset:
    return replace(load_sample("iris"), **more)


def loaded(dataset: Dataset) -> Workspace:
    workspace = Workspace()
    workspace.adopt_dataset(dataset, build_labels("expert-doubt", dataset, seed=3), "mine")
    return workspace


def error(decided: np.ndarray, dataset: Dataset) -> str:
    return f"{(decided[APART] != dataset.truth[APART]).mean():.1%}"


@pytest.mark.parametrize("page", ["mixture", "networks"])
def test_a_model_learns_from_the_rows_for_training_and_is_judged_on_the_others(page: str) -> None:
    workspace = loaded(iris(split=PARTS))
    kinds = {
        "mixture": SoftLabelMixture(random_state=7),
        "networks": GaussianNetworkClassifier(random_state=7),
    }
    dataset, labels, model = workspace.dataset, workspace.labels, kinds[page]
    model.fit(dataset.X[~APART], labels[~APART])
    app = open_page(page, workspace, structure="naive")
    decided = model.predict_proba(dataset.X).argmax(axis=1)
    assert metrics(app)["Error rate, true classes, test rows"] == error(decided, dataset)
    assert metrics(app)["BIC"] == f"{model.bic():,.1f}"


def test_the_scale_is_that_of_the_rows_for_training() -> None:
    workspace = loaded(iris(split=PARTS))
    workspace.set_scaling("standardise")
    X, labels, truth = workspace.state.dataset.X, workspace.labels, workspace.dataset.truth
    scaled = (X - X[~APART].mean(axis=0)) / X[~APART].std(axis=0)
    app = open_page("neighbours", workspace, source="all features", K=5)
    model = EvidentialKNN(5).fit(scaled[~APART], labels[~APART])
    wrong = model.predict_mass(scaled[APART]).pignistic().argmax(axis=1) != truth[APART]
    assert metrics(app)["Error rate, true classes, test rows"] == f"{wrong.mean():.1%}"


def test_neighbours_are_rows_for_training() -> None:
    workspace = loaded(iris(split=PARTS))
    dataset, labels = workspace.dataset, workspace.labels
    app = open_page("neighbours", workspace, source="all features", K=5)
    model = EvidentialKNN(5).fit(dataset.X[~APART], labels[~APART])
    decided = model.predict_mass(dataset.X).pignistic().argmax(axis=1)
    assert metrics(app)["Error rate, true classes, test rows"] == error(decided, dataset)


@pytest.mark.parametrize(
    ("page", "where"),
    [("mixture", "mixture.fit"), ("networks", "networks.fit"), ("neighbours", "neighbours.fit")],
)
def test_of_many_rows_kept_apart_a_sample_is_judged(page, where, monkeypatch) -> None:
    name = "max_judged" if page == "neighbours" else "max_decisions"
    monkeypatch.setattr(f"belieflab.ui.pages.{where}.{name}", lambda *_: 20)
    app = open_page(page, loaded(iris(split=PARTS)), structure="naive", tab="Code")
    share, said = metrics(app)["Error rate, true classes, test rows"].split("%")
    assert page == "neighbours" or "limit=20, seed=" in snippets(app)[0]
    assert said == " of 20 drawn at random"
    assert (float(share) / 5).is_integer()


@pytest.mark.parametrize("page", ["landscape", "credal", "eknnclus", "active", "suspects"])
def test_every_other_page_opens_without_the_rows_that_are_kept_apart(page: str) -> None:
    """Every object that is named, in charts, tables and sentences, is one for training."""
    app = open_page(page, loaded(iris(split=PARTS)), mode=PLAY)
    tables = [table.value.to_csv() for table in app.dataframe]
    shown = "\n".join([json.dumps(chart_specs(app)), *tables, sentences(app)])
    named = {int(row) - 1 for row in re.findall(r"\brow (\d+)", shown, re.IGNORECASE)}
    assert named == set(np.flatnonzero(~APART))


LEARNING = (
    "mixture", "landscape", "neighbours", "networks", "credal", "eknnclus", "active", "whatif",
    "evaluate",
)  # fmt: skip


def taken() -> None:
    """Keeps what a page takes of the workspace, as it does before it computes anything."""
    from importlib import import_module

    import streamlit as st

    from belieflab.ui.method.method_page import look_at, settle

    declared = import_module(f"belieflab.ui.pages.{st.session_state['of']}.page").PAGE
    context = look_at(declared, settle(declared))
    st.session_state["taken"] = context.dataset.ids, context.known_labels, context.labels


@pytest.mark.parametrize("page", LEARNING)
def test_every_page_takes_the_rows_for_training_alone_with_their_own_labels(page: str) -> None:
    workspace = loaded(iris(split=PARTS))
    app = AppTest.from_function(taken, default_timeout=60)
    app.session_state["workspace"], app.session_state["of"] = workspace, page
    assert not app.run().exception
    ids, known, labels = app.session_state["taken"]
    kept = np.flatnonzero(~APART)
    assert ids == tuple(f"row {row + 1}" for row in kept)
    for given in (known, known if labels is None else labels):
        np.testing.assert_array_equal(given.mass, workspace.labels[kept].mass)


def test_the_code_gives_the_same_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = loaded(iris(split=PARTS, weights=np.linspace(0.5, 2.0, 150)))
    app = open_page("mixture", workspace, tab="Code")
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    found = run_code(snippets(app)[0])
    assert f"{found['model'].bic():,.1f}" == metrics(app)["BIC"]
    assert len(found["dataset"].X) == 100


def test_two_groups_by_number_stay_groups_in_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = loaded(iris(split=tuple("01"[row % 2] for row in range(150))))
    app = open_page("mixture", workspace, tab="Code")
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    assert run_code(snippets(app)[0])["dataset"].split_kind == "groups"


@pytest.mark.parametrize("page", ["mixture", "networks"])
def test_weights_count_where_the_card_says_so(page: str) -> None:
    weights = np.where(np.arange(150) < 20, 0.1, 1.0)
    workspace = loaded(iris(weights=weights))
    kinds = {
        "mixture": SoftLabelMixture(random_state=7),
        "networks": GaussianNetworkClassifier(random_state=7),
    }
    model = kinds[page].fit(workspace.dataset.X, workspace.labels, weights)
    app = open_page(page, workspace, structure="naive")
    assert metrics(app)["BIC"] == f"{model.bic():,.1f}"


def test_ecm_takes_the_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = loaded(iris(weights=np.where(np.arange(150) < 20, 0.1, 1.0)))
    app = open_page("credal", workspace, algorithm="ECM", tab="Code")
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    assert "sample_weight=dataset.weights" in snippets(app)[0]
    found = run_code(snippets(app)[0])
    kept = app.session_state["shell.memory"]["credal.fit"]
    [outcome] = kept.values()
    assert outcome.value.criterion_ == pytest.approx(found["model"].criterion_, rel=1e-9)


def twins() -> Workspace:
    """Every second iris twice; the two are a group and have one label, a third of them wrong."""
    dataset = load_sample("iris").take(np.arange(0, 150, 2))
    labels = build_labels("guess-doubt", dataset, seed=1, doubt=0.0, wrong=0.3)
    both = np.repeat(np.arange(75), 2)
    workspace = Workspace()
    split = tuple(f"plant {row}" for row in both)
    workspace.adopt_dataset(replace(dataset.take(both), split=split), labels[both], "twins")
    return workspace


def test_groups_stay_together_on_the_curve_of_neighbours() -> None:
    workspace = twins()
    app = open_page("neighbours", workspace, source="all features")
    [outcome] = app.session_state["shell.memory"]["neighbours.errors"].values()
    X, guesses = workspace.dataset.X, workspace.labels.pignistic().argmax(axis=1)
    distances = cdist(X, X)
    distances[np.repeat(np.arange(75), 2)[:, None] == np.repeat(np.arange(75), 2)] = np.inf
    nearest = distances.argmin(axis=1)  # the one neighbour decides by its label
    assert len(np.unique(X, axis=0)) == 75
    [curve] = outcome.value
    assert curve[0] == pytest.approx((guesses[nearest] != guesses).mean())
    alone = EvidentialKNN().fit(X, workspace.labels).leave_one_out_errors(1)
    assert alone[0] == 0.0 < curve[0]  # the twin of each object would be its nearest


def test_groups_stay_together_where_the_size_of_a_network_is_chosen(monkeypatch) -> None:
    monkeypatch.setattr("belieflab.ui.pages.neighbours.fit.TRIED", (30,))
    workspace = twins()
    controls = {"source": "all features", "model": "network", "tab": "Results"}
    app = open_page("neighbours", workspace, **controls)
    app = finish(drawn(app.button(key="neighbours.choice.run").click()), "neighbours.choice")
    [(_, error)] = app.session_state["shell.runs"]["neighbours.choice"].value
    X, labels, groups = workspace.dataset.X, workspace.labels, workspace.dataset.groups
    model = EvidentialNetwork(init="classes", random_state=7)
    together, apart = (
        choose_n_prototypes(model, X, labels, [30], folds=5, groups=each).errors[0]
        for each in (groups, None)
    )
    assert error == pytest.approx(together)
    assert together > apart + 0.01


@pytest.mark.parametrize(
    ("page", "chosen"),
    [
        ("mixture", {}),
        ("mixture", {"answer": "cheapest"}),
        ("mixture", {"way": "none", "K": 3}),
        ("networks", {"structure": "aode"}),
        ("neighbours", {"source": "axes shown"}),
        ("neighbours", {"source": "all features", "model": "network"}),
    ],
)
@pytest.mark.parametrize("scaling", ["", "standardise"])
def test_the_code_judges_the_rows_kept_apart(page, chosen, scaling, tmp_path, monkeypatch) -> None:
    workspace = loaded(iris(split=PARTS))
    if scaling:
        workspace.set_scaling(scaling)
    app = open_page(page, workspace, tab="Code", **chosen)
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    found = run_code(snippets(app)[0])
    assert f"{found['apart']['test']:.1%}" == metrics(app)["Error rate, true classes, test rows"]
    np.testing.assert_array_equal(found["dataset"].X, workspace.state.training.scaled.X)


@pytest.mark.parametrize("limited", [False, True])
def test_the_code_of_evaluate_judges_the_rows_kept_apart(limited, tmp_path, monkeypatch) -> None:
    if limited:
        monkeypatch.setattr("belieflab.ui.method.kept_apart.MAX_JUDGED", 20)
    workspace = loaded(iris(split=PARTS, weights=np.linspace(0.5, 2.0, 150)))
    workspace.set_scaling("standardise")
    methods = ["supervised", "eknn", "logistic"]
    chosen = {"methods": methods, "repeats": 1, "curve": False, "objects": 90}
    app = open_page("evaluate", workspace, tab="Result", **chosen)
    for run in ("evaluate.run", "evaluate.apart"):
        if run in app.session_state["shell.runs"]:
            app = finish(app, run)
    [shown] = [
        table.value["error rate, true classes, test rows"].tolist()
        for table in app.main.dataframe
        if "error rate, true classes, test rows" in table.value
    ]
    app.session_state["evaluate.tab"] = "Code"
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    apart = run_code(snippets(drawn(app))[0])["apart"]
    order = sorted(methods, key=list(CLASSIFIERS).index)
    assert [apart[key]["test"] for key in order] == shown
    assert len(set(shown)) > 1
    assert {each["test"].judged for each in apart.values()} == {20 if limited else 50}


@pytest.mark.parametrize("ids", [(), tuple(f"plant <{row}>" for row in range(150))])
@pytest.mark.parametrize("split", [(), PARTS])
def test_the_code_of_suspects_calls_objects_as_the_page_does(
    split, ids, tmp_path, monkeypatch, capsys
) -> None:
    workspace = loaded(iris(split=split, ids=ids))
    app = open_page("suspects", workspace, tab="Code")
    listed = next(each.value for each in app.dataframe if "points to" in each.value.columns)
    names = [*(listed["id"] if "id" in listed else "row " + listed["row"].astype(str))][:20]
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    run_code(snippets(app)[0])
    lines = capsys.readouterr().out.splitlines()
    assert [
        next(name for name in names if line.startswith(name + " ")) for line in lines[2:22]
    ] == names


def test_code_says_nothing_of_rows_kept_apart_where_there_are_none(monkeypatch) -> None:
    for page in ("mixture", "networks", "neighbours", "evaluate"):
        code = snippets(open_page(page, loaded(iris()), tab="Code"))[0]
        assert "apart" not in code


def test_neighbours_judge_dissimilar_rows_kept_apart(tmp_path, monkeypatch) -> None:
    dataset = load_sample("iris")
    D = cdist(dataset.X, dataset.X)
    known = {"truth": dataset.truth, "class_names": dataset.class_names}
    relational, _ = from_dissimilarities(D, name="flowers", **known)
    workspace = loaded(replace(relational, split=PARTS))
    labels, kept = workspace.labels, np.flatnonzero(~APART)
    model = EvidentialKNN(7, metric="precomputed").fit(D[np.ix_(kept, kept)], labels[kept])
    decided = model.predict_mass(D[:, kept]).pignistic().argmax(axis=1)
    app = open_page("neighbours", workspace, tab="Code")
    assert metrics(app)["Error rate, true classes, test rows"] == error(decided, dataset)
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    found = run_code(snippets(app)[0])
    assert f"{found['apart']['test']:.1%}" == metrics(app)["Error rate, true classes, test rows"]


@pytest.mark.parametrize("ids", [(), tuple(f"plant {row}" for row in range(150))])
def test_an_object_that_is_clicked_is_the_one_asked_about(ids, monkeypatch) -> None:
    """Objects for training keep the names they have in the whole file."""
    clicks = []
    monkeypatch.setattr(
        "belieflab.ui.pages.neighbours.view.watch_clicks",
        lambda key, chart, place, choose: clicks.append(choose),
    )
    workspace, kept, held = loaded(iris(split=PARTS, ids=ids)), np.flatnonzero(~APART), {}
    open_page("neighbours", workspace)
    monkeypatch.setattr("streamlit.session_state", held)
    clicks[-1](2)
    monkeypatch.undo()
    app = open_page("neighbours", workspace, place=held["neighbours.place"])
    assert f"Evidence about {ids[kept[2]] if ids else f'row {kept[2] + 1}'}" in sentences(app)


def test_a_row_that_is_kept_apart_is_no_place_to_ask_about() -> None:
    app = open_page("neighbours", loaded(iris(split=PARTS)), place="row 1")
    assert "There is no row 1 among the objects that are learned from." in sentences(app)


def test_answers_about_rows_for_training_become_labels_of_all() -> None:
    workspace = loaded(iris(split=PARTS))
    app = open_page("active", workspace, mode=PLAY)
    app.session_state["active.said"] = ["setosa"]
    app = drawn(app.button(key="active.say").click())
    app = drawn(app.button(key="active.keep").click())
    assert not app.error
    labels, training = workspace.labels, workspace.state.training
    answered = labels.nonspecificity() < 1.0
    assert answered.sum() == 9 and not answered[APART].any()
    session = app.session_state["active.dialogue"]
    np.testing.assert_array_equal(training.labels.contour(), session.labels.contour())


def test_weights_count_where_mixtures_are_compared() -> None:
    weights = np.where(np.arange(150) < 20, 0.1, 1.0)
    workspace = loaded(iris(weights=weights))
    app = open_page("mixture", workspace, tab="Result", choice_labels=WITH)
    app = finish(drawn(app.button(key="mixture.choice.run").click()), "mixture.choice")
    found = app.session_state["shell.runs"]["mixture.choice"].value
    given = {"n_init": 3, "tol": 1e-6, "random_state": 7, "sample_weight": weights}
    wanted = compare_models(workspace.dataset.X, workspace.labels, **given)
    assert [each.bic for each in found] == [each.bic for each in wanted]


def test_weights_count_where_the_size_of_a_network_is_chosen(monkeypatch) -> None:
    monkeypatch.setattr("belieflab.ui.pages.neighbours.fit.TRIED", (3,))
    weights = np.where(np.arange(150) // 50 == 1, 0.01, 1.0)
    workspace = loaded(iris(weights=weights))
    controls = {"source": "all features", "model": "network", "tab": "Result"}
    app = open_page("neighbours", workspace, **controls)
    app = finish(drawn(app.button(key="neighbours.choice.run").click()), "neighbours.choice")
    [(_, error)] = app.session_state["shell.runs"]["neighbours.choice"].value
    model, given = EvidentialNetwork(init="classes", random_state=7), (iris().X, workspace.labels)
    compare = partial(choose_n_prototypes, model, *given, [3], folds=5)
    assert error == pytest.approx(compare(sample_weight=weights).errors[0])
    assert error != pytest.approx(compare().errors[0], abs=0.01)


@pytest.mark.parametrize(
    ("page", "chosen"),
    [
        ("neighbours", {"source": "all features", "model": "network", "tab": "Result"}),
        ("suspects", {}),
        ("evaluate", {"repeats": 1}),
        ("active", {"repetitions": 1}),
        ("whatif", {"test": "folds"}),
        ("whatif", {"test": "hold-out"}),
        ("mixture", {"tab": "Result"}),
    ],
)
def test_one_group_alone_is_said_to_leave_nothing_to_learn_from(page, chosen, monkeypatch) -> None:
    monkeypatch.setattr("belieflab.ui.pages.neighbours.fit.TRIED", (3,))
    app = open_page(page, loaded(iris(split=("greenhouse",) * 150)), **chosen)
    if page == "neighbours":
        app = drawn(app.button(key="neighbours.choice.run").click())
    for run in app.session_state["shell.runs"] if "shell.runs" in app.session_state else ():
        app = finish(app, run)
    assert "All objects are in one group; no other group is left" in sentences(app)


def test_held_out_errors_name_as_many_folds_as_there_are_groups() -> None:
    split = tuple("abc"[row % 3] for row in range(150))
    app = open_page("mixture", loaded(iris(split=split)), tab="Result")
    assert "on held-out objects (3 folds of whole groups)" in sentences(app)


UNEVEN = np.where(np.arange(150) % 3 == 1, 0.02, 1.0)
FIVES = tuple(f"plant {row // 5}" for row in range(150))


@pytest.mark.parametrize("column", [{"split": FIVES}, {"weights": UNEVEN}])
def test_errors_of_mixtures_on_held_out_objects_know_groups_and_weights(column) -> None:
    workspace = loaded(iris(**column))
    dataset, labels = workspace.dataset, workspace.labels
    app = open_page("mixture", workspace, tab="Result")
    given = dataset.X, labels, dataset.truth, dataset.class_names
    measure = partial(held_out_error, SoftLabelMixture(random_state=7), *given, seed=7)
    error = measure(groups=dataset.groups, weights=dataset.weights)
    assert f"): **{error:.1%}**" in sentences(app)
    assert f"{error:.1%}" != f"{measure():.1%}"


def test_weights_count_where_structures_are_compared() -> None:
    workspace = loaded(iris(weights=UNEVEN))
    app = open_page("networks", workspace, structure="naive", tab="Structures")
    if "networks.structures" in app.session_state["shell.runs"]:
        app = finish(app, "networks.structures")
    [outcome] = app.session_state["shell.memory"]["networks.structures"].values()
    model = GaussianNetworkClassifier("naive", random_state=7)
    found = dict(outcome.value)["naive"]
    assert found.bic() == model.fit(workspace.dataset.X, workspace.labels, UNEVEN).bic()


@pytest.mark.parametrize(
    ("page", "chosen", "column", "number"),
    [
        ("networks", {"structure": "naive"}, {"weights": UNEVEN}, "model.bic()"),
        ("neighbours", {"model": "network"}, {"weights": UNEVEN}, "model.loss_"),
        ("neighbours", {}, {"split": FIVES}, "model.leave_one_out_errors()[0]"),
        ("credal", {"algorithm": "ECM"}, {"weights": UNEVEN}, "model.criterion_"),
        (
            "suspects",
            {"classifier": "gaussian-nb"},
            {"weights": UNEVEN},
            "beliefs.mass.max(1).sum()",
        ),
        ("suspects", {}, {"split": FIVES}, "beliefs.mass.max(1).sum()"),
        ("evaluate", {"methods": ["eknn"]}, {"split": FIVES}, "fold_scores(found)['eknn'].sum()"),
        (
            "evaluate",
            {"methods": ["soft"]},
            {"weights": UNEVEN},
            "fold_scores(found)['soft'].sum()",
        ),
    ],
)
def test_the_code_knows_groups_and_weights(
    page, chosen, column, number, tmp_path, monkeypatch
) -> None:
    """Its number is that of the data with the column, and not that of the data without."""
    monkeypatch.chdir(tmp_path)
    found = []
    for known in (column, {}):
        workspace = loaded(iris(**known))
        app = open_page(page, workspace, tab="Code", **chosen)
        (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
        names = run_code(snippets(app)[0]) | {"fold_scores": fold_scores}
        found.append(eval(number, names))  # noqa: S307  (of the table above)
    assert abs(found[0] - found[1]) > 1e-6
