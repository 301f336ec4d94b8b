"""Pictures of what labels say: how imprecise they are, which classes they leave possible.

One label: its masses and, per class, the interval from belief to plausibility.
"""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common import canvas, palette
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, note_sample, sheet
from belieflab.figures.common.heatmap import sorted_heatmap, thin_out
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.mass_bars import largest_masses
from belieflab.figures.common.palette import GRID_GREY, OUTLINE_GREY, label_colours
from belieflab.figures.common.plane import certainty_sizes
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import GREY_EDGE, HOVERTEXT, bars, on_hover, scatter
from belieflab.figures.common.view import sample_rows

MAX_COLUMNS = 2_000
MAX_POINTS = 2_000
N_BINS = 20
MAX_BARS, MAX_CLASSES = 8, 16
STORY_HEIGHT, TITLES_HEIGHT = 262, 112
"""Pixels of the story of a label, stacked, and of what is not rows in it."""
MIDDLE, ROW_HEIGHTS = 50, (14, 22)
WIDE_BAR = 0.3
"""A mass from which its number stands inside its bar."""


def nonspecificity_histogram(nonspecificity: Floats, *, height: int = 220) -> go.Figure:
    """How many labels are how imprecise, in bins of 0.05, and their mean as a line.

    `nonspecificity` [shape=(n,)] from 0 (one class) to 1 (says nothing). Only the counts travel.
    """
    counts, edges = np.histogram(np.clip(nonspecificity, 0.0, 1.0), bins=N_BINS, range=(0.0, 1.0))
    mean = float(np.mean(nonspecificity))
    x = {"title": "nonspecificity (0 precise, 1 vacuous)", "range": [0, 1]}
    y = {"title": "labels", "rangemode": "tozero"}
    figure = canvas.chart(x, y, height, margin=canvas.margins(26), bargap=0)
    centres = ((edges[:-1] + edges[1:]) / 2).astype(np.float32)
    style = {"colour": palette.ACCENT, "width": 1.0 / N_BINS, "hover": "%{y} labels near %{x:.2f}"}
    figure.add_trace(bars(counts.astype(np.int32), centres, "labels", upright=True, **style))
    text = {"text": f"mean {mean:.2f}", "font": {"size": FONT_SIZE - 1}}
    above = {**text, "y": 1.0, "yanchor": "bottom", "xanchor": "center"}
    line = {"color": OUTLINE_GREY, "width": 2, "dash": "dash"}
    return figure.add_vline(x=mean, line=line, annotation=above)


def ternary(
    labels: MassTable,
    *,
    truth: Integers | None = None,
    dataset: Dataset | None = None,
    height: int = 340,
    seed: int = 0,
) -> go.Figure:
    """Pignistic probabilities of a frame of three classes in a triangle, coloured like the plane.

    A sure label lies in a corner, a union of two classes on an edge, a vacuous one in the middle.
    """
    if labels.frame.size != 3:
        raise ValueError(f"A triangle shows three classes, not {labels.frame.size}.")
    rows = sample_rows(len(labels), seed, MAX_POINTS)
    shown = labels[rows]
    a, b, c = shown.pignistic().astype(np.float32).T
    quiet = {"showticklabels": False, "gridcolor": GRID_GREY, "linecolor": OUTLINE_GREY}
    sides: dict[str, Any] = {"bgcolor": palette.CLEAR}
    for letter, name in zip("abc", labels.frame.names, strict=True):
        title = {"text": plain(name, 20), "font": {"size": FONT_SIZE}}
        sides[f"{letter}axis"] = {"title": title, "tickvals": [0.25, 0.5, 0.75], **quiet}
    figure = sheet(height, ternary=sides, margin={"l": 50, "r": 50, "t": 40, "b": 40})
    names, sizes = labels.frame.names, certainty_sizes(shown)
    hover = describe_rows(rows, labels, truth, names, dataset=dataset)
    style = {"color": label_colours(shown), "size": sizes, "line": GREY_EDGE, "opacity": 0.8}
    points = {"a": a, "b": b, "c": c, "mode": "markers", "name": "labels", "cliponaxis": False}
    data = {"customdata": rows.astype(np.int32), "hovertext": hover, **on_hover(HOVERTEXT)}
    figure.add_trace(go.Scatterternary(**points, marker=style, **data))
    return note_sample(figure, len(rows), len(labels), what="labels")


def sorted_by_class(labels: MassTable) -> Integers:
    """Rows by most probable class, the most plausible of each class first [shape=(n,)]."""
    shares = labels.pignistic()
    winner = np.argmax(shares, axis=1)
    rows = np.arange(len(labels))
    contour = labels.contour()
    return np.lexsort((rows, -shares[rows, winner], -contour[rows, winner], winner))


