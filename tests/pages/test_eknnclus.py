"""The EKNNclus page in process: settings, runs, hard data, hidden truth, the code."""

from functools import partial

import numpy as np
import pytest
from opened_pages import finish, metrics, open_page, run_code, sentences, snippets

from belieflab import cost
from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_sweeps import choose_run
from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.samples import load_sample
from belieflab.ui.pages.eknnclus import fit
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "eknnclus")
FEW = {"clusters": 4, "per_cluster": 30}


def clusters(**settings) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("many-clusters", FEW | settings), None)
    return workspace


def of_points(X) -> Workspace:
    workspace = Workspace()
    X = np.asarray(X, dtype=float)
    workspace.adopt_dataset(Dataset(X, tuple(f"d{j + 1}" for j in range(X.shape[1]))))
    return workspace


def test_the_empty_page_loads_twenty_clusters_and_shows_them():
    app = opened(Workspace())
    app.button(key="eknnclus.begin").click().run()
    assert not app.exception
    assert app.session_state["workspace"].dataset.n == 3000
    assert app.slider(key="eknnclus.K").value == 137  # 2.5 √n
    assert metrics(app)["Clusters"] == "20"


def test_one_click_loads_data_like_the_a_sets_with_the_papers_k():
    app = opened(clusters())
    app.button(key="eknnclus.load_35").click().run()
    assert not app.exception
    assert app.session_state["workspace"].dataset.n == 5250
    assert app.slider(key="eknnclus.K").value == 200
    assert 34 <= int(metrics(app)["Clusters"]) <= 36


def test_what_is_shown_is_what_the_library_finds_and_the_code_finds_it_again():
    app = opened(clusters(), K=20, q=0.8, run=3, beta=1.0, tab="Code", start="a number", c0=40)
    expected = EKNNclus(20, q=0.8, beta=1.0, n_start=40, random_state=10)
    expected.fit(load_sample("many-clusters", seed=7, **FEW).X)
    assert metrics(app)["Clusters"] == str(expected.n_clusters_)
    first, runs, table = snippets(app)
    namespace = run_code(first)
    model, figure = namespace["model"], namespace["figure"]
    np.testing.assert_array_equal(model.labels_, expected.labels_)
    assert [frame.name for frame in figure.frames] == [
        str(step.iteration) for step in model.history_.steps
    ]
    exec(runs, namespace)  # noqa: S102
    assert len(namespace["ends"]) == 20
    compile(table, "table", "exec")


def test_many_runs_are_counted_and_the_rule_takes_one_that_can_be_shown():
    app = opened(clusters(), K=12, runs=9)
    app.button(key="eknnclus.seeds.run").click().run()
    app = finish(app, "eknnclus.seeds")
    ends = [EKNNclus(12, random_state=7 + run).fit(app.session_state["workspace"].dataset.X)
            for run in range(9)]  # fmt: skip
    found = [(end.n_clusters_, end.energy_) for end in ends]
    chosen = choose_run(found)
    assert f"**{found[chosen][0]} clusters** in" in sentences(app)
    assert f"has run {chosen}:" in sentences(app)
    assert "lowest energy of all" in sentences(app)
    if chosen != 0:
        app.button(key="eknnclus.show_chosen").click().run()
    assert app.number_input(key="eknnclus.run").value == chosen
    assert f"**{found[chosen][0]} clusters** in" in sentences(app)  # showing a run keeps them
    app.slider(key="eknnclus.q").set_value(0.5).run()
    assert "it is the one to take" not in sentences(app)


def test_with_the_default_k_runs_are_compared_and_an_unstable_number_is_said():
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None)
    app = finish(opened(workspace), "eknnclus.seeds")
    counts = [EKNNclus(31, random_state=run).fit(workspace.dataset.X).n_clusters_
              for run in range(20)]  # fmt: skip
    assert f"the runs end with {min(counts)} to {max(counts)} clusters" in sentences(app)
    workspace.set_up(Recipe("four-class"), None)
    app = opened(workspace, K=75)
    app.button(key="eknnclus.seeds.run").click().run()
    app = finish(app, "eknnclus.seeds")
    assert "**4 clusters** in" in sentences(app) and "unstable" not in sentences(app)


