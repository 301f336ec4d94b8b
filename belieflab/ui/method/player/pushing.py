"""Traces that grow on a chart whose figure stays as it is; in the browser: `pushing.js`."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from belieflab.figures.common.trace import GROWN
from belieflab.ui.method.player.assets import class_name, read_asset
from belieflab.ui.method.runs import Run

_PUSHER = st.components.v2.component("belieflab_pusher", js=read_asset("pushing.js"))


def push_traces(key: str, chart: str, traces: Mapping[int, Mapping[str, Any]]) -> None:
    """Give traces of the chart `chart` new values, leaving zoom, pan and everything else alone.

    `traces` maps the number of a trace to its changed attributes by Plotly's dotted names, such
    as `{1: {"x": xs, "y": ys, "marker.color": colours}}`. The chart's own figure must not change
    between reruns: it begins with an empty trace.
    """
    changes = [
        {
            "trace": int(number),
            "update": {name: _plain(value) for name, value in attributes.items()},
        }
        for number, attributes in traces.items()
    ]
    _PUSHER(key=key, data={"chart": class_name(chart), "changes": changes}, height=1)


def push_charts(contents: Mapping[str, Mapping[int, Mapping[str, Any]]]) -> None:
    """Give traces of several charts new values: by the key of a chart what `push_traces` takes."""
    with st.container(gap=None):
        for chart, traces in contents.items():
            push_traces(f"{chart}.push", chart, traces)


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def push_steps(chart: str, run: Run, value: str = "criterion") -> None:
    """Let the curve of `draw_growing` in the chart `<chart>.growing` grow to the steps of a run."""
    steps = list(run.steps)
    grown = {"x": [step.iteration for step in steps], "y": [getattr(each, value) for each in steps]}
    push_traces(f"{chart}.pushed", f"{chart}.growing", {GROWN: grown})
