"""The What-if page in process: runs, what stays, what cannot be, and code for the same."""

import contextlib
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from opened_pages import drawn, finish, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.experiments.command import main
from belieflab.ui.method import experiment_run, player, tasks
from belieflab.ui.method.code_tab import DATA_FILE, data_file
from belieflab.ui.pages.whatif import sweep, view
from belieflab.ui.shell.workspace import Recipe, Workspace

SMALL = {
    "levels": "10, 40",
    "methods": ["soft", "supervised"],
    "replicates": 2,
    "folds": 3,
}


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"))
    return workspace


def own(truth, n: int = 30) -> Workspace:
    workspace = Workspace()
    X = np.random.default_rng(0).normal(size=(n, 2))
    codes = None if truth is None else np.asarray(truth, dtype=np.int64)
    if codes is not None:
        X[:, 0] += 3 * codes
    workspace.adopt_dataset(Dataset(X, ("f", "g"), codes, ("no", "yes"), "![mine](http://x)"))
    return workspace


def opened(workspace: Workspace, **state) -> AppTest:
    return open_page("whatif", workspace, **SMALL | state)


def run(app: AppTest) -> AppTest:
    app.button(key="whatif.run.run").click().run()
    return finish(app, "whatif.run")


def test_what_labels_cost_is_seen_on_some_of_very_many_objects(monkeypatch):
    """With eight million the page took 20 s to say that it would take too long."""
    labelled, classes = [], []

    def build(key, dataset, **given):
        labelled.append(dataset.n)
        classes.append(len(set(dataset.truth)))
        return build_labels(key, dataset, **given)

    monkeypatch.setattr(sweep, "MAX_TRIED", 20)
    monkeypatch.setattr(sweep, "build_labels", build)
    app = opened(own(np.sort(np.arange(90) % 2), 90))
    assert labelled == [20] and classes == [2]
    assert not app.error


def test_labels_with_thousands_of_sets_are_refused_where_memory_does_not_suffice(monkeypatch):
    monkeypatch.setattr(tasks, "MAX_BYTES", 5e8)
    workspace = Workspace()
    workspace.set_up(Recipe("many-clusters", {"per_cluster": 5}))
    app = opened(workspace, law="nonspecificity", levels="80", methods=["eknn"])
    assert "would take about 2 s and 655 MB of memory; the limits" in sentences(app)
    assert "labels with fewer sets of classes" in sentences(app)


def test_a_sweep_that_would_take_hours_is_refused_with_what_to_change(monkeypatch):
    monkeypatch.setattr(experiment_run, "CORES", 2)
    workspace = own([0, 1] * 2500, n=5000)
    app = opened(workspace, methods=["gamma-eknn"], levels="0 to 40 by 1", replicates=100)
    assert "would take about" in sentences(app) and "the limits are 6 h" in sentences(app)
    assert "Take fewer replicates, levels or objects" in sentences(app)
    assert "whatif.run.run" not in {button.key for button in app.button}
    monkeypatch.setattr(experiment_run, "configured_cluster", lambda: "tcp://localhost:1")
    assert not app.run().error  # how long a cluster takes is not known
    monkeypatch.setattr(experiment_run, "configured_cluster", str)
    app.text_input(key="whatif.levels").set_value("10").run()
    app.slider(key="whatif.replicates").set_value(2).run()
    assert not app.error and app.button(key="whatif.run.run")


def test_curves_that_are_complete_stay_however_long_all_of_them_took(monkeypatch):
    app = run(opened(own([0, 1] * 15)))
    monkeypatch.setattr(tasks, "MAX_SECONDS", 1e-6)
    app = drawn(app)
    assert not app.error and len(errors_of(app)) == 4


def test_the_time_that_is_left_stands_beside_the_button():
    app = opened(iris())
    assert "This takes less than a second." in sentences(app)
    app.slider(key="whatif.replicates").set_value(100).run()
    assert "This takes about 2 s." in sentences(app)  # 400 replicates of 3 fits of 1.1 ms


def show(app: AppTest, tab: str) -> AppTest:
    app.session_state["whatif.tab"] = tab
    return drawn(app)


def errors_of(app: AppTest) -> list[str]:
    return app.table[0].value.to_numpy().ravel().tolist()


def test_the_empty_page_loads_iris():
    app = open_page("whatif")
    app.button(key="whatif.begin").click().run()
    assert not app.exception
    assert app.session_state["workspace"].dataset.name == "Iris"
    app.slider(key="whatif.replicates").set_value(20).run()
    app.text_input(key="whatif.levels").set_value("5, 45").run()
    assert "4 methods at 2 levels, 20 replicates each" in sentences(app)
    assert "160 trainings" in sentences(app)


