"""What a step shows, in the sidebar and in a lecture: its text, its question, what came of it."""

import re
from typing import Any

import streamlit as st

from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.lessons.lesson import Question
from belieflab.ui.shell.lessons.progress import Progress
from belieflab.ui.shell.text import plain

TERM = re.compile(r"\[\[([a-z0-9-]+)(?:\|([^\]|]+))?\]\]")
FIRST, DONE = "First your guess.", "Done. Now your guess."
"""What stands in the place of the task while the question is open: doing it would answer it."""


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


def comment(progress: Progress) -> str:
    """What was answered and what is so, once the reveal may be shown; else nothing."""
    question = progress.step.question
    if question is None or not progress.complete:
        return ""
    return question.comment(progress.answers[progress.number])


def format_reply(reply: str | float) -> str:
    """An answer as it is repeated."""
    return reply if isinstance(reply, str) else f"{reply:g}"


def format_task(progress: Progress) -> str:
    """What to do, once the question is answered, with a sign that tells whether it was done."""
    step = progress.step
    if not progress.answered:
        return f":material/help: **{DONE if step.done and progress.acted else FIRST}**"
    if not step.task:
        return ""
    sign = "check_circle" if step.done and progress.acted else "arrow_right"
    return f":material/{sign}: **{shown(step.task)}**"


def draw_question(progress: Progress, question: Question, *, in_line: bool = False) -> None:
    """Draw the choices, or a slider and a button that takes the guess; `in_line`, side by side."""
    key = f"shell.lesson_answer.{progress.lesson.key}.{progress.number}"
    replied = progress.answers.get(progress.number)
    # The label is read aloud as it is written, so what is shown stands above, escaped.
    look: dict[str, Any] = {"key": key, "label_visibility": "collapsed"}
    spoken = TERM.sub(lambda term: term[2] or term[1], question.text)
    if question.choices:

        def take() -> None:
            if st.session_state[key] is not None:
                session.answer(st.session_state[key])

        st.session_state.setdefault(key, replied if replied in question.choices else None)
        look |= {"format_func": plain, "on_change": take, "horizontal": in_line}
        st.radio(spoken, question.choices, **look)
        return
    middle = round((question.high - question.low) / question.step / 2) * question.step
    st.session_state.setdefault(key, question.low + middle if replied is None else float(replied))
    st.slider(spoken, question.low, question.high, step=question.step, format="%g", **look)

    def guess() -> None:
        session.answer(float(st.session_state[key]))

    text = "Take this guess" if replied is None else f"Your guess: {format_reply(replied)}"
    draw_button(text, f"{key}.take", guess)
