"""The Credal partition page in process: every method, hard data, pairs, conversions, the code."""

import json
import threading
import time
from dataclasses import replace
from functools import partial

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
from streamlit.testing.v1 import AppTest
from toy_clustering import TOY

from belieflab import cost
from belieflab.belief import Frame
from belieflab.clustering import ECM, evclus
from belieflab.clustering.algorithms import ALGORITHMS, algorithm
from belieflab.clustering.alternation import last_step
from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.samples import load_sample
from belieflab.figures.credal.partition import PartitionView, draw_partition, match_clusters
from belieflab.iteration import StopFlag, check_stop
from belieflab.ui.method import numbers
from belieflab.ui.method.context import Context
from belieflab.ui.method.run_panel import describe
from belieflab.ui.pages.credal import tabs
from belieflab.ui.pages.credal.settings import first_values
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "credal")


def loaded(sample: str = "butterfly", scaling: str = "none") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe(sample), scaling=scaling)
    return workspace


def adopted(X) -> Workspace:
    workspace = Workspace()
    names = tuple(f"f{j}" for j in range(np.shape(X)[1]))
    workspace.adopt_dataset(Dataset(np.asarray(X, dtype=float), names))
    return workspace


def spec(app: AppTest, chart: int = 0) -> dict:
    return chart_specs(app)[chart]


def conversions(app: AppTest):
    return next(
        table.value
        for table in app.dataframe
        if "by belief" in table.value and "row" in table.value
    )


# -- what it needs, what it shows ------------------------------------------------------------


def test_without_data_one_button_loads_the_butterfly():
    app = opened()
    assert "needs points only" in sentences(app)
    app.button(key="credal.begin").click().run()
    assert not app.exception
    assert metrics(app) | {"Outliers": "1", "In several": "1", "In one cluster": "10"} == metrics(
        app
    )


def test_the_numbers_are_those_of_the_estimator():
    workspace = loaded()
    model = ECM(2, delta_quantile=0.7, n_init=5, random_state=7).fit(workspace.dataset.X)
    app = opened(workspace)
    assert metrics(app)["N*"] == f"{model.partition_.mean_nonspecificity():.4f}"
    table = conversions(app)
    assert (table["outlier"] == model.partition_.outliers()).all()
    np.testing.assert_allclose(table["fuzzy ω1"], model.partition_.fuzzy()[:, 0])
    np.testing.assert_allclose(table["possible ω2"], model.partition_.possibilistic()[:, 1])
    assert (table["surely ω1"] == model.partition_.rough()[0][:, 0]).all()


@pytest.mark.parametrize("key", ALGORITHMS)
def test_every_method_draws_its_plane_formulas_and_code(key):
    app = opened(loaded(), algorithm=key, mass="ω1", tab="Formula", pairs="1=2")
    assert spec(app)["data"][0]["type"] == "heatmap"
    assert "N^*" in "".join(block.value for block in app.latex)
    assert ("What pairs of objects add" in sentences(app)) == (key in ("CECM", "EVCLUS"))


@pytest.mark.parametrize(
    "controls",
    [
        {"show": "masses", "focal": "simple", "c": 3},
        {"show": "truth", "focal": "neighbours", "c": 4, "x": "x1", "y": "x3"},
        {"show": "cluster", "outlines": False, "unions": False, "delta_by": "distance"},
    ],
)
def test_every_view_of_more_than_two_features(controls):
    app = opened(loaded("iris"), **controls)
    assert "All 4 features take part" in sentences(app)
    assert metrics(app)["Adjusted Rand"]


def test_features_on_one_scale_find_the_wines():
    raw, scaled = (
        float(metrics(opened(loaded("wine", scaling)))["Adjusted Rand"])
        for scaling in ("none", "standardise")
    )
    assert scaled > raw + 0.3


def test_a_hidden_truth_is_shown_nowhere():
    workspace = loaded("iris")
    workspace.hide_truth()
    app = opened(workspace, show="truth")
    assert "Adjusted Rand" not in metrics(app) and "ARI" not in sentences(app)
    assert "setosa" not in json.dumps(spec(app))


# -- hard data ------------------------------------------------------------


@pytest.mark.parametrize(
    ("X", "controls", "sentence"),
    [
        (np.zeros((1, 2)), {}, "at least two objects"),
        (np.eye(3), {"c": 9}, "9 clusters need at least as many objects; there are 3"),
        (
            np.random.default_rng(0).normal(size=(30, 2)),
            {"c": 13, "focal": "all"},
            "13 clusters have 2^13 sets",
        ),
        (np.eye(3), {"pairs": "1=9"}, "names a row that is not there"),
        (np.eye(3), {"pairs": "nonsense"}, "cannot be read"),
    ],
)
def test_the_impossible_gets_one_sentence(X, controls, sentence):
    assert sentence in sentences(opened(adopted(X), **controls))


