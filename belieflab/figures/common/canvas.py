"""The empty figure every picture starts from: margins, clear background, quiet axes.

Backgrounds are transparent and grid lines mid-grey, so that a figure reads on any theme.
"""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from belieflab.figures.common.grid import Limits
from belieflab.figures.common.palette import ACCENT, CLEAR, GRID_GREY, OUTLINE_GREY
from belieflab.figures.common.text import plain

FONT_SIZE = 13

TOOL_BAR = 30
"""Pixels kept free above the legend, where Plotly's tools appear."""

Axis = str | dict[str, Any]


def sheet(height: int, *, scale: float = 1.0, legend: bool = False, **layout: Any) -> go.Figure:
    """An empty figure of a fixed height in pixels; `scale` enlarges the type for a lecture hall.

    More of the layout (`xaxis=axis(…)`) may be given at once, which is quicker than updating.
    """
    font = {"size": FONT_SIZE * scale}
    above = {"orientation": "h", "x": 0.0, "y": 1.0, "yanchor": "bottom", "title": {"text": ""}}
    common = {
        "height": height,
        "margin": margins(36 if legend else 16),
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": font,
        "showlegend": legend,
        "legend": {**above, "font": font, "itemsizing": "constant"},
        "hoverlabel": {"font": {"size": (FONT_SIZE - 2) * scale}, "align": "left"},
        "dragmode": "zoom",
        "modebar": {"bgcolor": CLEAR, "color": OUTLINE_GREY, "activecolor": ACCENT},
    }
    return go.Figure(layout=common | layout)


def chart(x: Axis, y: Axis, height: int, scale: float = 1.0, **layout: Any) -> go.Figure:
    """An empty figure with two axes, each a title or the arguments of `axis`."""
    given = ({"title": each} if isinstance(each, str) else each for each in (x, y))
    xaxis, yaxis = (axis(**each, scale=scale) for each in given)
    return sheet(height, scale=scale, xaxis=xaxis, yaxis=yaxis, **layout)


def plane_sheet(
    titles: tuple[str, str], limits: Limits | None = None, *, legend: int = 30, **more: Any
) -> go.Figure:
    """An empty plane with two named axes; `legend` is its height in pixels, 0 for none."""
    ranges: list[dict[str, Any]]
    ranges = [{}, {}] if limits is None else [{"range": list(each)} for each in limits]
    x, y = ({"title": title, **each} for title, each in zip(titles, ranges, strict=True))
    # a picture beneath would make the units of both axes equal
    return chart(
        x, y | {"scaleanchor": False}, legend=legend > 0, margin=margins(TOOL_BAR + legend), **more
    )


def margins(top: float) -> dict[str, float]:
    """A little space at the sides and below, and so many pixels above."""
    return {"l": 10, "r": 10, "t": top, "b": 10}


def axis(title: object, *, scale: float = 1.0, **more: Any) -> dict[str, Any]:
    """An axis with a title that is shown letter by letter.

    Fonts are set on the axis itself because Streamlit's theme overrides the figure's.
    """
    return {
        "title": {"text": plain(title), "font": {"size": FONT_SIZE * scale}},
        "tickfont": {"size": (FONT_SIZE - 1) * scale},
        "gridcolor": GRID_GREY,
        "zeroline": False,
        "automargin": True,
        **more,
    }


def names_axis(names: Sequence[str], title: str = "", **more: Any) -> dict[str, Any]:
    """An axis that counts 0, 1, … and shows names, already plain text, instead."""
    ticks = {"tickmode": "array", "tickvals": list(range(len(names))), "ticktext": list(names)}
    return axis(title, **({"showgrid": False} | ticks | more))


def colour_bar(title: str, *, scale: float = 1.0, **more: Any) -> dict[str, Any]:
    """The scale beside a heat map, with its title along it: above, it would touch the top tick."""
    return {
        "title": {"text": title, "side": "right", "font": {"size": FONT_SIZE * scale}},
        "tickfont": {"size": (FONT_SIZE - 1) * scale},
        "thickness": 12,
        **more,
    }


def write(figure: go.Figure, text: str, x: float, y: float, **more: Any) -> go.Figure:
    """Text above a point at shares of the width and the height, running inwards."""
    place = {"x": x, "y": y, "xref": "paper", "yref": "paper", "yanchor": "bottom"}
    side = "right" if x > 0.5 else "left"
    return figure.add_annotation(text=text, **place, xanchor=side, showarrow=False, **more)


def note(figure: go.Figure, text: str, *, scale: float = 1.0) -> go.Figure:
    """One line of small print in the lower right corner of the figure."""
    style = {"font": {"size": (FONT_SIZE - 2) * scale}, "bgcolor": "rgba(128, 128, 128, 0.25)"}
    return write(figure, plain(text, max_length=200), 1.0, 0.0, **style)


def note_sample(
    figure: go.Figure, drawn: int, total: int, *, what: str = "objects", scale: float = 1.0
) -> go.Figure:
    """Say in the figure how many are drawn, where these are not all."""
    if drawn >= total:
        return figure
    return note(figure, f"{drawn:,} of {total:,} {what} are drawn", scale=scale)
