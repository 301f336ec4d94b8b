"""New objects on the plane of those that were learned from."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.view import sample_rows

Floats = NDArray[np.float64]

MAX_BACKGROUND = 2_000


def draw_predicted(
    learned: Floats,
    points: Floats,
    beliefs: MassTable,
    axis_titles: tuple[str, str],
    *,
    names: Sequence[str] = (),
    height: int = 420,
    seed: int = 0,
) -> go.Figure:
    """The new objects in the colours of their beliefs over the old ones in grey.

    `learned` [shape=(n, 2)] are the objects learned from, `points` [shape=(m, 2)] the new ones,
    called by their `names` in hover texts, or by rows counted from 1.
    """
    named = Dataset(np.zeros((len(points), 1)), ("",), ids=tuple(names)) if names else None
    draw = partial(draw_points, labels=beliefs, dataset=named)
    figure = draw(points, axis_titles, height=height, seed=seed)
    rows = sample_rows(len(learned), seed, MAX_BACKGROUND)
    background = go.Scatter(
        x=learned[rows, 0].astype(np.float32),
        y=learned[rows, 1].astype(np.float32),
        mode="markers",
        name="learned from",
        hoverinfo="skip",
        marker={"size": 5, "color": "rgba(128,128,128,0.35)"},
    )
    figure.add_trace(background)
    figure.data = (figure.data[-1], *figure.data[:-1])
    return figure