@pytest.mark.parametrize("key", ["iris", "wine", "breast-cancer", "crabs", "four-class"])
def test_bundled_data_open_on_stored_curves_that_can_be_computed_again(key, monkeypatch):
    pushed = {}
    monkeypatch.setattr(player, "push_traces", lambda key, chart, traces: pushed.update(traces))
    workspace = Workspace()
    workspace.set_up(Recipe(key))
    app = open_page("whatif", workspace)
    assert "Stored: computed on" in sentences(app) and "seed 7, 10 replicates" in sentences(app)
    assert app.table[0].value.shape == (4, 7) and "–" not in errors_of(app)
    assert [len(pushed[place]["x"]) for place in (1, 3)] == [7, 7]
    button = app.button(key="whatif.run.run")
    assert button.label == "Run again" and not button.disabled


def test_running_again_gives_the_stored_numbers():
    small = {"levels": "10, 40", "methods": ["soft", "supervised"], "replicates": 2}
    app = open_page("whatif", iris(), **small)
    stored = errors_of(app)
    app = run(app)
    assert len(app.session_state["shell.runs"]["whatif.run"].steps) == 8
    assert errors_of(app) == stored
    assert "Stored" not in sentences(app)
    assert app.button(key="whatif.run.run").disabled
    app.text_input(key="whatif.levels").set_value("10, 20, 40").run()
    assert "Stored" in sentences(app) and "–" not in errors_of(app)


def test_another_seed_has_nothing_stored():
    workspace = iris()
    workspace.set_seed(8)
    app = open_page("whatif", workspace)
    assert "Stored" not in sentences(app)
    assert "280 trainings" in sentences(app)


def test_a_method_or_a_level_is_added_without_losing_what_is_computed(monkeypatch):
    pushed = {}
    monkeypatch.setattr(player, "push_traces", lambda key, chart, traces: pushed.update(traces))
    app = run(opened(iris()))
    assert list(app.table[0].value.index) == ["Soft labels", "Supervised"]
    before = errors_of(app)
    np.testing.assert_array_equal(pushed[1]["x"], [10, 40])
    app.multiselect(key="whatif.methods").set_value(["soft", "supervised", "weighted-knn"]).run()
    app.text_input(key="whatif.levels").set_value("10, 20, 40").run()
    assert len(app.session_state["shell.results"][1].missing(_jobs(app))) == 10
    table = app.table[0].value
    assert table[["10 %", "40 %"]].to_numpy()[:2].ravel().tolist() == before
    assert table["20 %"].tolist() == ["–"] * 3
    app = run(app)
    assert len(app.session_state["shell.runs"]["whatif.run"].steps) == 10
    assert "–" not in errors_of(app)
    assert app.button(key="whatif.run.run").disabled
    names = [name for name, trace in pushed.items() if len(trace["x"])]
    assert len(names) == 2 * 3


def _jobs(app: AppTest):
    from belieflab.experiments import list_jobs
    from belieflab.experiments.sweep import (
        Assessment,
        DataChoice,
        LawChoice,
        MethodChoice,
        Sweep,
    )

    workspace = app.session_state["workspace"]
    sweep = Sweep(
        name="what-if",
        data=(DataChoice("iris", title="Iris"),),
        law=LawChoice("expert-doubt", "mean", {"deviation": 0.2}),
        levels=(0.1, 0.2, 0.4),
        methods=(
            MethodChoice("soft"),
            MethodChoice("supervised"),
            MethodChoice("weighted-knn", {"neighbors": 10}),
        ),
        replicates=2,
        test=Assessment("folds", folds=3),
        seed=workspace.seed,
    )
    return list_jobs(sweep.cells, 2, sweep.seed)


def test_tests_formulas_pins_and_files_tell_of_the_same_numbers():
    app = show(run(opened(iris(), replicates=6)), "Tests")
    signs = app.dataframe[0].value
    assert (signs[["first better", "equal", "second better"]].sum(axis=1) == 6).all()
    show(app, "Formula")
    assert any(r"\rho" in formula.value for formula in app.latex)
    app.button(key="whatif.pin").click().run()
    app.slider(key="whatif.replicates").set_value(4)
    show(app, "Compare pinned")
    assert app.dataframe[0].value.loc["replicates"].tolist() == ["6", "4"]
    show(app, "Result")
    assert {button.key for button in app.get("download_button")} >= {
        "whatif.replicates_csv",
        "whatif.report_html",
    }


def labelled(truth=None) -> Workspace:
    """Points with hard labels in the workspace and, unless given, no truth."""
    workspace = own(truth)
    codes = np.array([0, 1] * 15)
    data = workspace.dataset
    X = data.X + 3.0 * codes[:, None] if truth is None else data.X
    workspace.adopt_dataset(replace(data, X=X), MassTable.from_hard(codes, data.frame))
    return workspace


