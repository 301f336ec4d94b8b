"""The current step on screen: at the top of the sidebar, and in a lecture as one line."""

import re
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.card import draw_truth_switch
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.lessons.lesson import Question
from belieflab.ui.shell.lessons.progress import Progress
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

LOOK_SECONDS = 1.0
"""How often a step that waits looks at what happens without a rerun, such as the end of a run."""

TERM = re.compile(r"\[\[([a-z0-9-]+)(?:\|([^\]|]+))?\]\]")
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
.st-key-lesson_line > div:has([data-testid="stMarkdown"]) { min-width: 0; flex: 1 1 0; }
.st-key-lesson_line > div:has(style) { display: none; }
.st-key-lesson_line [data-testid="stMarkdownContainer"] p { white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; }
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


def shown(text: str) -> str:
    """The text as Markdown: plain, but for links to terms of the glossary."""
    parts, end = [], 0
    for term in TERM.finditer(text):
        parts += [plain(text[end : term.start()]), _space(text, end, term.start())]
        name = term[2] or term[1].replace("-", " ")
        parts.append(f"[{plain(name)}](glossary?term={term[1]})")
        end = term.end()
        parts.append(" " if text[end : end + 1] == " " else "")
    return "".join([*parts, plain(text[end:])])


def _space(text: str, start: int, end: int) -> str:
    """The space before a term, which `plain` has taken away."""
    return " " if text[start:end].endswith(" ") else ""


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
        st.markdown(plain(f"This step is on the page {PAGES[step.page].title}."))
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
        _draw_question(progress, step.question)
    if step.task:
        sign = "check_circle" if step.done and progress.acted else "arrow_right"
        st.markdown(f":material/{sign}: **{shown(step.task)}**")
    if not progress.complete:
        if step.done and progress.acted:
            st.caption("Done. Answer the question, and see.")
        return
    said = []
    if step.question is not None:
        said.append(f"*{plain(step.question.comment(progress.answers[progress.number]))}*")
    if step.reveal:
        said.append(shown(step.reveal))
    if said:
        st.success("  \n".join(said))


def _draw_question(progress: Progress, question: Question) -> None:
    key = f"shell.lesson_answer.{progress.lesson.key}.{progress.number}"
    replied = progress.answers.get(progress.number)
    # The label is read aloud as it is written, so what is shown stands above, escaped.
    st.markdown(f"**{shown(question.text)}**")
    look: dict[str, Any] = {"key": key, "label_visibility": "collapsed"}
    spoken = TERM.sub(lambda term: term[2] or term[1], question.text)
    if question.choices:

        def take() -> None:
            if st.session_state[key] is not None:
                session.answer(st.session_state[key])

        st.session_state.setdefault(key, replied if replied in question.choices else None)
        st.radio(spoken, question.choices, format_func=plain, on_change=take, **look)
        return
    middle = round((question.high - question.low) / question.step / 2) * question.step
    st.session_state.setdefault(key, question.low + middle if replied is None else float(replied))
    st.slider(spoken, question.low, question.high, step=question.step, **look)

    def guess() -> None:
        session.answer(float(st.session_state[key]))

    text = "Take this guess" if replied is None else f"Your guess: {replied:g}"
    draw_button(text, f"{key}.take", guess)


def _draw_buttons(workspace: Workspace, progress: Progress, page: str, go_to: GoTo) -> None:
    def turn(move: Callable[[Workspace], str]) -> None:
        wanted = move(workspace)
        if wanted not in ("", page):
            go_to(wanted)

    first = progress.number == 0
    draw_button("Back", "shell.lesson_back", turn, session.go_back, disabled=first)
    label = "Finish" if progress.is_last else "Next" if progress.complete else "Skip"
    kind = "primary" if progress.complete else "secondary"
    draw_button(label, "shell.lesson_next", turn, session.go_on, type=kind)
    text = "Ends the lesson; data, labels and settings stay."
    leave = partial(draw_button, "Leave", "shell.lesson_leave", session.leave, workspace)
    leave(type="tertiary", help=text)


def _draw_line(workspace: Workspace, progress: Progress, page: str, go_to: GoTo) -> None:
    """One line above the picture; the whole text opens on a click."""
    step, total = progress.step, len(progress.lesson.steps)
    row: dict[str, Any] = {"horizontal": True, "vertical_alignment": "center", "wrap": False}
    with st.container(key="lesson_line", gap="small", **row):
        st.html(STYLE, width="content")
        sign = ":material/check_circle: " if step.done and progress.acted else ""
        line = shown(step.task or step.text)
        st.markdown(f"**{progress.number + 1} / {total}** {sign}{line}", width="stretch")
        if workspace.truth_hidden:
            draw_truth_switch(workspace, "shell.lesson_truth")
        with st.popover("Text"):
            st.markdown(f"**{shown(step.title)}**")
            _draw_text(progress)
        if page != step.page:
            draw_button("Back to the lesson", "shell.lesson_return", go_to, step.page)
        _draw_buttons(workspace, progress, page, go_to)
