"""A figure made larger for a lecture hall: its type, and the height it has."""

import plotly.graph_objects as go

from belieflab.figures.canvas import FONT_SIZE


def enlarge(figure: go.Figure, scale: float, height: int) -> go.Figure:
    """A copy with all type `scale` times as large, in `height` pixels.

    Room above the panels grows with the legend and the titles that stand there.
    """
    copy = go.Figure(figure)
    layout = copy.layout
    copy.update_layout(
        height=height,
        font_size=_size(layout.font.size, scale),
        legend_font_size=_size(layout.legend.font.size, scale),
        hoverlabel_font_size=_size(layout.hoverlabel.font.size, scale),
    )
    if layout.margin.t is not None:
        copy.update_layout(margin_t=round(layout.margin.t * scale))
    for axes in (copy.for_each_xaxis, copy.for_each_yaxis):
        axes(
            lambda axis: axis.update(
                tickfont_size=_size(axis.tickfont.size, scale),
                title_font_size=_size(axis.title.font.size, scale),
            )
        )
    copy.for_each_annotation(lambda note: note.update(font_size=_size(note.font.size, scale)))
    return copy


def _size(present: float | None, scale: float) -> float:
    return (FONT_SIZE if present is None else present) * scale
