"""The lesson of a browser session: its step, what was done and answered, and its address.

`lesson=worth&step=3` opens the third step with its data, labels and settings. The lesson survives
going to other pages; leaving it keeps the place, so that it can be continued.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell import lecture, page_settings
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.conditions import Seen, holds, look
from belieflab.ui.shell.lessons.lesson import Lesson, Stage, Step
from belieflab.ui.shell.session import carry
from belieflab.ui.shell.workspace import Workspace

LESSON, STEP = "lesson", "step"
_CURRENT, _PLACES, _OPEN = "shell.lesson", "shell.lesson_places", "shell.lesson_open"
carry(_PLACES)


@dataclass
class Progress:
    """How far a lesson has come; steps count from 0."""

    lesson: Lesson
    number: int = 0
    before: Seen = field(default_factory=Seen)
    drawn: bool = False
    done: set[int] = field(default_factory=set)
    answers: dict[int, str | float] = field(default_factory=dict)

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.number]

    @property
    def is_last(self) -> bool:
        """Whether no step follows."""
        return self.number == len(self.lesson.steps) - 1

    @property
    def acted(self) -> bool:
        """Whether what the step asks for was done; a step that asks for nothing waits for none."""
        return not self.step.done or self.number in self.done

    @property
    def answered(self) -> bool:
        """Whether its question was answered, if it has one."""
        return self.step.question is None or self.number in self.answers

    @property
    def complete(self) -> bool:
        """Whether the reveal may be shown."""
        return self.acted and self.answered


def current() -> Progress | None:
    """The lesson of this session; None where there is none."""
    progress: Progress | None = st.session_state.get(_CURRENT)
    return progress


def places() -> dict[str, Progress]:
    """Lessons that were begun in this session, by key."""
    kept: dict[str, Progress] = st.session_state.setdefault(_PLACES, {})
    return kept


def begin(workspace: Workspace, lesson: Lesson, number: int = 0) -> str:
    """Open a step as a link does, with its data, labels and settings; returns its page."""
    number = min(max(number, 0), len(lesson.steps) - 1)
    kept = places().get(lesson.key)
    progress = Progress(lesson) if kept is None or number == 0 else kept
    progress.number = number
    _clear_settings(lesson)
    _set_up(workspace, lesson, lesson.stage(number))
    _activate(workspace, progress)
    return progress.step.page


def resume(workspace: Workspace, progress: Progress) -> str:
    """Take up a lesson that was left; returns its page."""
    return begin(workspace, progress.lesson, progress.number)


def go_on(workspace: Workspace) -> str:
    """Go to the next step; what a person has changed stays, unless that step sets it up."""
    progress = _need()
    if progress.is_last:
        leave()
        return ""
    progress.number += 1
    lesson, step = progress.lesson, progress.step
    stage, own = lesson.stage(progress.number), step.data is not None or step.labels is not None
    if own or _has_other_data(workspace, stage):
        _load(workspace, lesson, stage)
    page_settings.wait_too(st.session_state, step.settings)
    _activate(workspace, progress)
    return step.page


def go_back(workspace: Workspace) -> str:
    """Go to the step before, as it was when it began; returns its page."""
    progress = _need()
    return begin_again(workspace, progress, progress.number - 1)


def begin_again(workspace: Workspace, progress: Progress, number: int) -> str:
    """Open a step of a lesson under way; answers are kept."""
    progress.number = max(number, 0)
    _set_up(workspace, progress.lesson, progress.lesson.stage(progress.number))
    _activate(workspace, progress)
    return progress.step.page


def leave() -> None:
    """End the lesson; data, labels and settings stay, and its place is kept."""
    st.session_state.pop(_CURRENT, None)
    st.session_state.pop(lecture.LESSON_CONTROLS, None)


def answer(reply: str | float) -> None:
    """Keep the answer to the question of the current step."""
    progress = _need()
    progress.answers[progress.number] = reply


def notice(page: str, workspace: Workspace) -> bool:
    """See whether the current step was done; True when it has just been noticed."""
    progress = current()
    if progress is None:
        return False
    if progress.acted or not progress.drawn:
        return False
    now = look(page, workspace, st.session_state)
    if not all(holds(each, now, progress.before) for each in progress.step.done):
        return False
    progress.done.add(progress.number)
    return True


def see_drawn(page: str, workspace: Workspace) -> None:
    """Remember what the controls of a step show once its page is drawn for the first time."""
    progress = current()
    if progress is None or progress.drawn or page != progress.step.page:
        return
    shown = look(page, workspace, st.session_state)
    progress.before = replace(progress.before, controls=shown.controls, picked=shown.picked)
    progress.drawn = True


def encode() -> dict[str, str]:
    """The query parameters of the current step."""
    progress = current()
    if progress is None:
        return {}
    return {LESSON: progress.lesson.key, STEP: str(progress.number + 1)}


def follow(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Open the step that a link names; a DataError says that there is none.

    Data and labels that the link names as well are those on screen when it was copied: they stay.
    """
    if LESSON not in query:
        return
    lesson, text = library.find(query[LESSON]), query.get(STEP, "1")
    numbered = text.isascii() and text.isdigit() and len(text) <= 6
    if not numbered or not 1 <= int(text) <= len(lesson.steps):
        raise DataError(
            f"The lesson “{lesson.title}” has the steps 1 to {len(lesson.steps)}; the link names "
            f"{text[:20]!r}."
        )
    number = int(text) - 1
    progress, stage, state = Progress(lesson, number), lesson.stage(number), workspace.state
    lacks_labels = state.labels is None and stage.labels is not None
    if _has_other_data(workspace, stage) or lacks_labels or state.dataset is None:
        _set_up(workspace, lesson, stage)
    _activate(workspace, progress)
    st.session_state[_OPEN] = progress.step.page