def test_noise_is_put_on_labels_without_any_truth_and_errors_name_the_labels(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    workspace = labelled()
    app = opened(workspace, levels="0, 50")
    assert app.selectbox(key="whatif.noise").value == "labels"
    assert app.selectbox(key="whatif.law").value == "guess-doubt"
    assert "errors against labels counted on" in sentences(app)
    app = run(app)
    assert not app.exception and "error rate, labels (%)" == (app.table[0].value.index.name)
    ours = [float(cell.split()[0].strip("*")) for cell in errors_of(app)]
    assert ours[0] < 10 < ours[1]
    app.button(key="whatif.pin").click().run()
    app.slider(key="whatif.replicates").set_value(1)
    show(app, "Compare pinned")
    pinned = app.dataframe[0].value
    assert any("mean error against labels" in str(row) for row in pinned.index)
    show(app, "Formula")
    assert any("BetP" in formula.value for formula in app.latex)
    app.slider(key="whatif.replicates").set_value(2)
    show(app, "Code")
    code = next(block.value for block in app.code if block.language == "python")
    (tmp_path / DATA_FILE).write_bytes(data_file(workspace.state))
    namespace: dict = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, namespace)  # noqa: S102  (the code that the page offers)
    assert [round(summary.ours, 1) for summary in namespace["summaries"]] == ours


def test_noise_on_labels_is_counted_against_the_truth_where_it_is_known():
    app = opened(labelled([0, 1, -1] * 10), noise="labels", levels="0")
    assert app.button(key="whatif.run.run").label == "Run"
    app = run(app)
    assert not app.exception
    assert app.table[0].value.index.name == "error rate, true classes (%)"
    assert "–" not in errors_of(app)


def test_the_source_of_noise_comes_from_the_address_and_from_a_file():
    workspace = iris()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    for source in (
        {"address": {"noise": "on the labels I have"}},
        {"file": {"noise": "labels"}},
    ):
        app = open_page("whatif", workspace, **source)
        assert app.session_state["whatif.noise"] == "labels"
        assert "4 methods at 5 levels" in sentences(app)


def test_the_significantly_best_is_bold_where_replicates_have_points_of_their_own():
    asked = {"replicates": 8, "levels": "40", "methods": ["supervised", "soft"]}
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": 200}))
    app = run(opened(workspace, **asked))
    assert [("**" in cell) for cell in errors_of(app)] == [True, False]
    assert "paired sign test" in sentences(app)
    show(app, "Formula")
    assert any("binom" in formula.value for formula in app.latex)
    app = run(opened(iris(), **asked))  # the same signs, but on the same 150 flowers
    assert not any("**" in cell for cell in errors_of(app))
    assert "Nadeau and Bengio" in sentences(app)
    show(app, "Tests")
    (line,) = app.dataframe[0].value.to_dict("records")
    assert line["p-value"] < 0.05 < line["p, corrected"]


@pytest.mark.parametrize("kind", ["sample", "file"])
def test_the_code_and_the_command_line_compute_the_same(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    workspace = iris() if kind == "sample" else own([0, 1, -1] * 10)
    app = run(opened(workspace))
    ours = [float(cell.split()[0].strip("*")) for cell in errors_of(app)]
    show(app, "Code")
    code, *rest = [block.value for block in app.code if block.language in ("python", "yaml")]
    (tmp_path / DATA_FILE).write_bytes(data_file(workspace.state))
    namespace: dict = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, namespace)  # noqa: S102  (the code that the page offers)
    assert [round(summary.ours, 1) for summary in namespace["summaries"]] == ours
    if kind == "file":
        assert not rest
        return
    (tmp_path / "what-if.yaml").write_text(rest[0])
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["run", "what-if.yaml", "--seed", "7", "--workers", "1"]) == 0
        out.truncate(0)
        out.seek(0)
        assert main(["show", "what-if.yaml", "--seed", "7", "--json"]) == 0
    assert [round(cell["ours"], 1) for cell in json.loads(out.getvalue())] == ours


@pytest.mark.parametrize(
    ("workspace", "state", "sentence"),
    [
        (lambda: own(None), {}, "neither true classes nor labels"),
        (lambda: own([1] * 30), {}, "one class only"),
        (iris, {"levels": "ten"}, "'ten' is none"),
        (iris, {"methods": []}, "names no method"),
        (iris, {"methods": ["unsupervised"], "by": "soft-stratified"}, "cannot be stratified"),
    ],
)
def test_what_cannot_be_asked_gets_a_sentence(workspace, state, sentence):
    app = opened(workspace(), **state)
    assert sentence in sentences(app)


