"""Stories: one click loads data and labels, and each page then names the next step.

A story is a list of steps; the step to draw on a page is the last one of that page whose data and
labels are there, so a story follows what a person does and never stands in the way.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from belieflab.ui.shell import buttons, navigation
from belieflab.ui.shell.workspace import Recipe, Workspace

_ACTIVE = "shell.story"


@dataclass(frozen=True)
class Step:
    """What to say on a page while the data of the story are loaded, and where to go from there.

    The labels must be those of the story or, where the step is about `edited` ones, changed by
    hand. `{wrong}` in the text is the share of wrong guesses. `query` gives the parameters of the
    next page; `controls` sets controls of this page.
    """

    page: str
    text: str
    next_text: str = ""
    next_page: str = ""
    query: Callable[[Workspace], dict[str, str]] = lambda workspace: {}
    controls: dict[str, Any] = field(default_factory=dict)
    edited: bool = False

    def filled_text(self, workspace: Workspace) -> str:
        """The text with the numbers of these labels."""
        numbers = workspace.state.label_numbers
        share = None if numbers is None else numbers.wrong_share
        return self.text.format(wrong="none" if share is None else f"{share:.0%}")


@dataclass(frozen=True)
class Story:
    """A one-click beginning: what it promises, what it loads, where it goes, what it says there."""

    key: str
    title: str
    promise: str
    button: str
    steps: tuple[Step, ...]
    data: Recipe | None = None
    labels: Recipe | None = None
    query: dict[str, str] = field(default_factory=dict)

    @property
    def page(self) -> str:
        """The page of the first step, where it begins."""
        return self.steps[0].page

    def step_on(self, page: str, workspace: Workspace) -> Step | None:
        """The last step of this page whose data and labels are in the workspace."""
        state = workspace.state
        if _key(self.data) not in ("", _key(state.data_recipe)):
            return None
        own = _key(self.labels) in ("", _key(state.label_recipe))
        steps = [each for each in self.steps if each.page == page]
        fitting = [each for each in steps if (state.edited if each.edited else own)]
        return fitting[-1] if fitting else None


def _key(recipe: Recipe | None) -> str:
    return "" if recipe is None else recipe.key


def begin(workspace: Workspace, story: Story) -> None:
    """Load what the story needs, make it the active one and go to its first page."""
    if story.data is not None:
        workspace.set_up(story.data, story.labels)
        workspace.hide_truth(False)
    st.session_state[_ACTIVE] = story
    navigation.go_to(story.page, story.query)


def draw_button(workspace: Workspace, story: Story, *, primary: bool = False) -> None:
    """The one click that begins a story."""
    look = {"type": "primary" if primary else "secondary", "width": "stretch"}
    key = f"start.story.{story.key}"
    buttons.draw_button(story.button, key, begin, workspace, story, icon="play_arrow", **look)


def draw_step(page: str) -> None:
    """Draw the sentence of the active story for this page; nothing when no story is active."""
    story: Story | None = st.session_state.get(_ACTIVE)
    workspace = navigation.workspace()
    step = None if story is None else story.step_on(page, workspace)
    if story is None or step is None:
        return
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", key="shell_story_step"
    ):
        end = "" if story.title.endswith("?") else "."
        st.markdown(f"**{story.title}{end}** {step.filled_text(workspace)}", width="stretch")
        if step.next_text:
            act: Callable[[], None] = partial(st.session_state.update, step.controls)
            if step.next_page:
                act = partial(navigation.go_to, step.next_page, step.query(workspace))
            look = {"type": "primary", "icon": "arrow_forward"}
            buttons.draw_button(step.next_text, "shell.story_next", act, **look)
        look = {"type": "tertiary", "help": "Takes this line away; data and labels stay."}
        leave = partial(st.session_state.pop, _ACTIVE, None)
        buttons.draw_button("Leave the story", "shell.story_leave", leave, **look)
