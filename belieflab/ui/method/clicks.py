"""What was clicked on a chart."""

from typing import Any

import streamlit as st


def clicked(chart: str) -> list[Any]:
    """The `customdata` of the selected points of a chart, such as their rows; in a callback.

    Point numbers count within one trace, so charts carry their rows as `customdata`.
    """
    selection = (st.session_state.get(chart) or {}).get("selection", {})
    found = [point.get("customdata") for point in selection.get("points", [])]
    return [each[0] if isinstance(each, list) else each for each in found if each is not None]
