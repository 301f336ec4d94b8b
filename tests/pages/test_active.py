"""The Active learning page in process: the protocol, playing the oracle, and code for both."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from opened_pages import finish, open_page, run_code, sentences, snippets
from streamlit.testing.v1 import AppTest

from belieflab import MassTable
from belieflab.active import ActiveLearning, Line, Oracle
from belieflab.active.cost import sample_answers
from belieflab.cost import QUICK_BYTES, Cost
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.figures.active import pool as active_pool
from belieflab.neighbors import EvidentialKNN
from belieflab.ui.method import code_tab, player
from belieflab.ui.method.made import BEGINS_WITHIN
from belieflab.ui.pages.active import film, play
from belieflab.ui.pages.active.film import film_cost
from belieflab.ui.pages.active.settings import PLAY
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "active")
SMALL = {"repetitions": 2, "queries": 3, "start": 8}


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("epsilon-noise", {"epsilon": 0.5}))
    return workspace


def own(X, truth=None, names=()) -> Workspace:
    workspace = Workspace()
    X = np.asarray(X, dtype=float)
    codes = None if truth is None else np.asarray(truth, dtype=np.int64)
    features = tuple(f"f{j}" for j in range(X.shape[1]))
    workspace.adopt_dataset(Dataset(X, features, codes, tuple(names), "mine"))
    return workspace


def run(app: AppTest) -> AppTest:
    app.button(key="active.run.run").click().run()
    return finish(app, "active.run")


def answer(app: AppTest, classes: list[str], doubt: float = 0.0) -> AppTest:
    app.session_state["active.said"] = classes
    app.slider(key="active.doubt").set_value(doubt)
    return app.button(key="active.say").click().run()


def test_the_empty_page_loads_iris_with_spoilt_labels():
    app = opened(Workspace())
    app.button(key="active.begin").click().run()
    assert not app.exception
    assert app.session_state["workspace"].dataset.name == "Iris"
    assert app.slider(key="active.epsilon").value == 0.5
    assert "Stored: computed on" in sentences(app)
    app.slider(key="active.queries").set_value(19).run()
    assert "Press Run: 100 times 8 labels" in sentences(app)


@pytest.mark.parametrize("key", ["iris", "wine", "breast-cancer", "crabs", "four-class"])
def test_bundled_data_open_on_stored_curves(key, monkeypatch):
    pushed = {}
    monkeypatch.setattr(player, "push_traces", lambda key, chart, traces: pushed.update(traces))
    workspace = Workspace()
    workspace.set_up(Recipe(key))
    app = opened(workspace)
    assert "Stored: computed on" in sentences(app) and "seed 7, 100 replicates" in sentences(app)
    table = app.dataframe[0].value
    assert table["model"].tolist() == ["γᵢ-EKNN", "weighted k-NN"]
    assert (table["repetitions"] == 100).all()
    assert len(pushed[1]["y"]) == len(pushed[3]["y"]) == 21
    assert app.button(key="active.pin") and not app.button(key="active.run.run").disabled


def test_stored_curves_are_those_of_a_run_and_of_no_other_data():
    app = opened(iris(), repetitions=2)
    stored = app.dataframe[0].value
    app = run(app)
    assert "Stored" not in sentences(app)
    pd.testing.assert_frame_equal(app.dataframe[0].value, stored, rtol=1e-6)
    workspace = iris()
    workspace.set_seed(8)
    assert "Stored" not in sentences(opened(workspace, repetitions=2))
    assert "Stored" not in sentences(opened(iris(), repetitions=2, K=5))


def test_a_run_draws_the_library_s_curves_and_the_code_draws_them_again(monkeypatch):
    pushed = {}
    monkeypatch.setattr(player, "push_traces", lambda key, chart, traces: pushed.update(traces))
    app = run(opened(iris(), **SMALL, tab="Code", K=5))
    found = app.session_state["shell.runs"]["active.run"].value.protocol
    assert found.oracle == Oracle.rich("epsilon-noise", epsilon=0.5)
    again = run_code(*snippets(app))["protocol"]
    assert again.tuning.n_neighbors == 5
    for curve, other in zip(found.curves(), again.curves(), strict=True):
        np.testing.assert_array_equal(curve.mean, other.mean)
    np.testing.assert_array_equal(pushed[1]["y"], found.curves()[0].mean)


def test_results_formulas_and_pins_tell_of_the_run_that_is_shown():
    app = run(opened(iris(), **SMALL, strategies=["confidence", "conflict"]))
    table = app.dataframe[0].value
    assert table["model"].tolist() == ["γᵢ-EKNN", "weighted k-NN", "γᵢ-EKNN"]
    assert "Left out: weighted k-NN by conflict." in sentences(app)
    assert (table["repetitions"] == 2).all()
    app.button(key="active.pin").click().run()
    app.slider(key="active.queries").set_value(4).run()
    assert "settings have changed since this run" in sentences(app)
    app.session_state["active.tab"] = "Compare pinned"
    app = run(app)
    differences = app.dataframe[0].value
    assert differences.loc["queries"].tolist() == ["3", "4"]
    app.session_state["active.tab"] = "Formula"
    app.run()
    assert not app.exception
    assert any("kappa" in formula.value for formula in app.latex)


@pytest.mark.parametrize(
    ("kind", "more", "oracle"),
    [
        ("hard", {}, Oracle.hard()),
        ("noisy", {"wrong": 0.25}, Oracle.noisy(0.25)),
        ("rich", {"law": "nonspecificity", "ns": 0.6}, Oracle.rich("nonspecificity", ns=0.6)),
        ("given", {}, None),
    ],
)
def test_every_oracle_answers(kind, more, oracle):
    workspace = iris()
    app = run(opened(workspace, **SMALL, oracle=kind, **more, tab="Code"))
    found = app.session_state["shell.runs"]["active.run"].value.protocol
    if oracle is None:
        assert found.oracle.labels is workspace.labels
    else:
        assert found.oracle == oracle
    again = run_code(*snippets(app))["protocol"]
    np.testing.assert_array_equal(again.curves()[0].mean, found.curves()[0].mean)


@pytest.mark.parametrize(
    ("workspace", "state", "sentence"),
    [
        (iris, {"queries": 100, "start": 50}, "need 150 objects"),
        (iris, {"models": []}, "at least one model"),
        (iris, {"models": ["logistic"], "strategies": ["nonspecificity"]}, "add γᵢ-EKNN"),
        (lambda: own(np.zeros((40, 2)), np.zeros(40), ["only"]), {}, "two classes to tell apart"),
    ],
)
def test_what_cannot_be_gets_a_sentence(workspace, state, sentence):
    app = opened(workspace(), **state)
    assert sentence in " ".join(error.value for error in app.error).replace("\\", "")


def test_a_protocol_that_would_take_hours_is_refused_with_what_to_change():
    most = {"repetitions": 200, "queries": 100, "strategies": ["committee"]}
    app = opened(iris(), models=["forest-soft"], **most)
    assert "would take about" in sentences(app) and "the limits are 6 h" in sentences(app)
    assert "Take fewer objects, repetitions, queries or models." in sentences(app)
    assert "active.run.run" not in {button.key for button in app.button}
    app = opened(iris(), models=["gamma-eknn"], **SMALL)
    assert not app.error and "This takes less than a second." in sentences(app)


def test_answers_with_many_sets_of_classes_are_expected_to_take_longer():
    workspace = Workspace()
    workspace.set_up(Recipe("many-clusters", {"per_cluster": 5}))
    state = {"models": ["gamma-eknn"], **SMALL}
    hard, sets = opened(workspace, oracle="hard", **state), {"law": "nonspecificity", "ns": 0.8}
    assert "This takes less than a second." in sentences(hard)
    rich = opened(workspace, oracle="rich", **sets, **state)
    assert "This takes about" in sentences(rich)


def test_a_forest_is_run_but_not_followed():
    app = opened(iris(), **(SMALL | {"repetitions": 1, "queries": 1}), models=["forest"])
    assert "too large to be followed" in sentences(app)


def test_new_data_end_the_old_run():
    app = run(opened(iris(), **SMALL))
    app.session_state["workspace"].load_sample("wine")
    app.run()
    assert not app.exception
    assert "Press Run" in sentences(app)


def test_answers_of_every_kind_are_taken_reported_and_taken_back():
    app = opened(iris(), mode=PLAY)
    first = sentences(app)
    app = answer(app, ["setosa"])
    app = answer(app, ["versicolor", "virginica"], 0.25)
    app.button(key="active.pass").click().run()
    assert not app.exception
    table = app.dataframe[0].value
    said = table["you said"].tolist()
    assert said == ["{setosa} 1", "{versicolor, virginica} 0.75 · Ω 0.25", "Ω 1"]
    before, after = (table[f"error rate, true classes {when}"] for when in ("before", "after"))
    assert after.tolist()[:-1] == before.tolist()[1:]
    assert app.session_state["active.said"] == []
    for _ in range(2):
        app.button(key="active.undo").click().run()
    assert len(app.dataframe[0].value) == 1
    app.button(key="active.restart").click().run()
    assert app.button(key="active.undo").disabled
    assert [line for line in first.split("**") if "What is row" in line] == [
        line for line in sentences(app).split("**") if "What is row" in line
    ]


def test_an_answer_without_a_class_is_refused_and_nothing_is_lost():
    app = answer(opened(iris(), mode=PLAY), ["setosa"])
    app = answer(app, [])
    assert "say that you do not know" in " ".join(error.value for error in app.error)
    assert len(app.dataframe[0].value) == 1


@pytest.mark.parametrize("flat", [False, True])
def test_the_code_of_a_dialogue_asks_the_same(flat):
    app = opened(iris(), mode=PLAY, flat=flat, tab="Code", model="weighted-knn", K=3)
    app = answer(app, ["virginica"], 0.4)
    namespace = run_code(*snippets(app))
    question = namespace["query"].row
    assert f"What is row {question + 1}?" in sentences(app)
    assert len(namespace["session"].labelled) == 9


def test_a_dialogue_and_its_code_keep_groups_together(tmp_path, monkeypatch):
    workspace = iris()
    split = tuple(f"plant {row // 3}" for row in range(150))
    grouped = replace(workspace.dataset, split=split)
    workspace.adopt_dataset(grouped, workspace.labels, "grouped")
    app = opened(workspace, mode=PLAY, model="eknn-learned", given=40, tab="Code")
    held = app.session_state["active.dialogue"]
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    query = run_code(*snippets(app))["query"]
    assert f"What is {workspace.dataset.name_of(query.row)}?" in sentences(app)
    gamma, labelled = query.fitted.model.gamma_, held.labelled
    X, labels, groups = grouped.X[labelled], held.labels[labelled], grouped.groups[labelled]
    apart = EvidentialKNN(7, alpha=0.8, gamma="learned").fit(X, labels, groups=groups)
    np.testing.assert_array_equal(gamma, apart.gamma_)
    page = held.next_query(Line("eknn-learned", "confidence")).fitted.model
    np.testing.assert_array_equal(page.gamma_, apart.gamma_)


def test_a_dialogue_and_its_code_count_weights(tmp_path, monkeypatch):
    workspace, weights = iris(), np.linspace(0.1, 3.0, 150)
    weighted = replace(workspace.dataset, weights=weights)
    workspace.adopt_dataset(weighted, workspace.labels, "weighted")
    app = opened(workspace, mode=PLAY, model="logistic", tab="Code")
    held = app.session_state["active.dialogue"]
    (tmp_path / code_tab.DATA_FILE).write_bytes(code_tab.data_file(workspace.state))
    monkeypatch.chdir(tmp_path)
    found, rows = run_code(*snippets(app))["query"], held.labelled
    learned = CLASSIFIERS["logistic"].train(
        weighted.X[rows], held.labels[rows], seed=0, weights=weights[rows]
    )
    expected = learned.predict_all(weighted.X).probabilities
    np.testing.assert_array_equal(found.prediction.probabilities, expected)
    shown = held.next_query(Line("logistic", "confidence")).prediction.probabilities
    np.testing.assert_array_equal(shown, expected)


def test_settings_of_a_file_come_back_and_strange_ones_do_not_break_the_page():
    good = {
        "mode": PLAY,
        "model": "logistic",
        "strategy": "margin",
        "given": 4,
        "other_questions": True,
    }
    app = opened(iris(), file=good)
    assert {name: app.session_state[f"active.{name}"] for name in good} == good
    names = ("models", "strategies", "oracle", "law", "epsilon", "start", "queries", "batch", "x")
    for value in (-3, ["a", "a"]):
        opened(iris(), file=dict.fromkeys(names, value))


def test_the_plane_shows_the_question_the_mistakes_and_other_strategies(monkeypatch):
    pushed = {}
    monkeypatch.setattr(
        player, "push_traces", lambda key, chart, traces: pushed.update({chart: traces})
    )
    workspace = iris()
    app = opened(workspace, mode=PLAY, other_questions=True)
    plane = pushed["active.plane"]
    assert len(plane[active_pool.ASKED]["x"]) == 1
    assert len(plane[active_pool.LABELLED]["x"]) == 8
    marks = ", ".join(plane[active_pool.OTHERS]["text"]).split(", ")
    assert sorted(marks) == ["1", "3", "4", "5", "6", "7", "8"]  # 2 is the one that asks
    assert "5 nonspecificity (epistemic): row" in sentences(app)
    mistakes = len(plane[active_pool.MISTAKES]["x"])
    error = pushed["active.error"][0]["y"][0]
    assert error == pytest.approx(mistakes / 142)
    workspace.hide_truth()
    app.run()
    assert not app.exception
    assert len(pushed["active.plane"][active_pool.MISTAKES]["x"]) == 0
    hover = pushed["active.plane"][active_pool.OBJECTS]["hovertext"]
    assert not any("truth" in text for text in hover)
    assert "lack of confidence" in sentences(app)


def test_data_without_truth_can_still_be_played():
    rng = np.random.default_rng(0)
    app = opened(own(np.vstack([rng.normal(size=(9, 2)), rng.normal(3, size=(9, 2))])))
    assert "mine has none" in sentences(app)
    app.button(key="active.alternative").click().run()
    app.text_input(key="active.class_list").set_value("left, right, ![x](http://x)").run()
    assert not app.exception
    for name in ("left", "right"):
        app = answer(app, [name])
    assert "lack of confidence" in sentences(app)
    assert "truth" not in app.dataframe[0].value
    app.text_input(key="active.class_list").set_value("alone").run()
    assert not app.exception
    assert "two classes" in " ".join(error.value for error in app.error)


def test_labels_without_truth_are_reported_at_the_start():
    workspace = iris()
    dataset, labels = workspace.dataset, workspace.labels
    workspace.adopt_dataset(Dataset(dataset.X, dataset.feature_names, name="bare"), labels)
    app = opened(workspace, mode=PLAY, given=12, tab="Code")
    dialogue = app.session_state["active.dialogue"]
    assert len(dialogue.given) == 12
    rows = dialogue.labelled
    assert dialogue.labels[rows].equals(labels[rows], 1e-12)


@pytest.mark.parametrize("n", [1, 2])
def test_tiny_data_do_not_break_the_game(n):
    app = opened(own(np.arange(n)[:, None], [0, 1][:n], ["a", "b"]), mode=PLAY)
    for _ in range(n):
        if any(button.key == "active.say" for button in app.button):
            app = answer(app, ["a"])
    assert not app.exception
    assert "Nothing is left to ask" in sentences(app)


def test_a_link_names_models_by_their_words_and_numbers_by_their_values():
    app = opened(iris(), address={"models": "logistic regression", "repetitions": "3"})
    assert app.slider(key="active.repetitions").value == 3
    assert list(app.session_state["active.models"]) == ["logistic"]
    assert "Press Run: 3 times" in sentences(app)


def test_answers_become_the_labels_of_the_workspace_and_the_game_goes_on():
    workspace = iris()
    app = answer(opened(workspace, mode=PLAY), ["setosa"], 0.5)
    app.button(key="active.keep").click().run()
    assert not app.exception
    dialogue = app.session_state["active.dialogue"]
    assert workspace.labels.equals(dialogue.labels)
    assert workspace.state.label_note == "9 answers of the oracle"
    assert len(app.dataframe[0].value) == 1


def test_labels_that_make_everything_impossible_get_a_sentence():
    workspace = iris()
    nobody = MassTable(workspace.labels.frame, [0], np.ones((150, 1)))
    workspace.edit_labels(nobody, "all on the empty set")
    app = opened(workspace, **SMALL, oracle="given")
    assert "makes every class impossible" in " ".join(error.value for error in app.error)
    app = run(app)
    assert len(app.error) == 2
    bare = Dataset(workspace.dataset.X, workspace.dataset.feature_names, name="bare")
    workspace.adopt_dataset(bare, nobody)
    app = opened(workspace, mode=PLAY)
    assert "makes every class impossible" in " ".join(error.value for error in app.error)


def test_objects_without_a_true_class_are_counted():
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1], 30)
    truth[::10] = -1
    app = opened(own(rng.normal(size=(60, 2)) + truth[:, None], truth, ["a", "b"]), **SMALL)
    assert "6 objects have no true class" in sentences(app)


def test_points_in_one_place_are_no_trouble():
    run(opened(own(np.zeros((40, 2)), np.arange(40) % 2, ["a", "b"]), **SMALL))
    opened(own(np.zeros((40, 2)), np.arange(40) % 2, ["a", "b"]), mode=PLAY)


def test_a_lecture_keeps_what_is_not_on_screen_and_always_has_a_way_out():
    workspace = iris()
    workspace.lecture = Lecture(("epsilon",))
    models = ["logistic regression", "nonsense"]
    app = opened(workspace, address={"models": models, "repetitions": "1", "queries": "2"})
    assert not app.multiselect
    app = run(app)
    assert app.session_state["shell.runs"]["active.run"].value.context.settings.models == (
        "logistic",
    )
    assert app.session_state["shell.runs"]["active.run"].value.context.settings.queries == 2
    for state in ({"queries": 100, "start": 50}, {"mode": PLAY}):
        assert any(button.key == "lecture.leave" for button in opened(workspace, **state).button)
    bare = own(np.eye(3))
    bare.lecture = Lecture()
    assert any(button.key == "lecture.leave" for button in opened(bare).button)


def test_a_film_that_would_take_long_is_not_made():
    workspace = Workspace()
    workspace.set_up(Recipe("many-clusters", {"clusters": 50, "per_cluster": 5}), Recipe("hard"))
    app = open_page("active", workspace, queries=100)
    assert "too large to be followed query by query" in sentences(app)


def test_a_repetition_on_answers_with_many_sets_is_expected_to_take_long():
    points = load_sample("many-clusters", seed=0, clusters=34, per_cluster=5)
    expected = {}
    for oracle in (Oracle.hard(), Oracle.rich("nonspecificity", ns=0.5)):
        protocol = ActiveLearning(points, ["gamma-eknn"], oracle=oracle)
        answers = sample_answers(oracle, points)
        expected[oracle.kind] = film_cost(protocol, protocol.lines[0], answers, 8_640)
    assert expected["hard"].bytes < QUICK_BYTES < expected["rich"].bytes
    assert expected["rich"].seconds > BEGINS_WITHIN


def test_a_repetition_is_followed_in_the_background_and_a_stop_keeps_its_frames(monkeypatch):
    monkeypatch.setattr(film, "film_cost", lambda *_: Cost(100.0, 1e6))
    app = opened(iris(), **SMALL)
    assert "One repetition query by query takes about 1 min 4" in sentences(app)
    app.button(key="active.follow.run").click().run()
    app = finish(app, "active.follow")
    assert not app.exception and "labels" in sentences(app)
    followed = app.session_state["shell.runs"]["active.follow"]
    assert followed.finished and len(followed.value.scenes) == 4
    with pytest.raises(KeyError):
        app.button(key="active.follow.run")


def test_a_game_that_takes_long_waits_for_run(monkeypatch):
    monkeypatch.setattr(play, "question_costs", lambda *_: (Cost(100.0, 1e6), Cost(0.1, 1e6)))
    app = opened(iris(), mode=PLAY)
    assert "The next question takes about 1 min 4" in sentences(app)
    assert "What is" not in sentences(app)
    app.button(key="active.game.run").click().run()
    app = finish(app, "active.game")
    assert not app.exception and "What is" in sentences(app)
    app = answer(app, ["setosa"])
    assert "What is" not in sentences(app)


def test_only_what_is_not_known_of_a_game_counts():
    app = opened(iris(), mode=PLAY)
    app = answer(answer(app, ["setosa"]), ["versicolor"])
    game = next(iter(app.session_state["shell.memory"]["active.game"].values())).value
    assert game.board.missing == 0
    assert len(game.measures) == 3
    assert replace(game.board, known={}, queries={}).missing == 3
