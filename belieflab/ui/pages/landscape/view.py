"""The pictures of the Landscape page: map, plane, strip and two counts of the starts.

The charts' own figures stay as they are while a run goes on and while maxima are clicked; what
changes is pushed onto them.
"""

from functools import partial

import plotly.graph_objects as go
import streamlit as st

from belieflab.data.projection import find_projection, project
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.palette import class_colour
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.traces import WHITE_EDGE, scatter
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
from belieflab.ui.method.charts import QUIET, draw_beside, draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import Drawing
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_run
from belieflab.ui.pages.landscape import sweep
from belieflab.ui.pages.landscape.fit import Exploration, choose, chosen, landscape_task
from belieflab.ui.pages.landscape.settings import MAX_COMPONENTS, PAGE, training_labels
from belieflab.ui.pages.landscape.text import big_number
from belieflab.ui.shell import lecture

MAP, PLANE, STRIP = f"{PAGE}.map", f"{PAGE}.plane", f"{PAGE}.strip"
ITERATIONS, DISCOVERY = f"{PAGE}.iterations", f"{PAGE}.discovery"
HEIGHT, LOW_HEIGHT = 430, 240


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw Run and the count, then map and plane; every chart follows what is found."""
    panel = st.container()
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Map of the maxima**: click one to see it.")
        draw_chart(empty_map(height=_height(), scale=lecture.scale()), MAP, choose=choose)
    with right:
        st.markdown("**The chosen maximum**: 95 % outlines.")
        figure = _empty_plane(context, outcome)
        draw_chart(figure, PLANE)
    with panel:
        _draw_panel(context, outcome, len(figure.data) - 2 * _n_drawable(context, outcome))
    found = outcome.value
    if found is None or not found.starts:
        return None
    return Drawing(filled_map(found, context.settings.relabel), MAP)


def draw_below(context: Context, outcome: Outcome) -> None:
    """Draw the strip of likelihoods, the counts of the starts, and Figure 3."""
    draw_chart(empty_strip(height=LOW_HEIGHT, scale=lecture.scale()), STRIP, QUIET, choose)
    drawn = {
        ITERATIONS: empty_iterations(height=LOW_HEIGHT),
        DISCOVERY: empty_discovery(height=LOW_HEIGHT),
    }
    draw_beside(drawn, config=QUIET)
    sweep.draw(context)


def _draw_panel(context: Context, outcome: Outcome, first: int) -> None:
    def push(run: Run) -> None:
        found = run.value
        if found is not None and found.starts:
            st.html(big_number(found.maxima(context.settings.relabel), found))
            _push_all(context, found, first)

    draw_run(landscape_task(context), live=push)
    if outcome.value is None:
        st.caption(
            f"Press Run: EM runs from {context.settings.starts} starts until it converges, and "
            "every maximum that one of them ends at appears on the map."
        )
    elif outcome.outdated:
        st.caption("The settings have changed since this run: press Run for a new landscape.")


def _empty_plane(context: Context, outcome: Outcome) -> go.Figure:
    """The points and, above them, one empty line and one empty cross per component.

    Points have the colours of their true classes, or of their labels while the truth is hidden.
    """
    settings = context.settings
    points, titles = project(context.dataset, settings.horizontal, settings.vertical)
    truth = context.truth
    found = outcome.value
    figure = draw_points(
        points,
        titles,
        labels=training_labels(context) if found is None else found.labels,
        truth=truth,
        colour_by="label" if truth is None else "truth",
        certainty="none",
        class_names=context.dataset.class_names,
        height=_height(),
        scale=lecture.scale(),
        seed=context.seed,
    )
    figure.add_traces(_empty_components(_n_drawable(context, outcome)))
    return figure


def _n_drawable(context: Context, outcome: Outcome) -> int:
    """How many components may come to be drawn."""
    found = outcome.value
    labels = training_labels(context) if found is None else found.labels
    return labels.frame.size if labels is not None else MAX_COMPONENTS


def _push_all(context: Context, found: Exploration, first: int) -> None:
    """Bring every chart up to what was found so far.

    `first` is the number of the first component's trace on the plane.
    """
    relabel, scale = context.settings.relabel, lecture.scale()
    maxima = found.maxima(relabel)
    shown = found_maxima(maxima, relabel)
    contents = {
        MAP: map_contents(shown, scale=scale),
        PLANE: _plane_contents(chosen(maxima), context, first),
    }
    if lecture.current() is None:
        contents |= {
            STRIP: strip_contents(shown, scale=scale),
            ITERATIONS: iteration_contents(found.iterations()),
            DISCOVERY: discovery_contents(shown.names, len(found.starts)),
        }
    push_charts(contents)


def found_maxima(maxima: list[Maximum], relabel: bool) -> FoundMaxima:
    """What the figures draw of the maxima."""
    return FoundMaxima(
        names=[maximum.first for maximum in maxima],
        heights=[maximum.criterion for maximum in maxima],
        basins=[maximum.basin for maximum in maxima],
        collapsed=[maximum.collapsed for maximum in maxima],
        places=map_maxima(maxima, relabel)[0],
        chosen=chosen(maxima).first,
    )


def _plane_contents(maximum: Maximum, context: Context, first: int) -> Contents:
    """The outline and the centre of each component of one maximum, from trace `first` on."""
    dataset, settings = context.dataset, context.settings
    seen = see(maximum.parameters, find_projection(dataset, settings.horizontal, settings.vertical))
    span = (1.0, float(dataset.n))
    outlines, centres = seen.outlines(WITHIN_95, span), seen.centres(span)
    contents: Contents = {}
    for k, (line, centre) in enumerate(zip(outlines, centres, strict=True)):
        contents[first + 2 * k] = {"x": line[:, 0], "y": line[:, 1]}
        contents[first + 2 * k + 1] = {"x": centre[:1], "y": centre[1:]}
    return contents


def filled_map(found: Exploration, relabel: bool) -> go.Figure:
    """The map as it stands, for a file or a pin."""
    shown = found_maxima(found.maxima(relabel), relabel)
    return filled(empty_map(height=HEIGHT), map_contents(shown))


def _height() -> int:
    return lecture.picture_height(HEIGHT, share=0.72)  # the count stands above


def _empty_components(n_components: int) -> list[go.Scatter]:
    """A line and a cross for each component."""
    cross = partial(scatter, symbol="cross", size=13, edge=WHITE_EDGE)
    colours = [class_colour(k, n_components) for k in range(n_components)]
    return [
        trace
        for colour in colours
        for trace in (
            scatter(mode="lines", colour=colour, width=2.5, legend=False),
            cross(colour=colour, legend=False),
        )
    ]