def take_up(workspace: Workspace, query: Mapping[str, str]) -> None:
    """Go on with the lesson of a reloaded page; its data, labels and settings are there already."""
    with suppress(ValueError):  # of no such lesson, or of no number
        lesson = library.find(query.get(LESSON, ""))
        number = int(query.get(STEP, "1")[:6]) - 1
        progress = places().get(lesson.key, Progress(lesson))
        progress.number = min(max(number, 0), len(lesson.steps) - 1)
        hidden = workspace.truth_hidden
        _activate(workspace, progress)
        workspace.hide_truth(hidden)


def page_to_open() -> str:
    """The page that a link to a lesson asks for, once; empty where there is none."""
    page: str = st.session_state.pop(_OPEN, "")
    return page


def _activate(workspace: Workspace, progress: Progress) -> None:
    workspace.hide_truth(progress.step.hidden)
    progress.before, progress.drawn = look("", workspace, st.session_state), False
    st.session_state[_CURRENT] = progress
    st.session_state[lecture.LESSON_CONTROLS] = progress.step.controls
    places()[progress.lesson.key] = progress


def _need() -> Progress:
    progress = current()
    if progress is None:
        raise DataError("No lesson is open; choose one on the page Lessons.")
    return progress


def _set_up(workspace: Workspace, lesson: Lesson, stage: Stage) -> None:
    if stage.data is not None:
        _load(workspace, lesson, stage)
    page_settings.wait_too(st.session_state, stage.settings)


def _load(workspace: Workspace, lesson: Lesson, stage: Stage) -> None:
    if stage.data is not None:
        workspace.set_up(stage.data, stage.labels, lesson.seed)


def _has_other_data(workspace: Workspace, stage: Stage) -> bool:
    recipe = workspace.state.data_recipe
    return stage.data is not None and (recipe is None or recipe.key != stage.data.key)


def _clear_settings(lesson: Lesson) -> None:
    """Let the pages of a lesson begin with their defaults."""
    own = tuple(f"{page}." for page in lesson.pages)
    for key in st.session_state.get(page_settings.KEPT, ()):
        if key.startswith(own):
            st.session_state.pop(key, None)
