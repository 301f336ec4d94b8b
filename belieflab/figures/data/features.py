"""First looks at a data set: scatter matrix, parallel coordinates, class counts."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.data.dataset import UNKNOWN
from belieflab.figures.common.canvas import FONT_SIZE, axis, note, sheet
from belieflab.figures.common.palette import OMEGA_GREY, OUTLINE_GREY, class_colour, class_symbol
from belieflab.figures.common.text import plain
from belieflab.figures.common.view import sample_rows

MATRIX_FEATURES = 5
"""A scatter matrix of more features has cells too small to read."""

PARALLEL_FEATURES = 12
MOST_POINTS = 2_000
LONGEST_TITLE = 24
LONGEST_LABEL = 16


def standardised(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Every column with mean 0 and standard deviation 1; a constant column becomes 0."""
    centred = X - X.mean(axis=0)
    spread = centred.std(axis=0)
    result: NDArray[np.float64] = centred / np.where(spread > 0, spread, 1.0)
    return result


def scatter_matrix(
    X: NDArray[np.float64],
    feature_names: Sequence[str],
    *,
    truth: NDArray[np.int64] | None = None,
    class_names: Sequence[str] = (),
    height: int = 480,
    scale: float = 1.0,
) -> go.Figure:
    """Every pair of features as a small scatter, coloured by class; X [shape=(n, p)].

    One feature alone is drawn as histograms by class.
    """
    if X.shape[1] == 1:
        return _histograms(X[:, 0], feature_names[0], truth, class_names, height, scale)
    rows = sample_rows(len(X), limit=MOST_POINTS)
    groups = class_groups(truth, class_names, rows)
    figure = sheet(height, scale=scale, legend=len(groups) > 1)
    for name, colour, symbol, members in groups:
        figure.add_trace(
            go.Splom(
                dimensions=[
                    {"label": plain(feature, LONGEST_TITLE), "values": column.astype(np.float32)}
                    for feature, column in zip(feature_names, X[members].T, strict=True)
                ],
                name=name,
                marker={
                    "color": colour,
                    "symbol": symbol,
                    "size": 5 * scale,
                    "line": {"color": OUTLINE_GREY, "width": 0.5},
                },
                diagonal={"visible": False},
                showupperhalf=False,
                text=[f"Row {row + 1}" for row in members.tolist()],
            )
        )
    small = axis("", scale=scale)
    small.pop("title")
    figure.update_layout(
        {
            f"{side}axis{'' if j == 0 else j + 1}": small
            for side in "xy"
            for j in range(len(feature_names))
        }
    )
    if len(rows) < len(X):
        note(figure, f"{len(rows):,} of {len(X):,} objects are drawn", scale=scale)
    return figure


def parallel_coordinates(
    X: NDArray[np.float64],
    feature_names: Sequence[str],
    *,
    truth: NDArray[np.int64] | None = None,
    class_names: Sequence[str] = (),
    height: int = 480,
    scale: float = 1.0,
) -> go.Figure:
    """One line per object over parallel axes, one axis per feature; X [shape=(n, p)].

    Dragging along an axis keeps only the lines that pass there.
    """
    rows = sample_rows(len(X), limit=MOST_POINTS)
    groups = class_groups(truth, class_names, rows)
    group_of = np.zeros(len(X), dtype=np.int64)
    for place, (*_, members) in enumerate(groups):
        group_of[members] = place
    figure = sheet(height, scale=scale, legend=len(groups) > 1)
    figure.add_trace(
        go.Parcoords(
            dimensions=[
                {"label": plain(feature, LONGEST_LABEL), "values": column.astype(np.float32)}
                for feature, column in zip(feature_names, X[rows].T, strict=True)
            ],
            line={
                "color": group_of[rows],
                "cmin": -0.5,
                "cmax": len(groups) - 0.5,
                "colorscale": _steps([colour for _, colour, *_ in groups]),
            },
            labelfont={"size": (FONT_SIZE - 1) * scale},
            tickfont={"size": (FONT_SIZE - 3) * scale},
            # Slanted names begin over their axis and do not run into each other.
            labelangle=-25,
            labelside="top",
            domain={"x": [0.04, 0.94], "y": [0.06, 0.86]},
        )
    )
    if len(groups) > 1:
        figure.add_traces([_legend_entry(name, colour) for name, colour, *_ in groups])
        figure.update_xaxes(visible=False)
        figure.update_yaxes(visible=False)
    if len(rows) < len(X):
        note(figure, f"{len(rows):,} of {len(X):,} objects are drawn", scale=scale)
    return figure


