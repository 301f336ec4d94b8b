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


def sheet(height: int, *, scale: float = 1.0, legend: bool = False, **layout: Any) -> go.Figure:
    """An empty figure of a fixed height in pixels; `scale` enlarges the type for a lecture hall.

    More of the layout (`xaxis=axis(…)`) may be given at once, which is quicker than updating.
    """
    size = FONT_SIZE * scale
    return go.Figure(
        layout={
            "height": height,
            "margin": margins(36 if legend else 16),
            "paper_bgcolor": CLEAR,
            "plot_bgcolor": CLEAR,
            "font": {"size": size},
            "showlegend": legend,
            "legend": {
                "orientation": "h",
                "x": 0.0,
                "y": 1.0,
                "yanchor": "bottom",
                "title": {"text": ""},
                "font": {"size": size},
                "itemsizing": "constant",
            },
            "hoverlabel": {"font": {"size": size}, "align": "left"},
            "dragmode": "zoom",
            "modebar": {"bgcolor": CLEAR, "color": OUTLINE_GREY, "activecolor": ACCENT},
            **layout,
        }
    )


def chart(
    x: str | dict[str, Any],
    y: str | dict[str, Any],
    *,
    height: int,
    scale: float = 1.0,
    **layout: Any,
) -> go.Figure:
    """An empty figure with two axes, each a title or the arguments of `axis`."""
    xaxis, yaxis = (
        axis(each, scale=scale) if isinstance(each, str) else axis(**each, scale=scale)
        for each in (x, y)
    )
    return sheet(height, scale=scale, xaxis=xaxis, yaxis=yaxis, **layout)


def plane_sheet(
    titles: tuple[str, str], limits: Limits | None = None, *, legend: int = 30, **more: Any
) -> go.Figure:
    """An empty plane with two named axes; `legend` is its height in pixels, 0 for none."""
    ranges = [{}, {}] if limits is None else [{"range": list(each)} for each in limits]
    x, y = ({"title": title, **each} for title, each in zip(titles, ranges, strict=True))
    return chart(x, y, legend=legend > 0, margin=margins(TOOL_BAR + legend), **more)


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


def names_axis(
    names: Sequence[str], title: str = "", *, scale: float = 1.0, **more: Any
) -> dict[str, Any]:
    """An axis that counts 0, 1, … and shows names, already plain text, instead."""
    ticks = {"tickmode": "array", "tickvals": list(range(len(names))), "ticktext": list(names)}
    return axis(title, scale=scale, **({"showgrid": False} | ticks | more))


def colour_bar(title: str, *, scale: float = 1.0, **more: Any) -> dict[str, Any]:
    """The scale beside a heat map, with its title along it: above, it would touch the top tick."""
    return {
        "title": {"text": title, "side": "right", "font": {"size": FONT_SIZE * scale}},
        "tickfont": {"size": (FONT_SIZE - 1) * scale},
        "thickness": 12,
        **more,
    }


def note(figure: go.Figure, text: str, *, scale: float = 1.0) -> None:
    """One line of small print in the lower right corner of the figure."""
    figure.add_annotation(
        text=plain(text, max_length=200),
        x=1.0,
        y=0.0,
        xref="paper",
        yref="paper",
        xanchor="right",
        yanchor="bottom",
        showarrow=False,
        font={"size": (FONT_SIZE - 2) * scale},
        bgcolor="rgba(128, 128, 128, 0.25)",
    )


def note_sample(
    figure: go.Figure, drawn: int, total: int, *, what: str = "objects", scale: float = 1.0
) -> None:
    """Say in the figure how many are drawn, where these are not all."""
    if drawn < total:
        note(figure, f"{drawn:,} of {total:,} {what} are drawn", scale=scale)
