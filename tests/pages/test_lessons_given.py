"""Lessons as a lecture, every step of them, and when a step goes on by itself."""

from pathlib import Path

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
)
from opened_pages import drawn, sentences

from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.lesson import Condition
from belieflab.ui.shell.lessons.parts import DONE, FIRST

KEYS = library.ORDER
UNDRAWN = (".row", ".pairs", ".pick")
"""Settings without a control: a click on a chart sets them."""


@pytest.mark.parametrize("key", KEYS)
def test_a_lecture_shows_question_task_reveal_and_what_they_ask_for(key: str) -> None:
    app = opened(lesson=key, lecture="1")
    lesson = library.own_lessons()[key]
    for number, step in enumerate(lesson.steps, start=1):
        assert step.question is not None
        assert f"{number} / {len(lesson.steps)}" in sentences(app)
        assert step.question.text in sentences(app)
        assert step.task not in sentences(app) and plain_start(step.reveal) not in sentences(app)
        app = reply(app)
        assert step.task in sentences(app) and step.question.text not in sentences(app)
        for condition in step.done:
            needs_control = condition.kind in ("setting", "noise", "law")
            if needs_control and not str(condition.given.get("name")).endswith(UNDRAWN):
                assert widget(app, control_of(condition, step.page)) is not None, condition
            app = act(app, condition)
        assert plain_start(step.reveal) in sentences(app)
        assert ("You said" in sentences(app)) != ("You guessed" in sentences(app))
        assert not countdown(app) and not progress(app).moves_on  # who lectures goes on
        app = click(app, "shell.lesson_next")
    assert "shell.lesson" not in app.session_state


def control_of(condition: Condition, page: str) -> str:
    """The key of the control with which the act of a condition is done."""
    given = condition.given
    match condition.kind:
        case "noise":
            return f"{page}.noise"
        case "law":
            owner = f"{page}.law.{given['law']}" if page == "labels" else f"{page}.law"
            return f"{owner}.{given['setting']}"
    return str(given["name"])


def test_an_act_before_the_guess_counts_and_the_guess_is_still_asked_for() -> None:
    app = opened(lesson="worth", step="4")
    app = act(app, progress(app).step.done[0])
    assert DONE in panel(app) and not countdown(app)
    app = reply(app)
    assert plain_start(progress(app).step.reveal) in panel(app) and countdown(app)


def test_a_step_without_anything_to_read_goes_on_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "short.toml").write_text(
        """title = "Short"
promise = "Two steps."
[[steps]]
page = "labels"
title = "First"
text = "Begin."
data = { sample = "iris" }
labels = { law = "expert-doubt", mean = 0.2 }
hidden = true
task = "Press Reveal."
done = { condition = "truth", is = false }
[[steps]]
page = "mixture"
title = "Second"
text = "Go on."
[[steps]]
page = "mixture"
title = "Third"
text = "End."
"""
    )
    monkeypatch.setenv(library.FOLDER_VARIABLE, str(tmp_path))
    app = opened(lesson="short")
    assert "Press Reveal." in panel(app) and FIRST not in panel(app)
    app = click(app, "card.truth.switch")
    assert app.title[0].value == "Mixture (EM)" and progress(app).number == 1
    app = drawn(app)
    assert progress(app).number == 1, "a step that asks for nothing waits for Next"
    app = opened(lesson="short", lecture="1")
    app = click(app, "shell.lesson_truth.switch")
    assert progress(app).number == 0 and progress(app).acted


def test_a_lecture_has_pin_and_edit_where_its_lesson_asks_for_them() -> None:
    app = opened(lesson="worth", step="5", lecture="1")
    kinds = [each.kind for each in progress(app).step.done]
    assert kinds == ["pinned"]
    assert [button.key for button in app.button].count("mixture.pin") == 1
    app = opened(lesson="worth", step="2", lecture="1")
    assert [each.kind for each in progress(app).step.done] == ["edited"]
    assert widget(app, "labels.brush.classes") is not None and not app.get("arrow_data_frame")
    assert "labels.undo" in [button.key for button in app.button]
