"""The Neighbours page in process: settings, answers, drawer, network, bad data, the code."""

import json
import threading
import time
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from opened_pages import (
    chart_specs,
    chart_texts,
    finish,
    metrics,
    open_page,
    run_code,
    sentences,
    snippets,
)
from streamlit.testing.v1 import AppTest

from belieflab import MassTable, cost
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.settings import Settings
from belieflab.figures.neighbours import network_training
from belieflab.iteration import check_stop
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.planar import lay_plane
from belieflab.ui.method.context import Context
from belieflab.ui.method.runs import Run
from belieflab.ui.pages.neighbours import fit as neighbours_fit
from belieflab.ui.pages.neighbours import tabs
from belieflab.ui.pages.neighbours.settings import ANSWERS, GAMMAS, METRICS, parameters
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "neighbours")


def iris(law: str | None = "expert-doubt") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law))
    return workspace


def adopted(X, y=None, labels: MassTable | None = None) -> Workspace:
    """Points and labels without a truth, as an upload brings them."""
    workspace = Workspace()
    X = np.asarray(X, dtype=float)
    names = tuple(f"f{j}" for j in range(X.shape[1]))
    labels = MassTable.from_hard(y) if labels is None else labels
    workspace.adopt_dataset(Dataset(X, names), labels)
    return workspace


def figures(app: AppTest) -> list[dict]:
    return chart_specs(app)


# -- what it needs ------------------------------------------------------------


def test_without_data_one_button_loads_a_fitting_sample():
    app = opened()
    assert "need labelled points" in sentences(app)
    app.button(key="neighbours.begin").click().run()
    assert not app.exception
    assert metrics(app)["Error rate, true classes"] == "3.3%"


def test_points_without_labels_are_reported():
    assert "need labelled points" in sentences(opened(iris(None)))


# -- what is too large ------------------------------------------------------------


def rich(per_cluster: int) -> Workspace:
    """What the link ?data=many-clusters&data.per_cluster=…&labels=nonspecificity sets up."""
    workspace = Workspace()
    recipe = Recipe("many-clusters", {"per_cluster": per_cluster})
    workspace.set_up(recipe, Recipe("nonspecificity"))
    return workspace


def test_a_link_to_what_is_too_large_asks_before_it_computes(monkeypatch):
    def fit(*_):
        raise AssertionError("computed without being asked")

    monkeypatch.setattr(EvidentialKNN, "fit", fit)
    monkeypatch.setattr(neighbours_fit, "believe_on_plane", fit)
    workspace = rich(1000)
    begun = time.process_time()
    app = opened(workspace)
    assert time.process_time() - begun < 5
    assert "20,000 objects" in sentences(app) and " GB of memory." in sentences(app)
    assert app.button(key="neighbours.fit.run").label == "Run"
    assert not metrics(app)


