"""A lesson as a card: what it promises, how long it takes, and the button that begins it."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.lessons.lesson import Lesson
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace


def draw_card(
    workspace: Workspace,
    lesson: Lesson,
    place: str,
    go_to: Callable[[str], Any],
    *,
    primary: bool = False,
    note: str = "",
) -> None:
    """Draw title, promise and the buttons to begin or continue; `place` is the page it is on."""
    steps = f"{len(lesson.steps)} steps, about {lesson.minutes} minutes"
    with st.container():  # one block, so that in cards of equal height the buttons align
        st.markdown(f"**{plain(lesson.title)}**  \n{plain(lesson.promise)}")
        st.caption(plain(f"{steps} · {note}" if note else steps))

    def open_step(number: int) -> None:
        go_to(session.begin(workspace, lesson, number))

    kept = session.places().get(lesson.key)
    with st.container(horizontal=True, gap="small"):
        key = f"{place}.lesson.{lesson.key}"
        look: dict[str, Any] = {"icon": "play_arrow", "width": "stretch"}
        if kept is not None and kept.number:
            at = f"Continue at {kept.number + 1} / {len(lesson.steps)}"
            draw_button(at, f"{key}.continue", open_step, kept.number, type="primary", **look)
            look |= {"icon": "replay"}
        kind = "primary" if primary and kept is None else "secondary"
        label = "Begin again" if kept is not None and kept.number else "Begin"
        draw_button(label, key, open_step, 0, type=kind, **look)
