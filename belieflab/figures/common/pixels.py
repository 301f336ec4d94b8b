"""An image as a picture: its pixels as colours, and colours as a trace with the image's axes."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.data.image_features import COLOURS, GREY
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import TOOL_BAR, axis, margins, sheet
from belieflab.figures.common.images import as_address

Colours = NDArray[np.uint8]
"""Red, green and blue from 0 to 255 [shape=(rows, columns, 3)]."""


def as_colours(dataset: Dataset) -> Colours:
    """The pixels of an image as they look; features beyond 0 to 1 are stretched to that.

    Without features of these names the first three are taken for red, green and blue.
    """
    X, names = dataset.original
    named = [*names]
    wanted = next((each for each in (COLOURS, GREY) if set(each) <= set(named)), None)
    numbers = [named.index(name) for name in wanted] if wanted else list(range(dataset.p))[:3]
    bands = np.stack([_stretched(X[:, number]) for number in numbers], axis=-1)
    if bands.shape[1] < 3:
        bands = np.repeat(bands[:, :1], 3, axis=1)
    return np.rint(255.0 * bands).astype(np.uint8).reshape(*dataset.image_shape, 3)


def image_sheet(shape: tuple[int, ...], height: int, *, scale: float = 1.0, legend: int = 0) -> Any:
    """An empty figure whose axes count the columns and rows of an image, each pixel a square."""
    rows, columns = shape
    quiet = {"showgrid": False, "constrain": "domain"}
    down = {"range": [rows + 0.5, 0.5], "scaleanchor": "x", "scaleratio": 1}
    return sheet(
        height,
        scale=scale,
        legend=legend > 0,
        margin=margins(TOOL_BAR + legend),
        xaxis=axis("column", scale=scale, range=[0.5, columns + 0.5], **quiet),
        yaxis=axis("row", scale=scale, **down, **quiet),
    )


def image_trace(address: str, name: str = "image", **more: Any) -> go.Image:
    """A picture by its address; the first of its pixels is in column 1 and row 1."""
    place = {"x0": 1, "dx": 1, "y0": 1, "dy": 1}
    return go.Image(source=address, name=name, **place, **more)


def draw_pixels(dataset: Dataset, *, height: int = 420, scale: float = 1.0) -> go.Figure:
    """The image itself."""
    template = "column %{x}, row %{y}<extra></extra>"
    trace = image_trace(as_address(as_colours(dataset)), hovertemplate=template)
    return image_sheet(dataset.image_shape, height, scale=scale).add_trace(trace)


def _stretched(values: Floats) -> Floats:
    low, high = float(values.min()), float(values.max())
    if 0.0 <= low and high <= 1.0:
        return values
    return (values - low) / (high - low or 1.0)
