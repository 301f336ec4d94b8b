"""The plane of a page: its axes, its view, and how it waits for a result, beside a trace."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes, project
from belieflab.data.settings import Settings
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import draw_growing
from belieflab.figures.common.view import View
from belieflab.ui.method import page
from belieflab.ui.method.charts import QUIET, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.planes import AXES, PLANE, plane_parameter
from belieflab.ui.method.player import push_steps, push_traces
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Task, draw_run
from belieflab.ui.shell import lecture

WAITING_SHARE = 0.5
"""Of the height there is, for the trace beside which a run is awaited."""

AnyView = TypeVar("AnyView", bound=View)


def axis_parameters(
    dataset: Dataset, *, turnable: bool = False, planes: Collection[str] | None = None
) -> list[Parameter]:
    """The plane of more than two features, and the parameters x and y, where there is a choice.

    Two features leave none, unless the plane is `turnable` (the axes may be swapped, or principal).
    `planes` are the keys of those that are offered, by default all.
    """
    if dataset.p <= (1 if turnable else 2):
        return []
    titles = {axis.key: axis.title for axis in axis_choices(dataset) if axis.key != ROW_AXIS}
    look: dict[str, Any] = {"view": True, "form": "list", "lecture": "axes", "width": 120}
    across, up = default_axes(dataset)
    chosen = plane_parameter(dataset, planes)
    look["needs"] = {PLANE: (AXES,)} if chosen else {}
    return [
        *chosen,
        Parameter("x", "Across", across, choices=titles, **look),
        Parameter("y", "Up", up, choices=titles, **look),
    ]


def chosen_axes(dataset: Dataset, settings: Settings) -> tuple[str, str]:
    """The keys of the chosen axes: of the plane the data lie on, if there is one."""
    across, up = default_axes(dataset)
    if dataset.plane is not None or settings.get(PLANE, AXES) != AXES:
        return across, up
    return settings.get("x", across), settings.get("y", up)


def make_view(
    kind: type[AnyView],
    context: Context,
    *given: Any,
    share: float = 1.0,
    teaching: float | None = None,
) -> AnyView:
    """A view on the chosen axes, of a height as `lecture.fit` gives it."""
    axes = chosen_axes(context.dataset, context.settings)
    return kind(axes, *given, **lecture.fit(share, teaching), seed=context.seed)


def draw_waiting(
    context: Context,
    task: Task[Any],
    view: View,
    charts: tuple[str, str],
    y_title: str,
    *,
    x_title: str = "",
    value: str = "criterion",
    log: bool = False,
    moving: tuple[go.Scatter, Callable[[Run], dict[str, Any]]] | None = None,
    advice: str = "",
    **shown: Any,
) -> None:
    """Draw the objects beside Run, Stop and a trace that grows with the steps.

    `charts` are the keys of plane and trace, `x_title` what the trace is drawn against where that
    is not the steps, `value` the attribute of a step that it shows (none: ""); `moving` is a trace
    above the objects, and what gives its attributes as far as a run has come; `advice` stands under
    Run; `shown` goes to `draw_points`.
    """
    plane, trace = charts

    def push(run: Run) -> None:
        if not value or not hasattr(run.steps[-1], value):
            return  # a run for earlier settings may go on that has other steps
        push_steps(trace, run, value=value)
        if moving is not None:
            push_traces(f"{plane}.pushed", f"{plane}.waiting", {number: moving[1](run)})

    left, right = page.pictures()
    with left:
        points, titles = project(context.dataset, *view.axes_of(context.dataset))
        draw = partial(draw_points, height=view.height, scale=view.scale, seed=view.seed)
        figure = draw(points, titles, dataset=context.dataset, **shown)
        number = len(figure.data)
        figure.add_traces([] if moving is None else [moving[0]])
        draw_chart(figure, f"{plane}.waiting")
    with right:
        size = lecture.fit(WAITING_SHARE)
        growing = draw_growing(x_title or task.unit, y_title, grows=bool(value), **size)
        growing.update_yaxes(type="log" if log else None)
        draw_chart(growing, f"{trace}.growing", QUIET)
        draw_run(task, live=push)
        if advice:
            st.caption(advice)
