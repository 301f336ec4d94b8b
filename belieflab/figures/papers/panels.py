"""Results of experiments in panels side by side: curves over levels, box plots, marks."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from belieflab.figures.common.canvas import FONT_SIZE, TOOL_BAR, axis, sheet
from belieflab.figures.common.level_curve import BAND, FAINT_BAND, FEW, LevelCurve
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, class_symbol, faded
from belieflab.figures.common.text import plain

Floats = NDArray[np.float64]

LEGEND_ROOM = 60
PANEL_TITLE_ROOM = 34
AXIS_ROOM = 60
"""Pixels under the lowest panels: numbers and a title of two lines."""

GAP = 66
"""Pixels between two rows of panels: numbers below, a panel title above."""

LINE, SHORT_LINE = 24, 14
"""Letters in a line of an axis title below and beside, so that titles next to each other have room
on a narrow page."""


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
    panels: Sequence[Panel],
    x_title: str,
    y_title: str,
    *,
    height: int = 380,
    per_row: int = 2,
    total_height: int | None = None,
    scale: float = 1.0,
) -> go.Figure:
    """Means with their intervals as bands; a paper's numbers as dotted lines with open markers.

    A method has the same colour in every panel; pointing at a level reads all curves there. A row
    of panels is `height` pixels high, or the whole figure `total_height`.
    """
    titles = [panel.title for panel in panels]
    figure, columns = _lay_out(titles, (x_title, y_title), (height, total_height), per_row, scale)
    figure.update_layout(hovermode="x unified")
    figure.update_xaxes(unifiedhovertitle={"text": f"{plain(x_title)}: %{{x}}"})
    names = list(dict.fromkeys(curve.name for panel in panels for curve in panel.curves))
    told: set[str] = set()
    for number, panel in enumerate(panels):
        place = {"row": number // columns + 1, "col": number % columns + 1}
        for curve in panel.curves:
            look = names.index(curve.name), len(names)
            figure.add_traces(
                _draw_curve(curve, look, scale, curve.name not in told),
                rows=place["row"],
                cols=place["col"],
            )
            told.add(curve.name)
    if any(_is_printed(curve) for panel in panels for curve in panel.curves):
        figure.add_trace(_paper_entry(scale))
    return figure


def draw_boxes(
    panels: Sequence[BoxPanel],
    x_title: str,
    y_title: str,
    *,
    height: int = 320,
    per_row: int = 2,
    total_height: int | None = None,
    scale: float = 1.0,
) -> go.Figure:
    """One box plot per place, as Figure 2 of Côme et al. 2009 has them."""
    titles = [panel.title for panel in panels]
    figure, columns = _lay_out(titles, (x_title, y_title), (height, total_height), per_row, scale)
    figure.update_layout(showlegend=False, margin_t=TOOL_BAR + PANEL_TITLE_ROOM * scale)
    for number, panel in enumerate(panels):
        counts = [len(drawn) for drawn in panel.values]
        figure.add_trace(
            go.Box(
                x=np.repeat(panel.places, counts),
                y=[value for drawn in panel.values for value in drawn],
                marker={"color": class_colour(0), "size": 3 * scale},
                line={"width": 1.2 * scale},
                name=plain(panel.title),
            ),
            row=number // columns + 1,
            col=number % columns + 1,
        )
    return figure


def draw_categories(
    panels: Sequence[CategoryPanel],
    y_title: str,
    *,
    height: int = 320,
    per_row: int = 3,
    total_height: int | None = None,
    scale: float = 1.0,
) -> go.Figure:
    """Means with error bars for things that stand in no order; a paper's numbers as open rings."""
    titles = [panel.title for panel in panels]
    figure, columns = _lay_out(titles, ("", y_title), (height, total_height), per_row, scale)
    for number, panel in enumerate(panels):
        names = [plain(name) for name in panel.names]
        place = {"row": number // columns + 1, "col": number % columns + 1}
        figure.add_trace(
            go.Scatter(
                x=names,
                y=panel.y,
                mode="markers",
                name="ours",
                showlegend=number == 0,
                marker={"color": class_colour(0), "size": 9 * scale},
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": panel.high - panel.y,
                    "arrayminus": panel.y - panel.low,
                },
                hovertemplate="%{x}: %{y:.4g}<extra></extra>",
            ),
            **place,
        )
        if np.isfinite(panel.printed).any():
            ring = _paper_entry(scale, mode="markers")
            ring.update(x=names, y=panel.printed, showlegend=number == 0)
            ring.update(marker={"size": 14 * scale, "line": {"width": 1.5 * scale}})
            ring.update(hovertemplate="%{x}: %{y:.4g} in the paper<extra></extra>")
            figure.add_trace(ring, **place)
    return figure