def test_the_table_of_the_a_sets_stands_beside_the_paper(monkeypatch):
    monkeypatch.setattr(fit, "run_table", lambda seed: iter(()))
    app = opened(clusters(), tab="A-sets")
    table = app.dataframe[0].value
    assert table["c0 = n: paper"].tolist() == ["20 (0)", "35 (0)", "49 (1)"]
    assert table["c0 = 1000: paper"].tolist() == ["20 (0)", "34 (1)", "49 (2.5)"]
    assert table["c0 = n: here"].tolist() == ["–"] * 3
    app.button(key="eknnclus.a_sets.run").click().run()
    finish(app, "eknnclus.a_sets")


def test_k_follows_the_data_until_it_is_moved_and_never_passes_the_objects():
    app = opened(clusters())
    assert app.slider(key="eknnclus.K").value == 28
    app.session_state["workspace"].set_up(Recipe("many-clusters", FEW | {"per_cluster": 10}), None)
    app.run()
    assert app.slider(key="eknnclus.K").value == 16
    app.slider(key="eknnclus.K").set_value(30).run()
    app.session_state["workspace"].set_up(Recipe("butterfly"), None)
    app.run()
    assert not app.exception
    assert app.slider(key="eknnclus.K").value == 11


def test_hiding_the_truth_takes_its_numbers_away():
    app = opened(clusters())
    assert "Agreement" in metrics(app)
    assert "mostly" in app.dataframe[0].value.columns
    app.session_state["workspace"].hide_truth(True)
    app.run()
    assert not app.exception
    assert "Agreement" not in metrics(app)
    assert "mostly" not in app.dataframe[0].value.columns


@pytest.mark.parametrize(
    "X, count",
    [([[1.0, 2.0]] * 6, "1"), ([[0.0], [1.0]], "1"), (np.repeat([[0.0], [9.0]], 8, axis=0), "2")],
)
def test_copies_and_very_few_objects_are_clustered(X, count):
    app = opened(of_points(X), **({"K": 5} if len(X) > 6 else {}))
    assert metrics(app)["Clusters"] == count


def test_one_object_gets_a_sentence():
    app = opened(of_points([[1.0, 2.0]]))
    assert "at least two objects" in sentences(app)


@pytest.mark.parametrize("count, says", [(100, False), (201, True)])
def test_very_many_clusters_are_shown_with_or_without_their_masses(count, says):
    X = np.arange(2.0 * count)[:, None] // 2 * 10
    app = opened(of_points(X), K=1)
    assert metrics(app)["Clusters"] == str(count)
    assert ("at most 200 clusters" in sentences(app)) == says


def test_a_square_table_of_distances_is_taken_for_dissimilarities():
    X = load_sample("many-clusters", seed=1, **FEW).X
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    workspace = Workspace()
    workspace.adopt_dataset(from_dissimilarities(D)[0])
    app = opened(workspace, K=20, tab="Code")
    expected = EKNNclus(20, metric="precomputed", random_state=7).fit(D)
    assert metrics(app)["Clusters"] == str(expected.n_clusters_)
    assert 'metric="precomputed"' in snippets(app)[0]


def test_a_large_run_waits_for_its_button_and_is_then_shown(monkeypatch):
    monkeypatch.setattr(cost, "QUICK_SECONDS", 0.0)
    app = opened(clusters())
    assert not metrics(app)
    app.button(key="eknnclus.fit.run").click().run()
    app = finish(app, "eknnclus.fit")
    assert metrics(app)["Clusters"] == "4"


def test_a_pinned_run_is_compared_with_the_next():
    app = opened(clusters(), tab="Compare pinned")
    app.button(key="eknnclus.pin").click().run()
    app.slider(key="eknnclus.K").set_value(6).run()
    assert not app.exception
    table = app.dataframe[0].value
    assert table.loc["K"].tolist() == ["28", "6"]
    assert float(table.loc["clusters"].iloc[1]) > float(table.loc["clusters"].iloc[0])


def test_a_lecture_keeps_pictures_and_named_controls():
    workspace = clusters()
    workspace.lecture = Lecture(("K",))
    app = opened(workspace)
    assert [slider.key for slider in app.slider] == ["eknnclus.K"]
    assert len(app.get("plotly_chart")) == 3
    assert not app.tabs
