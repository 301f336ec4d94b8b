"""Results of experiments in panels side by side: curves over levels, box plots, marks."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import FONT_SIZE, TOOL_BAR, axis, margins, sheet
from belieflab.figures.common.curves import LevelCurve, band, draw_band, draw_curve, opacity
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, class_symbol
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import scatter

LEGEND_HEIGHT = 60
TITLE_HEIGHT = 34
AXIS_HEIGHT = 60
"""Pixels under the lowest panels: numbers and a title of two lines."""

GAP = 66
"""Pixels between two rows of panels: numbers below, a panel title above."""

LINE, SHORT_LINE = 24, 14
"""Letters in a line of an axis title below and beside, so that titles next to each other fit on a
narrow page."""


@dataclass(frozen=True)
class Panel:
    """The curves that share one pair of axes."""

    title: str
    curves: Sequence[LevelCurve]


@dataclass(frozen=True)
class BoxPanel:
    """Box plots that share one pair of axes: places, and the values at each."""

    title: str
    places: Sequence[float]
    values: Sequence[Sequence[float]]


@dataclass(frozen=True)
class CategoryPanel:
    """Values of things without an order: names, means, ends of intervals, printed numbers or NaN.

    y, low, high and printed are [shape=(m,)].
    """

    title: str
    names: Sequence[str]
    y: Floats
    low: Floats
    high: Floats
    printed: Floats


def draw_levels(
    panels: Sequence[Panel], x_title: str, y_title: str, *, scale: float = 1.0, **layout: Any
) -> go.Figure:
    """Means with their intervals as bands; a paper's numbers as dotted lines with open markers.

    A method has the same colour in every panel; pointing at a level reads all curves there. More
    of the `layout` is said in `_lay_out`.
    """
    figure, places = _lay_out(panels, (x_title, y_title), scale, **({"height": 380} | layout))
    figure.update_layout(hovermode="x unified")
    figure.update_xaxes(unifiedhovertitle={"text": f"{plain(x_title)}: %{{x}}"})
    curves = [
        (curve, place)
        for panel, place in zip(panels, places, strict=True)
        for curve in panel.curves
    ]
    names = list(dict.fromkeys(curve.name for curve, _ in curves))
    in_legend: set[str] = set()
    for curve, place in curves:
        number, first = names.index(curve.name), curve.name not in in_legend
        for trace in _draw_level(curve, number, len(names), scale, first):
            figure.add_trace(trace, **place)
        in_legend.add(curve.name)
    if any(_is_printed(curve.printed) for curve, _ in curves):
        figure.add_trace(_paper_marks(scale, x=[None], y=[None]))
    return figure


def draw_boxes(
    panels: Sequence[BoxPanel], x_title: str, y_title: str, *, scale: float = 1.0, **layout: Any
) -> go.Figure:
    """One box plot per place, as Figure 2 of Côme et al. (2009) has them."""
    figure, places = _lay_out(panels, (x_title, y_title), scale, **layout)
    figure.update_layout(showlegend=False, margin_t=TOOL_BAR + TITLE_HEIGHT * scale)
    marker = {"color": class_colour(0), "size": 3 * scale}
    for panel, place in zip(panels, places, strict=True):
        x = np.repeat(panel.places, [len(drawn) for drawn in panel.values])
        y = [value for drawn in panel.values for value in drawn]
        style = {"marker": marker, "line": {"width": 1.2 * scale}, "name": plain(panel.title)}
        figure.add_trace(go.Box(x=x, y=y, **style), **place)
    return figure


def draw_categories(
    panels: Sequence[CategoryPanel], y_title: str, *, scale: float = 1.0, **layout: Any
) -> go.Figure:
    """Means with error bars for things that stand in no order; a paper's numbers as open rings."""
    figure, places = _lay_out(panels, ("", y_title), scale, **({"per_row": 3} | layout))
    for panel, place in zip(panels, places, strict=True):
        names, legend = [plain(name) for name in panel.names], panel is panels[0]
        ends = {"array": panel.high - panel.y, "arrayminus": panel.y - panel.low}
        error = {"type": "data", "symmetric": False, **ends}
        dot = {"colour": class_colour(0), "size": 9 * scale, "hover": "%{x}: %{y:.4g}"}
        ours = scatter(names, panel.y, name="ours", legend=legend, error_y=error, **dot)
        figure.add_trace(ours, **place)
        if _is_printed(panel.printed):
            ring = {"size": 14 * scale, "edge": {"width": 1.5 * scale}, "legend": legend}
            hover = "%{x}: %{y:.4g} in the paper"
            values = {"x": names, "y": panel.printed, "mode": "markers", "hover": hover}
            figure.add_trace(_paper_marks(scale, **values, **ring), **place)
    return figure


