"""The pictures of the Landscape page: map, plane, strip and two counts of the starts.

The charts' own figures stay as they are while a run goes on and while maxima are clicked; what
changes is pushed onto them.
"""

from functools import partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from belieflab.data.matching import complete, match_groups
from belieflab.data.projection import find_projection, project
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.palette import class_colour
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.traces import WHITE_EDGE, scatter
from belieflab.figures.common.waiting import await_values
from belieflab.figures.landscape.maxima import (
    FoundMaxima,
    discovery_contents,
    empty_discovery,
    empty_iterations,
    empty_map,
    empty_strip,
    iteration_contents,
    map_contents,
    strip_contents,
)
from belieflab.mixture import Maximum
from belieflab.mixture.maxima import map_maxima
from belieflab.mixture.planar import WITHIN_95, see
from belieflab.ui.method.charts import QUIET, Choose, Drawing, draw_beside, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_run
from belieflab.ui.pages.landscape import tabs
from belieflab.ui.pages.landscape.fit import Exploration, landscape_task
from belieflab.ui.pages.landscape.settings import (
    MAX_COMPONENTS,
    PAGE,
    chosen_axes,
    training_labels,
)
from belieflab.ui.pages.landscape.text import big_number, numbers
from belieflab.ui.shell import lecture

MAP, PLANE, STRIP = f"{PAGE}.map", f"{PAGE}.plane", f"{PAGE}.strip"
ITERATIONS, DISCOVERY = f"{PAGE}.iterations", f"{PAGE}.discovery"
AWAITED = "Every maximum that a start ends at will be a bubble here"
LOW_AWAITED = {
    STRIP: "The heights of the maxima",
    ITERATIONS: "How long starts took",
    DISCOVERY: "How maxima were found",
}
HEIGHT, LOW_HEIGHT = 295, 185


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw Run and the count, then map and plane; every chart follows what is found."""
    panel, found, size = st.container(), outcome.value, lecture.size(HEIGHT, share=0.72)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Map of the maxima**: click one to see it.")
        draw_chart(_awaiting(empty_map(**size), outcome, AWAITED), MAP, choose=_chooser(found))
    with right:
        st.markdown("**The chosen maximum**: 95 % outlines.")
        plane, first = _empty_plane(context, found, size)
        draw_chart(plane, PLANE)
    with panel:
        _draw_panel(context, outcome, first)
    if found is None or not found.starts:
        return None
    maxima = found.maxima(context.settings.relabel)
    contents = map_contents(_shown_maxima(context, found, maxima))
    return Drawing(filled(empty_map(height=HEIGHT), contents), MAP)


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw the strip of likelihoods, the counts of the starts, and Figure 3."""
    empty = _low_charts()
    low = {key: _awaiting(empty[key], outcome, LOW_AWAITED[key]) for key in empty}
    draw_chart(low.pop(STRIP), STRIP, QUIET, _chooser(outcome.value))
    draw_beside(low, config=QUIET)
    tabs.draw_figure_3(context)


def snapshot(context: Context, found: Exploration) -> Snapshot:
    """What follows a slider that is dragged."""
    plane, first = _empty_plane(context, found, lecture.size(HEIGHT, share=0.72))
    figures = {MAP: empty_map(**lecture.size(HEIGHT, share=0.72)), PLANE: plane, **_low_charts()}
    if not found.starts:
        return Snapshot(figures, {})
    maxima = found.maxima(context.settings.relabel)
    contents = _contents(context, found, maxima, first)
    shown = {key: filled(figures[key], contents[key]) for key in contents}
    return Snapshot(shown, numbers(maxima, found))


def _low_charts() -> dict[str, go.Figure]:
    """The charts under the map and the plane, empty."""
    empty = {STRIP: empty_strip, ITERATIONS: empty_iterations, DISCOVERY: empty_discovery}
    return {key: make(height=LOW_HEIGHT) for key, make in empty.items()}


def _chooser(found: Exploration | None) -> Choose:
    """Shows the clicked maximum on the plane; `name` is the start that found it."""

    def choose(name: int) -> None:
        if found is not None:
            found.clicked = name

    return choose


def _awaiting(figure: go.Figure, outcome: Outcome, sentence: str) -> go.Figure:
    """The chart, which says what will come where there is nothing yet."""
    if outcome.value is not None and outcome.value.starts:
        return figure
    return await_values(figure, sentence, scale=lecture.scale())


