"""The empty sheet every figure starts from: margins, see-through ground, quiet axes.

Grounds are transparent and grid lines mid-grey, so that a figure reads on any theme.
"""

from typing import Any

import plotly.graph_objects as go

from belieflab.figures.common.palette import ACCENT, GRID_GREY, OUTLINE_GREY
from belieflab.figures.common.text import plain

FONT_SIZE = 13


def sheet(height: int, *, scale: float = 1.0, legend: bool = False, **layout: Any) -> go.Figure:
    """An empty figure of a fixed height in pixels; `scale` enlarges the type for a lecture hall.

    More of the layout (`xaxis=axis(…)`) may be given at once, which is quicker than updating.
    """
    size = FONT_SIZE * scale
    return go.Figure(
        layout={
            "height": height,
            "margin": {"l": 10, "r": 10, "t": 36 if legend else 16, "b": 10},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
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
            "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": OUTLINE_GREY, "activecolor": ACCENT},
            **layout,
        }
    )


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


def note(figure: go.Figure, words: str, *, scale: float = 1.0) -> None:
    """One line of small print in the lower right corner of the sheet."""
    figure.add_annotation(
        text=plain(words, longest=200),
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
