"""Start: what this is, four stories to begin with, and the map of the lab."""

import streamlit as st

from belieflab.data.laws import build_labels
from belieflab.data.projection import project
from belieflab.data.samples import load_sample
from belieflab.figures.postcard import draw_postcard
from belieflab.ui import shell, stories
from belieflab.ui.story_shelf import FIRST_PATH, STORIES


@st.cache_data(show_spinner=False, max_entries=1)
def draw_before_and_after():
    """Iris as it is, and as an expert with doubt labels it; the same for every visitor."""
    iris = load_sample("iris")
    points, _ = project(iris, "pc1", "pc2")
    truth = build_labels("hard", iris)
    guesses = build_labels("expert-doubt", iris, seed=7)
    return (
        draw_postcard(points, truth, "150 flowers coloured by their species"),
        draw_postcard(
            points,
            guesses,
            "The same flowers coloured by an expert's doubtful guesses",
            vacuous=True,
        ),
    )


def draw_picture():
    titles = ("The truth", "An expert with doubt")
    for column, title, picture in zip(st.columns(2), titles, draw_before_and_after(), strict=True):
        with column:
            st.markdown(f"**{title}**", text_alignment="center")
            st.image(picture, width="stretch")
    st.caption(
        "150 flowers of three species. The expert's labels are guesses: the more doubt, the "
        "smaller and greyer the point.",
        text_alignment="center",
    )


def draw_stories(workspace):
    st.subheader("Four stories, one click each")
    for column, story in zip(st.columns(len(STORIES)), STORIES, strict=True):
        with column.container(border=True, height="stretch", vertical_alignment="distribute"):
            st.markdown(f"**{story.title}**\n\n{story.promise}")
            stories.draw_button(workspace, story, primary=story is FIRST_PATH)


def draw_map():
    st.subheader("The map of the lab")
    entries = [entry for entry in shell.existing_pages() if entry.key != "start"]
    for column, entry in zip(st.columns(len(entries)), entries, strict=True):
        with column:
            st.page_link(shell.page(entry.key), label=entry.title, icon=entry.icon)
            st.caption(entry.help)


workspace = shell.enter()
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