def _draw_panel(context: Context, outcome: Outcome, first: int) -> None:
    def push(run: Run) -> None:
        found = run.value
        if found is not None and found.starts:
            maxima = found.maxima(context.settings.relabel)
            with st.container(key=f"{PAGE}_numbers"):
                st.html(big_number(maxima, found))
            push_charts(_contents(context, found, maxima, first))

    draw_run(landscape_task(context), live=push)
    if outcome.value is None:
        st.caption(
            f"Press Run: EM runs from {context.settings.starts} starts until it converges, and "
            "every maximum that one of them ends at appears on the map."
        )
    elif outcome.outdated:
        st.caption("The settings have changed since this run: press Run for a new landscape.")


def _empty_plane(
    context: Context, found: Exploration | None, size: dict[str, Any]
) -> tuple[go.Figure, int]:
    """The points under an empty line and cross per component, and the number of the first line.

    Points have the colours of their true classes, or of their labels while the truth is hidden.
    """
    truth = context.truth
    labels = training_labels(context) if found is None else found.labels
    figure = draw_points(
        *project(context.dataset, *chosen_axes(context)),
        labels=labels,
        truth=truth,
        colour_by="label" if truth is None else "truth",
        certainty="none",
        class_names=context.dataset.class_names,
        dataset=context.dataset,
        seed=context.seed,
        **size,
    )
    first, count = len(figure.data), MAX_COMPONENTS if labels is None else labels.frame.size
    line = partial(scatter, mode="lines", width=2.5, legend=False)
    cross = partial(scatter, symbol="cross", size=13, edge=WHITE_EDGE, legend=False)
    for k in range(count):
        figure.add_traces([draw(colour=class_colour(k, count)) for draw in (line, cross)])
    return figure, first


def _contents(
    context: Context, found: Exploration, maxima: list[Maximum], first: int
) -> dict[str, Contents]:
    """Every chart as it is with what was found so far; a lecture has only map and plane."""
    scale, shown = lecture.scale(), _shown_maxima(context, found, maxima)
    main = {
        MAP: map_contents(shown, scale=scale),
        PLANE: _plane_contents(context, found.chosen(maxima), first),
    }
    if lecture.current() is not None:
        return main
    return main | {
        STRIP: strip_contents(shown, scale=scale),
        ITERATIONS: iteration_contents(found.iterations()),
        DISCOVERY: discovery_contents(shown.names, len(found.starts)),
    }


def _shown_maxima(context: Context, found: Exploration, maxima: list[Maximum]) -> FoundMaxima:
    return FoundMaxima(
        names=[maximum.first for maximum in maxima],
        heights=[maximum.criterion for maximum in maxima],
        basins=[maximum.basin for maximum in maxima],
        collapsed=[maximum.collapsed for maximum in maxima],
        places=map_maxima(maxima, context.settings.relabel)[0],
        chosen=found.chosen(maxima).first,
    )


def _plane_contents(context: Context, maximum: Maximum, first: int) -> Contents:
    """The outline and the centre of each component of one maximum, from trace `first` on."""
    dataset = context.dataset
    projection = find_projection(dataset, *chosen_axes(context))
    seen = see(maximum.parameters, projection)
    span, contents = (1.0, float(dataset.n)), Contents()
    order = _order(context, seen)
    pairs = zip(order, seen.outlines(WITHIN_95, span), seen.centres(span), strict=True)
    for k, line, centre in pairs:
        contents[first + 2 * k] = {"x": line[:, 0], "y": line[:, 1]}
        contents[first + 2 * k + 1] = {"x": centre[:1], "y": centre[1:]}
    return contents


def _order(context: Context, seen: Any) -> list[int]:
    """Which line is that of each component: the one in the colour of its class.

    Components of a fit to labels are their classes; others are matched by what is on the plane.
    """
    dataset, count = context.dataset, len(seen.centres((0.0, 1.0)))
    labels, names = training_labels(context), dataset.class_names
    if labels is not None and labels.nonspecificity().min() < 1.0:
        return list(range(count))
    points, _ = project(dataset, *chosen_axes(context))
    decided, known = seen.log_joint(points).argmax(axis=1), context.known_labels
    found = match_groups(decided, count, names, labels=known, truth=context.truth)
    max_groups = MAX_COMPONENTS if labels is None else labels.frame.size
    order: list[int] = complete(found.class_of, max_groups).tolist()
    return order