def _lay_out(
    titles: Sequence[str],
    axis_titles: tuple[str, str],
    heights: tuple[int, int | None],
    per_row: int,
    scale: float,
) -> tuple[go.Figure, int]:
    """Empty panels in rows, and how many stand in a row.

    `heights` are the pixels of a row, and of the whole, which counts where it is given. The axes
    are named left of the first and under the last panels; all panels share what they show.
    """
    columns = min(per_row, len(titles))
    rows = -(-len(titles) // columns)
    total = heights[0] * rows if heights[1] is None else heights[1]
    above = (LEGEND_ROOM + PANEL_TITLE_ROOM) * scale
    inside = max(total - above - AXIS_ROOM * scale, 0.4 * total)
    figure = make_subplots(
        rows=rows,
        cols=columns,
        subplot_titles=[plain(title) for title in titles],
        horizontal_spacing=0.1,
        vertical_spacing=min(GAP * scale / inside, 0.6 / rows),
    )
    figure.update_layout(sheet(total, scale=scale, legend=True).layout)
    figure.update_layout(
        margin={"l": 10, "r": 10, "t": above, "b": 10},
        legend={"y": 1.0 + PANEL_TITLE_ROOM * scale / inside, "yref": "paper"},
    )
    figure.update_annotations(font={"size": (FONT_SIZE + 1) * scale})
    figure.update_xaxes(axis("", scale=scale))
    figure.update_yaxes(axis("", scale=scale))
    for number in range(len(titles)):
        place = {"row": number // columns + 1, "col": number % columns + 1}
        if number + columns >= len(titles):
            figure.update_xaxes(title_text=_wrap(axis_titles[0], LINE, columns), **place)
        if number % columns == 0:
            figure.update_yaxes(title_text=_wrap(axis_titles[1], SHORT_LINE, rows), **place)
    return figure, columns


def _wrap(title: str, letters: int, neighbours: int) -> str:
    """A title over several lines, where panels stand side by side."""
    lines = textwrap.wrap(title, letters) if neighbours > 1 else [title]
    return "<br>".join(plain(line) for line in lines)


def _draw_curve(
    curve: LevelCurve, look: tuple[int, int], scale: float, in_legend: bool
) -> list[go.Scatter]:
    colour = class_colour(*look)
    group = {"legendgroup": curve.name, "name": plain(curve.name)}
    traces = [
        go.Scatter(
            x=np.concatenate([curve.x, curve.x[::-1]]),
            y=np.concatenate([curve.high, curve.low[::-1]]),
            mode="lines",
            fill="toself",
            fillcolor=faded(colour, BAND if look[1] <= FEW else FAINT_BAND),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            **group,
        ),
        go.Scatter(
            x=curve.x,
            y=curve.y,
            mode="lines+markers",
            line={"color": colour, "width": 2.5 * scale},
            marker={"color": colour, "size": 7 * scale, "symbol": class_symbol(*look)},
            hovertemplate="%{y:.4g}",
            showlegend=in_legend,
            **group,
        ),
    ]
    if _is_printed(curve):
        traces.append(
            go.Scatter(
                x=curve.x,
                y=curve.printed,
                mode="lines+markers",
                line={"color": colour, "width": 1.2 * scale, "dash": "dot"},
                marker={"color": colour, "size": 8 * scale, "symbol": "circle-open"},
                hovertemplate="%{y:.4g} in the paper",
                showlegend=False,
                **group,
            )
        )
    return traces


def _is_printed(curve: LevelCurve) -> bool:
    return curve.printed is not None and bool(np.isfinite(curve.printed).any())


def _paper_entry(scale: float, mode: str = "lines+markers") -> go.Scatter:
    """A line of the legend that explains the paper's marks."""
    return go.Scatter(
        x=[None],
        y=[None],
        mode=mode,
        line={"color": OUTLINE_GREY, "width": 1.2 * scale, "dash": "dot"},
        marker={"color": OUTLINE_GREY, "size": 8 * scale, "symbol": "circle-open"},
        name="the paper's numbers",
    )
