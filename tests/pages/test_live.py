"""Levels that are computed ahead are what the page shows at that level."""

import json
import re
import threading
import time
from types import SimpleNamespace

import plotly.graph_objects as go
import pytest
from opened_pages import drawn, finish, open_page, sentences
from streamlit.testing.v1 import AppTest

from belieflab.ui.method import live, player, run_watch
from belieflab.ui.method.noise import noise_parameter
from belieflab.ui.method.restyling import difference
from belieflab.ui.method.sliders import Slider
from belieflab.ui.pages.landscape.fit import Exploration
from belieflab.ui.shell import card
from belieflab.ui.shell.workspace import Recipe, Workspace

SLIDERS = [
    ("mixture", "noise"),
    ("neighbours", "noise"),
    ("neighbours", "K"),
    ("networks", "noise"),
    ("credal", "alpha"),
    ("eknnclus", "K"),
    ("labels", "law.expert-doubt.mean"),
]


DISCOUNTED = [("labels", "Simulate"), ("labels", "Import"), ("neighbours", "Result")]


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


def edited() -> Workspace:
    workspace = iris()
    workspace.edit_labels(workspace.labels.discount(0.1), "150 labels by hand")
    return workspace


@pytest.fixture
def few_levels(monkeypatch):
    monkeypatch.setattr(live, "MAX_LEVELS", 5)
    monkeypatch.setattr(live, "MIN_LEVELS", 2)
    monkeypatch.setattr(live, "IDLE", 0.0)


def opened(page: str, workspace: Workspace, **controls: str) -> AppTest:
    """A page in a browser that has said that it is there."""
    app = open_page(page, workspace, **controls)
    assert "live.here" not in app.session_state
    assert not [key for key in app.session_state["shell.runs"] if "live" in key]
    app.session_state["live.here"] = True
    return drawn(app)


def levels(app: AppTest, page: str, name: str) -> dict[float, dict]:
    run = app.session_state["shell.runs"][f"{page}.{name}.live"]
    run.join(60)
    run.raise_failure()
    return {level["value"]: level for level in map(json.loads, run.steps)}


@pytest.mark.parametrize(("page", "name"), SLIDERS)
def test_a_level_is_what_the_page_shows_there(few_levels, page, name):
    check_a_level(opened(page, iris()), page, name)


@pytest.mark.parametrize(("page", "tab"), DISCOUNTED)
def test_a_level_of_discounted_labels_is_what_the_page_shows_there(few_levels, page, tab):
    check_a_level(opened(page, edited(), tab=tab), page, "noise")


def test_the_discount_is_beside_the_table_of_labels_too_and_the_plane_follows(few_levels):
    app = opened("labels", edited(), tab="Edit")
    charts = [level["charts"] for level in levels(app, "labels", "noise").values()]
    assert len(charts) == 5 and all("st-key-labels-edit-plane" in each for each in charts)
    app.slider(key="labels.noise").set_value(1.0)
    assert drawn(app).session_state["workspace"].labels.nonspecificity().min() == 1.0


def check_a_level(app: AppTest, page: str, name: str) -> None:
    """One of the levels changes the page as moving the slider there does."""
    found = levels(app, page, name)
    assert len(found) >= 3  # the ends are refused by some laws and methods
    value = sorted(found)[1]
    level = found[value]
    kept = app.session_state["charts.kept"]["on screen"]
    bases = {key: chart.base for key, chart in kept.items()}
    app.slider(key=f"{page}.{name}").set_value(value)
    app = drawn(app)
    shown = {metric.label.replace("\\", ""): metric.value for metric in reversed(app.metric)}
    assert level["numbers"] == {title: shown[title] for title in level["numbers"]}
    assert level["numbers"]
    assert level["lines"][card.FOLLOWED] == list(card.followed(app.session_state["workspace"]))
    if page == "labels":
        assert "**{}** {}".format(*level["lines"][".st-key-labels-headline"]) in sentences(app)
    changed = {
        key: kept[key] for key in kept if f"st-key-{key.replace('.', '-')}" in level["charts"]
    }
    assert len(changed) >= 2
    for key, chart in changed.items():
        there = level["charts"][f"st-key-{key.replace('.', '-')}"]
        assert there["base"] == chart.name
        wanted = json.loads(live.as_text(difference(bases[key], chart.shown, seen_only=True)))
        assert there["change"] == wanted


