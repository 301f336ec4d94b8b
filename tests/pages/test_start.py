"""Start: the stories load what they promise and each step names the next."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from belieflab import MassTable
from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.ui.pages.playground.session import open_label
from belieflab.ui.pages.start.stories import FIRST, STORIES
from belieflab.ui.shell import navigation
from belieflab.ui.shell.page_table import PAGES, existing_pages
from belieflab.ui.shell.stories import Story
from belieflab.ui.shell.workspace import Workspace

ROOT = Path(__file__).parents[2]


def started(story: Story) -> Workspace:
    workspace = Workspace()
    if story.data is not None:
        workspace.set_up(story.data, story.labels)
    return workspace


def test_it_tells_what_this_is_shows_a_picture_and_offers_every_story_and_page() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not app.exception
    assert len(app.get("image")) == 2
    labels = [button.label for button in app.button]
    for story in STORIES:
        assert story.button in labels
    linked = {link.proto.label for link in app.get("page_link")}
    assert linked == {entry.title for entry in existing_pages()} - {"Start"}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.key)
def test_a_story_names_things_that_exist(story: Story) -> None:
    pages = set(PAGES)
    assert story.page in pages
    assert story.data is None or story.data.key in SAMPLES
    assert story.labels is None or story.labels.key in LAWS
    for step in story.steps:
        assert step.page in pages
        assert step.next_page in pages | {""}
        assert bool(step.next_text) == bool(step.next_page or step.controls)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.key)
def test_the_first_page_of_a_story_has_a_sentence_that_names_the_next_step(story: Story) -> None:
    workspace = started(story)
    step = story.step_on(story.page, workspace)
    assert step is not None and "Next:" in step.filled_text(workspace)


def test_one_click_loads_iris_with_doubt_and_says_what_changed() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    app.button(key="start.story.iris-doubt").click().run()
    assert not app.exception
    workspace = app.session_state[navigation.WORKSPACE_KEY]
    assert workspace.dataset.name == "Iris"
    assert workspace.state.label_recipe.key == "expert-doubt"
    assert app.title[0].value == "Labels"
    assert any("What changed" in text.value for text in app.markdown)
    app.button(key="shell.story_leave").click().run()
    assert not any("What changed" in text.value for text in app.markdown)
    assert workspace.dataset.name == "Iris"


def test_after_an_edit_the_first_path_leads_to_the_playground_with_that_label() -> None:
    workspace = started(FIRST)
    labels = workspace.labels
    assert labels is not None
    mine = MassTable(labels.frame, [2, 7], [[0.8, 0.2]])
    edited = MassTable.stack([labels[:40], mine, labels[41:]])
    workspace.edit_labels(edited, "1 label by hand")
    step = FIRST.step_on("labels", workspace)
    assert step is not None and step.next_page == "playground"
    playground = open_label(workspace, step.query(workspace))
    assert playground.names == labels.frame.names
    assert playground.sources[0].masses == ((2, 0.8),)
    before = dict(playground.sources[1].masses)
    for mask, mass in zip(labels.focal.tolist(), labels.mass[40].tolist(), strict=True):
        if mask != labels.frame.omega:
            assert before.get(mask, 0.0) == pytest.approx(mass, abs=5e-5)


def test_a_story_is_silent_once_other_data_are_loaded() -> None:
    workspace = started(FIRST)
    workspace.load_sample("wine")
    assert not any(FIRST.step_on(step.page, workspace) for step in FIRST.steps)
