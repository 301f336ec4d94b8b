"""A curve over whole numbers that one may choose: the current choice and the best one marked."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.figures.common.canvas import chart
from belieflab.figures.common.grid import Floats
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, OUTLINE_GREY
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import WHITE_EDGE, scatter

BEST = OKABE_ITO[2]

Choice = tuple[str, NDArray[np.int64], dict[str, Any]]
"""A name in the legend, the positions it marks, and how its marker looks."""


def error_curve(
    numbers: NDArray[np.int64],
    errors: Floats,
    current: int,
    *,
    x_title: str,
    y_title: str,
    height: int = 240,
    scale: float = 1.0,
) -> go.Figure:
    """The errors [shape=(m,)] of the numbers tried; `customdata` carries the number of a point."""
    figure = chart(
        {"title": x_title, "rangemode": "normal"},
        {"title": y_title, "tickformat": ".1%", "rangemode": "tozero"},
        height=height,
        scale=scale,
        legend=True,
        dragmode=False,
    )
    hover = f"{plain(x_title)} %{{x}}<br>{plain(y_title)} %{{y:.2%}}"
    style = {"colour": OUTLINE_GREY, "width": 1.5 * scale, "size": 6 * scale}
    best = np.flatnonzero(errors <= errors.min() + 1e-12)[:1]
    mark = {"size": 12 * scale, "edge": WHITE_EDGE, "hover": hover}
    choices: Sequence[Choice] = (
        ("least", best, {"colour": BEST, "symbol": "diamond", **mark}),
        (
            "current",
            np.flatnonzero(numbers == current),
            {"colour": ACCENT, "symbol": "circle", **mark},
        ),
    )
    line = scatter(
        numbers, errors, "lines+markers", customdata=numbers, legend=False, hover=hover, **style
    )
    figure.add_traces([line, *mark_choices(numbers, errors, choices)])
    return figure


def mark_choices(
    numbers: NDArray[np.int64], values: Floats, choices: Sequence[Choice]
) -> list[go.Scatter]:
    """One trace of markers on the curve for each choice."""
    return [
        scatter(numbers[at], values[at], name=name, customdata=numbers[at], **style)
        for name, at, style in choices
    ]
