"""No type of a figure smaller than a given size: for a lecture hall, whoever drew the figure."""

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go


def raise_type(figure: go.Figure, least: float) -> go.Figure:
    """Raise every smaller size of type in the figure to `least` pixels; returns the figure.

    Titles, ticks, legend, hover and notes are in the layout; texts and colour bars in the traces.
    """
    layout = figure.layout.to_plotly_json()
    figure.update_layout({"font": {"size": max(least, layout.get("font", {}).get("size", 0))}})
    figure.update_layout(_raised(layout, least))
    for trace in figure.data:
        for name in ("textfont", "insidetextfont", "outsidetextfont", "colorbar"):
            if name in trace:
                part = getattr(trace, name).to_plotly_json()
                trace.update({name: _raised({name: part}, least).get(name, {})})
    return figure


def _raised(part: Mapping[str, Any], least: float) -> dict[str, Any]:
    """What changes in a part of a figure: its fonts, and those of the parts within."""
    changed: dict[str, Any] = {}
    for name, value in part.items():
        if isinstance(value, Mapping):
            if name.endswith("font") and _is_small(value.get("size"), least):
                changed[name] = {"size": least}
            elif inner := _raised(value, least):
                changed[name] = inner
        elif name == "annotations":
            changed[name] = [{**each, **_raised(each, least)} for each in value]
    return changed


def _is_small(size: Any, least: float) -> bool:
    return isinstance(size, (int, float)) and size < least
