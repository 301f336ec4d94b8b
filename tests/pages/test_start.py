"""Start: what this is, a picture, the lessons, the map, and the way back to what was under way."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from belieflab.ui.shell import navigation
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.page_table import existing_pages

ROOT = Path(__file__).parents[2]
SCRIPT = "from belieflab.ui.shell import navigation; navigation.run_app()"


def opened() -> AppTest:
    app = AppTest.from_string(SCRIPT, default_timeout=60).run()
    assert not app.exception
    return app


def test_it_tells_what_this_is_shows_a_picture_and_offers_every_lesson_and_page() -> None:
    app = opened()
    assert len(app.get("image")) == 2
    shown = " ".join(text.value for text in app.markdown).replace("\\", "")
    for lesson in library.own_lessons().values():
        assert lesson.title in shown
        assert app.button(key=f"start.lesson.{lesson.key}").label == "Begin"
    linked = {link.proto.label for link in app.get("page_link")}
    assert linked == {entry.title for entry in existing_pages()} - {"Start"}
    assert not any("Continue" in button.label for button in app.button)


def test_one_click_loads_iris_with_doubt_and_says_what_changed() -> None:
    app = opened()
    app.button(key="start.lesson.worth").click().run()
    assert not app.exception
    workspace = app.session_state[navigation.WORKSPACE_KEY]
    assert workspace.dataset.name == "Iris"
    assert workspace.state.label_recipe.key == "expert-doubt"
    assert app.title[0].value == "Labels"
    assert any("What changed" in text.value for text in app.sidebar.markdown)
    app.button(key="shell.lesson_leave").click().run()
    assert not any("What changed" in text.value for text in app.markdown)
    assert workspace.dataset.name == "Iris"


def test_what_was_under_way_is_one_click_away() -> None:
    app = opened()
    app.button(key="start.lesson.worth").click().run()
    app.button(key="shell.lesson_next").click().run()
    app.switch_page(str(ROOT / "pages" / "start.py")).run()
    labels = [button.label.replace("\\", "") for button in app.button]
    assert "Continue at 2 / 8" in labels
    app.button(key="start.continue").click().run()
    assert app.title[0].value == "Labels"
