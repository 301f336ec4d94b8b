"""The Landscape page in process: runs, choices, the sweep, and code that counts the same."""

import re
import threading
import time
from functools import partial

import numpy as np
import pytest
from opened_pages import drawn, finish, open_page, run_code, sentences, snippets
from streamlit.testing.v1 import AppTest

from belieflab.data.dataset import Dataset
from belieflab.mixture import LandscapeSweep
from belieflab.ui.method import player
from belieflab.ui.method.tasks import Task
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "landscape")


def gaussians(size: int = 150) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": size}), Recipe("nonspecificity", {"ns": 0.6}))
    return workspace


def without_truth(X) -> Workspace:
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.asarray(X, dtype=float), ("a", "b")))
    return workspace


def explored(workspace: Workspace, **state) -> AppTest:
    """Few starts on little data: the landscape is explored by itself."""
    return finish(opened(workspace, **({"starts": 20} | state)), "landscape.run")


def big_number(app: AppTest) -> int:
    texts = "".join(element.proto.body for element in app.get("html"))
    return int(re.search(r'class="big-number"[^>]*>(\d+)<', texts)[1])


def test_the_empty_page_loads_the_papers_gaussians():
    app = opened(Workspace())
    app.button(key="landscape.begin").click().run()
    assert not app.exception
    workspace = app.session_state["workspace"]
    assert workspace.dataset.X.shape == (1000, 10)
    assert len(workspace.dataset.class_names) == 2
    assert app.slider(key="landscape.noise").value == 0.8


def test_a_run_counts_what_the_library_counts_and_the_code_counts_the_same():
    app = explored(gaussians(), tab="Code", labels="drawn", ns=0.9)
    namespace = run_code(snippets(app)[0])
    assert namespace["landscape"].n_starts == 20
    assert big_number(app) == namespace["landscape"].n_maxima_ > 1


@pytest.mark.parametrize("columns", [1, 2])
def test_row_numbers_on_both_axes_are_refused(columns):
    X = np.random.default_rng(0).normal(size=(60, columns)) + np.arange(60)[:, None] % 2 * 6
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(X, ("a", "b")[:columns]))
    app = explored(workspace, horizontal="row", vertical="row")
    assert not app.exception
    axes = [app.selectbox(key=f"landscape.{name}").value for name in ("horizontal", "vertical")]
    assert axes.count("row") == 1


def run_of(app: AppTest):
    return app.session_state["shell.runs"]["landscape.run"]


def test_the_level_follows_the_labels_of_the_workspace_and_a_change_starts_the_next():
    app = explored(gaussians(), labels="drawn")
    assert app.slider(key="landscape.ns").value == 0.6
    first = run_of(app)
    app.slider(key="landscape.ns").set_value(0.2).run()
    app = finish(app, "landscape.run")
    second = run_of(app)
    assert second is not first and len(second.steps) == 20
    app.slider(key="landscape.ns").set_value(0.6).run()
    assert run_of(app) is first  # a level that was explored is there again at once
    app.slider(key="landscape.ns").set_value(0.2).run()
    assert run_of(app) is second


def test_the_noise_of_the_workspaces_labels_picks_among_the_levels_explored_so_far():
    app = explored(gaussians())
    first = run_of(app)
    app.slider(key="landscape.noise").set_value(0.3).run()
    app = finish(app, "landscape.run")
    assert run_of(app) is not first
    app.slider(key="landscape.noise").set_value(0.6).run()
    assert run_of(app) is first


def test_large_data_wait_for_run():
    app = opened(gaussians(4000), starts=400)
    assert any(caption.value.startswith("Press Run") for caption in app.caption)
    assert "landscape.run" not in app.session_state["shell.runs"]


def test_mirror_images_are_joined_without_a_new_run():
    app = explored(gaussians(), labels="none", K=2)
    apart = big_number(app)
    app.toggle(key="landscape.relabel").set_value(True).run()
    assert not app.exception
    assert big_number(app) < apart


def test_the_table_lists_every_maximum_highest_first():
    app = explored(gaussians(), labels="drawn", ns=0.9)
    table = app.dataframe[0].value
    assert len(table) == big_number(app)
    assert table["starts"].sum() == 20
    assert table["log-likelihood"].is_monotonic_decreasing


def test_without_truth_there_are_no_drawn_labels_and_no_sweep():
    rng = np.random.default_rng(0)
    app = explored(without_truth(rng.normal(size=(60, 2))))
    assert app.selectbox(key="landscape.labels").options == ["none"]
    assert big_number(app) >= 1
    assert any("these data have none" in caption.value for caption in app.caption)


def test_points_that_cannot_be_fitted_get_a_sentence():
    app = open_page("landscape", without_truth([[1.0, 2.0]] * 5))
    assert "The features" in sentences(app) and "have one value in every row" in sentences(app)


