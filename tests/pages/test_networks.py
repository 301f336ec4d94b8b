"""The Networks page in process: every structure, picks, hard data, hidden truth, the code."""

import json
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

from belieflab.bayes import GaussianNetworkClassifier, cost
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import guesses
from belieflab.data.reading import guess_roles, read_table, sniff, to_dataset
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.figures.common.view import sample_rows
from belieflab.ui.method import code_tab
from belieflab.ui.pages.networks import fit
from belieflab.ui.pages.networks.settings import STRUCTURES
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "networks")


def loaded(sample: str = "iris", law: str | None = "expert-doubt") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe(sample), None if law is None else Recipe(law))
    return workspace


def spec(app, chart: int) -> dict:
    return chart_specs(app)[chart]


def test_without_labels_one_button_loads_a_fitting_sample():
    app = opened()
    assert "needs labelled points" in sentences(app)
    app.button(key="networks.begin").click().run()
    assert not app.exception
    assert metrics(app)["Arcs"] == "4"


def test_a_structure_has_the_name_that_other_pages_give_its_classifier():
    elsewhere = {each.title.lower() for each in CLASSIFIERS.values()}
    assert {title.lower() for title in STRUCTURES.values()} - elsewhere == {"all arcs"}


@pytest.mark.parametrize("structure", STRUCTURES)
def test_the_numbers_of_every_structure_are_those_of_the_estimator(structure):
    workspace = loaded()
    model = GaussianNetworkClassifier(structure, random_state=7)
    model.fit(workspace.dataset.X, workspace.labels)
    shown = metrics(opened(workspace, structure=structure))
    if structure == "aode":
        assert "BIC" not in shown and shown["Arcs"] == "3"
        return
    assert shown["BIC"] == f"{model.bic():,.1f}"
    assert shown["Arcs"] == str(len(model.arcs_))
    wrong = (
        model.predict(workspace.dataset.X)
        != np.array(workspace.labels.frame.values)[workspace.dataset.truth]
    )
    assert shown["Error rate, true classes"] == f"{wrong.mean():.1%}"


def test_where_decisions_take_long_errors_are_those_of_a_sample_and_the_page_says_so(monkeypatch):
    workspace = loaded()
    model = GaussianNetworkClassifier("aode", random_state=7)
    model.fit(workspace.dataset.X, workspace.labels)
    rows = sample_rows(150, workspace.seed, 60)
    names = np.array(workspace.labels.frame.values)
    wrong = model.predict(workspace.dataset.X[rows]) != names[workspace.dataset.truth[rows]]
    monkeypatch.setattr(cost, "DECISION_PRODUCTS", 1.0)
    monkeypatch.setattr(cost, "MIN_DECISIONS", 60)
    app = opened(workspace, structure="aode")
    assert "Errors are counted on 60 of the 150 objects, drawn at random." in sentences(app)
    assert metrics(app)["Error rate, true classes"] == f"{wrong.mean():.1%}"


def test_frames_of_graph_plane_and_trace_are_in_step():
    app = opened(loaded())
    names = [[frame["name"] for frame in spec(app, chart)["frames"]] for chart in range(3)]
    assert names[0] == names[1] == names[2] == [str(step) for step in range(1, 22)]
    texts = [frame["data"][-1]["text"][0] for frame in spec(app, 0)["frames"]]
    assert texts[0] == "EM" and "add sepal length → petal length" in texts


def test_a_picked_arc_and_a_picked_feature_are_drawn_beside_the_network():
    workspace = loaded()
    arcs = [
        name for name in opened(workspace).selectbox(key="networks.pick").options if "→" in name
    ]
    assert len(arcs) == 4
    parent, child = arcs[0].split(" → ")
    plane = spec(opened(workspace, pick=arcs[0]), 1)
    assert plane["layout"]["xaxis"]["title"]["text"] == parent
    assert plane["layout"]["yaxis"]["title"]["text"] == child
    densities = spec(opened(workspace, pick="petal width (cm)"), 1)
    assert densities["layout"]["yaxis"]["title"]["text"] == "density"
    app = opened(workspace, pick="petal width (cm)", structure="naive")
    assert app.selectbox(key="networks.pick").value == "petal width (cm)"
    gone = opened(workspace, pick=arcs[0], structure="naive")
    assert gone.selectbox(key="networks.pick").value == ""


