"""Entries of a legend that explain colours and marks without a trace of their own."""

from collections.abc import Sequence

import plotly.graph_objects as go

from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, class_symbol
from belieflab.figures.common.text import plain


def mark_entry(
    name: str, symbol: str, colour: str, *, ring: str = OUTLINE_GREY, width: float = 0.6
) -> go.Scatter:
    """An empty trace whose marker stands in the legend; `name` has been made plain text.

    Traces of the same `legendgroup`, which is the name, come and go with a click on it.
    """
    return go.Scatter(
        x=[None],
        y=[None],
        mode="markers",
        name=name,
        legendgroup=name,
        hoverinfo="skip",
        marker={
            "symbol": symbol,
            "color": colour,
            "size": 10,
            "line": {"color": ring, "width": width},
        },
    )


def class_entries(names: Sequence[str]) -> list[go.Scatter]:
    """One entry per class, in its pure colour."""
    count = len(names)
    return [
        mark_entry(plain(name, 30), class_symbol(k, count), class_colour(k, count))
        for k, name in enumerate(names)
    ]
