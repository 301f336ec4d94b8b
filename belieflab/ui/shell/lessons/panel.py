"""The current step on screen: at the top of the sidebar, and in a lecture as one line."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.card import draw_truth_button
from belieflab.ui.shell.lessons import countdown, session
from belieflab.ui.shell.lessons.lesson import Step
from belieflab.ui.shell.lessons.parts import (
    comment,
    draw_question,
    format_reply,
    format_task,
    shown,
)
from belieflab.ui.shell.lessons.progress import Progress
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

LOOK_SECONDS = 1.0
"""How often a step that waits looks at what happens without a rerun, such as the end of a run."""

STYLE = """
<style>
.st-key-lesson_panel { gap: .45rem; padding: .6rem .75rem .7rem; border-radius: .5rem;
  border: 1px solid color-mix(in srgb, currentColor 18%, transparent);
  border-left: 4px solid #0072B2; }
.st-key-lesson_panel [data-testid="stMarkdownContainer"] p { font-size: .9rem; line-height: 1.4; }
.st-key-lesson_panel [data-testid="stWidgetLabel"] p { font-weight: 600; }
.st-key-lesson_panel [data-testid="stRadio"] > div { gap: .15rem; }
.st-key-lesson_buttons { gap: .4rem; }
.st-key-lesson_buttons button { min-height: 2rem; padding: 0 .6rem; }
[data-testid="stElementContainer"]:has(.lesson-narrow) { display: none; }
@media (max-width: 900px) {
  [data-testid="stElementContainer"]:has(.lesson-narrow) { display: block; }
}
.lesson-narrow { border-left: 4px solid #0072B2; padding-left: .6rem; }
.st-key-lesson_line { padding: .1rem .6rem; border-left: 5px solid #0072B2; }
.st-key-lesson_row { min-height: 2.6rem; }
.st-key-lesson_row > div:has([data-testid="stMarkdown"]) { min-width: 0; flex: 1 1 0; }
.st-key-lesson_row [data-testid="stMarkdownContainer"] p { line-height: 1.2; }
.st-key-lesson_answer { min-height: 3.6rem; }
.st-key-lesson_answer [data-testid="stSlider"] { padding-top: .7rem; max-width: 40rem; }
.st-key-lesson_answer [data-testid="stMarkdownContainer"] p { line-height: 1.3; }
</style>
"""

GoTo = Callable[[str], Any]


def draw(workspace: Workspace, page: str, go_to: GoTo) -> None:
    """Draw the current step, if there is one, and go on noticing what is done."""
    session.notice(page, workspace)
    progress = session.current()
    if progress is None:
        return
    if lecture.current() is None:
        if progress.moves_on and not _says_something(progress):
            _turn(workspace, page, go_to, session.go_on)
            st.rerun()
        with st.sidebar:
            with st.container(key="lesson_panel"):
                st.html(STYLE)
                _draw_panel(workspace, progress, page, go_to)
            _watch(workspace, progress, page)
        st.html(_describe_narrow(progress))
    else:
        _draw_line(workspace, progress, page, go_to)
        _watch(workspace, progress, page)


def _describe_narrow(progress: Progress) -> str:
    """Where the step is, for a screen so narrow that the sidebar is closed."""
    place = f"{progress.number + 1} / {len(progress.lesson.steps)}"
    text = f"{progress.lesson.title}, {place}: open the sidebar (») to read the step."
    return f'<div class="lesson-narrow">{escape(text)}</div>'


def _says_something(progress: Progress) -> bool:
    """Whether there is something to read once the step is finished."""
    return bool(progress.step.reveal or progress.step.question)


def _watch(workspace: Workspace, progress: Progress, page: str) -> None:
    """Look again and again while the step waits; what is noticed redraws the app."""
    if progress.acted or page != progress.step.page:
        return

    @st.fragment(run_every=LOOK_SECONDS)
    def look_again() -> None:
        if session.notice(page, workspace):
            st.rerun()

    look_again()


def _draw_panel(workspace: Workspace, progress: Progress, page: str, go_to: GoTo) -> None:
    step, total = progress.step, len(progress.lesson.steps)
    place = f"{progress.number + 1} / {total}".replace(" ", "\N{NO-BREAK SPACE}")
    text = f":small[{plain(progress.lesson.title)} · {place}]"
    st.progress((progress.number + 1) / total, text=text)
    st.markdown(f"**{shown(step.title)}**")
    if page != step.page:
        st.markdown(_say_away(step))
        look: dict[str, Any] = {"type": "primary", "icon": "arrow_back", "width": "stretch"}
        draw_button("Back to the lesson", "shell.lesson_return", go_to, step.page, **look)
    else:
        _draw_text(progress)
    with st.container(horizontal=True, gap="small", key="lesson_buttons"):
        _draw_buttons(workspace, progress, page, go_to)


def _draw_text(progress: Progress) -> None:
    """The text, the question, what to do; then what came of it."""
    step = progress.step
    st.markdown(shown(step.text))
    if step.question is not None and not progress.complete:
        st.markdown(f"**{shown(step.question.text)}**")
        draw_question(progress, step.question)
    if task := format_task(progress):
        st.markdown(task)
    said, reveal = comment(progress), step.reveal if progress.complete else ""
    if said or reveal:
        st.success("  \n".join(filter(None, [said and f"*{plain(said)}*", shown(reveal)])))
        countdown.draw(progress, f"{said} {reveal}")


def _turn(workspace: Workspace, page: str, go_to: GoTo, move: Callable[[Workspace], str]) -> None:
    """Go to another step, and to its page where that is another one."""
    wanted = move(workspace)
    if wanted not in ("", page):
        go_to(wanted)


def _draw_buttons(workspace: Workspace, progress: Progress, page: str, go_to: GoTo) -> None:
    turn = partial(_turn, workspace, page, go_to)
    first = progress.number == 0
    draw_button("Back", "shell.lesson_back", turn, session.go_back, disabled=first)
    label = "Finish" if progress.is_last else "Next" if progress.complete else "Skip"
    kind = "primary" if progress.complete else "secondary"
    draw_button(label, "shell.lesson_next", turn, session.go_on, type=kind)
    text = "Ends the lesson; data, labels and settings stay."
    leave = partial(draw_button, "Leave", "shell.lesson_leave", session.leave, workspace)
    leave(type="tertiary", help=text)


def _draw_line(workspace: Workspace, progress: Progress, page: str, go_to: GoTo) -> None:
    """What the hall reads above the picture: the question, then what to do, then what came of it.

    Only the long text opens on a click. Nothing goes on by itself: who gives the lecture does.
    """
    progress.moves_on = ""
    step, total = progress.step, len(progress.lesson.steps)
    away, question = page != step.page, None if progress.answered else step.question
    row: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "wrap": False}
    with st.container(key="lesson_line", gap=None):
        st.html(STYLE)
        with st.container(key="lesson_row", gap="small", **row):
            line = _say_away(step) if away else _headline(progress)
            st.markdown(f"**{progress.number + 1} / {total}** {line}", width="stretch")
            if workspace.truth_hidden:
                draw_truth_button(workspace, "shell.lesson_truth")
            with st.popover("Text"):
                st.markdown(f"**{shown(step.title)}**  \n{shown(step.text)}")
            if away:
                draw_button("Back to the lesson", "shell.lesson_return", go_to, step.page)
            _draw_buttons(workspace, progress, page, go_to)
        with st.container(key="lesson_answer", gap="small", **row):
            if question is not None and not away:
                draw_question(progress, question, in_line=True)
            else:
                st.markdown(shown(step.title) if away else _below(progress))


def _headline(progress: Progress) -> str:
    """The question, while it is open; what to do, until it is done; else what was answered."""
    step = progress.step
    if step.question is not None and not progress.answered:
        return f"**{shown(step.question.text)}**"
    if not progress.complete:
        return format_task(progress)
    sign = ":material/check_circle: " if step.done else ""
    return sign + (plain(comment(progress)) or shown(step.task or step.text))


def _below(progress: Progress) -> str:
    """What came of the step; before, what was answered, or where nothing is asked, its text."""
    step = progress.step
    if progress.complete:
        return shown(step.reveal)
    reply = progress.answers.get(progress.number)
    return shown(step.text) if reply is None else plain(f"Your guess: {format_reply(reply)}.")


def _say_away(step: Step) -> str:
    return plain(f"This step is on the page {PAGES[step.page].title}.")
