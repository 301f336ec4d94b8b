"""The pictures of the landscape: map, plane, strip and two counts of the starts.

The charts' own figures stay as they are while a run goes on and while maxima are clicked; what
changes is pushed onto them.
"""

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.projection import find_projection, project
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.palette import class_colour
from belieflab.figures.common.plane import draw_points
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
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.landscape import run
from belieflab.ui.pages.landscape.run import Expedition
from belieflab.ui.pages.landscape.settings import LARGEST_K, PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.workspace import Workspace

MAP, PLANE, STRIP = f"{PAGE}.map", f"{PAGE}.plane", f"{PAGE}.strip"
ITERATIONS, DISCOVERY = f"{PAGE}.iterations", f"{PAGE}.discovery"
HEIGHT, LOW_HEIGHT = 430, 240
CONFIG = {"displaylogo": False, "scrollZoom": False}
SMALL_CONFIG = {"displayModeBar": False}
Axes = tuple[str, str]


def draw_map() -> None:
    """Draw the map; a click on a maximum chooses it."""
    _draw_choosable(empty_map(height=_high(), scale=lecture.scale()), MAP, CONFIG)


def draw_strip() -> None:
    """Draw the strip of likelihoods; a click on a maximum chooses it."""
    figure = empty_strip(height=LOW_HEIGHT, scale=lecture.scale())
    _draw_choosable(figure, STRIP, SMALL_CONFIG)


def draw_counts() -> None:
    """Draw the histogram of iterations and the curve of discovery, side by side."""
    drawn = {
        ITERATIONS: empty_iterations(height=LOW_HEIGHT),
        DISCOVERY: empty_discovery(height=LOW_HEIGHT),
    }
    for place, (key, figure) in zip(st.columns(2, gap="medium"), drawn.items(), strict=True):
        with place:
            st.plotly_chart(figure, key=key, config=SMALL_CONFIG)


def draw_plane(workspace: Workspace, dataset: Dataset, labels: MassTable | None, axes: Axes) -> int:
    """Draw the points; returns the number of the first component's trace."""
    figure = empty_plane(workspace, dataset, labels, axes)
    st.plotly_chart(figure, key=PLANE, config=CONFIG)
    return first_component(figure, dataset, labels)


def empty_plane(
    workspace: Workspace, dataset: Dataset, labels: MassTable | None, axes: Axes
) -> go.Figure:
    """The points and, above them, one empty line and one empty cross per component.

    Points have the colours of their true classes, or of their labels while the truth is hidden.
    """
    points, titles = project(dataset, *axes)
    truth = None if workspace.truth_hidden else dataset.truth
    figure = draw_points(
        points,
        titles,
        labels=labels,
        truth=truth,
        colour_by="label" if truth is None else "truth",
        certainty="none",
        class_names=dataset.class_names,
        height=_high(),
        scale=lecture.scale(),
        seed=workspace.seed,
    )
    figure.add_traces(_empty_components(n_drawable(dataset, labels)))
    return figure


def first_component(figure: go.Figure, dataset: Dataset, labels: MassTable | None) -> int:
    """The number of the first trace that `empty_plane` keeps for the components."""
    return len(figure.data) - 2 * n_drawable(dataset, labels)


def n_drawable(dataset: Dataset, labels: MassTable | None) -> int:
    """How many components may come to be drawn."""
    return labels.frame.size if labels is not None else LARGEST_K


def push_all(
    expedition: Expedition, dataset: Dataset, axes: Axes, relabel: bool, first: int
) -> None:
    """Bring every chart up to what was found so far.

    `first` is the number of the first component's trace on the plane.
    """
    maxima = expedition.maxima(relabel)
    view = view_maxima(maxima, relabel)
    scale = lecture.scale()
    with st.container(gap=None):
        _push(MAP, map_contents(view, scale=scale))
        _push(PLANE, plane_contents(run.chosen(maxima), dataset, axes, first))
        if lecture.present() is None:
            _push(STRIP, strip_contents(view, scale=scale))
            _push(ITERATIONS, iteration_contents(expedition.iterations()))
            _push(DISCOVERY, discovery_contents(view.names, len(expedition.starts)))


def view_maxima(maxima: list[Maximum], relabel: bool) -> FoundMaxima:
    """What the figures draw of the maxima."""
    return FoundMaxima(
        names=[maximum.first for maximum in maxima],
        heights=[maximum.criterion for maximum in maxima],
        basins=[maximum.basin for maximum in maxima],
        collapsed=[maximum.collapsed for maximum in maxima],
        places=map_maxima(maxima, relabel)[0],
        chosen=run.chosen(maxima).first,
    )


def plane_contents(maximum: Maximum, dataset: Dataset, axes: Axes, first: int) -> Contents:
    """The outline and the centre of each component of one maximum, from trace `first` on."""
    seen = see(maximum.parameters, find_projection(dataset, *axes))
    span = (1.0, float(dataset.n))
    outlines, centres = seen.outlines(WITHIN_95, span), seen.centres(span)
    contents: Contents = {}
    for k, (line, centre) in enumerate(zip(outlines, centres, strict=True)):
        contents[first + 2 * k] = {"x": line[:, 0], "y": line[:, 1]}
        contents[first + 2 * k + 1] = {"x": centre[:1], "y": centre[1:]}
    return contents


def filled_map(expedition: Expedition, relabel: bool) -> go.Figure:
    """The map as it stands, for a file or a pin."""
    view = view_maxima(expedition.maxima(relabel), relabel)
    return filled(empty_map(height=HEIGHT), map_contents(view))


def _high() -> int:
    return lecture.picture_height(HEIGHT, share=0.72)  # the count stands above


def _push(chart: str, contents: Mapping[int, Mapping[str, Any]]) -> None:
    push_traces(f"{chart}.push", chart, contents)


def _draw_choosable(figure: go.Figure, key: str, config: dict[str, Any]) -> None:
    def choose() -> None:
        points = (st.session_state.get(key) or {}).get("selection", {}).get("points", [])
        names = [point["customdata"] for point in points if point.get("customdata") is not None]
        if names:
            name = names[-1]
            run.choose(int(name[0] if isinstance(name, list) else name))

    st.plotly_chart(figure, key=key, on_select=choose, selection_mode="points", config=config)


def _empty_components(n_components: int) -> list[go.Scatter]:
    """A line and a cross for each component."""
    traces = []
    for k in range(n_components):
        colour = class_colour(k, n_components)
        traces += [
            go.Scatter(
                x=[],
                y=[],
                mode="lines",
                showlegend=False,
                hoverinfo="skip",
                line={"color": colour, "width": 2.5},
            ),
            go.Scatter(
                x=[],
                y=[],
                mode="markers",
                showlegend=False,
                hoverinfo="skip",
                marker={
                    "symbol": "cross",
                    "size": 13,
                    "color": colour,
                    "line": {"color": "#FFFFFF", "width": 1.5},
                },
            ),
        ]
    return traces
