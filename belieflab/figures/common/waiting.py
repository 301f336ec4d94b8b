"""Charts before anything is known: named axes without numbers, and a sentence of what will come."""

import plotly.graph_objects as go

from belieflab.figures.common.canvas import FONT_SIZE
from belieflab.figures.common.text import plain

WAITING = "waiting"
"""Name of the sentence; the browser takes it away, and numbers the axes, with the first values."""

LATER = "later"
"""Name of a line or a text that the browser shows with the first values."""

HIDDEN = {"showticklabels": False}


def await_values(
    figure: go.Figure, sentence: str, *, scale: float = 1.0, numbers: bool = False
) -> go.Figure:
    """The chart without numbers at its axes, where Plotly would write some that mean nothing.

    They stay with `numbers`, for axes whose ranges are known before.
    """
    middle = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper", "showarrow": False}
    font = {"size": FONT_SIZE * scale}
    figure.add_annotation(name=WAITING, text=plain(sentence), font=font, **middle)
    return figure if numbers else figure.update_xaxes(HIDDEN).update_yaxes(HIDDEN)
