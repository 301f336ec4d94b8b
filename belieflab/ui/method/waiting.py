"""What a page with a plane and a trace shows while its result is not there."""

from functools import partial
from typing import Any

from belieflab.data.projection import project
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import draw_growing
from belieflab.figures.common.view import View
from belieflab.ui.method import page
from belieflab.ui.method.charts import QUIET, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.player import push_steps
from belieflab.ui.method.tasks import Task, draw_run


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