def contour_heatmap(
    labels: MassTable, *, dataset: Dataset | None = None, height: int = 240
) -> go.Figure:
    """Plausibility of every class (across) for every label (along), sorted by class.

    Beyond 2,000 labels, or fewer of more than 100 classes, every so-many-th of the sorted ones is
    drawn and the figure says so.
    """
    order = thin_out(sorted_by_class(labels), MAX_COLUMNS, labels.frame.size)
    figure = sorted_heatmap(
        labels[order].contour().T,
        order,
        [plain(name, 24) for name in labels.frame.names],
        ("labels, sorted by class", "class", "plausibility"),
        hover="%{customdata}<br>%{text}: plausibility %{z:.2f}",
        dataset=dataset,
        name="contour",
        height=height,
    )
    return note_sample(figure, len(order), len(labels), what="labels")


def draw_one_label(labels: MassTable, row: int, *, stacked: bool = False) -> go.Figure:
    """First the masses of one label, largest first; then [bel, pl] of each class, BetP as a dot.

    The two parts stand side by side, or one above the other where there is little space.
    """
    one = labels[row]
    rest: dict[str, Any] = {"rest": "more sets", "fill": OUTLINE_GREY}
    rest |= {"digits": ".3g", "constraintext": "none"}
    sets, drawn = largest_masses(one, 0, MAX_BARS, **rest)
    # A low bar would have a number too small to read, a short one no space for it.
    drawn.textposition = ["inside" if mass > WIDE_BAR else "outside" for mass in drawn.x]
    likely = np.argsort(-one.contour()[0], kind="stable")[:MAX_CLASSES].tolist()
    classes = sorted(likely)
    names = [plain(one.frame.names[k], 22) for k in classes]
    whole = [0.0, 1.0]
    across = (whole, whole) if stacked else ([0.0, 0.42], [0.58, 1.0])
    height, *up = _stack(len(sets), len(names)) if stacked else (260, whole, whole)
    intervals: dict[str, Any] = {"range": [-0.02, 1.04], "domain": across[1], "anchor": "y2"}
    figure = sheet(
        height,
        xaxis=canvas.axis("mass", range=[0, 1.02], domain=across[0], anchor="y"),
        yaxis=_downwards(sets, domain=up[0], anchor="x"),
        xaxis2=canvas.axis("belief to plausibility, dot: BetP", **intervals),
        yaxis2=_downwards(names, domain=up[1], anchor="x2"),
        barmode="overlay",
        bargap=0.15 if stacked else 0.35,
    )
    return figure.add_traces([drawn, *_draw_intervals(one, classes, names)])


def _stack(above: int, below: int) -> tuple[int, list[float], list[float]]:
    """The height of two parts one above the other with rows of one height, and their places."""
    fitting = (STORY_HEIGHT - TITLES_HEIGHT) / (above + below)
    row = min(max(fitting, ROW_HEIGHTS[0]), ROW_HEIGHTS[1])
    inner = row * (above + below) + MIDDLE
    ends = [1.0 - row * above / inner, 1.0], [0.0, row * below / inner]
    return round(inner + TITLES_HEIGHT - MIDDLE), *ends


def _downwards(names: list[str], **more: Any) -> dict[str, Any]:
    return canvas.names_axis(names, range=[len(names) - 0.4, -0.6], **more)


def _draw_intervals(
    one: MassTable, classes: list[int], names: list[str]
) -> list[go.Bar | go.Scatter]:
    upper = one.contour()[0][classes]
    lower = np.array([one.belief(1 << k)[0] for k in classes])
    middle = one.pignistic()[0][classes]
    colours = [palette.class_colour(k, one.frame.size) for k in classes]
    second = {"xaxis": "x2", "yaxis": "y2"}
    numbers = ("belief", "plausibility", "BetP")
    lines = (f"<br>{name} %{{customdata[{j}]:.4f}}" for j, name in enumerate(numbers))
    data = {"customdata": np.column_stack([lower, upper, middle]), "hovertext": names}
    bar = {"name": "belief to plausibility", "base": lower.tolist(), "width": 0.45}
    bar["colour"] = [palette.faded(colour, 0.45) for colour in colours]
    bar |= {"edge": {"color": colours, "width": 2}, "hover": HOVERTEXT + "".join(lines)}
    dot = {"name": "BetP", "colour": colours, "size": 10, "edge": GREY_EDGE | {"width": 1}}
    dot["symbol"] = [palette.class_symbol(k, one.frame.size) for k in classes]
    dots = scatter(middle, list(range(len(classes))), **dot, **second)
    return [bars(upper - lower, **bar, **data, **second), dots]
