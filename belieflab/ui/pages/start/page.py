"""Start: what this is, lessons to begin with, and the map of the lab."""

from importlib.resources import files

import streamlit as st

from belieflab.answers import shared
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.buttons import draw_button, in_rows
from belieflab.ui.shell.lessons import library, session
from belieflab.ui.shell.lessons.cards import draw_card
from belieflab.ui.shell.page_table import PAGES, existing_pages
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace


def run() -> None:
    """Draw the page."""
    workspace = navigation.enter("start")
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.title("Learning from imperfect labels")
        st.markdown(
            "Labels are often guesses. An annotator hesitates, two experts disagree, a sensor "
            "knows only that it was *a or b*.\n\n"
            "Here a label may be a class, a doubt, a set of classes or a whole **mass function**, "
            "and every tool of the lab takes it as it is.\n\n"
            "Pick, upload or paint some points; label them by a law, by hand or by a crowd; see "
            "what the labels say; and try the calculus behind them yourself."
        )
        _draw_continue(workspace)
    with right:
        _draw_films()
    if lecture.current() is not None:
        return
    _draw_lessons(workspace)
    _draw_map()


@shared()
def _read_film(name: str) -> str:
    return (files("belieflab.figures") / "films" / f"{name}.svg").read_text(encoding="utf-8")


def _draw_films() -> None:
    films = {"Without labels": "without_labels", "With doubtful labels": "with_labels"}
    for column, (title, name) in in_rows(list(films.items()), 2):
        with column:
            st.markdown(f"**{title}**", text_alignment="center")
            st.image(_read_film(name), width="stretch", alt=f"{title}: EM step by step")
    st.caption(
        "EM looks for three overlapping classes, twice from the same start. On the right an expert "
        "has labelled the points, grey where in doubt, and one in four wrongly: EM still ends with "
        "15 % errors, and without labels with 30 %.",
        text_alignment="center",
    )


def _draw_continue(workspace: Workspace) -> None:
    """The way back to what was under way, if anything was."""
    page, progress = st.session_state.get(navigation.LAST_PAGE), session.current()
    look = {"type": "primary", "icon": "arrow_forward"}
    if progress is not None:
        step = f"step {progress.number + 1} of “{progress.lesson.title}”"
        label = f"Continue where you were: {plain(step)}"
        draw_button(label, "start.continue", navigation.go_to, progress.step.page, **look)
    elif page is not None and workspace.dataset is not None:
        what = f"{PAGES[page].title} with {workspace.dataset.name}"
        label = f"Continue where you were: {plain(what)}"
        draw_button(label, "start.continue", navigation.go_to, page, **look)


def _draw_lessons(workspace: Workspace) -> None:
    st.subheader("Lessons: do, guess, see")
    lessons = list(library.own_lessons().values())
    begun = session.places()
    for column, lesson in in_rows(lessons, 3):
        with column.container(border=True, height="stretch", vertical_alignment="distribute"):
            first = lesson is lessons[0] and not begun
            draw_card(workspace, lesson, "start", navigation.go_to, primary=first)


def _draw_map() -> None:
    st.subheader("The map of the lab")
    others = [entry for entry in existing_pages() if entry.key != "start"]
    for column, entry in in_rows(others, 3):
        with column:
            st.page_link(navigation.page(entry.key), label=entry.title, icon=entry.icon)
            st.caption(entry.help)
