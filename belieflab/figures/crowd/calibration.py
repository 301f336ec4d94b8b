"""How often answers are right, by how sure they are."""

import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import chart
from belieflab.figures.common.palette import ACCENT, OUTLINE_GREY
from belieflab.figures.common.text import count_of
from belieflab.figures.common.traces import GREY_EDGE, HOVERTEXT, scatter


def calibration_curve(
    confidence: Floats, right: Floats, counts: Integers, *, height: int = 300, scale: float = 1.0
) -> go.Figure:
    """Share of right answers over confidence; honest doubt lies on the diagonal."""
    x = {"title": "how sure (probability)", "range": [0, 1.05]}
    y = {"title": "how often right", "range": [-0.05, 1.1]}
    figure = chart(x | {"tickformat": ".0%"}, y | {"tickformat": ".0%"}, height, scale)
    hover = [
        f"{count_of(int(count), 'answer')}<br>sure {sure:.0%}<br>right {share:.0%}"
        for sure, share, count in zip(confidence, right, counts, strict=True)
    ]
    line = scatter([0, 1], [0, 1], "lines", "honest", colour=OUTLINE_GREY, dash="dot", width=1)
    sizes = (8 + 18 * (counts / max(int(counts.max(initial=1)), 1)) ** 0.5) * scale
    look = {"size": sizes, "edge": GREY_EDGE, "hover": HOVERTEXT, "hovertext": hover}
    look["cliponaxis"] = False  # those who are sure stand at the edge
    points = scatter(confidence, right, "lines+markers", "answers", colour=ACCENT, width=2, **look)
    return figure.add_traces([line, points])
