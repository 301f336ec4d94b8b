"""A data set at a glance: a few dots as a small SVG text, cheap enough to draw a dozen at once."""

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes, project
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.images import as_address
from belieflab.figures.common.palette import OMEGA_GREY, OUTLINE_GREY, class_colours
from belieflab.figures.common.pixels import as_colours
from belieflab.figures.common.view import sample_rows

WIDTH, HEIGHT, MARGIN = 160, 90, 8
MAX_DOTS = 180
RADIUS = 2.4


def thumbnail(dataset: Dataset, *, show_truth: bool = True) -> str:
    """SVG of the data along its default axes, coloured by class; holds no text of the data.

    An image is shown as it is.
    """
    if dataset.image_shape:
        place = f'width="{WIDTH}" height="{HEIGHT}" preserveAspectRatio="xMidYMid slice"'
        return _svg(f'<image href="{as_address(as_colours(dataset))}" {place}/>')
    rows = sample_rows(dataset.n, limit=MAX_DOTS)
    points, _ = project(dataset, *default_axes(dataset))
    x = _stretched(points[:, 0], MARGIN, WIDTH - MARGIN)[rows]
    y = _stretched(points[:, 1], HEIGHT - MARGIN, MARGIN)[rows]
    truth = dataset.truth if show_truth else None
    codes = [-1] * len(rows) if truth is None else truth[rows].tolist()
    colours = [*class_colours(len(dataset.class_names)), OMEGA_GREY]
    dots = "".join(
        f'<circle cx="{x[i]:.1f}" cy="{y[i]:.1f}" r="{RADIUS}" fill="{colours[code]}"/>'
        for i, code in enumerate(codes)
    )
    return _svg(f'<g stroke="{OUTLINE_GREY}" stroke-width="0.4">{dots}</g>')


def _svg(content: str) -> str:
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{content}</svg>'


def _stretched(values: Floats, start: float, end: float) -> Floats:
    """Values moved linearly onto [start, end]; a constant goes to the middle."""
    low, high = values.min(), values.max()
    share = (values - low) / (high - low) if high > low else np.full(len(values), 0.5)
    return start + share * (end - start)