@pytest.mark.parametrize("key", ALGORITHMS)
def test_equal_objects_constant_columns_and_as_many_clusters_as_objects(key):
    rng = np.random.default_rng(0)
    flat = np.column_stack([rng.normal(size=8), np.full(8, 3.0)])
    twins = np.repeat(rng.normal(size=(2, 3)), 4, axis=0)
    for X, c in ((np.ones((6, 2)), 2), (flat, 2), (twins, 3), (rng.normal(size=(4, 1)), 4)):
        chosen, dataset = ALGORITHMS[key], adopted(X).dataset
        if chosen.input.needs_image:
            dataset = replace(dataset, image_shape=(1, len(X)))
        settings = chosen.settings({"c": c})
        model = chosen.make_model(settings, 0, keep_history=True)
        assert list(chosen.iterate(model, dataset, settings, StopFlag()))
        assert np.isfinite(model.partition_.mass).all()
        drawn = draw_partition(dataset, model, PartitionView(mass=1)).to_json()
        assert "NaN" not in drawn and "Infinity" not in drawn


def test_where_masses_are_too_many_to_keep_the_plane_shows_the_end(monkeypatch):
    monkeypatch.setattr(algorithm, "MAX_KEPT", 0)
    app = opened(loaded(), algorithm="EVCLUS")
    assert not app.exception
    assert "the plane shows the end" in sentences(app)
    assert len(spec(app)["frames"]) == 1
    assert "keep_history" not in snippets(opened(loaded(), algorithm="EVCLUS", tab="Code"))[0]


def test_equal_objects_are_drawn_on_the_page():
    app = opened(adopted(np.ones((6, 2))), tab="Masses")
    assert len(app.get("plotly_chart")) == 4


# -- pairs ------------------------------------------------------------


def test_pairs_are_listed_removed_and_brought_back():
    app = opened(loaded(), algorithm="CECM", pairs="1=3, 1≠11")
    assert "1 and 3: must-link" in sentences(app) and "1 and 11: cannot-link" in sentences(app)
    names = [trace["name"] for trace in spec(app)["data"] if trace.get("showlegend", True)]
    assert {"must-link", "cannot-link"} <= set(names)
    app.button(key="credal.pair_remove.1.11").click().run()
    assert app.session_state["credal.pairs"] == "1=3"
    app.button(key="credal.pairs_clear").click().run()
    assert "must-link" not in sentences(app)
    app.button(key="credal.pairs_undo").click().run()
    assert app.session_state["credal.pairs"] == "1=3"


def test_pairs_of_other_data_are_forgotten():
    workspace = loaded()
    app = opened(workspace, algorithm="EVCLUS", pairs="1=12")
    workspace.set_up(Recipe("iris"))
    app.run()
    assert not app.exception
    assert app.session_state["credal.pairs"] == ""


# -- number of clusters ------------------------------------------------------------


def test_the_best_number_of_clusters_can_be_taken():
    rng = np.random.default_rng(0)
    X = np.repeat([[0, 0], [10, 0], [5, 9]], 20, axis=0) + rng.normal(size=(60, 2))
    app = opened(adopted(X), focal="pairs", tab="Number of clusters", n_init=3)
    curve = spec(app, 2)
    assert curve["data"][1]["name"] == "c = 2 on screen"
    app.button(key="credal.take").click().run()
    assert app.slider(key="credal.c").value == 3
    assert app.button(key="credal.take").disabled