def test_structures_are_compared_and_say_against_what():
    table = opened(loaded(), tab="Structures").dataframe[0].value
    assert list(table["structure"]) == list(STRUCTURES.values())
    assert {"error rate, true classes", "error rate, labels", "BIC", "free parameters"} <= set(
        table.columns
    )
    assert table["BIC"].isna().tolist() == [name == "AODE" for name in table["structure"]]


def test_hidden_truth_hides_its_errors_everywhere():
    workspace = loaded()
    workspace.hide_truth()
    app = opened(workspace)
    assert set(metrics(app)) == {"BIC", "Arcs", "Error rate, labels"}
    assert "truth" not in chart_texts(app)[1]
    table = opened(workspace, tab="Structures").dataframe[0].value
    assert "error rate, true classes" not in table.columns


def test_it_says_that_soft_labels_can_lead_em_away():
    app = opened(loaded())
    assert "ends worse than the labels' best guesses" in sentences(app)
    assert list(app.dataframe[0].value.columns) == [
        "step",
        "error rate, true classes",
        "error rate, labels",
    ]


def test_em_that_leaves_the_labels_is_reported():
    assert "EM has left the labels" not in sentences(opened(loaded("crabs")))
    app = opened(loaded("crabs"), structure="naive")
    assert "at the first step 54% of the decisions are not what they favour" in sentences(app)
    assert metrics(app)["Error rate, true classes"] == "66.0%"
    assert "EM has left" not in sentences(
        opened(loaded("crabs"), structure="naive", labels="guess")
    )


def test_where_no_label_says_which_class_is_which_no_decision_is_wrong():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("guess-doubt", {"doubt": 1.0}))
    app = opened(workspace, tab="Code")
    assert set(metrics(app)) == {"BIC", "Arcs"}
    assert "wrong" not in [trace.get("name") for trace in spec(app, 1)["data"]]
    assert "truth" not in snippets(app)[0]
    assert "no guess to learn from" in sentences(opened(workspace, labels="guess"))


def test_a_floor_that_acts_is_reported():
    workspace = Workspace()
    X = np.random.default_rng(0).normal(size=(60, 3))
    truth = np.repeat([0, 1], 30)
    X[truth == 0, 1] = 0.0
    names = ("a", "b", "c")
    workspace.adopt_dataset(Dataset(X, names, truth=truth, class_names=("u", "v")))
    workspace.build_labels("hard")
    assert "hardly varied within a class" in sentences(opened(workspace, structure="naive"))


def test_one_feature_and_a_constant_feature():
    rng, names = np.random.default_rng(0), ("u", "v")
    for X in (rng.normal(size=(40, 1)), np.column_stack([rng.normal(size=40), np.ones(40)])):
        workspace = Workspace()
        features = tuple(f"f{j}" for j in range(X.shape[1]))
        truth = np.arange(40) % 2
        workspace.adopt_dataset(Dataset(X, features, truth=truth, class_names=names))
        workspace.build_labels("expert-doubt")
        app = opened(workspace)
        assert len(app.get("plotly_chart")) >= 3 or "same value" in sentences(app)


@pytest.mark.parametrize("tab", ["Parameters", "Formula"])
@pytest.mark.parametrize("structure", ["search-select", "tan", "k-dependence", "selective", "aode"])
def test_parameters_and_formulas(tab, structure):
    app = opened(loaded("wine"), tab=tab, structure=structure)
    assert (
        app.dataframe
        if tab == "Parameters"
        else "López-Cruz et al. (2013), eq. 3" in sentences(app)
    )


@pytest.mark.parametrize(
    "controls",
    [
        {},
        {"structure": "k-dependence", "n_parents": 1, "labels": "guess", "x": "x1", "y": "x3"},
        {"structure": "search-select", "erased": "dropped", "restart": "cold", "floor": "1e-6"},
        {"structure": "aode", "root": "2", "labels": "start", "colour": "belief"},
        {"structure": "naive", "label_model": "dirichlet", "pick": "petal width (cm)"},
        {"structure": "full", "tol": "1e-4", "pick": "sepal length (cm) → petal width (cm)"},
    ],
)
def test_the_code_gives_the_same_network_and_pictures(controls):
    app = opened(loaded(), tab="Code", **controls)
    space = run_code(snippets(app)[0])
    model, shown = space["model"], metrics(app)
    if controls.get("structure") != "aode":
        assert f"{model.bic():,.1f}" == shown["BIC"]
    for chart, name in enumerate(("graph", "figure", "trace")):
        again, drawn_before = json.loads(space[name].to_json()), spec(app, chart)
        assert again["frames"] == drawn_before["frames"]
        assert [trace.get("hovertext") for trace in again["data"]] == [
            trace.get("hovertext") for trace in drawn_before["data"]
        ]


