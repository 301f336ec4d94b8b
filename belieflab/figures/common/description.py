"""A figure in words, for those who do not see it: its axes, and what stands on them in numbers."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.text import count_of
from belieflab.figures.common.waiting import LATER, WAITING

NAMED = "markers+text"
MAX_NAMES, MAX_CURVES = 12, 6
"""Entries of the legend that are named, and curves that are described one by one."""


def describe(figure: go.Figure) -> str:
    """What the figure shows, in plain text: axes, counts, ends and extremes of its curves."""
    layout = figure.layout
    title = _plain(layout.title.text) or _axes(layout)
    parts = [f"Chart: {title or 'without axes'}"]
    traces = [trace for trace in figure.data if trace.visible is not False]
    parts += [*_points(traces), *_named(traces), *_curves(traces), *_bars(traces)]
    parts += _surfaces(traces)
    names = [_plain(trace.name) for trace in traces if layout.showlegend and _has_entry(trace)]
    if names:
        more = ", …" if len(names) > MAX_NAMES else ""
        parts.append(f"Legend: {', '.join(names[:MAX_NAMES])}{more}")
    known = len(parts) > 1  # what comes with the first values is there, too
    left_out = (WAITING,) if known else (WAITING, LATER)
    parts += [_plain(note.text) for note in layout.annotations if note.name not in left_out]
    if len(parts) == 1:
        parts.append("Nothing is drawn yet")
    return ". ".join(dict.fromkeys(part.rstrip(".") for part in parts if part)) + "."


def _axes(layout: Any) -> str:
    """The names of the axes, of a surface in space where there is one."""
    if layout.scene.zaxis.title.text:
        names = [_plain(layout.scene[f"{letter}axis"].title.text) for letter in "xyz"]
        return f"{names[2]} above {' and '.join(name for name in names[:2] if name)}"
    across, up = (_plain(layout[f"{letter}axis"].title.text) for letter in "xy")
    return f"{up} against {across}" if across and up else across or up


def _plain(text: Any) -> str:
    """Text without the little HTML that Plotly reads."""
    return " ".join(unescape(re.sub(r"<[^<>]*>", " ", str(text or ""))).split())


def _has_entry(trace: Any) -> bool:
    return (
        bool(trace.name)
        and trace.type not in ("image", "heatmap")
        and trace.showlegend is not False
    )


def _numbers(values: Any) -> Floats:
    """The values as numbers, NaN where they are none."""
    try:
        return np.asarray([] if values is None else values, dtype=np.float64).ravel()
    except (TypeError, ValueError):
        return np.empty(0)


def _points(traces: list[Any]) -> Iterator[str]:
    """How many objects are drawn: markers that carry rows or, where none does, hover texts."""
    marks = [
        each
        for each in traces
        if each.type in ("scatter", "scattergl", "scatterternary")
        and each.mode == "markers"
        and np.any(np.not_equal(each.marker.opacity, 0.0))  # one number, or one for each marker
    ]
    rows, texts = ([getattr(each, name) for each in marks] for name in ("customdata", "hovertext"))
    found = [len(each) for each in rows if each is not None]
    found = found or [len(each) for each in texts if each is not None]
    if sum(found):
        yield count_of(sum(found), "point")


def _named(traces: list[Any]) -> Iterator[str]:
    """The names that stand beside markers, as those of the nodes of a graph."""
    shown = (each.text for each in traces if each.type == "scatter" and each.mode == NAMED)
    texts = (text for text in shown if text is not None and not isinstance(text, str))
    names = [name for text in texts for name in map(_plain, text) if name]
    if names:
        more = ", …" if len(names) > MAX_NAMES else ""
        yield f"Named: {', '.join(names[:MAX_NAMES])}{more}"


def _curves(traces: list[Any]) -> Iterator[str]:
    """Where lines begin and end, and their lowest and highest values."""
    lines = [
        each
        for each in traces
        if each.type in ("scatter", "scattergl")
        and "lines" in (each.mode or "")
        and each.fill is None
        and each.hoverinfo != "skip"
    ]
    described = 0
    for line in lines:
        x, y = _numbers(line.x), _numbers(line.y)
        if len(x) < 2 or len(x) != len(y) or not np.isfinite(y).any() or described == MAX_CURVES:
            continue
        described += 1
        good = np.flatnonzero(np.isfinite(y))
        first, last, low, high = good[0], good[-1], np.nanargmin(y), np.nanargmax(y)
        ends = f"from {y[first]:.4g} at {x[first]:.4g} to {y[last]:.4g} at {x[last]:.4g}"
        between = f", lowest {y[low]:.4g} at {x[low]:.4g}, highest {y[high]:.4g} at {x[high]:.4g}"
        name = _plain(line.name)
        yield f"{name or 'The curve'} goes {ends}{between}"


def _bars(traces: list[Any]) -> Iterator[str]:
    """How many bars, and the longest."""
    for bar in (each for each in traces if each.type == "bar"):
        lying = bar.orientation == "h"
        values = _numbers(bar.x if lying else bar.y)
        if len(values) and np.isfinite(values).any():
            text = bar.text if bar.text is not None and not isinstance(bar.text, str) else ()
            labels = bar.hovertext if bar.hovertext is not None else text
            best = int(np.nanargmax(values))
            at = _plain(labels[best]) if len(labels) == len(values) else ""
            place = f" ({at})" if at else ""
            named = f"{_plain(bar.name)}: " if bar.name else ""
            yield f"{named}{count_of(len(values), 'bar')}, the longest {values[best]:.4g}{place}"


def _surfaces(traces: list[Any]) -> Iterator[str]:
    for each in traces:
        if each.type == "image":
            yield f"Beneath lies a picture of the {_plain(each.name) or 'regions'}"
        elif each.type in ("heatmap", "surface") and each.z is not None:
            values = _numbers(each.z)
            if values.size and np.isfinite(values).any():
                rows, columns = np.shape(each.z)
                kind = "Heat map" if each.type == "heatmap" else "Surface"
                ends = f"{np.nanmin(values):.4g} to {np.nanmax(values):.4g}"
                yield f"{kind} of {rows} by {columns} cells, values {ends}"
