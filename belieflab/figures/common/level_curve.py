"""One method's curve over the levels of a sweep, with the band around it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.grid import Floats
from belieflab.figures.common.palette import faded
from belieflab.figures.common.traces import scatter

FEW = 4
"""Bands up to which each of them is rather opaque."""


@dataclass(frozen=True)
class LevelCurve:
    """One method in one panel.

    name : the method
    x, y, low, high : places, means and the ends of their intervals [shape=(m,)]
    printed : what a paper prints at the same places, NaN where it does not; None without a paper
    """

    name: str
    x: Floats
    y: Floats
    low: Floats
    high: Floats
    printed: Floats | None = None


def band(x: Any, low: Floats, high: Floats) -> dict[str, Any]:
    """The outline of the band between two curves."""
    return {"x": np.concatenate([x, x[::-1]]), "y": np.concatenate([high, low[::-1]])}


def opacity(n_bands: int) -> float:
    """How opaque one of so many bands is."""
    return 0.18 if n_bands <= FEW else 0.09


def draw_band(name: str, colour: str, opacity: float, **more: Any) -> go.Scatter:
    """A band without an edge, empty until it has an outline; it leaves with its curve."""
    fill = {"fill": "toself", "fillcolor": faded(colour, opacity), "width": 0}
    return scatter(mode="lines", name=name, legend=False, **fill, **more)


def draw_curve(name: str | None, colour: str, scale: float, **more: Any) -> go.Scatter:
    """A line with markers, empty until it has points."""
    style = {"colour": colour, "width": 2.5 * scale}
    return scatter(mode="lines+markers", name=name, **(style | more))
