"""Lessons in process: every step is done, noticed, answered and revealed; links, Back and Leave."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from opened_pages import drawn
from streamlit.testing.v1 import AppTest

from belieflab import MassTable
from belieflab.data.label_edits import with_rows_set
from belieflab.ui.pages.lessons.checking import check_lesson
from belieflab.ui.pages.playground.state import source_of
from belieflab.ui.shell import navigation
from belieflab.ui.shell.lessons import library, session
from belieflab.ui.shell.lessons.lesson import Condition, Lesson
from belieflab.ui.shell.lessons.reading import read_lesson
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.workspace import Workspace

SCRIPT = "from belieflab.ui.shell import navigation; navigation.run_app()"
WIDGETS = ("slider", "select_slider", "number_input", "selectbox", "button_group", "toggle")
KEYS = library.ORDER
ROOT = Path(__file__).parents[2]


def opened(**query: str) -> AppTest:
    app = AppTest.from_string(SCRIPT, default_timeout=120)
    for key, value in query.items():
        app.query_params[key] = value
    return drawn(app)


def workspace(app: AppTest) -> Workspace:
    held: Workspace = app.session_state[navigation.WORKSPACE_KEY]
    return held


def progress(app: AppTest) -> session.Progress:
    held: session.Progress = app.session_state["shell.lesson"]
    return held


def panel(app: AppTest) -> str:
    shown = [*app.sidebar.markdown, *app.sidebar.caption, *app.sidebar.success]
    return "\n".join(element.value for element in shown).replace("\\", "")


def click(app: AppTest, key: str) -> AppTest:
    return drawn(app.button(key=key).click())


def widget(app: AppTest, key: str) -> Any:
    found = (getattr(app, kind) for kind in WIDGETS)
    return next((each for kind in found for each in kind if each.key == key), None)


def wanted(given: dict[str, Any]) -> Any:
    return given.get("is", given.get("at_least", given.get("at_most")))


def act(app: AppTest, condition: Condition) -> AppTest:
    """Do what the condition waits for, by the controls on screen where it can be done by them."""
    given, held = dict(condition.given), workspace(app)
    match condition.kind:
        case "setting":
            control = widget(app, given["name"])
            if control is None:
                app.session_state[given["name"]] = wanted(given) if wanted(given) else "5=6"
            elif wanted(given) is None:
                control.set_value(control.options[-1])
            else:
                control.set_value(wanted(given))
        case "noise":
            widget(app, f"{progress(app).step.page}.noise").set_value(given["at_least"])
        case "law":
            recipe = held.state.label_recipe
            assert recipe is not None
            held.build_labels(recipe.key, **{**recipe.settings, given["setting"]: wanted(given)})
        case "truth":
            return click(app, "card.truth.switch")
        case "pinned":
            return click(app, f"{given['page']}.pin")
        case "edited":
            assert held.labels is not None
            held.edit_labels(held.labels.discount(0.5), "all labels by hand")
        case "clicked":
            place = {"landscape": "chosen", "neighbours": "place", "labels": "simulate.plane"}
            values = {"chosen": 0, "place": "0, 0"}
            name = place[given["page"]]
            point = {"selection": {"points": [{"customdata": 3}], "point_indices": [3]}}
            app.session_state[f"{given['page']}.{name}"] = values.get(name, point)
    return drawn(app)


def reply(app: AppTest) -> AppTest:
    """Answer the question of the step, wrongly where there is a choice."""
    current = progress(app)
    question = current.step.question
    if question is None:
        return app
    key = f"shell.lesson_answer.{current.lesson.key}.{current.number}"
    if not question.choices:
        return click(app, f"{key}.take")
    other = next(choice for choice in question.choices if choice != question.answer)
    return drawn(app.radio(key=key).set_value(other))


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
    assert app.button(key="shell.lesson_next").label == "Next"
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
        for condition in step.done:
            app = act(app, condition)
        assert progress(app).acted, step.task
        app = reply(app)
        text = panel(app)
        assert plain_start(step.reveal) in text
        if step.question is not None:
            assert "You said" in text or "You guessed" in text
        assert app.button(key="shell.lesson_next").label == ("Finish" if last else "Next")
        left = shown(app)
        app = click(app, "shell.lesson_next")
        if not last:
            app = back_and_on(app, left, step.reveal)
    assert "shell.lesson" not in app.session_state
    assert "lesson" not in app.query_params


def plain_start(text: str) -> str:
    """The beginning of a text, as far as it holds no link."""
    return text.partition("[[")[0].strip()[:60]


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
    ("query", "words"),
    [
        ({"lesson": "atlantis"}, "There is no lesson called 'atlantis'"),
        ({"lesson": "worth", "step": "99"}, "has the steps 1 to 8"),
        ({"lesson": "worth", "step": "0"}, "has the steps 1 to 8"),
        ({"lesson": "worth", "step": "x" * 9999}, "has the steps 1 to 8"),
    ],
)
def test_a_link_to_no_step_gets_a_sentence(query: dict[str, str], words: str) -> None:
    app = opened(**query)
    assert len(app.error) == 1 and words in app.error[0].value.replace("\\", "")
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
    ("name", "content", "words"),
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
def test_a_file_that_is_no_lesson_gets_a_sentence(name: str, content: bytes, words: str) -> None:
    app = lessons_page()
    drawn(app.file_uploader(key="lessons.add.0").upload(name, content))
    assert len(app.error) == 1
    assert words in app.error[0].value.replace("\\", "")
    assert not app.session_state["shell.lessons_added"]


def test_the_text_of_a_lesson_is_never_read_as_markdown() -> None:
    text = small().replace(b"What one sees", b"![x](http://example.org/x.png) <b>What</b>")
    app = lessons_page()
    drawn(app.file_uploader(key="lessons.add.0").upload("mine.toml", text))
    [step, _] = app.session_state["shell.lessons_added"]["mine"].steps
    from belieflab.ui.shell.lessons.panel import shown

    assert "![" not in shown(step.text) and "\\<b\\>" in shown(step.text)
    assert shown("See [[mass|mass function]], (now).") == (
        "See [mass function](glossary?term=mass)\\, \\(now\\)\\."
    )


def test_a_lecture_has_pin_and_edit_where_its_lesson_asks_for_them() -> None:
    app = opened(lesson="worth", step="5", lecture="1")
    kinds = [each.kind for each in progress(app).step.done]
    assert kinds == ["pinned"]
    assert [button.key for button in app.button].count("mixture.pin") == 1
    app = opened(lesson="worth", step="2", lecture="1")
    assert [each.kind for each in progress(app).step.done] == ["edited"]
    assert "labels.undo" in [button.key for button in app.button]
