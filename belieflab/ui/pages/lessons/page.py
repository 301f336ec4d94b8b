"""Lessons: begin or continue one, link to it, give it as a lecture, or add your own."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.ui.method.page import draw_head
from belieflab.ui.pages.lessons.checking import check_lesson
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.buttons import draw_button, draw_download, in_rows
from belieflab.ui.shell.lessons import library, session
from belieflab.ui.shell.lessons.cards import draw_card
from belieflab.ui.shell.lessons.conditions import COMPARISONS, CONDITIONS
from belieflab.ui.shell.lessons.lesson import Lesson
from belieflab.ui.shell.lessons.reading import read_lesson
from belieflab.ui.shell.link import site
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

PAGE = "lessons"
SENTENCE = (
    "Each step asks for one act, notices it, and asks you to guess before it shows the answer."
)
_UPLOADED = "lessons.uploaded"


def run() -> None:
    """Draw the page."""
    workspace = draw_head(PAGE, SENTENCE)
    _draw_lessons(workspace, library.own_lessons(), own=True)
    if lecture.current() is not None:
        return
    found, problems = library.folder_lessons()
    for problem in problems:
        st.warning(plain(problem))
    others = found | library.added_lessons()
    if others:
        st.subheader("More lessons")
        _draw_lessons(workspace, others)
    st.subheader("Add a lesson")
    left, right = st.columns([2, 3], gap="large")
    with left:
        _draw_upload()
    with right:
        _draw_conditions()


def _draw_lessons(workspace: Workspace, lessons: dict[str, Lesson], own: bool = False) -> None:
    for column, lesson in in_rows(list(lessons.values()), 3):
        with column.container(border=True, height="stretch", vertical_alignment="distribute"):
            pages = ", ".join(PAGES[page].title for page in lesson.pages)
            pages = "" if lecture.current() is not None else pages
            draw_card(workspace, lesson, PAGE, navigation.go_to, note=pages)
            if lecture.current() is None:
                with st.popover("Link, lecture, file", width="stretch"):
                    _draw_sharing(lesson, own)


def _draw_sharing(lesson: Lesson, own: bool) -> None:
    first = f"{site()}/{PAGES[lesson.steps[0].page].address}?{session.LESSON}={lesson.key}"
    if lesson.key in library.added_lessons():
        st.caption("This lesson is in this browser session only, so no link leads to it.")
        return
    st.caption("This link begins the lesson; add `&step=3` for its third step:")
    st.code(first, language=None, wrap_lines=True)
    st.caption("The same as a lecture, large and without the sidebar:")
    st.code(f"{first}&lecture=1", language=None, wrap_lines=True)
    if own:
        name = f"{lesson.key}.toml"
        draw_download(
            "The lesson's file", f"lessons.file.{lesson.key}", name, library.file_of(lesson.key)
        )


def _draw_upload() -> None:
    st.markdown(
        "A lesson is a text file. Take the template or the file of a lesson above, change it, and "
        f"add it here for this session. On a server, `{library.FOLDER_VARIABLE}` names a folder of "
        "lessons that are there for everybody and can be linked to."
    )
    draw_download("Template", "lessons.template", "my-lesson.toml", library.file_of("template"))
    key = f"lessons.add.{st.session_state.get(_UPLOADED, 0)}"
    look: dict[str, Any] = {"type": "toml", "key": key, "args": (key,)}
    st.file_uploader("Lesson file", on_change=guarded(_add), **look)
    for name in list(library.added_lessons()):
        forget = partial(library.added_lessons().pop, name, None)
        draw_button(f"Remove {name}", f"lessons.remove.{name}", forget, type="tertiary")


def _add(key: str) -> None:
    file = st.session_state[key]
    if file is None:
        return
    st.session_state[_UPLOADED] = st.session_state.get(_UPLOADED, 0) + 1
    lesson = check_lesson(read_lesson(file.getvalue(), file.name))
    library.add(lesson)
    say(f"The lesson “{lesson.title}” is added.")


def _draw_conditions() -> None:
    st.markdown("What the lab can notice, for `done` in a step:")
    rows = [
        (
            kind.key,
            ", ".join((*kind.fields, *kind.optional, *(COMPARISONS if kind.compares else ()))),
            kind.text.replace("`", ""),
        )
        for kind in CONDITIONS.values()
    ]
    table = pd.DataFrame(rows, columns=["condition", "fields", "what it notices"])
    st.dataframe(table, hide_index=True, key="lessons.conditions")