def test_what_cannot_be_computed_is_reported_and_the_rest_is_there():
    app = run(opened(iris(), levels="0, 20"))
    assert "Soft labels, Supervised at 0 %: No Beta distribution has mean 0" in sentences(app)
    assert errors_of(app)[0] == "–" and errors_of(app)[1] != "–"
    app = run(opened(own([0, 1] * 15), methods=["supervised", "knn"], K=50))
    assert "k-NN at 10 %, 40 %" in sentences(app)
    assert app.button(key="whatif.run.run").disabled  # trying again would fail again


def test_data_that_cannot_be_used_give_way_to_a_sample():
    app = opened(own(None))
    app.button(key="whatif.begin").click().run()
    assert not app.exception and not app.error
    assert app.session_state["workspace"].dataset.name == "Iris"


def test_a_run_that_goes_on_follows_the_controls(monkeypatch):
    app = opened(iris())
    begun = []
    monkeypatch.setattr(view, "begin", lambda task: begun.append(task) or Endless())

    class Endless:
        running, token, error, steps, finished = True, "old", None, (), False
        scope, value = app.session_state["workspace"].version, None
        share_done = seconds_left = None

        def raise_failure(self):
            pass

        def stop(self):
            self.running = False

    app.session_state["shell.runs"] = {"whatif.run": Endless()}
    app.slider(key="whatif.replicates").set_value(5).run()
    assert begun and "replicates=5" in begun[-1].token[1]


def test_laws_and_tests_of_generated_points():
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": 60}))
    app = opened(workspace, law="guess-doubt", varied="doubt", methods=["soft", "eknn"])
    assert app.selectbox(key="whatif.test").value == "fresh"
    assert app.slider(key="whatif.guess-doubt.wrong").value == 0.0
    app = run(app)
    assert not app.exception and "–" not in errors_of(app)
    app.toggle(key="whatif.anew").set_value(False).run()
    assert not app.exception
    assert app.selectbox(key="whatif.test").value == "folds"
    app.selectbox(key="whatif.law").set_value("crowd").run()
    assert not app.exception
    assert app.slider(key="whatif.crowd.annotators").value == 5


def test_settings_of_a_file_and_of_a_link_come_back_and_strange_ones_do_no_harm():
    good = {"law": "epsilon-noise", "replicates": 4, "levels": "5, 15"}
    for value in (None, -3, "nonsense", ["a", "a"], True):
        waiting = good if value is None else dict.fromkeys(good, value)
        app = open_page("whatif", iris(), file=waiting)
        if value is None:
            assert {name: app.session_state[f"whatif.{name}"] for name in good} == good
    linked = {"levels": "0 to 20 by 10", "law": "Given nonspecificity"}
    app = open_page("whatif", iris(), address=linked)
    assert "4 methods at 3 levels" in sentences(app)


def test_the_place_of_the_reading_slider_comes_from_the_address_and_stays_there(monkeypatch):
    drawn_with = {}
    monkeypatch.setattr(
        "belieflab.ui.pages.whatif.view._READING",
        lambda key, data, **calls: drawn_with.update(data),
    )
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None)
    app = open_page("whatif", workspace, address={"at": "20"})
    assert drawn_with["start"] == 20.0
    assert app.query_params["whatif.at"] == "20"
    open_page("whatif", workspace, address={"at": "much"})
    assert drawn_with["start"] == 25.0, "the middle of the levels"


def test_a_report_has_the_tests_of_every_level():
    app = run(opened(iris()))
    app.button(key="whatif.bundle.make").click().run()
    table = app.session_state["whatif.bundle"].written.tables["tests"]
    assert table["level"].tolist() == ["10 %", "40 %"]
    assert table["p-value"].between(0, 1).all()


def test_one_sentence_on_top_says_which_method_to_take_at_the_level_that_is_read():
    small = {"levels": "10, 40", "methods": ["soft", "supervised"], "replicates": 2}
    app = open_page("whatif", iris(), **small, at="25")
    table = app.table[0].value
    means = {
        name.strip(): np.mean([float(cell.split()[0].strip("*")) for cell in cells])
        for name, cells in zip(table.index, table.to_numpy(), strict=True)
    }
    (best, low), (worse, high) = sorted(means.items(), key=lambda each: each[1])
    expected = (
        f"At mean doubt 25 %, {best} has the lowest error rate, true classes "
        f"({low:.0f} %); {worse} loses {high - low:.0f} %."
    )
    assert expected in sentences(app)
    at_once = open_page("whatif", iris(), **small | {"methods": ["soft"]}, at="25")
    assert "At mean" not in sentences(at_once)
