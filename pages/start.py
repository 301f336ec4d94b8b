"""Start: what this is, stories to begin with, and the map of the lab."""

from importlib.resources import files

import streamlit as st

from belieflab.ui.shell import navigation, stories
from belieflab.ui.shell.page_table import existing_pages
from belieflab.ui.shell.story_list import FIRST_PATH, STORIES

PER_ROW = 3
STORIES_PER_ROW = 4


@st.cache_data(show_spinner=False, max_entries=2)
def read_film(name):
    return (files("belieflab.figures") / "films" / f"{name}.svg").read_text(encoding="utf-8")


def draw_picture():
    films = {"Without labels": "without_labels", "With labels full of doubt": "with_labels"}
    for column, (title, name) in zip(st.columns(2), films.items(), strict=True):
        with column:
            st.markdown(f"**{title}**", text_alignment="center")
            st.image(read_film(name), width="stretch")
    st.caption(
        "EM looks for three overlapping classes, twice from the same start. On the right an expert "
        "has labelled the points, pale where in doubt, and wrong about every fourth: EM still ends "
        "with 15 % errors, and without labels with 30 %.",
        text_alignment="center",
    )


def draw_stories(workspace):
    st.subheader("Stories, one click each")
    for first in range(0, len(STORIES), STORIES_PER_ROW):
        row = STORIES[first : first + STORIES_PER_ROW]
        for column, story in zip(st.columns(STORIES_PER_ROW), row, strict=False):
            with column.container(border=True, height="stretch", vertical_alignment="distribute"):
                st.markdown(f"**{story.title}**\n\n{story.promise}")
                stories.draw_button(workspace, story, primary=story is FIRST_PATH)


def draw_map():
    st.subheader("The map of the lab")
    entries = [entry for entry in existing_pages() if entry.key != "start"]
    for first in range(0, len(entries), PER_ROW):
        row = entries[first : first + PER_ROW]
        for column, entry in zip(st.columns(PER_ROW), row, strict=False):
            with column:
                st.page_link(navigation.page(entry.key), label=entry.title, icon=entry.icon)
                st.caption(entry.help)


workspace = navigation.enter()
left, right = st.columns([2, 3], gap="large")
with left:
    st.title("Learning from imperfect labels")
    st.markdown(
        "Labels are often guesses. An annotator hesitates, two experts disagree, a sensor knows "
        "only that it was *a or b*.\n\n"
        "Here a label may be a class, a doubt, a set of classes or a whole **mass function**, and "
        "every tool of the lab takes it as it is.\n\n"
        "Pick, upload or paint some points; label them by a law, by hand or by a crowd; see what "
        "the labels say; and try the calculus behind them with your own hands."
    )
with right:
    draw_picture()
draw_stories(workspace)
draw_map()
