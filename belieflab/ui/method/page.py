"""The pieces of a method page: header, place of the controls, columns, player row, tabs.

`method_page.run` puts them together from the declaration of a page. In a lecture everything but
pictures, player, named controls and the row Next / Leave is gone.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.ui.method.charts import Drawing, begin_page, draw_chart, draw_small
from belieflab.ui.method.player import draw_player
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe, Workspace

NEEDS_FEATURES = (
    "{page} needs features, and these data are dissimilarities between objects: Credal partition, "
    "EKNNclus and Neighbours take them as they are."
)


@dataclass(frozen=True)
class Need:
    """What a page needs, and the sample that a button loads to give it.

    `text` says what is needed; `labels_too`, whether the page is of no use without labels.
    `problem(dataset, labels)` gives the sentence why data are of no use here, empty where they are.
    `alternative` is the label and the callback of a button for what can be done all the same.
    `features` says that dissimilarities are of no use here, whose X is only a plane to look at.
    """

    text: str
    button: str
    data: Recipe
    labels: Recipe | None = None
    labels_too: bool = True
    problem: Callable[[Dataset, MassTable | None], str] | None = None
    alternative: tuple[str, Callable[[], None]] | None = None
    features: bool = True


def draw_head(page: str, sentence: str) -> Workspace:
    """Draw what is on top of a page, but not in a lecture; returns the workspace."""
    workspace = navigation.enter(page)
    begin_page(page, workspace.truth_hidden)
    if lecture.current() is None:
        with st.container(horizontal=True, vertical_alignment="center", key="page_head"):
            st.title(PAGES[page].title, width="content", anchor=False)
            st.markdown(sentence, width="stretch")
    return workspace


def enter(
    page: str, sentence: str, need: Need, *, learns: bool = True
) -> tuple[Workspace, Dataset, MassTable | None]:
    """Draw the header; without what the page needs, draw how to get it and end the run.

    A page that learns gets the objects for training, without those that a split keeps apart.
    The labels are None only where the page can do without (`need.labels_too` is False).
    """
    workspace = draw_head(page, sentence)
    return workspace, *require(page, workspace, need, learns=learns)


def require(
    page: str, workspace: Workspace, need: Need, *, learns: bool = True
) -> tuple[Dataset, MassTable | None]:
    """The data and labels of a page whose header is drawn; without them it ends as in `enter`."""
    state = workspace.state.training if learns else workspace.state
    dataset, labels = state.scaled, state.labels
    relational = dataset is not None and dataset.dissimilarities is not None and need.features
    if relational:
        st.info(NEEDS_FEATURES.format(page=PAGES[page].title), icon=":material/info:")
    elif dataset is None or (labels is None and need.labels_too):
        st.info(need.text, icon=":material/info:")
    elif need.problem is not None and (problem := need.problem(dataset, labels)):
        st.error(plain(problem), icon=":material/error:")
        if need.alternative is not None:
            label, answer = need.alternative
            draw_button(label, f"{page}.alternative", answer, type="primary")
    else:
        return dataset, labels
    with st.container(horizontal=True, vertical_alignment="center"):
        recipes = need.data, need.labels
        draw_button(need.button, f"{page}.begin", workspace.set_up, *recipes, type="primary")
        if relational or workspace.dataset is None or not need.labels_too:
            st.page_link(navigation.page("data"), label="or choose other data")
        else:
            st.page_link(navigation.page("labels"), label="or label the data that are loaded")
    st.stop()


@contextmanager
def controls(page: str) -> Iterator[None]:
    """Where the controls of the page go: the sidebar, or in a lecture one row above the picture."""
    if lecture.current() is None:
        with st.sidebar:
            yield
    else:
        with st.container(horizontal=True, key=f"{page}_controls", vertical_alignment="bottom"):
            yield


def pictures() -> list[DeltaGenerator]:
    """Two columns: the plane takes two thirds, the side charts one."""
    return st.columns([2, 1], gap="medium")


@contextmanager
def draw_pictures(
    plane: go.Figure,
    key: str,
    beside: Mapping[str, go.Figure],
    under: Callable[[], None] = lambda: None,
    **look: Any,
) -> Iterator[None]:
    """Draw the plane, and small charts by their keys beside it; what follows goes under these.

    `under()` draws what stands under the plane.
    """
    left, right = pictures()
    with left:
        draw_chart(plane, key, **look)
        under()
    with right:
        for name, figure in beside.items():
            draw_small(figure, name)
        yield


def draw_player_row(page: str, drawing: Drawing | None, *buttons: Callable[[], None]) -> None:
    """Draw the player, then such buttons as Pin and Export at its right."""
    look: dict[str, Any] = {
        "horizontal_alignment": "right",
        "vertical_alignment": "center",
        "gap": "small",
    }
    with st.container(horizontal=True, key="player_row", **look):
        if drawing is not None and drawing.frames:
            with st.container(width="stretch", key="player_place"):
                draw_player(f"{page}.player", drawing)
        for draw in buttons:
            draw()


def draw_tabs(page: str, tabs: Mapping[str, Callable[[], None]]) -> None:
    """Draw the tabs under the picture; only the open one is computed.

    A lecture has none, unless its lesson asks for one.
    The names, in order: Result, Compare pinned, Parameters, Formula, Code.
    """
    if not lecture.is_shown(lecture.TAB):
        return
    drawn = st.tabs(list(tabs), key=f"{page}.tab", bind="query-params")
    for tab, draw in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab, show_errors():
                draw()