def test_the_levels_of_the_noise_outlive_a_release_and_go_with_other_settings(few_levels):
    app = opened("mixture", iris())
    first = app.session_state["shell.runs"]["mixture.noise.live"]
    first.join(60)
    app.slider(key="mixture.noise").set_value(0.7)
    app = drawn(app)
    assert app.session_state["shell.runs"]["mixture.noise.live"] is first
    app.selectbox(key="mixture.family").set_value("spherical")
    app = drawn(app)
    assert app.session_state["shell.runs"]["mixture.noise.live"] is not first


def test_levels_end_when_the_browser_is_gone_and_begin_again_when_it_is_back(
    few_levels, monkeypatch
):
    server = SimpleNamespace(is_active_session=lambda name: False)
    with monkeypatch.context() as patch:
        known = SimpleNamespace(exists=lambda: False, get_instance=lambda: server)
        patch.setattr(run_watch, "runtime", known)
        app = opened("mixture", iris())
        assert not levels(app, "mixture", "noise")
    app = drawn(app)
    assert len(levels(app, "mixture", "noise")) == 5


def test_what_takes_too_long_answers_on_release(monkeypatch):
    monkeypatch.setattr(live, "MAX_SECONDS", 1e-6)
    app = open_page("mixture", iris())
    app.session_state["live.here"] = True
    app = drawn(app)
    assert "mixture.noise.live" not in app.session_state["shell.runs"]


def test_levels_that_would_fill_too_much_are_not_sent(few_levels, monkeypatch):
    monkeypatch.setattr(live, "MAX_BYTES", 10)
    assert not levels(opened("mixture", iris()), "mixture", "noise")


def test_levels_are_spread_over_the_slider_nearest_first():
    app = open_page("mixture", iris())
    app.session_state["live.here"] = True
    workspace = app.session_state["workspace"]
    parameter = noise_parameter(workspace.state)
    values = Slider(parameter, 0.2, None, "mixture.noise").levels(11)
    assert values[0] == 0.2
    assert sorted(values) == pytest.approx([number / 10 for number in range(11)])


def test_levels_are_handed_over_in_parts_by_one_element(few_levels, monkeypatch):
    monkeypatch.setattr(live, "CHUNK", 2)
    app = opened("mixture", iris())
    count = len(levels(app, "mixture", "noise"))
    batch = app.session_state["shell.runs"]["mixture.noise.live"].value.name
    elements, sent = len(app.get("bidi_component")), []
    monkeypatch.setattr(live, "_LIVE", lambda data, **_: sent.append(data["levels"]))
    for have in (0, 2, count):
        asked = {"slider": "st-key-mixture-noise", "batch": batch, "have": have}
        app.session_state["live.near"] = asked
        assert len(drawn(app).get("bidi_component")) == elements - 1
    assert [each["start"] for each in sent] == [0, 2, count]
    assert [len(each["texts"]) for each in sent] == [2, 2, 0]
    drawn(app)
    assert sent[-1] is None


@pytest.mark.parametrize("asked", [None, "all", {}, {"have": 1, "batch": "b"}, {"have": "x"}])
def test_a_question_that_makes_no_sense_is_left_aside(asked, monkeypatch):
    state = {"mixture.live": {"near": asked}}
    monkeypatch.setattr(live.st, "session_state", state)
    live._approach("mixture.live")
    assert "live.near" not in state


@pytest.mark.parametrize("page", ["mixture", "labels"])
def test_levels_that_would_take_too_long_together_are_not_computed(few_levels, monkeypatch, page):
    monkeypatch.setattr(live, "MAX_SECONDS", 1e-6)
    app = opened(page, iris())
    slow = [run for key, run in app.session_state["shell.runs"].items() if key.endswith(".live")]
    for run in slow:
        run.join(60)
        assert run.finished and not run.steps
    assert bool(slow) is (page == "labels")  # a method page knows it beforehand


