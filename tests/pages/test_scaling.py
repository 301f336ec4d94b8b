"""Every page learns from, draws and exports the features as the card says they are scaled."""

import json

import numpy as np
import pytest
from opened_pages import chart_specs, drawn, finish, metrics, open_page, run_code, snippets

from belieflab.active import ActiveLearning, Oracle
from belieflab.active.oracles import HARD
from belieflab.data.samples import load_sample
from belieflab.data.scaling import scale
from belieflab.evaluation import held_out_masses, suspects
from belieflab.evaluation.report import summarise
from belieflab.mixture import Landscape
from belieflab.mixture.maxima import highest
from belieflab.neighbors import EvidentialKNN
from belieflab.ui.shell.workspace import Recipe, Workspace


def wine(scaling: str = "robust") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("wine"), Recipe("expert-doubt"), scaling=scaling)
    return workspace


def code_of(page: str, **controls) -> tuple[dict, dict]:
    """The names that the code of the page leaves, and the first chart of the page."""
    app = open_page(page, wine(), tab="Code", **controls)
    text = snippets(app)[0]
    assert 'scale(dataset, "robust")' in text
    return run_code(text), chart_specs(app)[0]


def x_of(spec: dict) -> list:
    return [trace.get("x") for trace in spec["data"]]


@pytest.mark.parametrize(
    ("page", "controls"),
    [
        ("mixture", {"x": "x1", "y": "x2"}),
        ("neighbours", {"source": "all features", "x": "x1", "y": "x2"}),
        ("credal", {"tol": "1e-2", "x": "x1", "y": "x2"}),
        ("eknnclus", {"x": "x1", "y": "x2"}),
    ],
)
def test_the_code_gives_the_same_digits_and_picture(page, controls):
    names, shown = code_of(page, **controls)
    np.testing.assert_array_equal(names["dataset"].X, scale(load_sample("wine"), "robust").X)
    figure = json.loads(names["figure"].to_json())
    assert figure["layout"]["xaxis"]["title"]["text"] == "alcohol, robustly scaled"
    assert shown["layout"]["xaxis"]["title"]["text"] == "alcohol, robustly scaled"
    if page != "neighbours":  # what is pushed onto its chart is not in the chart
        assert x_of(figure) == x_of(shown)


def test_networks_give_the_same_numbers():
    app = open_page("networks", wine(), structure="naive", tab="Code")
    model = run_code(snippets(app)[0])["model"]
    assert f"{model.bic():,.1f}" in metrics(app).values()


def test_landscape_looks_for_maxima_of_the_scaled_features():
    app = finish(open_page("landscape", wine(), starts=20, tab="Code"), "landscape.run")
    labels = app.session_state["workspace"].labels
    names, X = run_code(snippets(app)[0]), scale(load_sample("wine"), "robust").X
    np.testing.assert_array_equal(names["dataset"].X, X)
    found = Landscape(n_starts=20, random_state=7).fit(X, labels)
    for landscape in (found, names["landscape"]):
        best = f"log-likelihood {highest(landscape.maxima_).criterion:,.2f}"
        assert best in "".join(each.proto.body for each in app.get("html"))


def test_what_if_and_its_code_scale_robustly(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    controls = {"replicates": 1, "levels": "20", "methods": ["weighted-knn"], "folds": 3}
    errors = {}
    for scaling in ("none", "robust"):
        app = open_page("whatif", wine(scaling), **controls)
        drawn(app.button(key="whatif.run.run").click())
        app = finish(app, "whatif.run")
        errors[scaling] = float(app.table[0].value.iloc[0, 0].split()[0].strip("*"))
    assert errors["robust"] < errors["none"] - 10
    app.session_state["whatif.tab"] = "Code"
    [found] = run_code(snippets(drawn(app))[0])["summaries"]
    assert round(found.ours, 1) == errors["robust"]


def test_active_learning_asks_about_scaled_features():
    few = {"repetitions": 3, "queries": 10, "models": ["weighted-knn"], "oracle": HARD}
    app = drawn(open_page("active", wine(), **few).button(key="active.run.run").click())
    app = finish(app, "active.run")
    [shown] = app.dataframe[0].value["at the end"]
    app.session_state["active.tab"] = "Code"
    [again] = run_code(snippets(drawn(app))[0])["protocol"].curves()
    assert again.final == shown
    asked = ["weighted-knn"], ["confidence"], Oracle.hard()
    scaled, raw = (
        ActiveLearning(each, *asked, n_queries=10, n_repetitions=3, seed=7).fit().curves()[0].final
        for each in (scale(load_sample("wine"), "robust"), load_sample("wine"))
    )
    assert shown == pytest.approx(scaled) and shown != pytest.approx(raw)


def test_neighbours_learn_from_scaled_features_under_a_scaled_plane():
    """They learned from raw features under a plane of standardised ones."""
    app = open_page("neighbours", wine("standardise"), source="all features")
    labels, dataset = app.session_state["workspace"].labels, load_sample("wine")
    model = EvidentialKNN().fit(scale(dataset, "standardise").X, labels)
    decided = model.leave_one_out_masses().pignistic().argmax(axis=1)
    wrong = (decided != dataset.truth).mean()
    assert metrics(app)["Error rate, true classes"] == f"{wrong:.1%}"
    assert metrics(open_page("neighbours", wine("none"), source="all features")) != metrics(app)


def test_suspects_are_those_of_scaled_features():
    listed = {}
    for scaling in ("none", "robust"):
        app = open_page("suspects", wine(scaling), tab="Code")
        table = next(each.value for each in app.dataframe if "points to" in each.value.columns)
        listed[scaling] = table["row"].tolist()
        labels = app.session_state["workspace"].labels
    assert listed["none"] != listed["robust"]
    text = snippets(app)[-1]
    assert 'scale(dataset, "robust")' in text
    X = scale(load_sample("wine"), "robust").X
    expected = suspects(held_out_masses(X, labels, random_state=7), labels, by="ratio")
    shown = len(listed["robust"])
    assert listed["robust"] == (expected.index[:shown] + 1).tolist()
    names = run_code(text)
    np.testing.assert_array_equal(names["dataset"].X, X)
    assert names["found"].index.tolist() == expected.index.tolist()


def test_methods_are_compared_on_scaled_features():
    few = {"methods": ["eknn"], "repeats": 1, "curve": False}

    def compared(scaling, **more):
        app = open_page("evaluate", wine(scaling), **few, **more)
        runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
        return finish(app, "evaluate.run") if "evaluate.run" in runs else app

    title = "agreement with labels"
    none, robust = (
        compared(each).main.dataframe[0].value[title].tolist() for each in ("none", "robust")
    )
    assert robust != none
    text = snippets(compared("robust", tab="Code"))[0]
    assert 'scale(dataset, "robust")' in text
    names = run_code(text)
    found = summarise(names["found"], names["costs"])["agreement"]
    assert robust == pytest.approx(found.tolist(), abs=1e-12)
