"""Clicks anywhere on a chart, also on empty ground; in the browser: `clicking.js`."""

import math
from collections.abc import Callable

import streamlit as st

from belieflab.ui.method.player.assets import class_name, read_asset

_CLICKS = st.components.v2.component("belieflab_clicks", js=read_asset("clicking.js"))


def watch_clicks(key: str, chart: str, on_place: Callable[[float, float], None]) -> None:
    """Call `on_place(x, y)` when the chart of that key is clicked, in the units of its axes."""

    def take() -> None:
        place = st.session_state[key].get("place")
        try:
            x, y = float(place["x"]), float(place["y"])
        except (TypeError, KeyError, ValueError):
            return
        if math.isfinite(x) and math.isfinite(y):
            on_place(x, y)

    _CLICKS(key=key, data={"chart": class_name(chart)}, on_place_change=take, height=1)
