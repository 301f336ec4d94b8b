"""The Mixture page in process: every setting, both players, hard data, hidden truth, the code."""

import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from opened_pages import (
    chart_specs,
    chart_texts,
    drawn,
    finish,
    metrics,
    open_page,
    run_code,
    sentences,
    snippets,
)
from streamlit.testing.v1 import AppTest

from belieflab import cost
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.figures.mixture import states
from belieflab.iteration import StopFlag
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.selection import Candidate
from belieflab.ui.method.context import Context
from belieflab.ui.pages.mixture import estimates, tabs, view
from belieflab.ui.pages.mixture.fit import task
from belieflab.ui.pages.mixture.settings import FAMILY_CHOICES, WAYS, parameters
from belieflab.ui.pages.mixture.tabs import criterion_table
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "mixture")


def iris(law: str | None = "expert-doubt") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law))
    return workspace


def charts(app: AppTest) -> int:
    return len(app.get("plotly_chart"))


def outlines(traces: list) -> list:
    return [(trace["x"], trace["y"]) for trace in traces if trace.get("mode") == "lines"]


def hovers(traces: list) -> list:
    return [trace.get("hovertext") for trace in traces]


# -- what it needs ------------------------------------------------------------


def test_without_data_one_button_loads_a_fitting_sample():
    app = opened()
    assert "needs points" in sentences(app)
    app.button(key="mixture.begin").click().run()
    assert not app.exception
    assert metrics(app)["Iterations"] == "12"


# -- the fit ------------------------------------------------------------


def test_the_numbers_are_those_of_the_estimator():
    workspace = iris()
    model = SoftLabelMixture(random_state=7).fit(workspace.dataset.X, workspace.labels)
    shown = metrics(opened(workspace))
    assert shown["Log-likelihood"] == f"{model.log_likelihood_:,.2f}"
    assert shown["BIC"] == f"{model.bic():,.1f}"
    assert shown["Error rate, true classes"] == "2.0%"


@pytest.mark.parametrize("family", FAMILY_CHOICES)
def test_every_family(family):
    assert charts(opened(iris(), family=family)) >= 2


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_use_the_labels(way):
    app = opened(iris(), way=way)
    assert charts(app) >= 2
    assert bool([s for s in app.slider if s.label == "Components K"]) == (way == "unsupervised")


def test_points_without_labels_ask_for_a_number():
    app = opened(iris(None))
    app.slider(key="mixture.K").set_value(4).run()
    assert not app.exception
    assert "component 4" in chart_texts(app)[0]


@pytest.mark.parametrize("init", ["random", "k-means++"])
def test_random_starts_and_annealing(init):
    app = opened(iris(), init=init, annealing=True, n_init=3, start=2)
    assert "b = 0.4" in chart_texts(app)[1]


@pytest.mark.parametrize("show", ["responsibility", "classification", "density"])
@pytest.mark.parametrize("axes", [("x1", "x2"), ("pc1", "x4")])
def test_every_view(show, axes):
    app = opened(iris(), show=show, x=axes[0], y=axes[1], regions=True, outline="2 σ")
    spec = chart_texts(app)[0]
    assert '"image"' in spec


def test_weibull_lifetimes():
    workspace = Workspace()
    workspace.set_up(Recipe("weibull"), Recipe("expert-doubt"))
    app = opened(workspace, kind="weibull", tab="Parameters")
    assert "shape" in app.dataframe[0].value.columns


# -- nonspecificity ------------------------------------------------------------


def test_the_scrubber_sends_all_levels_as_frames():
    app = opened(iris(), over="nonspecificity")
    spec = chart_texts(app)[0]
    assert '"0.00"' in spec and '"0.55"' in spec and '"1.00"' in spec
    assert "error" in chart_texts(app)[1]


def test_with_the_truth_hidden_levels_show_the_likelihood_instead():
    workspace = iris()
    workspace.hide_truth()
    app = opened(workspace, over="nonspecificity")
    assert "log-likelihood" in chart_texts(app)[1]


# -- bad luck and bad data ------------------------------------------------------------


def adopted(X, labels=None) -> Workspace:
    workspace = Workspace()
    names = tuple(f"f{j}" for j in range(X.shape[1]))
    workspace.adopt_dataset(Dataset(np.asarray(X, dtype=float), names))
    return workspace


def test_a_constant_feature_gets_one_sentence():
    X = np.random.default_rng(0).normal(size=(20, 2))
    X[:, 1] = 4.0
    assert "same value 4 in every row" in sentences(opened(adopted(X)))


