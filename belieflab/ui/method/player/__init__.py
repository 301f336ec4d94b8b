"""What moves in the browser without asking the server: the player, and traces that grow.

Each component is declared here; what it does in the browser is in the script of its name.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from belieflab.figures.common.trace import GROWN
from belieflab.ui.method.charts import Drawing, describe_pushed
from belieflab.ui.method.component import class_name, component
from belieflab.ui.method.runs import Run

_PLAYER = component("player", html="player.html", css="player.css")
_IMAGES = component("images", html="images.html", css="images.css")
_CLICKS = component("clicking")
_PUSHER = component("pushing")


def draw_player(key: str, drawing: Drawing) -> None:
    """Play, pause, step and drag through the frames of one or more charts, in the browser.

    Arrow keys and space anywhere on the page move the player.
    """
    data = {
        "names": [str(name) for name in drawing.frames],
        "charts": [class_name(chart) for chart in drawing.charts],
        "word": drawing.unit,
        "captions": [str(caption) for caption in drawing.captions],
        "start": len(drawing.frames) - 1 if drawing.start is None else drawing.start,
        "passive": drawing.passive,
        "keys": True,
    }
    _PLAYER(key=key, data=data)


def draw_image_buttons(key: str, chart: str, file_stem: str) -> None:
    """Draw the buttons PNG and SVG for the chart of that key; its zoom and frame are kept.

    The browser makes the pictures: the server needs no drawing program.
    """
    _IMAGES(key=key, data={"chart": class_name(chart), "name": file_stem})


def watch_clicks(
    key: str,
    chart: str,
    on_place: Callable[[float, float], None],
    on_row: Callable[[int], None] | None = None,
) -> None:
    """Call `on_place(x, y)` when the chart of that key is clicked, in the units of its axes.

    Clicks count anywhere on the chart, also on empty ground. One that hits an object, a marker
    whose `customdata` is a row, calls `on_row(row)` instead where that is given.
    """

    def take() -> None:
        place = st.session_state[key].get("place")
        row = place.get("row") if isinstance(place, dict) else None
        if on_row is not None and isinstance(row, int) and not isinstance(row, bool) and row >= 0:
            on_row(row)
            return
        try:
            x, y = float(place["x"]), float(place["y"])
        except (TypeError, KeyError, ValueError):
            return
        if math.isfinite(x) and math.isfinite(y):
            on_place(x, y)

    _CLICKS(key=key, data={"chart": class_name(chart)}, on_place_change=take, height=1)


def push_traces(key: str, chart: str, traces: Mapping[int, Mapping[str, Any]]) -> None:
    """Give traces of the chart `chart` new values, leaving zoom, pan and everything else alone.

    `traces` maps the number of a trace to its changed attributes by Plotly's dotted names, such
    as `{1: {"x": xs, "y": ys, "marker.color": colours}}`. The chart's own figure must not change
    between reruns: it begins with an empty trace. Where the chart shows nothing else, its text
    alternative tells these values.
    """
    changes = [
        {"trace": int(number), "update": {name: _plain(value) for name, value in changed.items()}}
        for number, changed in traces.items()
    ]
    data = {"chart": class_name(chart), "changes": changes, "alt": describe_pushed(chart, traces)}
    _PUSHER(key=key, data=data, height=1)


def push_charts(contents: Mapping[str, Mapping[int, Mapping[str, Any]]]) -> None:
    """Give traces of several charts new values: by the key of a chart what `push_traces` takes."""
    with st.container(gap=None):
        for chart, traces in contents.items():
            push_traces(f"{chart}.push", chart, traces)


def push_steps(chart: str, run: Run, value: str = "criterion") -> None:
    """Let the curve of `draw_growing` in the chart `<chart>.growing` grow to the steps of a run."""
    steps = list(run.steps)
    grown = {"x": [step.iteration for step in steps], "y": [getattr(each, value) for each in steps]}
    push_traces(f"{chart}.pushed", f"{chart}.growing", {GROWN: grown})


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value
