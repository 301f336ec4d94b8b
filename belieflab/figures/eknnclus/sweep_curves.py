"""Number of clusters and energy over the sweeps of EKNNclus, with a cursor for the player."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from belieflab.clustering.eknnclus_sweeps import SweepStep
from belieflab.figures.common.canvas import FONT_SIZE, axis, margins
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.common.traces import scatter

FEW_SWEEPS = 14
"""Sweeps up to which every one has its mark on the axis."""


def draw_clusters(
    steps: Sequence[SweepStep], *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """The number of clusters over sweeps, upwards by powers of ten."""
    counts = np.array([step.n_clusters for step in steps], dtype=np.float64)
    figure = _draw(steps, counts, "clusters", height, scale)
    low, high = np.log10(counts.min()), np.log10(counts.max())
    margin = max(0.08 * (high - low), 0.05)
    marks = _marks(int(counts[0]), int(counts[-1]))
    figure.update_yaxes(
        type="log",
        range=[low - margin, high + margin],
        tickvals=marks,
        ticktext=[f"{mark:,}" for mark in marks],
    )
    return figure


def draw_energy(steps: Sequence[SweepStep], *, height: int = 220, scale: float = 1.0) -> go.Figure:
    """The energy over sweeps; on the right the logarithm of the partition's plausibility pl.

    ln pl = -E + C, so one line is read on both axes.
    """
    energy = np.array([step.criterion for step in steps])
    figure = _draw(steps, energy, "energy E", height, scale)
    constant = steps[0].log_plausibility + steps[0].criterion
    low, high = figure.layout.yaxis.range
    # marks of its own on the right, not where those of E happen to be
    right = {"overlaying": "y", "side": "right", "range": [constant - low, constant - high]}
    figure.update_layout(
        yaxis={"nticks": 5, "title": {"text": ""}},
        yaxis2=axis("", scale=scale, showgrid=False, tickmode="auto", nticks=5, **right),
        margin=margins(28),
    )
    for text, side in (("energy E", "left"), ("ln pl", "right")):
        figure.add_annotation(
            text=text,
            x=0.0 if side == "left" else 1.0,
            y=1.0,
            xref="paper",
            yref="paper",
            xanchor=side,
            yanchor="bottom",
            showarrow=False,
            font={"size": FONT_SIZE * scale},
        )
    # an axis is drawn only where a trace uses it
    figure.add_trace(scatter([0.0], [steps[0].log_plausibility], yaxis="y2", opacity=0))
    return figure


def _marks(first: int, last: int) -> list[int]:
    """Both ends, and the powers of ten that are not too near to them."""
    low, high = min(first, last), max(first, last)
    powers = [10**power for power in range(len(str(high)))]
    between = [power for power in powers if 1.8 * low < power < high / 1.8]
    return sorted({low, high, *between})


def _draw(
    steps: Sequence[SweepStep], values: np.ndarray, title: str, height: int, scale: float
) -> go.Figure:
    figure = draw_steps(steps, values, title, unit="sweep", height=height, scale=scale)
    if len(steps) <= FEW_SWEEPS:
        figure.update_xaxes(dtick=1)
    return figure
