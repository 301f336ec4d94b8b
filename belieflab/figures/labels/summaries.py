"""Pictures of what labels say: how imprecise they are, which classes they leave possible."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.palette import ACCENT, GRID_GREY, OUTLINE_GREY, label_colours
from belieflab.figures.common.plane import LARGEST, SMALLEST
from belieflab.figures.common.text import plain
from belieflab.figures.common.view import sample_rows

HEATMAP_LIMIT = 2_000
TERNARY_LIMIT = 2_000
_BINS = 20


def nonspecificity_histogram(
    nonspecificity: NDArray[np.float64], *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """How many labels are how imprecise, in bins of 0.05, and their mean as a line.

    `nonspecificity` [shape=(n,)] from 0 (one class) to 1 (says nothing). Only the counts travel.
    """
    counts, edges = np.histogram(np.clip(nonspecificity, 0.0, 1.0), bins=_BINS, range=(0.0, 1.0))
    mean = float(np.mean(nonspecificity))
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("nonspecificity (0 precise, 1 vacuous)", scale=scale, range=[0, 1]),
        yaxis=axis("labels", scale=scale, rangemode="tozero"),
        margin={"l": 10, "r": 10, "t": 26, "b": 10},
        bargap=0,
        shapes=[
            {
                "type": "line",
                "x0": mean,
                "x1": mean,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"color": OUTLINE_GREY, "width": 2, "dash": "dash"},
            }
        ],
        annotations=[
            {
                "x": mean,
                "y": 1.0,
                "yref": "paper",
                "yanchor": "bottom",
                "text": f"mean {mean:.2f}",
                "showarrow": False,
                "font": {"size": (FONT_SIZE - 1) * scale},
            }
        ],
    )
    figure.add_trace(
        go.Bar(
            x=((edges[:-1] + edges[1:]) / 2).astype(np.float32),
            y=counts.astype(np.int32),
            width=1.0 / _BINS,
            marker={"color": ACCENT, "line": {"color": OUTLINE_GREY, "width": 0.6}},
            name="labels",
            hovertemplate="%{y} labels near %{x:.2f}<extra></extra>",
        )
    )
    return figure


def ternary(
    labels: MassTable,
    *,
    truth: NDArray[np.int64] | None = None,
    height: int = 340,
    scale: float = 1.0,
    seed: int = 0,
) -> go.Figure:
    """Pignistic probabilities of a frame of three classes in a triangle, coloured like the plane.

    A sure label lies in a corner, a union of two classes on an edge, a vacuous one in the middle.
    """
    if labels.frame.size != 3:
        raise ValueError(f"A triangle shows three classes, not {labels.frame.size}.")
    rows = sample_rows(len(labels), seed, TERNARY_LIMIT)
    shown = labels[rows]
    shares = shown.pignistic().astype(np.float32)
    sure = 1.0 - shown.nonspecificity()
    corners = [_corner(name, scale) for name in labels.frame.names]
    figure = sheet(
        height,
        scale=scale,
        ternary={
            "aaxis": corners[0],
            "baxis": corners[1],
            "caxis": corners[2],
            "bgcolor": "rgba(0,0,0,0)",
        },
        margin={"l": 50, "r": 50, "t": 40, "b": 40},
    )
    figure.add_trace(
        go.Scatterternary(
            a=shares[:, 0],
            b=shares[:, 1],
            c=shares[:, 2],
            mode="markers",
            name="labels",
            cliponaxis=False,
            marker={
                "color": label_colours(shown),
                "size": (scale * (SMALLEST + (LARGEST - SMALLEST) * sure)).astype(np.float32),
                "line": {"color": OUTLINE_GREY, "width": 0.6},
                "opacity": 0.8,
            },
            customdata=rows.astype(np.int32),
            hovertext=describe_rows(rows, labels, truth, labels.frame.names),
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    if len(rows) < len(labels):
        note(figure, f"{len(rows):,} of {len(labels):,} labels are drawn", scale=scale)
    return figure


def _corner(name: str, scale: float) -> dict[str, object]:
    return {
        "title": {"text": plain(name, 20), "font": {"size": FONT_SIZE * scale}},
        "tickvals": [0.25, 0.5, 0.75],
        "showticklabels": False,
        "gridcolor": GRID_GREY,
        "linecolor": OUTLINE_GREY,
    }


def sorted_by_class(labels: MassTable) -> NDArray[np.int64]:
    """Rows by most probable class, the most plausible of each class first [shape=(n,)]."""
    shares = labels.pignistic()
    winner = np.argmax(shares, axis=1)
    rows = np.arange(len(labels))
    contour = labels.contour()
    return np.lexsort((rows, -shares[rows, winner], -contour[rows, winner], winner))


def contour_heatmap(labels: MassTable, *, height: int = 240, scale: float = 1.0) -> go.Figure:
    """Plausibility of every class (across) for every label (along), sorted by class.

    Beyond 2,000 labels every so-many-th of the sorted ones is drawn and the figure says so.
    """
    order = sorted_by_class(labels)
    if len(order) > HEATMAP_LIMIT:
        order = order[np.linspace(0, len(order) - 1, HEATMAP_LIMIT).astype(np.int64)]
    values = labels[order].contour().T.astype(np.float32)
    n_classes = len(values)
    names = [plain(name, 24) for name in labels.frame.names]
    figure = sheet(
        height,
        scale=scale,
        xaxis=axis("labels, sorted by class", scale=scale, showgrid=False),
        yaxis=axis(
            "class",
            scale=scale,
            showgrid=False,
            autorange="reversed",
            tickmode="array",
            tickvals=list(range(n_classes)),
            ticktext=names,
        ),
    )
    figure.add_trace(
        go.Heatmap(
            z=values,
            customdata=np.broadcast_to((order + 1).astype(np.int32), values.shape),
            y=np.arange(n_classes),
            zmin=0.0,
            zmax=1.0,
            colorscale="Cividis",
            colorbar={
                "title": {
                    "text": "plausibility",
                    "side": "right",
                    "font": {"size": FONT_SIZE * scale},
                },
                "tickfont": {"size": (FONT_SIZE - 1) * scale},
                "thickness": 12,
            },
            hovertemplate="row %{customdata}<br>%{y}: plausibility %{z:.2f}<extra></extra>",
            name="contour",
        )
    )
    if len(order) < len(labels):
        note(figure, f"{len(order):,} of {len(labels):,} labels are drawn", scale=scale)
    return figure