@pytest.fixture
def two_landscapes() -> AppTest:
    """A landscape at 0.6 and one at 0.9, which is on screen."""
    workspace = Workspace()
    workspace.set_up(Recipe("gaussians", {"size": 150}), Recipe("nonspecificity", {"ns": 0.6}))
    app = opened("landscape", workspace, starts=20)
    app = finish(app, "landscape.run")
    app.slider(key="landscape.noise").set_value(0.9)
    return finish(drawn(app), "landscape.run")


def test_on_landscape_a_drag_picks_among_the_levels_explored_so_far(two_landscapes, monkeypatch):
    app, runs = two_landscapes, two_landscapes.session_state["shell.runs"]
    found = levels(app, "landscape", "noise")
    assert sorted(found) == [0.6, 0.9]
    assert [len(level["numbers"]) for level in found.values()] == [2, 2]
    assert found[0.6]["numbers"] != found[0.9]["numbers"]
    explored, pushed = runs["landscape.run"], {}
    monkeypatch.setattr(player, "push_traces", lambda _, key, traces: pushed.update({key: traces}))
    app.slider(key="landscape.noise").set_value(0.6)
    app = drawn(app)
    assert runs["landscape.run"] is not explored and runs["landscape.run"].finished
    html = "".join(element.proto.body for element in app.get("html"))
    for title, text in found[0.6]["numbers"].items():
        assert re.search(f">{title}</span>\n<[^>]*>{re.escape(text)}<", html)
    kept = app.session_state["charts.kept"]["on screen"]
    for key, traces in pushed.items():
        level = found[0.6]["charts"][f"st-key-{key.replace('.', '-')}"]
        assert level["base"] == kept[key].name
        for number, values in traces.items():
            shown = go.Figure(go.Scatter(x=values["x"], y=values["y"])).to_dict()["data"][0]
            change = level["change"]["traces"][str(number)]
            assert {axis: change[axis] for axis in "xy"} == {axis: shown[axis] for axis in "xy"}
    assert len(pushed) == 5
    app.slider(key="landscape.starts").set_value(30)
    app = finish(drawn(app), "landscape.run")
    assert list(levels(app, "landscape", "noise")) == [0.6]  # the others had fewer starts


def test_while_the_next_landscape_is_explored_those_there_are_answer(two_landscapes, monkeypatch):
    gate, steps = threading.Event(), Exploration.steps

    def wait(found, *given, **named):
        gate.wait(60)
        yield from steps(found, *given, **named)

    monkeypatch.setattr(Exploration, "steps", wait)
    app = two_landscapes
    app.slider(key="landscape.noise").set_value(0.3)
    app = drawn(app)
    try:
        assert app.session_state["shell.runs"]["landscape.run"].running
        assert sorted(levels(app, "landscape", "noise")) == [0.6, 0.9]
    finally:
        gate.set()
    app = finish(app, "landscape.run")
    assert sorted(levels(app, "landscape", "noise")) == [0.3, 0.6, 0.9]


def test_levels_looked_for_before_the_first_result_of_other_settings_are_looked_for_again(
    two_landscapes, monkeypatch
):
    gate, steps = threading.Event(), Exploration.steps

    def wait(found, *given, **named):
        for step in steps(found, *given, **named):
            yield step
            gate.wait(60)

    monkeypatch.setattr(Exploration, "steps", wait)
    app = two_landscapes
    app.slider(key="landscape.starts").set_value(30)
    app = drawn(app)
    run = app.session_state["shell.runs"]["landscape.run"]
    try:
        await_steps(run)
        assert not levels(drawn(app), "landscape", "noise")  # those there had fewer starts
        assert run.running
    finally:
        gate.set()
    app = finish(app, "landscape.run")
    assert list(levels(app, "landscape", "noise")) == [0.9]


def await_steps(run) -> None:
    """Until a run has found something."""
    until = time.monotonic() + 60
    while not run.steps and time.monotonic() < until:
        time.sleep(0.01)
    assert run.steps