def test_one_object_gets_one_sentence():
    assert "at least two objects" in sentences(opened(adopted(np.zeros((1, 2)))))


def test_more_components_than_objects_gets_one_sentence():
    app = opened(adopted(np.random.default_rng(0).normal(size=(3, 2))), K=9)
    assert "need at least as many rows" in sentences(app)


def test_negative_data_with_weibull_components_get_one_sentence():
    X = np.random.default_rng(0).normal(size=(20, 2))
    assert "positive numbers" in sentences(opened(adopted(X), kind="weibull"))


def test_a_collapsed_component_is_reported():
    X = np.vstack([np.random.default_rng(0).normal(size=(30, 2)), np.full((8, 2), 50.0)])
    app = opened(adopted(X), K=2, init="k-means++")
    assert "shrank" in sentences(app)


def test_hidden_truth_hides_errors_everywhere():
    workspace = iris()
    workspace.hide_truth()
    app = opened(workspace, show="classification")
    assert "Error rate, true classes" not in metrics(app)
    assert "The truth is hidden" in sentences(app)
    assert "truth" not in chart_texts(app)[0]


# -- tabs ------------------------------------------------------------


def test_the_result_tells_held_out_error_and_confusion():
    app = opened(iris())
    assert "on held-out objects" in sentences(app)
    assert charts(app) == 3


def test_the_error_on_held_out_objects_of_many_is_asked_for(monkeypatch):
    monkeypatch.setattr(tabs, "FEW_STEPS", 0)
    app = opened(iris())
    assert "on held-out objects" not in sentences(app)
    app.button(key="mixture.held_out.run").click()
    app = finish(drawn(app), "mixture.held_out")
    assert "on held-out objects (5 folds): **" in sentences(app)


@pytest.mark.parametrize(
    "controls", [{}, {"annealing": True}, {"way": WAYS[-1]}, {"kind": "weibull"}, {"n_init": 3}]
)
def test_of_many_objects_only_the_last_step_is_judged(monkeypatch, controls):
    for module in (states, view):
        monkeypatch.setattr(module, "MAX_JUDGED", 100)
    app = opened(iris(), **controls)
    (outcome,) = app.session_state["shell.memory"]["mixture.fit"].values()
    model, decisions = outcome.value.model, outcome.value.decisions
    found, known = states.fit_states(model), states.fit_states(model, decisions)
    for each in (found, known):
        assert not any(len(state.decisions) for state in each[:-1])
    assert [state.name for state in found] == [state.name for state in known]
    assert found[-1].decisions.tolist() == known[-1].decisions.tolist()
    assert found[-1].responsibilities == pytest.approx(known[-1].responsibilities)
    assert len(decisions) == 150
    assert "beyond 20,000 objects no other step is judged" in sentences(app)
    assert charts(app) == 3


@pytest.mark.parametrize(
    "controls",
    [
        {},
        {"family": "tied diagonal"},
        {"way": "label noise"},
        {"kind": "weibull"},
        {"way": "adaptive"},
    ],
)
def test_parameters_and_formulas(controls):
    app = opened(iris(), tab="Parameters", **controls)
    assert app.dataframe
    assert "eq. 53" in sentences(opened(iris(), tab="Formula", **controls))


def test_standard_errors_stand_beside_the_parameters():
    app = opened(iris(), tab="Parameters")
    table = app.dataframe[0].value
    assert list(table.columns) == ["component", "π", "± se"]
    assert (table["± se"] > 0).all()


@pytest.mark.parametrize("way", ["information", "bootstrap"])
def test_standard_errors_of_many_objects_wait_for_run(monkeypatch, way):
    monkeypatch.setattr(estimates, "information_cost", lambda *_: Cost(60.0, 1e6))
    monkeypatch.setattr(estimates, "mixture_cost", lambda *_, **__: Cost(2.0, 1e6))
    app = opened(iris(), tab="Parameters", errors=way)
    assert "± se" not in app.dataframe[0].value.columns
    assert "standard errors takes about" in sentences(app)
    app.button(key="mixture.standard_errors.run").click()
    app = finish(drawn(app), "mixture.standard_errors")
    assert (app.dataframe[0].value["± se"] > 0).all()
    app.session_state["mixture.tol"] = "1e-4"
    assert "± se" not in drawn(app).dataframe[0].value.columns


