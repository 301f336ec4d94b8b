"""Lessons in process: their files, links to their steps, Leave, and lessons of a teacher's own."""

from functools import cache
from pathlib import Path

import pytest
from opened_lessons import click, opened, panel, progress, widget, workspace
from opened_pages import drawn
from streamlit.testing.v1 import AppTest

from belieflab.ui.pages.lessons.checking import check_lesson
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.lesson import Lesson
from belieflab.ui.shell.lessons.parts import shown
from belieflab.ui.shell.lessons.reading import read_lesson
from belieflab.ui.shell.page_table import PAGES

KEYS = library.ORDER
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("key", [*KEYS, "template"])
def test_settings_and_conditions_fit_the_pages_they_name(key: str) -> None:
    lesson = read_lesson(library.file_of(key), key)
    assert check_lesson(lesson) is lesson
    if key != "template":
        assert 6 <= len(lesson.steps) <= 9


@pytest.mark.parametrize("key", KEYS)
def test_a_reveal_waits_for_an_act_and_for_the_answer_to_a_question(key: str) -> None:
    for number, step in enumerate(library.own_lessons()[key].steps, start=1):
        assert step.reveal and step.done and step.question, number


@pytest.mark.parametrize("key", KEYS)
def test_going_back_finds_every_setting_as_it_was(key: str) -> None:
    """Whatever a step lets a person change was set up by it or by a step before."""
    lesson = library.own_lessons()[key]
    for number, step in enumerate(lesson.steps):
        stage = lesson.stage(number)
        for condition in step.done:
            name = condition.given.get("name", "")
            if condition.kind == "setting" and not name.endswith(".row"):
                page = name.partition(".")[0]
                link = "playground.link" if page == "playground" else name
                assert link in stage.settings, (number, name)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("zadeh", "masses"),
        ("doubt", "masses"),
        ("iris-doubt", "worth"),
        ("talking", "worth"),
        ("lost", "maxima"),
        ("two-clusters", "overlap"),
    ],
)
def test_the_names_of_earlier_stories_open_the_lesson_that_holds_them(name: str, key: str) -> None:
    assert library.find(name).key == key


def test_a_link_opens_a_step_with_its_data_labels_and_settings() -> None:
    app = opened(lesson="overlap", step="5")
    assert app.title[0].value == "Credal partition"
    assert workspace(app).dataset is not None and workspace(app).dataset.name == "Four-class"
    assert app.session_state["credal.alpha"] == 1.0
    assert "Four clusters" in panel(app)
    app = opened(lesson="worth", step="7", lecture="1")
    assert workspace(app).lecture is not None
    assert app.session_state["mixture.way"] == "soft"
    assert widget(app, "mixture.noise") is not None, "a lecture shows the control of the step"


def test_a_link_copied_in_the_middle_of_a_step_keeps_what_was_changed() -> None:
    first = opened(lesson="worth", step="7")
    widget(first, "mixture.noise").set_value(0.6)
    first = drawn(first)
    again = opened(**dict(first.query_params))
    recipe = workspace(again).state.label_recipe
    assert recipe is not None and recipe.settings["mean"] == 0.6
    assert progress(again).number == 6


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"lesson": "atlantis"}, "There is no lesson called 'atlantis'"),
        ({"lesson": "worth", "step": "99"}, "has the steps 1 to 8"),
        ({"lesson": "worth", "step": "0"}, "has the steps 1 to 8"),
        ({"lesson": "worth", "step": "x" * 9999}, "has the steps 1 to 8"),
    ],
)
def test_a_link_to_no_step_gets_a_sentence(query: dict[str, str], sentence: str) -> None:
    app = opened(**query)
    assert len(app.error) == 1 and sentence in app.error[0].value.replace("\\", "")
    assert app.title[0].value == "Learning from imperfect labels"


def test_other_pages_lead_back_and_other_data_give_way_to_those_of_the_next_step() -> None:
    app = opened(lesson="worth", step="4")
    app.switch_page(str(ROOT / "pages" / "start.py"))
    workspace(app).load_sample("wine")
    app = click(drawn(app), "start.continue")
    assert app.title[0].value == "Mixture (EM)"
    app = click(app, "shell.lesson_next")
    dataset = workspace(app).dataset
    assert dataset is not None and dataset.name == "Gaussian mixture"


def test_leaving_keeps_data_and_place() -> None:
    app = click(opened(lesson="neighbours", step="3"), "shell.lesson_leave")
    assert "lesson" not in app.query_params
    assert workspace(app).labels is not None
    assert app.session_state["shell.lesson_places"]["neighbours"].number == 2


@cache
def small() -> bytes:
    return library.file_of("template")


def lessons_page() -> AppTest:
    app = AppTest.from_file(str(PAGES["lessons"].file), default_timeout=60)
    return drawn(app)


def test_a_teacher_adds_a_lesson_by_a_file() -> None:
    app = lessons_page()
    drawn(app.file_uploader(key="lessons.add.0").upload("my-lesson.toml", small()))
    assert app.button(key="lessons.lesson.my-lesson").label == "Begin"
    added: dict[str, Lesson] = app.session_state["shell.lessons_added"]
    assert added["my-lesson"].title == "A lesson of my own"
    app = click(app, "lessons.remove.my-lesson")
    assert not app.session_state["shell.lessons_added"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("worth.toml", small(), "There is a lesson called worth already"),
        ("zadeh.toml", small(), "There is a lesson called zadeh already"),
        ("mine.toml", b"title = ", "not valid TOML"),
        ("mine.toml", small().replace(b'family = "spherical"', b'family = "round"'), "not one of"),
        ("mine.toml", small().replace(b'family = "sph', b'mood = "sph'), "no setting 'mood'"),
        ("mine.toml", small().replace(b"at_least = 0.4", b"at_least = 4"), "between 0 and 1"),
        ("mine.toml", small().replace(b'tab = "Simulate"', b'tab = "Sing"'), "not one of"),
        ("mine.toml", small().replace(b'data = { sample = "iris" }\n', b""), "no data"),
    ],
)
def test_a_file_that_is_no_lesson_gets_a_sentence(name: str, content: bytes, sentence: str) -> None:
    app = lessons_page()
    drawn(app.file_uploader(key="lessons.add.0").upload(name, content))
    assert len(app.error) == 1
    assert sentence in app.error[0].value.replace("\\", "")
    assert not app.session_state["shell.lessons_added"]


def test_the_text_of_a_lesson_is_never_read_shown() -> None:
    text = small().replace(b"What one sees", b"![x](http://example.org/x.png) <b>What</b>")
    app = lessons_page()
    drawn(app.file_uploader(key="lessons.add.0").upload("mine.toml", text))
    [step, _] = app.session_state["shell.lessons_added"]["mine"].steps
    assert "![" not in shown(step.text) and "\\<b\\>" in shown(step.text)
    assert shown("See [[mass|mass function]], (now).") == (
        "See [mass function](glossary?term=mass)\\, \\(now\\)\\."
    )
