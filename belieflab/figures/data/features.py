"""First looks at a data set: scatter matrix, parallel coordinates, class counts."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go

from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, axis, chart, names_axis, note_sample, sheet
from belieflab.figures.common.grid import stepped_scale
from belieflab.figures.common.hover import row_texts
from belieflab.figures.common.palette import NEUTRAL, OMEGA_GREY, OUTLINE_GREY, class_colours
from belieflab.figures.common.plane import Group, group_by_truth
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import GREY_EDGE, HOVERTEXT, bars, scatter
from belieflab.figures.common.view import sample_rows

MATRIX_FEATURES = 5
"""A scatter matrix of more features has cells too small to read."""

PARALLEL_FEATURES = 12
MAX_POINTS = 2_000
TITLE_LENGTH, LABEL_LENGTH, LINE_LENGTH = 24, 16, 14


def scatter_matrix(
    X: Floats,
    feature_names: Sequence[str],
    *,
    truth: Integers | None = None,
    class_names: Sequence[str] = (),
    dataset: Dataset | None = None,
    height: int = 480,
) -> go.Figure:
    """Every pair of features as a small scatter, coloured by class; X [shape=(n, p)].

    One feature alone is drawn as histograms by class. A `dataset` with ids names the objects.
    """
    if X.shape[1] == 1:
        groups = _groups(truth, class_names, np.arange(len(X)))
        return _histograms(X[:, 0], feature_names[0], groups, height)
    rows = sample_rows(len(X), limit=MAX_POINTS)
    groups = _groups(truth, class_names, rows)
    figure = sheet(height, legend=len(groups) > 1)
    edge = {"color": OUTLINE_GREY, "width": 0.5}
    half = {"diagonal": {"visible": False}, "showupperhalf": False}
    for group in groups:
        style = {"color": group.marker.fill, "symbol": group.marker.symbol, "size": 5, "line": edge}
        features = _dimensions(map(_two_lines, feature_names), X[group.members])
        texts = row_texts(group.members, [""] * len(group.members), None, (), dataset)
        named = {"name": group.name, "text": texts, "marker": style}
        figure.add_trace(go.Splom(dimensions=features, **named, **half))
    small = axis("") | {"title": {"font": {"size": FONT_SIZE - 2}}}  # the text is the feature's
    numbers = ["", *range(2, len(feature_names) + 1)]
    figure.update_layout({f"{side}axis{number}": small for side in "xy" for number in numbers})
    return note_sample(figure, len(rows), len(X))


def parallel_coordinates(
    X: Floats,
    feature_names: Sequence[str],
    *,
    truth: Integers | None = None,
    class_names: Sequence[str] = (),
    height: int = 480,
) -> go.Figure:
    """One line per object over parallel axes, one axis per feature; X [shape=(n, p)].

    Dragging along an axis keeps only the lines that pass there.
    """
    rows = sample_rows(len(X), limit=MAX_POINTS)
    groups = _groups(truth, class_names, rows)
    group_of = np.zeros(len(X), dtype=np.int64)
    for place, group in enumerate(groups):
        group_of[group.members] = place
    figure = sheet(height, legend=len(groups) > 1)
    colours = stepped_scale([group.marker.fill for group in groups])
    line = {"color": group_of[rows], "cmin": -0.5, "cmax": len(groups) - 0.5, "colorscale": colours}
    fonts = {"labelfont": {"size": FONT_SIZE - 1}, "tickfont": {"size": FONT_SIZE - 3}}
    # Slanted names begin over their axis and do not run into each other.
    above = {"labelangle": -25, "labelside": "top"}
    inside = {"x": [0.04, 0.94], "y": [0.06, 0.86]}
    features = _dimensions((plain(name, LABEL_LENGTH) for name in feature_names), X[rows])
    figure.add_trace(go.Parcoords(dimensions=features, line=line, domain=inside, **fonts, **above))
    if len(groups) > 1:
        for group in groups:
            style = {"colour": group.marker.fill, "width": 3}
            figure.add_trace(scatter([None], [None], "lines", group.name, **style))
        figure.update_layout(xaxis_visible=False, yaxis_visible=False)
    return note_sample(figure, len(rows), len(X))


def class_counts(truth: Integers, class_names: Sequence[str]) -> go.Figure:
    """One bar per class with the number of its objects, grey for the unknown."""
    counts = np.bincount(truth[truth >= 0], minlength=len(class_names)).tolist()
    names = [plain(name, TITLE_LENGTH) for name in class_names]
    colours = class_colours(len(class_names))
    unknown = int((truth == UNKNOWN).sum())
    if unknown:
        names, counts, colours = [*names, "unknown"], [*counts, unknown], [*colours, OMEGA_GREY]
    x = axis("objects", rangemode="tozero")
    # A place number keeps two classes apart whose names look alike after cutting.
    y = names_axis(names, autorange="reversed", showgrid=None)
    figure = sheet(max(140, 70 + 26 * len(names)), xaxis=x, yaxis=y)
    style = {"text": [str(count) for count in counts], "textposition": "auto", "hovertext": names}
    hover = f"{HOVERTEXT}: %{{x}} objects"
    return figure.add_trace(bars(counts, colour=colours, hover=hover, **style))


def _groups(truth: Integers | None, class_names: Sequence[str], rows: Integers) -> list[Group]:
    """The chosen rows by true class, the unknown last; one grey group without a truth."""
    if truth is None:
        return [Group("objects", NEUTRAL, rows)]
    groups = group_by_truth(truth[rows], class_names)
    return [replace(group, members=rows[group.members]) for group in groups]


def _dimensions(labels: Iterable[str], X: Floats) -> list[dict[str, object]]:
    return [
        {"label": label, "values": column.astype(np.float32)}
        for label, column in zip(labels, X.T, strict=True)
    ]


def _two_lines(name: str) -> str:
    """A title that stands beside a low cell without reaching into the next one."""
    lines = wrap(name, LINE_LENGTH, max_lines=2, placeholder=" …")
    return "<br>".join(plain(line) for line in lines)


def _histograms(values: Floats, feature: str, groups: Sequence[Group], height: int) -> go.Figure:
    figure = chart(feature, "objects", height=height, legend=len(groups) > 1, barmode="stack")
    edges = np.histogram_bin_edges(values, bins=min(40, max(5, round(np.sqrt(len(values))))))
    centres = (edges[:-1] + edges[1:]) / 2
    for group in groups:
        counts, _ = np.histogram(values[group.members], bins=edges)
        marker = {"color": group.marker.fill, "line": GREY_EDGE}
        bar = {"x": centres, "y": counts, "width": np.diff(edges), "name": group.name}
        figure.add_trace(go.Bar(**bar, marker=marker))
    return figure