def test_a_bootstrap_can_be_stopped(monkeypatch):
    monkeypatch.setattr(estimates, "RESAMPLES", 1_000_000)
    app = opened(iris(), tab="Parameters", errors="bootstrap")
    app = drawn(app.button(key="mixture.standard_errors.run").click())
    run = app.session_state["shell.runs"]["mixture.standard_errors"]
    app = drawn(app.button(key="mixture.standard_errors.stop").click())
    run.join(2.0)
    assert not run.working and not run.steps
    assert "± se" not in drawn(app).dataframe[0].value.columns


def test_a_bootstrap_counts_the_weights_of_the_rows(monkeypatch):
    given: list = []

    def record(model, way, **more):
        given.append(more["sample_weight"])
        raise DataError("enough")

    monkeypatch.setattr(estimates, "standard_errors", record)
    workspace = iris()
    weights = np.linspace(1.0, 2.0, 150)
    workspace.adopt_dataset(replace(workspace.dataset, weights=weights))
    app = opened(workspace, tab="Parameters", errors="bootstrap", K=2)
    assert "not known here: enough" in sentences(app)
    assert given[0].tolist() == weights.tolist()


@pytest.mark.parametrize(
    "controls",
    [
        {},
        {"family": "tied", "tol": "1e-8", "x": "x1", "y": "x3", "regions": True},
        {"way": "supervised", "init": "random", "start": 3, "n_init": 2},
        {"way": "unsupervised", "K": 4, "annealing": True},
        {"way": "label noise", "show": "classification", "outline": "1 σ"},
        {"kind": "weibull"},
    ],
)
def test_the_code_gives_the_same_fit_and_picture(controls):
    workspace = iris()
    app = opened(workspace, tab="Code", **controls)
    space = run_code(snippets(app)[0])
    shown = metrics(app)
    assert f"{space['model'].log_likelihood_:,.2f}" == shown["Log-likelihood"]
    assert str(space["model"].n_iter_) == shown["Iterations"]
    drawn = chart_specs(app)[0]
    again = json.loads(space["figure"].to_json())
    assert outlines(again["data"]) == outlines(drawn["data"])
    assert again["frames"] == drawn["frames"]
    assert again["data"][-1]["name"] == drawn["data"][-1]["name"]
    assert hovers(again["data"]) == hovers(drawn["data"])


def test_a_pinned_run_stands_beside_the_next_with_what_differs():
    workspace = iris()
    app = opened(workspace, tab="Compare pinned")
    app.button(key="mixture.pin").click().run()
    app.selectbox(key="mixture.family").set_value("tied spherical").run()
    assert not app.exception
    table = app.dataframe[0].value
    assert "family" in table.index and "error rate, true classes" in table.index
    assert "init" not in table.index
    assert charts(app) == 4


def test_a_model_without_a_finite_criterion_leaves_no_number_in_the_grid():
    values = {"EII": float("inf"), "VII": float("nan"), "EEE": 3.0}
    candidates = [Candidate(2, name, None, *[value] * 3) for name, value in values.items()]
    table = criterion_table(candidates, "bic")
    assert table.min().min() == 3.0 and table.notna().sum().sum() == 1
    assert criterion_table(candidates[:2], "icl").isna().all(axis=None)


def test_models_are_compared_in_the_background_and_drawn_as_a_grid():
    workspace = Workspace()
    workspace.set_up(Recipe("butterfly"))
    app = opened(workspace, tol="1e-3")
    app.button(key="mixture.choice.run").click().run()
    app = finish(app, "mixture.choice")
    grid = app.dataframe[0].value
    assert list(grid.columns) == [f"K = {number}" for number in range(1, 7)]
    assert grid.index[0] == "EII tied spherical" and len(grid) == 14


# -- long fits ------------------------------------------------------------


def test_a_long_fit_waits_for_run_and_keeps_what_it_found(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(iris())
    assert not app.metric
    app.button(key="mixture.fit.run").click().run()
    app = finish(app, "mixture.fit")
    assert metrics(app)["Iterations"] == "12"


def test_a_fit_that_is_stopped_before_its_first_step_ends_without_an_error():
    workspace, stop = iris(), StopFlag()
    context = Context("mixture", workspace, workspace.dataset, workspace.labels)
    chosen = Settings(parameters(context), {})
    stop.set()
    fit, steps = task(replace(context, settings=chosen)).start(stop)
    assert not list(steps) and fit.decisions is None
