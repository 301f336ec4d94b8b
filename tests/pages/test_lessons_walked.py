"""Every lesson walked in process, there and back: a step is again as it was left."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from opened_lessons import (
    act,
    click,
    countdown,
    opened,
    panel,
    plain_start,
    progress,
    reply,
    widget,
    workspace,
)
from opened_pages import drawn
from streamlit.testing.v1 import AppTest

from belieflab import MassTable
from belieflab.data.label_edits import with_rows_set
from belieflab.ui.pages.playground.state import source_of
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.lesson import Condition
from belieflab.ui.shell.lessons.parts import FIRST
from belieflab.ui.shell.page_table import PAGES

KEYS = library.ORDER
ROOT = Path(__file__).parents[2]


def shown(app: AppTest) -> dict[str, Any]:
    """What a step shows: points, labels, the settings of its page, and what was made of them."""
    held, current = workspace(app), progress(app)
    settings = app.session_state["shell.latest_settings"].settings
    about_data = current.lesson.stage(current.number).data is not None
    labels = held.labels if about_data else None
    return {
        "title": app.title[0].value,
        "data": held.dataset.name if about_data and held.dataset is not None else "",
        "focal": () if labels is None else tuple(labels.focal),
        "mass": b"" if labels is None else labels.mass.tobytes(),
        "hidden": held.truth_hidden,
        "settings": {k: v for k, v in settings.items() if k.startswith(f"{current.step.page}.")},
        "numbers": [(each.label, each.value) for each in app.metric],
        "answered": (current.acted, current.answered),
    }


def back_and_on(app: AppTest, before: dict[str, Any], reveal: str) -> AppTest:
    """From a step that has just begun: Back finds the one before as it was left, Next this one."""
    begun = shown(app)
    app = click(app, "shell.lesson_back")
    check_is_again(app, before)
    assert plain_start(reveal) in panel(app)
    assert app.button(key="shell.lesson_next").label == "Next" and not countdown(app)
    app = click(app, "shell.lesson_next")
    check_is_again(app, begun)
    return app


def check_is_again(app: AppTest, before: dict[str, Any]) -> None:
    """The step shows what it did; controls that came up in between are not looked at."""
    now = shown(app)
    now["settings"] = {key: now["settings"].get(key) for key in before["settings"]}
    assert now == before


@pytest.mark.parametrize("key", KEYS)
def test_every_step_notices_its_act_answers_its_question_and_is_there_when_one_goes_back(
    key: str,
) -> None:
    app = opened(lesson=key)
    lesson = library.own_lessons()[key]
    for number, step in enumerate(lesson.steps):
        last = number == len(lesson.steps) - 1
        assert app.title[0].value == PAGES[step.page].title
        assert app.query_params["lesson"] == key and app.query_params["step"] == str(number + 1)
        text = panel(app)
        assert app.button(key="shell.lesson_next").label == ("Finish" if last else "Skip")
        assert plain_start(step.reveal) not in text
        assert FIRST in text and step.task not in text
        app = reply(app)
        assert FIRST not in panel(app) and step.task in panel(app)
        assert not countdown(app)
        for condition in step.done:
            app = act(app, condition)
        assert progress(app).acted, step.task
        text = panel(app)
        assert plain_start(step.reveal) in text
        assert "You said" in text or "You guessed" in text
        assert countdown(app) is not last
        assert app.button(key="shell.lesson_next").label == ("Finish" if last else "Next")
        left = shown(app)
        app = click(app, "shell.lesson_next")
        assert not countdown(app)
        if not last:
            app = back_and_on(app, left, step.reveal)
    assert "shell.lesson" not in app.session_state
    assert "lesson" not in app.query_params


def test_back_brings_the_step_before_as_it_was_and_keeps_the_answer() -> None:
    app = opened(lesson="worth", step="6")
    app = act(app, Condition("setting", {"name": "mixture.way", "is": "unsupervised"}))
    app = click(reply(app), "shell.lesson_back")
    assert app.session_state["mixture.way"] == "soft"
    assert progress(app).number == 4
    app = click(app, "shell.lesson_next")
    assert progress(app).answered and progress(app).acted


def relabel(app: AppTest, *rows: int) -> AppTest:
    """Give these flowers the label virginica by hand."""
    held = workspace(app)
    assert held.labels is not None
    mask = held.labels.frame.mask(["virginica"])
    held.edit_labels(with_rows_set(held.labels, np.array(rows), mask, 0.0), "labels by hand")
    return drawn(app)


def sources(app: AppTest) -> list[tuple[str, dict[int, float]]]:
    shown = app.session_state["playground"].current.sources
    return [(source.name, dict(source.masses)) for source in shown]


def label_of(labels: MassTable, row: int) -> dict[int, float]:
    return dict(source_of("", labels, row).masses)


def test_ones_own_label_stays_ones_own_whichever_way_one_comes_to_it() -> None:
    app = opened(lesson="worth", step="2")
    expert = workspace(app).labels
    assert expert is not None
    app = relabel(relabel(app, 3), 70)
    own, row = workspace(app).labels, 3
    assert own is not None
    both = [("Your label", {4: 1.0}), ("The expert", label_of(expert, row))]
    app = click(app, "shell.lesson_next")
    assert sources(app) == both
    app = click(click(app, "shell.lesson_back"), "shell.lesson_next")
    assert sources(app) == both
    app = click(click(app, "shell.lesson_next"), "shell.lesson_back")
    assert sources(app) == both
    app = click(app, "shell.lesson_back")
    assert workspace(app).labels is own
    # Undo takes back what was done in this step; the next one speaks of the labels that are left.
    workspace(app).undo()
    workspace(app).undo()
    assert workspace(app).labels is expert
    app = click(relabel(drawn(app), 70), "shell.lesson_next")
    assert sources(app)[1] == ("The expert", label_of(expert, 70)) != both[1]


def test_data_loaded_in_the_middle_of_a_lesson_come_back_by_undo() -> None:
    app = click(opened(lesson="worth", step="6"), "shell.lesson_back")
    app = click(app, "shell.lesson_next")
    workspace(app).load_sample("wine")
    app = click(drawn(app), "shell.lesson_back")
    dataset = workspace(app).dataset
    assert dataset is not None and dataset.name == "Gaussian mixture"
    workspace(app).undo()
    dataset = workspace(app).dataset
    assert dataset is not None and dataset.name == "Wine"


def test_a_link_to_a_step_about_ones_own_label_has_an_example_of_one() -> None:
    app = opened(lesson="worth", step="3")
    assert sources(app) == [("Your label", {4: 1.0}), ("The expert", {2: 0.7})]
    app = click(click(app, "shell.lesson_back"), "shell.lesson_next")
    assert sources(app)[0] == ("Your label", {4: 1.0})
    app = relabel(click(app, "shell.lesson_back"), 3)
    expert = workspace(app).labels_before_edits
    assert expert is not None
    app = click(app, "shell.lesson_next")
    assert sources(app) == [("Your label", {4: 1.0}), ("The expert", label_of(expert, 3))]


def test_a_step_begins_anew_when_one_has_gone_back_and_changed_what_it_goes_on_with() -> None:
    app = opened(lesson="crowd", step="1")
    app = click(app, "shell.lesson_next")
    app = act(app, progress(app).step.done[0])
    app = click(click(app, "shell.lesson_next"), "shell.lesson_back")
    app = click(act(app, progress(app).step.done[0]), "shell.lesson_back")
    held = workspace(app)
    assert held.state.label_recipe is not None
    held.build_labels("crowd", **{**held.state.label_recipe.settings, "annotators": 4})
    app = click(drawn(app), "shell.lesson_next")
    recipe = workspace(app).state.label_recipe
    assert recipe is not None and recipe.settings["annotators"] == 4
    assert not progress(app).acted and plain_start(progress(app).step.reveal) not in panel(app)


def test_a_slider_moved_after_going_back_changes_the_labels_of_that_step() -> None:
    app = opened(lesson="worth", step="7")
    widget(app, "mixture.noise").set_value(0.5)
    app = click(click(drawn(app), "shell.lesson_next"), "shell.lesson_back")
    widget(app, "mixture.noise").set_value(0.6)
    state = workspace(drawn(app)).state
    assert state.data_recipe is not None and state.data_recipe.key == "gaussians"
    assert state.label_recipe is not None and state.label_recipe.settings["mean"] == 0.6


def test_a_lesson_that_was_left_goes_on_with_the_labels_that_were_changed() -> None:
    app = relabel(opened(lesson="worth", step="2"), 3, 70)
    own = workspace(app).labels
    app = click(app, "shell.lesson_leave")
    workspace(app).load_sample("wine")
    app.switch_page(str(ROOT / "pages" / "start.py"))
    app = click(drawn(app), "start.lesson.worth.continue")
    assert workspace(app).labels is own
    assert app.title[0].value == "Labels" and progress(app).acted