def test_a_pinned_run_stands_beside_the_next_with_what_differs():
    app = opened(loaded(), tab="Compare pinned")
    app.button(key="networks.pin").click().run()
    app = drawn(app.selectbox(key="networks.structure").set_value("naive"))
    table = app.dataframe[0].value
    assert {"Structure", "BIC", "arcs", "error rate, true classes"} <= set(table.index)


def test_a_long_fit_waits_for_run_and_keeps_what_it_found(monkeypatch):
    monkeypatch.setattr("belieflab.cost.QUICK_SECONDS", 0.0)
    app = opened(loaded())
    assert not app.metric
    app.button(key="networks.fit.run").click().run()
    assert metrics(finish(app, "networks.fit"))["Arcs"] == "4"


@pytest.fixture
def mushrooms(monkeypatch, tmp_path) -> Workspace:
    """Two numbers and three categories, as an upload brings them."""
    content = (ROOT / "sample_data" / "mushrooms.csv").read_bytes()
    table = read_table(content, sniff(content))
    workspace = Workspace()
    workspace.adopt_dataset(to_dataset(table, guess_roles(table)).dataset)
    workspace.build_labels("expert-doubt")
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    return workspace


@pytest.mark.parametrize("structure", ["naive", "tan", "aode"])
def test_categories_take_part_where_there_are_tables(mushrooms, structure):
    dataset = mushrooms.dataset
    model = GaussianNetworkClassifier(structure, random_state=7)
    model.fit(dataset.table, mushrooms.labels)
    app = opened(mushrooms, structure=structure, tab="Parameters")
    right = model.predict(dataset.table) == np.array(dataset.class_names)[dataset.truth]
    assert metrics(app)["Error rate, true classes"] == f"{1 - right.mean():.1%}"
    assert spec(app, 0)["data"][5]["text"] == [
        "cap width",
        "stem height",
        "colour",
        "smell",
        "place",
    ]
    levels = app.dataframe[-1].value
    assert set(levels["feature"]) >= {"colour", "smell", "place"}
    assert "one object more in every class" in sentences(
        opened(mushrooms, structure=structure, tab="Formula")
    )


def test_other_structures_learn_from_the_numbers(mushrooms):
    app = opened(mushrooms, tab="Structures")
    table = app.dataframe[0].value
    taken = dict(zip(STRUCTURES, table["features"].tolist(), strict=True))
    assert {name for name, count in taken.items() if count == 5} == {"naive", "tan", "aode"}
    assert max(count for count in taken.values() if count < 5) == 2
    assert not table["free parameters"].isna().any()


@pytest.mark.parametrize(
    ("pick", "axis"),
    [("colour", "colour"), ("colour → smell", "colour"), ("colour → cap width", "colour")],
)
def test_picked_categories_are_drawn_by_level(mushrooms, pick, axis):
    plane = spec(opened(mushrooms, structure="aode", root="2", pick=pick), 1)
    assert plane["layout"]["xaxis"]["title"]["text"] == axis
    assert plane["layout"]["xaxis"]["ticktext"] == ["brown", "red", "white", "yellow"]


@pytest.mark.parametrize(
    "controls",
    [
        {"structure": "tan"},
        {"structure": "aode", "root": "3", "pick": "smell"},
        {"structure": "naive", "colour": "belief"},
        {"structure": "search"},
    ],
)
def test_the_code_reads_the_categories(mushrooms, controls):
    app = opened(mushrooms, tab="Code", **controls)
    space = run_code(snippets(app)[0])
    assert len(space["dataset"].categories) == 3
    for chart, name in enumerate(("graph", "figure", "trace")):
        again = json.loads(space[name].to_json())
        assert again["frames"] == spec(app, chart)["frames"]


def test_what_labels_guess_is_found_once_for_all_frames(monkeypatch):
    """With labels of 7,000 sets the page took half a minute for it."""
    found = []
    monkeypatch.setattr(fit, "guesses", lambda labels: found.append(1) or guesses(labels))
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    open_page("networks", workspace)
    assert len(found) == 1