def test_while_run_is_awaited_the_plane_stands_beside_the_axes_of_the_curve(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(iris())
    assert app.button(key="neighbours.fit.run").label == "Run"
    plane, curve = chart_specs(app)
    assert [trace["name"] for trace in plane["data"]].count("setosa") >= 1
    assert plane["layout"]["xaxis"]["title"]["text"].startswith("PCA 1")
    titles = [curve["layout"][axis]["title"]["text"] for axis in ("xaxis", "yaxis")]
    assert titles == ["neighbours K", "leave-one-out error rate, labels"]


def test_what_is_large_is_computed_once_it_is_agreed_to(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_BYTES", 1e6)
    app = opened(iris("nonspecificity"), **{"decisions.reject": 0.0})
    assert not metrics(app)
    app.button(key="neighbours.fit.run").click().run()
    app = finish(app, "neighbours.fit")
    assert not app.exception and "Error rate, true classes" in metrics(app)
    app.selectbox(key="neighbours.answer").set_value("with rejection").run()
    assert "No answer" in metrics(app)  # answers follow from the beliefs that are there
    app.slider(key="neighbours.K").set_value(9).run()
    assert not metrics(app)  # another K costs as much again


def test_a_stopped_run_leaves_nothing_half_done(monkeypatch):
    began, going_on = threading.Event(), threading.Event()

    def believe(*_):
        began.set()
        going_on.wait(60)
        check_stop()

    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    monkeypatch.setattr(neighbours_fit, "believe_on_plane", believe)
    app = opened(iris())
    app.button(key="neighbours.fit.run").click().run()
    assert began.wait(60)
    app.button(key="neighbours.fit.stop").click().run()
    going_on.set()
    app = finish(app, "neighbours.fit")
    assert "stopped after" in sentences(app) and not metrics(app)
    assert app.button(key="neighbours.fit.run").label == "Run"


def test_a_curve_that_is_too_large_waits_for_run_and_is_the_same_for_every_k(monkeypatch):
    long = Cost(10.0, 1e6)
    monkeypatch.setattr(neighbours_fit, "leave_one_out_cost", lambda *_: long)
    app = opened(iris())
    assert len(figures(app)) == 2
    app.button(key="neighbours.errors.run").click().run()
    app = finish(app, "neighbours.errors")
    assert len(figures(app)) == 3
    app.slider(key="neighbours.K").set_value(9).run()
    assert len(figures(app)) == 3
    app.selectbox(key="neighbours.gamma").set_value("one for all").run()
    assert len(figures(app)) == 2


def test_conflict_that_is_not_known_is_said_so():
    X = np.repeat(np.arange(11.0), 4)[:, None] + RNG.normal(scale=0.1, size=(44, 2))
    app = opened(adopted(X, np.arange(44) // 4), gamma="contextual", K=3, shade="conflict")
    assert "more than 10 classes κ is not known" in sentences(app)
    assert "Error rate, labels" in metrics(app)


# -- neighbours ------------------------------------------------------------


def test_the_numbers_are_those_of_the_estimator():
    workspace = iris()
    plane = lay_plane(workspace.dataset, ("pc1", "pc2"))
    model = EvidentialKNN(9, alpha=0.8).fit(plane.features, workspace.labels)
    beliefs = model.leave_one_out_masses()
    wrong = np.mean(beliefs.pignistic().argmax(axis=1) != workspace.dataset.truth)
    app = opened(workspace, K=9, alpha=0.8, source="axes shown")
    assert metrics(app) == {
        "Error rate, true classes": f"{wrong:.1%}",
        "Ignorance": f"{beliefs.mass_of(7).mean():.3f}",
    }
    curve = figures(app)[1]
    assert curve["data"][2]["x"]["bdata"] or curve["data"][2]["name"] == "current"


@pytest.mark.parametrize("gamma", GAMMAS)
def test_every_rule_for_gamma_with_its_formula(gamma):
    app = opened(iris(), gamma=gamma, tab="Formula", place="0.9, -1.2", shade="conflict")
    assert "conflict κ" in sentences(app) and len(figures(app)) == 4
    assert len(app.latex) == 4


@pytest.mark.parametrize("metric", METRICS[2:4])
def test_every_metric(metric):
    assert "Error rate, true classes" in metrics(opened(iris(), metric=metric, beta=1.0))


@pytest.mark.parametrize("answer", ANSWERS)
def test_every_way_to_answer(answer):
    app = opened(iris(), answer=answer, alpha=0.3, K=2, **{"decisions.reject": 0.2})
    shown = metrics(app)
    assert ("No answer" in shown) == (answer == "with rejection")
    assert ("Sets" in shown) == (answer == "a set of classes")
    assert ("Hatched" in sentences(app)) == (answer in {"with rejection", "a set of classes"})


def test_all_features_are_said_to_be_a_slice():
    app = opened(iris(), source="all features", x="x1", y="x2")
    assert "slice through the mean" in sentences(app) and "slice through" in sentences(
        opened(iris())
    )
    assert "two coordinates of this plane only" in sentences(opened(iris(), source="axes shown"))


def test_parameters_tell_gamma_and_what_learning_reached():
    app = opened(iris(), gamma="learned", learn_alpha=True, tab="Parameters")
    assert "criterion that learning reached" in sentences(app)
    assert list(app.dataframe[0].value["class"]) == ["setosa", "versicolor", "virginica"]
    objects = opened(iris(), gamma="one per object", tab="Parameters").dataframe[0].value
    assert len(objects) == 150


# -- the place ------------------------------------------------------------


def test_a_place_in_the_address_opens_the_drawer():
    app = opened(iris(), place="0.9, -1.2")
    assert "Answer: **versicolor**" in sentences(app)
    app.button(key="neighbours.forget").click().run()
    assert "Click anywhere on the plane" in sentences(app)


def test_the_evidence_about_an_object_is_its_own_in_all_features_that_are_learned_from():
    dataset, labels = iris().dataset, iris().labels
    app = opened(iris(), source="all features", place="row 101", tab="Code")
    model = EvidentialKNN().fit(dataset.X, labels)
    [row] = model.leave_one_out_masses()[100].pignistic()
    text = f"row 101, answer: **virginica** · BetP(virginica) {row[2]:.3f}"
    assert text in sentences(app) and "its own label left out" in sentences(app)
    nearest = np.linalg.norm(dataset.X - dataset.X[100], axis=1).argsort()[1:8]
    named = chart_texts(app)[-1]  # what each neighbour says
    assert all(f"row {near + 1} " in named for near in nearest.tolist())
    space = run_code(snippets(app)[0])
    assert len(space["figure"].data[2].x)


def test_a_place_that_is_none_gets_one_sentence():
    app = opened(iris(), place="north, 3")
    assert "two numbers with a comma" in sentences(app) and "Error rate, true classes" in metrics(
        app
    )


# -- the network ------------------------------------------------------------


def test_the_network_has_a_film_a_loss_and_a_drawer():
    app = opened(iris(), model="network", prototypes=3, place="0, 0", tab="Parameters")
    film, loss, *_ = figures(app)
    assert [frame["name"] for frame in film["frames"]] == [f["name"] for f in loss["frames"]]
    assert metrics(app)["Iterations"] == film["frames"][-1]["name"]
    assert len(app.dataframe[0].value) == 3
    assert "What one prototype says" in sentences(opened(iris(), model="network", tab="Formula"))


def test_a_network_begins_with_two_prototypes_within_each_class():
    rng, y = np.random.default_rng(0), np.repeat(np.arange(8), [60, 50, 40, 30, 20, 12, 8, 6])
    X = 3.0 * rng.normal(size=(8, 3))[y] + rng.normal(size=(len(y), 3))
    app = opened(adopted(X, y), model="network")
    [outcome] = app.session_state["shell.memory"]["neighbours.fit"].values()
    model = outcome.value.model
    first = model.at_step(network_training.pick_steps(model)[0]).memberships_.argmax(axis=1)
    assert model.n_prototypes == 16 and np.bincount(first, minlength=8).tolist() == [2] * 8


@pytest.mark.parametrize(("vacuous", "text"), [(False, "took part in training"), (True, "without")])
def test_a_network_says_that_the_label_of_the_object_was_learned_from(vacuous, text):
    workspace = iris()
    labels = workspace.labels
    if vacuous:
        nothing = MassTable.vacuous(1, labels.frame)
        workspace.edit_labels(MassTable.stack([nothing, labels[1:]]), "by hand")
    app = opened(workspace, model="network", prototypes=3, place="row 1")
    said = sentences(app)
    assert said.count(text) == 2 and "left out" not in said  # beside the answer, and below
    assert "row 1, answer: " in said


def test_a_long_training_waits_for_run(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(iris(), model="network", prototypes=2)
    assert not app.metric
    app.button(key="neighbours.fit.run").click().run()
    app = finish(app, "neighbours.fit")
    assert "Loss" in metrics(app)


def test_a_run_of_the_neighbours_that_goes_on_is_not_drawn_as_a_training(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    began, going_on = threading.Event(), threading.Event()

    def steps():
        yield object()
        began.set()
        going_on.wait(60)

    app = opened(iris(), model="network")
    app.session_state["shell.runs"] = {"neighbours.fit": Run(steps, None, "neighbours")}
    app.session_state["shell.runs"]["neighbours.fit"].start()
    assert began.wait(60)
    app.run()
    going_on.set()
    assert not app.exception and app.button(key="neighbours.fit.stop").label == "Stop"


def test_a_long_fit_waits_for_run(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(iris())
    assert "takes less than a second" in sentences(app)
    app.button(key="neighbours.fit.run").click().run()
    app = finish(app, "neighbours.fit")
    assert metrics(app)["Error rate, true classes"] == "3.3%"


def test_the_number_of_prototypes_by_cross_validation(monkeypatch):
    monkeypatch.setattr(neighbours_fit, "TRIED", (1, 3))
    monkeypatch.setattr(neighbours_fit, "FOLDS", 2)
    app = opened(iris(), model="network", prototypes=2)
    app.button(key="neighbours.choice.run").click().run()
    app = finish(app, "neighbours.choice")
    app.button(key="neighbours.use_prototypes").click().run()
    assert app.slider(key="neighbours.prototypes").value == 3


# -- bad data ------------------------------------------------------------


RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("workspace", "controls", "sentence"),
    [
        (adopted(RNG.normal(size=(6, 2)), [0, 0, 0, 1, 1, 1]), {"K": 6}, "need at least 7 objects"),
        (
            adopted(RNG.normal(size=(6, 2)), labels=MassTable.vacuous(6, "ab")),
            {},
            "All labels are vacuous",
        ),
        (adopted([[0.0, 1.0]], [0]), {}, "at least two objects"),
        (
            adopted(RNG.normal(size=(4, 2)), [0, 0, 1, 1]),
            {"model": "network", "prototypes": 9},
            "n_prototypes is a number from 1 to the 4 objects",
        ),
    ],
)
def test_what_cannot_be_gets_one_sentence(workspace, controls, sentence):
    assert sentence in sentences(opened(workspace, **controls))


def test_a_class_with_one_example_is_reported():
    X = RNG.normal(size=(12, 2))
    app = opened(adopted(X, [0] * 11 + [1]), K=3)
    assert "give a mean distance; γ is 1 there" in sentences(app)


def test_duplicates_and_ties_keep_their_order():
    X = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 5, axis=0)
    app = opened(adopted(X, np.arange(15) % 3), K=4, place="0.5, 0.5")
    assert [tick.split(" ·")[0] for tick in figures(app)[2]["layout"]["yaxis"]["ticktext"]] == [
        "row 1", "row 2", "row 3", "row 4",
    ]  # fmt: skip


def test_without_a_truth_the_labels_judge():
    X = np.vstack([RNG.normal(size=(20, 2)), RNG.normal(size=(20, 2)) + 6])
    y = np.arange(40) // 20
    y[3] = 1
    app = opened(adopted(X, y), K=5)
    assert metrics(app)["Error rate, labels"] == "2.5%" and "carry no truth" in sentences(app)


def test_hidden_truth_hides_errors_everywhere():
    workspace = iris()
    workspace.hide_truth()
    app = opened(workspace)
    assert "Error rate, true classes" not in metrics(app) and "The truth is hidden" in sentences(
        app
    )
    assert "truth" not in chart_texts(app)[0]


# -- pins and code ------------------------------------------------------------


def test_a_pinned_run_stands_beside_the_next_with_what_differs():
    app = opened(iris(), tab="Compare pinned")
    app.button(key="neighbours.pin").click().run()
    app.slider(key="neighbours.K").set_value(1).run()
    assert not app.exception
    table = app.dataframe[0].value
    assert {"K", "error rate, true classes"} <= {*table.index} and "metric" not in table.index


@pytest.mark.parametrize(
    "controls",
    [
        {},
        {"K": 3, "gamma": "contextual", "learn_alpha": True, "place": "0.9, -1.2"},
        {"source": "all features", "x": "x1", "y": "x3", "shade": "conflict", "colour": "truth"},
        {"answer": "with rejection", "decisions.reject": 0.1, "metric": "manhattan", "beta": 1.0},
        {"model": "network", "prototypes": 3, "regularisation": "0.01", "colour": "belief"},
    ],
)
def test_the_code_gives_the_same_classifier_and_picture(controls):
    app = opened(iris(), tab="Code", **controls)
    space = run_code(snippets(app)[0])
    again, drawn = json.loads(space["figure"].to_json()), figures(app)[0]
    assert again["layout"]["xaxis"] == drawn["layout"]["xaxis"]
    assert again["layout"]["height"] == drawn["layout"]["height"]
    assert again["data"][1]["hovertext"] == drawn["data"][1]["hovertext"]
    if controls.get("model") == "network":
        assert again["data"] == drawn["data"] and again["frames"] == drawn["frames"]
        assert f"{space['model'].loss_:.4f}" == metrics(app)["Loss"]
        return
    assert again["data"][0]["source"] == drawn["data"][0]["source"]
    for name in ("text", "marker"):
        assert again["data"][1][name] == drawn["data"][1][name]
    assert bool(len(space["figure"].data[2].x)) == ("place" in controls)


def test_the_code_draws_the_same_sample_of_many_objects():
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": 3_200}), Recipe("hard"), seed=11)
    app = opened(workspace, tab="Code", K=3)
    drawn = figures(app)[0]["data"][1]["customdata"]
    again = json.loads(run_code(snippets(app)[0])["figure"].to_json())["data"][1]["customdata"]
    assert again == drawn


@pytest.mark.parametrize("size", [3_200, 5_200])
def test_the_code_draws_the_very_objects_that_the_page_draws(size):
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": size}), Recipe("hard"), seed=5)
    app = opened(workspace, tab="Code")
    drawn = figures(app)[0]["data"][1]
    again = json.loads(run_code(snippets(app)[0])["figure"].to_json())["data"][1]
    assert len(drawn["hovertext"]) == 3_000
    assert again["customdata"] == drawn["customdata"]
    assert again["hovertext"] == drawn["hovertext"]


def test_results_hold_labels_masses_and_answers():
    workspace = iris()
    app = opened(workspace, answer="a set of classes", alpha=0.3, K=2, source="axes shown")
    (outcome,) = app.session_state["shell.memory"]["neighbours.fit"].values()
    chosen = Settings(parameters(Context("neighbours", workspace, workspace.dataset, None)), {})
    context = Context(
        "neighbours",
        workspace,
        workspace.dataset,
        workspace.labels,
        chosen.replace(answer="a set of classes"),
    )
    table = tabs.result_table(context, outcome.value)
    assert len(table) == 150 and list(table.columns[:3]) == ["row", "truth", "decision"]
    assert {"setosa", "Ω"} <= set(table["decision"])
    masses = table.filter(regex="^belief ").to_numpy(dtype=float)
    np.testing.assert_allclose(np.nansum(masses, axis=1), 1.0, atol=1e-6)


@pytest.mark.parametrize("lecture", [None, Lecture(("K",))])
def test_every_error_says_what_it_is_measured_by(lecture):
    """Beside a curve of errors by the labels stands what is wrong by the true classes, so named."""
    workspace = iris()
    workspace.lecture = lecture
    shown = metrics(opened(workspace))
    assert [title for title in shown if "Error rate" in title] == ["Error rate, true classes"]
    data, labels = workspace.dataset, workspace.labels
    workspace.adopt_dataset(replace(data, truth=None), labels)
    shown = metrics(opened(workspace))
    assert [title for title in shown if "Error rate" in title] == ["Error rate, labels"]
