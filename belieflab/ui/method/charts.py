"""Charts as several pages draw them: side by side, to be clicked, or growing during a run."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from belieflab.data.projection import project
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import draw_growing
from belieflab.figures.common.view import View
from belieflab.ui.method import page
from belieflab.ui.method.clicks import clicked
from belieflab.ui.method.context import Context
from belieflab.ui.method.player import push_steps
from belieflab.ui.method.tasks import Task, draw_run

CONFIG = {"displaylogo": False, "scrollZoom": False}
QUIET = {"displayModeBar": False}

Choose = Callable[[int], None]


def draw_chart(
    figure: go.Figure, key: str, config: Mapping[str, Any] = CONFIG, choose: Choose | None = None
) -> None:
    """Draw a chart; `choose` is called with the number (`customdata`) of a clicked point."""

    def take() -> None:
        if choose is not None and (found := clicked(key)):
            choose(int(found[-1]))

    draw = partial(st.plotly_chart, figure, key=key, config=dict(config))
    if choose is None:
        draw()
    else:
        draw(on_select=take, selection_mode="points")


def draw_small(figure: go.Figure, key: str, **look: Any) -> None:
    """Draw a picture to look at: hover works, but there are no buttons in its corner."""
    st.plotly_chart(figure, key=key, config=QUIET, **look)


def draw_beside(figures: Mapping[str, go.Figure], **given: Any) -> None:
    """Draw charts of the same width side by side, by their keys."""
    columns = st.columns(len(figures), gap="medium")
    for place, (key, figure) in zip(columns, figures.items(), strict=True):
        with place:
            draw_chart(figure, key, **given)


def draw_waiting(
    context: Context,
    task: Task[Any],
    view: View,
    charts: tuple[str, str],
    y_title: str,
    *,
    height: int,
    value: str = "criterion",
    log: bool = False,
    **shown: Any,
) -> None:
    """Draw the objects beside Run, Stop and a trace that grows with the steps.

    `charts` are the keys of plane and trace, `value` the attribute of a step that the trace
    shows (none: ""); `shown` goes to `draw_points`.
    """
    left, right = page.pictures()
    with left:
        points, titles = project(context.dataset, *view.axes_of(context.dataset))
        draw = partial(draw_points, height=view.height, scale=view.scale, seed=view.seed)
        draw_chart(draw(points, titles, **shown), f"{charts[0]}.waiting")
    with right:
        growing = draw_growing(task.unit, y_title, height=height, scale=view.scale)
        growing.update_yaxes(type="log" if log else None)
        draw_chart(growing, f"{charts[1]}.growing", QUIET)
        draw_run(task, live=partial(push_steps, charts[1], value=value) if value else None)