def test_new_data_end_the_old_landscape():
    app = explored(gaussians())
    app.session_state["workspace"].load_sample("gaussians", size=80)
    app.run()
    assert not app.exception
    assert run_of(app).value.context.dataset.n == 80


def test_a_clicked_maximum_stands_on_the_plane_and_is_ringed_on_the_map(monkeypatch):
    app = explored(gaussians(), labels="drawn", ns=0.9)
    pushed = {}
    monkeypatch.setattr(
        player, "push_traces", lambda key, chart, traces: pushed.update({chart: traces})
    )
    app.run()
    highest = pushed["landscape.plane"]
    found = run_of(app).value
    lowest = found.maxima(relabel=False)[-1]
    found.clicked = lowest.first
    app.run()
    centres = [lowest.parameters.means[:, axis] for axis in (0, 1)]
    first = min(pushed["landscape.plane"])
    for k in range(2):
        cross = pushed["landscape.plane"][first + 2 * k + 1]
        assert [cross["x"][0], cross["y"][0]] == pytest.approx([centres[0][k], centres[1][k]])
        assert cross["x"][0] != highest[first + 2 * k + 1]["x"][0]
    widths = pushed["landscape.map"][0]["marker.line.width"]
    assert int(np.argmax(widths)) == len(widths) - 1


def test_a_pinned_landscape_is_compared():
    app = explored(gaussians(), labels="drawn", tab="Compare pinned")
    app.button(key="landscape.pin").click().run()
    app.slider(key="landscape.ns").set_value(1.0).run()
    app = finish(app, "landscape.run")
    table = app.dataframe[0].value
    assert table.shape[1] == 2
    assert {"nonspecificity", "distinct maxima"} <= set(table.index)


@pytest.fixture
def swept():
    app = opened(gaussians(60), starts=10, label_sets=1, tab="Code")
    app.button(key="landscape.sweep.run").click().run()
    return finish(app, "landscape.sweep")


def test_the_sweep_fills_every_level_and_its_code_gives_the_same(swept):
    assert not swept.exception
    sweep = swept.session_state["shell.runs"]["landscape.sweep"].value
    assert len(sweep.averages()) == 9
    namespace = run_code(snippets(swept)[1])
    assert namespace["sweep"].cells == sweep.cells


def test_a_stopped_sweep_goes_on(monkeypatch):
    gate, grow_cell = threading.Event(), LandscapeSweep.grow_cell

    def grow_late(sweep, key):
        if len(sweep.cells) == 3:
            gate.wait(60)
        yield from grow_cell(sweep, key)

    monkeypatch.setattr(LandscapeSweep, "grow_cell", grow_late)
    app = opened(gaussians(60), starts=10, label_sets=2)
    app.button(key="landscape.sweep.run").click().run()
    run = app.session_state["shell.runs"]["landscape.sweep"]
    while len(run.value.cells) < 3:  # the fourth waits at the gate
        time.sleep(0.01)
    app.button(key="landscape.sweep.stop").click().run()
    gate.set()
    run.join(60)
    app.run()
    sweep = app.session_state["shell.runs"]["landscape.sweep"].value
    assert len(sweep.cells) in (3, 4)
    left = 10 * (18 - len(sweep.cells))
    again = app.button(key="landscape.sweep.run")
    assert again.label == f"Resume, {left} starts to do"
    again.click().run()
    app = finish(app, "landscape.sweep")
    run = app.session_state["shell.runs"]["landscape.sweep"]
    assert len(run.value.cells) == len(run.value.keys) == 18
    assert len(run.steps) == left
    assert app.button(key="landscape.sweep.run").disabled
    app.slider(key="landscape.label_sets").set_value(3).run()  # what is known stays
    assert app.button(key="landscape.sweep.run").label == "Resume, 90 starts to do"


def test_the_text_alternative_of_a_chart_tells_what_was_pushed_onto_it(monkeypatch):
    texts = {}
    monkeypatch.setattr(
        "belieflab.ui.method.player._PUSHER",
        lambda key, data, height: texts.update({data["chart"]: data["alt"]}),
    )
    explored(gaussians())
    assert "Nothing is drawn yet" not in texts["st-key-landscape-map"]
    assert "point" in texts["st-key-landscape-map"]
    assert texts["st-key-landscape-plane"] is None, "its objects are its own"


def test_a_run_goes_on_with_stop_beside_settings_that_are_refused(monkeypatch):
    app = opened(gaussians(4000), starts=400)
    app = drawn(app.button(key="landscape.run.run").click())
    run = app.session_state["shell.runs"]["landscape.run"]
    assert run.running
    monkeypatch.setattr(Task, "refusal", property(lambda task: "This takes too much memory."))
    app = drawn(app)
    assert "too much memory" in " ".join(error.value for error in app.error)
    drawn(app.button(key="landscape.run.stop").click())
    run.join(60)
    assert run.stopped
    assert not [each for each in drawn(app).button if str(each.key).startswith("landscape.run")]
