"""Charts as several pages draw them: small, side by side, or to be clicked; what was drawn.

A chart keeps the figure that it was first drawn with. What later figures of the same shape change
is sent to the browser and set there: the chart is not built anew, and zoom and pan stay.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import uuid4

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.answers import Answers
from belieflab.figures.common.description import describe
from belieflab.figures.common.frames import MovingFigure, filled, pack_frames
from belieflab.figures.common.making import UNCHECKED, copy_layout
from belieflab.figures.common.type_size import raise_type
from belieflab.ui.method.component import class_name, component
from belieflab.ui.method.context import remembered
from belieflab.ui.method.restyling import Spec, as_text, difference, is_alike, shorten
from belieflab.ui.shell import lecture
from belieflab.ui.shell.session import session

CONFIG = {"displaylogo": False, "scrollZoom": False}
QUIET = {"displayModeBar": False}

_KEPT, _CHARTS = "charts.kept", "on screen"
_PAGE, _COMPLETE, _PUSHED = "charts.page", "charts.complete", "charts.pushed"
_RESTYLER, _FRAMES = component("restyling"), component("frames")

MAX_BYTES = 200_000_000
"""Of the figures on screen; a chart whose figure is no longer kept is built anew."""

MAX_OWN = 8
"""Points up to which a chart shows nothing but what is pushed: a line for the truth, the start."""

Traces = Mapping[int, Mapping[str, Any]]
Choose = Callable[[int], None]


@dataclass(frozen=True)
class Drawing:
    """What was drawn: the picture to pin and export, and the frames that the player moves.

    Parameters
    ----------
    figure : the main picture
    chart : key of its chart
    frames : names of the frames in order, as the counter shows them; none without a player
    charts : keys of the charts that have these frames; their axes have fixed ranges, and their
        figures do not change between reruns, so that zoom stays
    captions : a few words per frame
    unit : what one frame is called
    start : the frame to begin with; the last one by default
    passive : whether the charts stand at that frame already: the player leaves them alone until a
        person moves it, and they take clicks at once
    table : the rows for the CSV file, made when they are asked for and outside the session
    is_result : whether it shows the result of the page, to pin and to compare
    has_tabs : whether tabs tell more about it
    """

    figure: go.Figure
    chart: str
    frames: Sequence[str] = ()
    charts: Sequence[str] = ()
    captions: Sequence[str] = ()
    unit: str = "iteration"
    start: int | None = None
    passive: bool = False
    table: Callable[[], pd.DataFrame] | None = None
    is_result: bool = True
    has_tabs: bool = True


def draw_chart(
    figure: go.Figure,
    key: str,
    config: Mapping[str, Any] = CONFIG,
    choose: Choose | None = None,
    **look: Any,
) -> None:
    """Draw a chart; `choose` is called with the number (`customdata`) of a clicked point.

    `alt` describes the chart to those who do not see it; by default `describe` writes it, of what
    was pushed to the chart before it was drawn, too.
    """
    pushed = st.session_state.get(_PUSHED, {}).pop(key, {})
    look = {"alt": _describe_filled(figure, pushed) or describe(figure)} | look
    if choose is not None:
        look |= {"on_select": partial(_take, key, choose), "selection_mode": "points"}
    kept = _keep(key, figure, look.get("alt"))
    kept.pushed = pushed or kept.pushed
    data = {"chart": class_name(key), "base": kept.name, "alt": look.get("alt")}
    look |= {"alt": kept.alt}
    with st.container(gap=None):
        st.plotly_chart(_Base(kept), key=key, config=dict(config), **look)
        data |= {"version": kept.version, "change": kept.change}
        _RESTYLER(key=f"{key}.restyle", data=data, height=1)


@dataclass
class KeptChart:
    """A chart on screen.

    name : by which the browser knows that the base is drawn
    base, shown : the figure that Streamlit knows, and the one that is seen
    figure : of which `shown` was made
    change, version : what makes one of the other, as JSON, and a short name of it
    frames : those that came after the picture, as JSON
    drawn : whether it was drawn in the run of the page that is under way
    pushed : the values that were pushed to it last
    """

    name: str
    base: Spec
    alt: str | None
    shown: Spec
    figure: go.Figure
    change: str = ""
    version: str = ""
    frames: str = ""
    drawn: bool = True
    pushed: Traces = field(default_factory=dict)


class _Base(go.Figure):  # type: ignore[misc]  # Plotly carries no annotations
    """The figure that a chart keeps, as Streamlit takes it: checked before, copied never."""

    def __init__(self, kept: KeptChart) -> None:
        super().__init__()
        self._kept = kept

    def to_dict(self) -> Spec:
        """The figure with a note by which the browser knows it."""
        base = self._kept.base
        return base | {"layout": base["layout"] | {"meta": {"base": self._kept.name}}}


def begin_page(*page: object) -> None:
    """Forget charts that are no longer on screen, or of another page.

    Else they would flash up as they were, or still hold a truth that is now hidden.
    """
    session = st.session_state
    kept, charts = _memory(), _memory()[_CHARTS]
    if session.get(_PAGE) != page:
        for key in list(charts):
            kept.take(_CHARTS, key)
    elif session.get(_COMPLETE):
        for key in [key for key, chart in charts.items() if not chart.drawn]:
            kept.take(_CHARTS, key)
        for chart in charts.values():
            chart.drawn = False
    session[_PAGE], session[_COMPLETE], session[_PUSHED] = page, False, {}


def draw_frames() -> None:
    """Hand over the frames of the charts whose pictures came first; drawn last on a page."""
    with st.container(gap=None, key="charts_frames"):
        for key, chart in _memory()[_CHARTS].items():
            figure = chart.figure
            if not (chart.drawn and isinstance(figure, MovingFigure) and figure.picture_first):
                continue
            if not chart.frames:
                frames = pack_frames(figure.moves)
                chart.shown = chart.shown | {"frames": frames}
                chart.frames = as_text(shorten(frames))
            data = {"chart": class_name(str(key)), "base": chart.name, "version": chart.version}
            data |= {"stamp": _short_name(chart.frames), "frames": chart.frames}
            _FRAMES(key=f"{key}.frames", data=data, height=1)


def end_page() -> None:
    """Say that the page was drawn to its end: now there is time to count what is kept."""
    st.session_state[_COMPLETE] = True
    _memory().count()
    remembered().count()


def kept_chart(key: str) -> KeptChart | None:
    """The chart of that key, if it is on screen."""
    found: KeptChart | None = _memory()[_CHARTS].get(key)
    return found


def describe_pushed(chart: str, traces: Traces) -> str | None:
    """What a chart shows with these values, in words; None where most of it is its own.

    A chart that is drawn only after they are pushed to it tells them then.
    """
    kept = kept_chart(chart)
    if kept is None:
        st.session_state.setdefault(_PUSHED, {})[chart] = traces
        return None
    kept.pushed = traces
    return _describe_filled(kept.figure, traces)


def describe_shown(chart: str) -> str:
    """What a chart on screen shows, in words, with what was pushed to it."""
    kept = _memory()[_CHARTS][chart]
    return _describe_filled(kept.figure, kept.pushed) or describe(kept.figure)


def _describe_filled(figure: go.Figure, traces: Traces) -> str | None:
    if not traces or any(trace.type == "image" for trace in figure.data):
        return None
    own = (trace for number, trace in enumerate(figure.data) if number not in traces)
    if sum(len(trace.x) for trace in own if trace.x is not None) > MAX_OWN:
        return None
    still = go.Figure(figure.data, copy_layout(figure.layout), **UNCHECKED)
    return describe(filled(still, traces))


def charts_on_screen() -> dict[str, go.Figure]:
    """The figures of the charts on screen, by their keys."""
    return {str(key): chart.figure for key, chart in _memory()[_CHARTS].items()}


def _memory() -> Answers:
    """The charts on screen, by their keys."""
    kept: Answers = st.session_state.setdefault(_KEPT, Answers(MAX_BYTES))
    kept.setdefault(_CHARTS, {})
    return kept


def as_drawn(figure: go.Figure) -> Spec:
    """The figure as the browser gets it at first; in a lecture its type is large enough."""
    if lecture.current() is not None:
        raise_type(figure, lecture.MIN_TYPE)
    spec: Spec = figure.picture() if isinstance(figure, MovingFigure) else figure.to_dict()
    return spec


def _keep(key: str, figure: go.Figure, alt: str | None) -> KeptChart:
    """The chart that shows the figure: the one on screen, changed, or a new one."""
    chart = kept_chart(key)
    if chart is None or chart.figure is not figure:
        spec = as_drawn(figure)
        if chart is None or not is_alike(chart.base, spec):
            before = {} if chart is None else chart.pushed
            chart = KeptChart(uuid4().hex[:12], spec, alt, spec, figure, pushed=before)
        elif found := difference(chart.base, spec):
            chart.change = as_text(found)
            chart.version = _short_name(chart.change)
        else:
            chart.change = chart.version = ""
        chart.shown, chart.figure, chart.frames = spec, figure, ""
        _memory().put(_CHARTS, key, chart, count_later=True)
    chart.drawn = True
    return chart


def _short_name(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def _take(key: str, choose: Choose) -> None:
    if found := clicked(key):
        choose(int(found[-1]))


def draw_small(figure: go.Figure, key: str, **look: Any) -> None:
    """Draw a picture to look at: hover works, but there are no buttons in its corner."""
    draw_chart(figure, key, QUIET, **look)


def draw_beside(figures: Mapping[str, go.Figure], **given: Any) -> None:
    """Draw charts of the same width side by side, by their keys."""
    columns = st.columns(len(figures), gap="medium")
    for place, (key, figure) in zip(columns, figures.items(), strict=True):
        with place:
            draw_chart(figure, key, **given)


def clicked(chart: str) -> list[Any]:
    """The `customdata` of the selected points of a chart, such as their rows; in a callback.

    Point numbers count within one trace, so charts carry their rows as `customdata`.
    """
    selection = (session().get(chart) or {}).get("selection", {})
    found = [point.get("customdata") for point in selection.get("points", [])]
    return [each[0] if isinstance(each, list) else each for each in found if each is not None]
