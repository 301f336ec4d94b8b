"""The lesson of a browser session: its step, what was done and answered, and its address.

`lesson=worth&step=3` opens the third step with its data, labels and settings. The lesson survives
going to other pages; leaving it keeps the place, so that it can be continued.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.shell import lecture, page_settings
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.conditions import holds, look
from belieflab.ui.shell.lessons.lesson import Lesson, Stage
from belieflab.ui.shell.lessons.progress import Moment, Progress
from belieflab.ui.shell.session import carry
from belieflab.ui.shell.workspace import Workspace

LESSON, STEP = "lesson", "step"
_CURRENT, _PLACES, _OPEN = "shell.lesson", "shell.lesson_places", "shell.lesson_open"
carry(_PLACES, forgotten=False)


def current() -> Progress | None:
    """The lesson of this session; None where there is none."""
    progress: Progress | None = st.session_state.get(_CURRENT)
    return progress


def places() -> dict[str, Progress]:
    """Lessons that were begun in this session, by key."""
    kept: dict[str, Progress] = st.session_state.setdefault(_PLACES, {})
    return kept


def begin(workspace: Workspace, lesson: Lesson, number: int = 0) -> str:
    """Begin a lesson, or go on with one where it was left; returns the page of the step.

    A step that was not left before is opened as by a link, with its data, labels and settings.
    """
    other = current()
    if other is not None:
        _keep(workspace, other)
    kept = places().get(lesson.key)
    progress = Progress(lesson) if kept is None or number == 0 else kept
    _clear_settings(lesson)
    return _enter(workspace, progress, min(max(number, 0), len(lesson.steps) - 1))


def go_on(workspace: Workspace) -> str:
    """Go to the next step; returns its page.

    What a person has changed stays, unless that step sets it up. A step that was left before is
    as it was then.
    """
    progress = _need()
    if progress.is_last:
        leave(workspace)
        return ""
    kept = _keep(workspace, progress)
    if progress.number + 1 in progress.moments:
        return _enter(workspace, progress, progress.number + 1, kept)
    progress.number += 1
    step, stage = progress.step, progress.lesson.stage(progress.number)
    if step.sets_up or _has_other_data(workspace, stage):
        _load(workspace, progress.lesson, stage)
    page_settings.wait_too(st.session_state, step.settings)
    _activate(workspace, progress)
    return step.page


def go_back(workspace: Workspace) -> str:
    """Go to the step before, as it was left; returns its page."""
    progress = _need()
    kept = _keep(workspace, progress)
    return _enter(workspace, progress, max(progress.number - 1, 0), kept)


def leave(workspace: Workspace) -> None:
    """End the lesson; data, labels and settings stay, and its place is kept."""
    _keep(workspace, _need())
    st.session_state.pop(_CURRENT, None)
    st.session_state.pop(lecture.LESSON_CONTROLS, None)


def answer(reply: str | float) -> None:
    """Keep the answer to the question of the current step."""
    progress = _need()
    progress.answers[progress.number] = reply
    progress.finish()


def notice(page: str, workspace: Workspace) -> bool:
    """See whether the current step was done; True when it has just been noticed."""
    progress = current()
    if progress is None:
        return False
    if progress.acted or not progress.drawn:
        return False
    now, before = look(page, workspace, st.session_state), progress.before[progress.number]
    if not all(holds(each, now, before) for each in progress.step.done):
        return False
    progress.done.add(progress.number)
    progress.finish()
    return True


def see_drawn(page: str, workspace: Workspace) -> None:
    """Remember what the controls of a step show once its page is drawn for the first time."""
    progress = current()
    if progress is None or progress.drawn or page != progress.step.page:
        return
    progress.drawn = True
    if progress.number not in progress.moments:
        shown, before = look(page, workspace, st.session_state), progress.before[progress.number]
        before = replace(before, controls=shown.controls, picked=shown.picked)
        progress.before[progress.number] = before


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
        _activate(workspace, progress, workspace.truth_hidden)


def page_to_open() -> str:
    """The page that a link to a lesson asks for, once; empty where there is none."""
    page: str = st.session_state.pop(_OPEN, "")
    return page


def _enter(workspace: Workspace, progress: Progress, number: int, kept: bool = False) -> str:
    """Open a step as it was left, else with all that it and the steps before set up.

    Where what is there was `kept`, Undo finds what it found in that step, else also what is there.
    """
    progress.number = number
    moment = progress.moments.get(number)
    if moment is None:
        _set_up(workspace, progress.lesson, progress.lesson.stage(number))
        _activate(workspace, progress)
        return progress.step.page
    if moment.states and kept:
        workspace.go_back_to(moment.states)
    elif moment.states and moment.states[-1] is not workspace.state:
        # Under a name of its own: a slider that is moved next is a change of this state, not of
        # the one before it in the history.
        what = f"step {number + 1} of the lesson"
        workspace.restore(replace(moment.states[-1], what=what))
    page_settings.wait_too(st.session_state, moment.settings)
    _activate(workspace, progress, moment.truth_hidden)
    return progress.step.page


def _keep(workspace: Workspace, progress: Progress) -> bool:
    """Keep what the current step shows, unless other data were loaded in the middle of it.

    Steps that go on with its points and labels begin anew once these were changed. Returns whether
    points and labels are kept.
    """
    number, step = progress.number, progress.step
    stage = progress.lesson.stage(number)
    if not progress.drawn or _has_other_data(workspace, stage):
        return False
    if workspace.state is not progress.entered and stage.data is not None:
        progress.forget_what_follows()
    before = progress.moments.get(number)
    shown = page_settings.gather(st.session_state)
    own = {key: value for key, value in shown.items() if key.startswith(f"{step.page}.")}
    progress.moments[number] = Moment(
        () if stage.data is None else workspace.states,
        own if before is None else {**before.settings, **own},
        workspace.truth_hidden,
    )
    return stage.data is not None


def _activate(workspace: Workspace, progress: Progress, hidden: bool | None = None) -> None:
    """Make the step the current one; the truth is `hidden`, if nothing is given, as it says."""
    number = progress.number
    workspace.hide_truth(progress.step.hidden if hidden is None else hidden)
    if number not in progress.moments or number not in progress.before:
        progress.before[number] = look("", workspace, st.session_state)
    progress.entered, progress.drawn, progress.moves_on = workspace.state, False, ""
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