def class_counts(
    truth: NDArray[np.int64], class_names: Sequence[str], *, scale: float = 1.0
) -> go.Figure:
    """One bar per class with the number of its objects, grey for the unknown."""
    size = len(class_names)
    counts = np.bincount(truth[truth >= 0], minlength=size).tolist()
    names = [plain(name, LONGEST_TITLE) for name in class_names]
    colours = [class_colour(k, size) for k in range(size)]
    unknown = int((truth == UNKNOWN).sum())
    if unknown:
        names, counts, colours = [*names, "unknown"], [*counts, unknown], [*colours, OMEGA_GREY]
    figure = sheet(round(max(140, 70 + 26 * len(names) * scale)), scale=scale)
    figure.add_trace(
        go.Bar(
            # A place number keeps two classes apart whose names look alike after cutting.
            y=list(range(len(names))),
            x=counts,
            orientation="h",
            marker={"color": colours, "line": {"color": OUTLINE_GREY, "width": 0.6}},
            text=counts,
            textposition="auto",
            hovertext=names,
            hovertemplate="%{hovertext}: %{x} objects<extra></extra>",
        )
    )
    figure.update_xaxes(axis("objects", scale=scale, rangemode="tozero"))
    figure.update_yaxes(
        axis(
            "", scale=scale, autorange="reversed", tickvals=list(range(len(names))), ticktext=names
        )
    )
    return figure


Group = tuple[str, str, str, NDArray[np.int64]]
"""Name for the legend, colour, symbol and the rows of one class."""


def class_groups(
    truth: NDArray[np.int64] | None, class_names: Sequence[str], rows: NDArray[np.int64]
) -> list[Group]:
    """The chosen rows by true class, the unknown last; one grey group without a truth."""
    if truth is None:
        return [("objects", OMEGA_GREY, "circle", rows)]
    size = len(class_names)
    groups: list[Group] = [
        (
            plain(name, LONGEST_TITLE),
            class_colour(k, size),
            class_symbol(k, size),
            rows[truth[rows] == k],
        )
        for k, name in enumerate(class_names)
    ]
    groups.append(("unknown", OMEGA_GREY, "circle", rows[truth[rows] == UNKNOWN]))
    return [group for group in groups if len(group[3])]


def _histograms(
    values: NDArray[np.float64],
    feature: str,
    truth: NDArray[np.int64] | None,
    class_names: Sequence[str],
    height: int,
    scale: float,
) -> go.Figure:
    groups = class_groups(truth, class_names, np.arange(len(values)))
    figure = sheet(height, scale=scale, legend=len(groups) > 1)
    edges = np.histogram_bin_edges(values, bins=min(40, max(5, round(np.sqrt(len(values))))))
    for name, colour, _, members in groups:
        counts, _ = np.histogram(values[members], bins=edges)
        figure.add_trace(
            go.Bar(
                x=(edges[:-1] + edges[1:]) / 2,
                y=counts,
                width=np.diff(edges),
                name=name,
                marker={"color": colour, "line": {"color": OUTLINE_GREY, "width": 0.6}},
            )
        )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(axis(feature, scale=scale))
    figure.update_yaxes(axis("objects", scale=scale))
    return figure


def _steps(colours: list[str]) -> list[list[float | str]]:
    """A colour scale of equal flat steps, so that classes never blend."""
    steps: list[list[float | str]] = []
    for place, colour in enumerate(colours):
        steps += [[place / len(colours), colour], [(place + 1) / len(colours), colour]]
    return steps


def _legend_entry(name: str, colour: str) -> go.Scatter:
    return go.Scatter(
        x=[None],
        y=[None],
        mode="lines",
        name=name,
        line={"color": colour, "width": 3},
        hoverinfo="skip",
    )