def _lay_out(
    panels: Sequence[Any],
    axis_titles: tuple[str, str],
    scale: float,
    *,
    height: int = 320,
    total_height: int | None = None,
    per_row: int = 2,
) -> tuple[go.Figure, list[dict[str, int]]]:
    """Empty panels in rows, and the row and column of each.

    A row is `height` pixels high, or the whole figure `total_height` pixels. The axes are named
    left of the first and under the last panels; all panels share what they show.
    """
    columns = min(per_row, len(panels))
    rows = -(-len(panels) // columns)
    total = height * rows if total_height is None else total_height
    above = (LEGEND_HEIGHT + TITLE_HEIGHT) * scale
    inside = max(total - above - AXIS_HEIGHT * scale, 0.4 * total)
    gaps = {
        "horizontal_spacing": min(0.1, 0.3 / columns),
        "vertical_spacing": min(GAP * scale / inside, 0.6 / rows),
    }
    titles = [plain(panel.title) for panel in panels]
    figure = make_subplots(rows=rows, cols=columns, subplot_titles=titles, **gaps)
    figure.update_layout(sheet(total, scale=scale, legend=True, margin=margins(above)).layout)
    figure.update_layout(legend={"y": 1.0 + TITLE_HEIGHT * scale / inside, "yref": "paper"})
    figure.update_annotations(font={"size": (FONT_SIZE + 1) * scale})
    figure.update_xaxes(axis("", scale=scale))
    figure.update_yaxes(axis("", scale=scale))
    cells = (divmod(number, columns) for number in range(len(panels)))
    places = [{"row": row + 1, "col": column + 1} for row, column in cells]
    for number, place in enumerate(places):
        if number + columns >= len(panels):
            figure.update_xaxes(title_text=_wrap(axis_titles[0], LINE, columns), **place)
        if number % columns == 0:
            figure.update_yaxes(title_text=_wrap(axis_titles[1], SHORT_LINE, rows), **place)
    return figure, places


def _wrap(title: str, letters: int, neighbours: int) -> str:
    """A title over several lines, where panels stand side by side."""
    lines = textwrap.wrap(title, letters) if neighbours > 1 else [title]
    return "<br>".join(plain(line) for line in lines)


def _draw_level(
    curve: LevelCurve, number: int, count: int, scale: float, legend: bool
) -> list[go.Scatter]:
    """The band, the curve and, where there are some, the paper's numbers."""
    name, colour = plain(curve.name), class_colour(number, count)
    group = {"legendgroup": curve.name}
    style = {"size": 7 * scale, "symbol": class_symbol(number, count), "legend": legend}
    line = {"x": curve.x, "y": curve.y, "hovertemplate": "%{y:.4g}"}
    outline = band(curve.x, curve.low, curve.high)
    traces = [
        draw_band(name, colour, opacity(count), **outline, **group),
        draw_curve(name, colour, scale, **line, **style, **group),
    ]
    if _is_printed(curve.printed):
        printed = {"x": curve.x, "y": curve.printed, "hovertemplate": "%{y:.4g} in the paper"}
        marks = {"name": name, "colour": colour, "legend": False}
        traces.append(_paper_marks(scale, **printed, **marks, **group))
    return traces


def _is_printed(values: Floats | None) -> bool:
    return values is not None and bool(np.isfinite(values).any())


def _paper_marks(scale: float, **more: Any) -> go.Scatter:
    """Dotted lines with open rings: the paper's numbers."""
    style = {"mode": "lines+markers", "colour": OUTLINE_GREY, "name": "the paper's numbers"}
    marks = {"width": 1.2 * scale, "dash": "dot", "size": 8 * scale, "symbol": "circle-open"}
    return scatter(**(style | marks | more))
