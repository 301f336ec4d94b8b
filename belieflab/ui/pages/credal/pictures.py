"""The pictures of the Credal partition page: the plane, the trace, one object's masses."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes, project
from belieflab.durations import format_seconds
from belieflab.figures.common.frames import trace_number
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import GROWN, draw_growing
from belieflab.figures.credal.masses import object_masses
from belieflab.figures.credal.partition import (
    PartitionView,
    draw_criterion,
    draw_partition,
    frame_names,
)
from belieflab.figures.credal.partition_plane import CHOSEN, MUST
from belieflab.ui.method import page, run_panel, runs
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.credal import pairs
from belieflab.ui.pages.credal.fit import RUN, begin_run, expect_seconds, remember, token
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.pages.credal.settings import Settings
from belieflab.ui.pages.credal.view import LOOK_AT
from belieflab.ui.shell import lecture
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE, TRACE, STORY = f"{PAGE}.plane", f"{PAGE}.trace", f"{PAGE}.story"
ROW = f"{PAGE}.row"
TRACE_HEIGHT, STORY_HEIGHT = 190, 235
CONFIG = {"displaylogo": False, "scrollZoom": False}
QUIET = {"displayModeBar": False}


@dataclass(frozen=True)
class Pictures:
    """What the player moves: two figures with frames of the same names, and words per frame."""

    plane: go.Figure
    trace: go.Figure
    names: Sequence[str]
    captions: Sequence[str]


def make_pictures(
    workspace: Workspace,
    dataset: Dataset,
    model: CredalClusterer,
    settings: Settings,
    look: PartitionView,
) -> Pictures:
    """Plane and trace over the iterations; the same figures as long as nothing changes."""

    def make() -> Pictures:
        linked = settings.fit_arguments()
        figure = draw_partition(dataset, model, look, truth=shown_truth(workspace), **linked)
        trace = draw_criterion(
            model, height=lecture.picture_height(TRACE_HEIGHT, 0.36), scale=lecture.scale()
        )
        names = frame_names(model)
        values = model.history_.criterion
        letter = "stress" if settings.algorithm == "EVCLUS" else "J"
        words = [f"{letter} {values[int(name)]:,.4g}" for name in names]
        return Pictures(figure, trace, names, words)

    mark = (token(workspace, settings), look, workspace.truth_hidden, id(model), lecture.present())
    return remember("pictures", mark, make)


def draw_pictures(
    dataset: Dataset,
    model: CredalClusterer,
    pictures: Pictures,
    settings: Settings,
    look: PartitionView,
    clicks: str,
    line: Any,
) -> None:
    """Draw plane and trace; under the trace `line()` draws the numbers, then the clicked object."""
    left, right = page.pictures()
    with left:
        st.plotly_chart(
            pictures.plane,
            key=PLANE,
            on_select=partial(_answer_click, clicks, dataset.n, settings.takes_pairs),
            selection_mode="points",
            config=CONFIG,
        )
        _push_chosen(dataset, pictures, look, clicks)
    with right:
        st.plotly_chart(pictures.trace, key=TRACE, config=QUIET)
        line()
        _draw_story(dataset, model, clicks)


def chosen_row(dataset: Dataset) -> int | None:
    """The object whose masses are looked at."""
    row: int | None = st.session_state.get(ROW)
    return row if row is not None and row < dataset.n else None


def draw_waiting(
    workspace: Workspace, dataset: Dataset, settings: Settings, look: PartitionView
) -> None:
    """Run, Stop and the growing trace of a fit that takes its time."""
    left, right = page.pictures()
    with left:
        points, titles = project(dataset, *(look.axes or default_axes(dataset)))
        figure = draw_points(points, titles, height=look.height, scale=look.scale, seed=look.seed)
        st.plotly_chart(figure, key=f"{PLANE}.waiting", config=CONFIG)
    with right:
        title = "stress" if settings.algorithm == "EVCLUS" else "criterion J"
        st.plotly_chart(
            draw_growing("iteration", title, height=TRACE_HEIGHT, scale=look.scale),
            key=f"{TRACE}.growing",
            config=QUIET,
        )
        seconds = format_seconds(expect_seconds(dataset, settings))
        run_panel.draw(
            RUN,
            f"Run {settings.algorithm}",
            begin=partial(begin_run, workspace, dataset, settings),
            live=_push_criterion,
            help=f"This may last {seconds}, so it waits for you.",
        )
        st.caption("Fewer clusters or focal sets are quicker: then no Run is needed.")
        if settings.n_init > 1:
            st.caption(
                f"All {settings.n_init} starts are tried first; iterations, and something for Stop "
                "to keep, come when the best is known."
            )


def _answer_click(clicks: str, n: int, takes_pairs: bool) -> None:
    points = (st.session_state.get(PLANE) or {}).get("selection", {}).get("points", [])
    rows = [point["customdata"] for point in points if point.get("customdata") is not None]
    row = None if not rows else int(rows[-1][0] if isinstance(rows[-1], list) else rows[-1])
    if clicks == LOOK_AT:
        st.session_state[ROW] = row
    else:
        pairs.click(clicks, row, n, takes_pairs)


def _push_chosen(dataset: Dataset, pictures: Pictures, look: PartitionView, clicks: str) -> None:
    """A ring around the clicked object; the figure itself stays, and so does the zoom."""
    row = chosen_row(dataset) if clicks == LOOK_AT else pairs.pending()
    points, _ = project(dataset, *(look.axes or default_axes(dataset)))
    place = points[[row]] if row is not None and row < dataset.n else points[:0]
    number = trace_number(pictures.plane, CHOSEN)
    push_traces(f"{PLANE}.push", PLANE, {number: {"x": place[:, 0], "y": place[:, 1]}})


def _draw_story(dataset: Dataset, model: CredalClusterer, clicks: str) -> None:
    """The clicked object's masses and intervals, in a place that keeps its height."""
    teaching = lecture.present() is not None
    height = lecture.picture_height(STORY_HEIGHT, 0.36)
    with st.container(height=height + 50, border=not teaching):
        if clicks != LOOK_AT:
            waiting = pairs.pending()
            word = "belong together" if clicks == MUST else "do not belong together"
            st.caption(
                f"Click two objects that {word}."
                if waiting is None
                else f"Row {waiting + 1} waits for its partner; click it again to let it go."
            )
            return
        row = chosen_row(dataset)
        if row is None:
            st.caption("Click an object on the plane to read its masses here.")
            return
        st.markdown(_tell(model.partition_, row))
        figure = object_masses(model.partition_, row, height=height - 24, scale=lecture.scale())
        st.plotly_chart(figure, key=STORY, config=QUIET)


def _tell(partition: CredalPartition, row: int) -> str:
    """The row and how plausible its two best clusters are."""
    contour = partition[row].contour()[0]
    best = np.argsort(-contour, kind="stable")[:2]
    told = " · ".join(f"pl({partition.frame.names[k]}) {contour[k]:.2f}" for k in best)
    return f"**Row {row + 1}**: {told}"


def _push_criterion(run: runs.Run) -> None:
    steps = list(run.steps)
    values = {
        "x": [step.iteration for step in steps],
        "y": [step.criterion for step in steps],
    }
    push_traces(f"{TRACE}.pushed", f"{TRACE}.growing", {GROWN: values})