def test_a_long_comparison_waits_for_a_click(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(loaded(), tab="Number of clusters", last_c=3, index_kind="criterion")
    app.button(key="credal.choice.run").click().run()
    app = finish(app, "credal.choice")
    assert spec(app, 2)["layout"]["yaxis"]["title"]["text"] == "criterion at the end"


# -- pins, code, export, long fits ------------------------------------------------------------


def test_a_pinned_partition_is_compared_with_the_next():
    app = opened(loaded())
    app.button(key="credal.pin").click().run()
    assert "A: **1.0000**" in sentences(app)
    app.slider(key="credal.alpha").set_value(3.0).run()
    assert "A: **0." in sentences(app)
    app.session_state["credal.tab"] = "Compare pinned"
    app.run()
    assert {"alpha", "N*"} <= set(app.dataframe[0].value.index)


@pytest.mark.parametrize(
    ("sample", "controls"),
    [
        ("butterfly", {}),
        ("iris", {"algorithm": "RECM", "mass": "ω1ω2", "x": "x1", "beta": 1.5}),
        ("butterfly", {"algorithm": "CECM", "pairs": "1=11, 2≠3", "xi": 0.8, "show": "masses"}),
        ("butterfly", {"algorithm": "EVCLUS", "pairs": "1≠12", "partners": 6, "n_init": 2}),
        ("wine", {"tol": "1e-2", "unions": False}),
        ("butterfly", {"algorithm": "ECM Mahalanobis", "delta_by": "distance", "delta": 5.0}),
        ("picture", {"show": "lower", "neighbour_weight": 0.8}),
    ],
)
def test_the_code_gives_the_same_partition_and_picture(sample, controls):
    scaling = "standardise" if sample == "wine" else "none"
    app = opened(loaded(sample, scaling), tab="Code", **controls)
    space = run_code(snippets(app)[0])
    drawn, again = spec(app), json.loads(space["figure"].to_json())
    assert again["frames"] == drawn["frames"]
    assert [trace["name"] for trace in again["data"]] == [trace["name"] for trace in drawn["data"]]
    assert [trace.get("x") for trace in again["data"]] == [
        trace.get("x") for trace in drawn["data"]
    ]


def test_a_long_fit_waits_for_run_and_keeps_what_it_found(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(loaded())
    assert not app.metric
    app.button(key="credal.fit.run").click().run()
    app = finish(app, "credal.fit")
    assert metrics(app)["Outliers"] == "1"


def test_evclus_shows_its_progress_and_time_left_and_stops(monkeypatch):
    """Between two starts, too: no iteration has come then."""
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    third, go_on, ends = threading.Event(), threading.Event(), []

    def slow(loop):
        ends.append(last_step(loop))
        if len(ends) == 3:
            third.set()
            while not go_on.wait(0.01):
                check_stop()
        return ends[-1]

    app = opened(loaded(), algorithm="EVCLUS", n_init=5)
    monkeypatch.setattr(evclus, "last_step", slow)
    app = drawn(app.button(key="credal.fit.run").click())
    assert third.wait(60)
    app = drawn(app)
    run = app.session_state["shell.runs"]["credal.fit"]
    assert run.running and not run.steps and 1 / 3 <= run.share_done <= 0.5
    assert run.seconds_left > 0 and " left" in describe(run)
    assert "credal.fit.stop" in {button.key for button in app.button}
    begun = time.monotonic()
    app = drawn(app.button(key="credal.fit.stop").click())
    run.join(10)
    assert run.stopped and time.monotonic() - begun < 5
    assert "Run EVCLUS" in {button.label for button in app.button}
    go_on.set()


def test_several_starts_say_when_iterations_will_come(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    assert "All 3 starts are tried first" in sentences(opened(loaded(), n_init=3))
    assert "starts are tried" not in sentences(opened(loaded(), n_init=1))


def test_the_results_hold_masses_and_conversions():
    workspace = loaded("four-class")
    model = ECM(4, delta_quantile=0.7, random_state=7).fit(workspace.dataset.X)
    context = Context("credal", workspace, workspace.dataset, None)
    table = tabs.result_table(context, model)
    assert list(table.columns[:4]) == ["row", "truth", "set", "by plausibility"]
    masses = table[[name for name in table if name.startswith("mass ")]]
    assert masses.shape == (400, 16)
    np.testing.assert_allclose(masses.sum(axis=1), 1.0)


# -- a new algorithm ------------------------------------------------------------


def test_an_algorithm_of_the_registry_has_controls_a_run_formulas_and_code():
    iris = load_sample("iris")
    chosen = partial(opened, loaded("iris"), algorithm=TOY.key, runs=3, mass="ω1")
    with ALGORITHMS.temporarily(TOY):
        assert opened(loaded("iris"), algorithm=TOY.key).slider(key="credal.runs").value == 2
        app = chosen(tab="Formula")
        choice = app.selectbox(key="credal.algorithm")
        assert TOY.title in choice.options and TOY.explanation in choice.help
        assert app.slider(key="credal.runs").value == 3
        assert app.slider(key="credal.alpha").disabled and not app.slider(key="credal.c").disabled
        assert any("W = " in block.value for block in app.latex)
        space = run_code(snippets(chosen(tab="Code"))[0])
        partition = space["partition"]
        assert space["model"].runs == 3
        assert json.loads(space["figure"].to_json())["frames"] == spec(app)["frames"]
        app = chosen(tab="Result")
        called = match_clusters(iris, space["model"], truth=iris.truth).names("cluster")
        names = [called[k] for k in partition.labels()]
        assert conversions(app)["by belief"].tolist() == names
        assert metrics(app)["Kind of partition"] == "hard"
        assert spec(chosen(tab="Number of clusters"), 2)["data"][0]["name"] == "index"
    app = chosen()
    assert app.selectbox(key="credal.algorithm").value == "ECM"
    assert "credal.runs" not in [slider.key for slider in app.slider]


def test_a_new_algorithm_that_is_long_waits_for_run(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    with ALGORITHMS.temporarily(TOY):
        app = opened(loaded("iris"), algorithm=TOY.key)
        run = app.button(key="credal.fit.run")
        assert run.label == f"Run {TOY.title}"
        run.click().run()
        assert metrics(finish(app, "credal.fit"))["In one cluster"] == "150"


def test_controls_that_the_algorithm_lacks_are_disabled():
    app = opened(loaded(), algorithm="EVCLUS")
    assert app.slider(key="credal.alpha").disabled and app.slider(key="credal.quantile").disabled
    assert not app.number_input(key="credal.partners").disabled
    app = opened(loaded(), algorithm="CECM")
    assert not app.slider(key="credal.alpha").disabled and app.slider(key="credal.beta").disabled
    assert app.selectbox(key="credal.focal").disabled


def test_the_sets_behind_mass_of_have_the_names_of_their_classes():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None)
    app = open_page("credal", workspace)
    listed = app.selectbox(key="credal.mass").options
    assert {"setosa", "versicolor", "virginica", "setosa or virginica", "Ω", "∅"} <= set(listed)
    assert not any("ω" in name for name in listed)


def test_the_page_begins_with_several_starts_and_few_sets_of_many_clusters():
    blobs = np.random.default_rng(0).normal(size=(140, 2))
    blobs[:, 0] += 20 * np.repeat(np.arange(7), 20)
    workspace = adopted(blobs)
    app = opened(workspace)
    assert app.number_input(key="credal.n_init").value == 5
    assert app.selectbox(key="credal.focal").value == "all"
    classes = tuple(f"class {k}" for k in range(7))
    dataset = Dataset(blobs, ("x", "y"), np.repeat(np.arange(7), 20), classes)
    workspace = Workspace()
    workspace.adopt_dataset(dataset, None)
    app = opened(workspace)
    assert app.selectbox(key="credal.focal").value == "pairs"
    copies = adopted(np.repeat([[0.0, 0.0], [9.0, 9.0]], 20, axis=0))
    assert "Prototypes coincide" in sentences(opened(copies, c=3))
    assert "Prototypes coincide" not in sentences(opened(copies, c=2))


def test_the_table_of_conversions_formats_every_set_once(monkeypatch):
    dataset, formatted, plain = load_sample("iris"), [], Frame.format
    model = ECM(3, random_state=0).fit(dataset.X)
    expected = [model.partition_.frame.format(mask) for mask in model.partition_.sets()]

    def count(self, mask):
        formatted.append(mask)
        return plain(self, mask)

    monkeypatch.setattr(Frame, "format", count)
    table = tabs.conversion_table(model.partition_, dataset)
    assert table["set"].tolist() == expected
    assert len(formatted) == len(set(formatted)) < 10
    assert table["outlier"].tolist() == model.partition_.outliers().tolist()


def test_the_table_of_conversions_lists_the_first_of_very_many_objects(monkeypatch):
    monkeypatch.setattr(numbers, "MAX_ROWS", 20)
    dataset = load_sample("iris")
    model = ECM(3, random_state=0).fit(dataset.X)
    table = tabs.conversion_table(model.partition_, dataset)
    assert table["row"].tolist() == list(range(1, 21))
    assert table["by plausibility"].nunique() == len(set(model.labels_[:20]))


def test_many_clusters_begin_with_pairs_of_them_until_the_sets_are_chosen_by_hand():
    points = np.random.default_rng(0).normal(size=(12, 2))
    app = opened(adopted(points), algorithm="EVCLUS", n_init=1)
    assert app.selectbox(key="credal.focal").value == "all"
    app.session_state["credal.c"] = 8  # 256 sets
    app.run()
    assert app.selectbox(key="credal.focal").value == "pairs"
    app.selectbox(key="credal.focal").set_value("simple").run()
    app.session_state["credal.c"] = 7
    app.run()
    assert app.selectbox(key="credal.focal").value == "simple"


def test_dissimilarities_of_many_clusters_begin_with_pairs_too():
    entry, distances = ALGORITHMS["EVCLUS"], np.ones((20, 20)) - np.eye(20)
    dataset, _ = from_dissimilarities(distances, [f"o{i}" for i in range(20)], name="equal")
    assert first_values(dataset, entry, 3)["focal"] == "simple"
    assert first_values(dataset, entry, 8)["focal"] == "pairs"


def test_several_starts_are_tried_where_they_are_quick_or_somebody_waits_anyway():
    entry = ALGORITHMS["ECM"]
    rng = np.random.default_rng(0)

    def first(n: int, p: int, c: int) -> int:
        dataset = Dataset(rng.normal(size=(n, p)), tuple(f"x{j}" for j in range(p)))
        return first_values(dataset, entry, c)["n_init"]

    assert first(100, 2, 2) == 5
    assert first(20_000, 2, 3) == 5  # 5 starts and the best again take half a second
    assert 1 < first(30_000, 4, 5) < 5
