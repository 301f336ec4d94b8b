"""Pictures of what labels say: how imprecise they are, which classes they leave possible."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import FONT_SIZE, chart, margins, note_sample, sheet
from belieflab.figures.common.heatmap import sorted_heatmap, thin_out
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.palette import ACCENT, CLEAR, GRID_GREY, OUTLINE_GREY, label_colours
from belieflab.figures.common.plane import certainty_sizes
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import GREY_EDGE, HOVERTEXT, bars, on_hover
from belieflab.figures.common.view import sample_rows

MAX_COLUMNS = 2_000
MAX_POINTS = 2_000
N_BINS = 20


def nonspecificity_histogram(
    nonspecificity: NDArray[np.float64], *, height: int = 220
) -> go.Figure:
    """How many labels are how imprecise, in bins of 0.05, and their mean as a line.

    `nonspecificity` [shape=(n,)] from 0 (one class) to 1 (says nothing). Only the counts travel.
    """
    counts, edges = np.histogram(np.clip(nonspecificity, 0.0, 1.0), bins=N_BINS, range=(0.0, 1.0))
    mean = float(np.mean(nonspecificity))
    figure = chart(
        {"title": "nonspecificity (0 precise, 1 vacuous)", "range": [0, 1]},
        {"title": "labels", "rangemode": "tozero"},
        height=height,
        margin=margins(26),
        bargap=0,
    )
    centres = ((edges[:-1] + edges[1:]) / 2).astype(np.float32)
    style = {"colour": ACCENT, "width": 1.0 / N_BINS, "hover": "%{y} labels near %{x:.2f}"}
    figure.add_trace(bars(counts.astype(np.int32), centres, "labels", upright=True, **style))
    font = {"size": FONT_SIZE - 1}
    figure.add_vline(
        x=mean,
        line={"color": OUTLINE_GREY, "width": 2, "dash": "dash"},
        annotation={"text": f"mean {mean:.2f}", "y": 1.0, "yanchor": "bottom", "font": font},
        annotation_xanchor="center",
    )
    return figure


def ternary(
    labels: MassTable, *, truth: NDArray[np.int64] | None = None, height: int = 340, seed: int = 0
) -> go.Figure:
    """Pignistic probabilities of a frame of three classes in a triangle, coloured like the plane.

    A sure label lies in a corner, a union of two classes on an edge, a vacuous one in the middle.
    """
    if labels.frame.size != 3:
        raise ValueError(f"A triangle shows three classes, not {labels.frame.size}.")
    rows = sample_rows(len(labels), seed, MAX_POINTS)
    shown = labels[rows]
    a, b, c = shown.pignistic().astype(np.float32).T
    corners = [
        {
            "title": {"text": plain(name, 20), "font": {"size": FONT_SIZE}},
            "tickvals": [0.25, 0.5, 0.75],
            "showticklabels": False,
            "gridcolor": GRID_GREY,
            "linecolor": OUTLINE_GREY,
        }
        for name in labels.frame.names
    ]
    sides = dict(zip(("aaxis", "baxis", "caxis"), corners, strict=True))
    margin = {"l": 50, "r": 50, "t": 40, "b": 40}
    figure = sheet(height, ternary={**sides, "bgcolor": CLEAR}, margin=margin)
    sizes = certainty_sizes(shown)
    style = {"color": label_colours(shown), "size": sizes, "line": GREY_EDGE, "opacity": 0.8}
    figure.add_trace(
        go.Scatterternary(
            a=a,
            b=b,
            c=c,
            mode="markers",
            name="labels",
            cliponaxis=False,
            marker=style,
            customdata=rows.astype(np.int32),
            hovertext=describe_rows(rows, labels, truth, labels.frame.names),
            **on_hover(HOVERTEXT),
        )
    )
    note_sample(figure, len(rows), len(labels), what="labels")
    return figure


def sorted_by_class(labels: MassTable) -> NDArray[np.int64]:
    """Rows by most probable class, the most plausible of each class first [shape=(n,)]."""
    shares = labels.pignistic()
    winner = np.argmax(shares, axis=1)
    rows = np.arange(len(labels))
    contour = labels.contour()
    return np.lexsort((rows, -shares[rows, winner], -contour[rows, winner], winner))


def contour_heatmap(labels: MassTable, *, height: int = 240) -> go.Figure:
    """Plausibility of every class (across) for every label (along), sorted by class.

    Beyond 2,000 labels every so-many-th of the sorted ones is drawn and the figure says so.
    """
    order = thin_out(sorted_by_class(labels), MAX_COLUMNS)
    figure = sorted_heatmap(
        labels[order].contour().T,
        order,
        [plain(name, 24) for name in labels.frame.names],
        ("labels, sorted by class", "class", "plausibility"),
        hover="row %{customdata}<br>%{text}: plausibility %{z:.2f}",
        name="contour",
        height=height,
    )
    note_sample(figure, len(order), len(labels), what="labels")
    return figure
