"""The lattice of subsets: every set a node, with its mass, belief, plausibility and commonality."""

from itertools import combinations
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import sheet, write
from belieflab.figures.common.palette import OUTLINE_GREY, faded, set_colour
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import HOVERTEXT, scatter

MAX_CLASSES = 5
"""2^5 nodes can be read; 2^6 cannot."""

ROW_HEIGHT = 108
_LABEL_SHARE = 0.62
"""How much of a row's height a node and its label take; lines start below them."""

_WIDEST_ROW = 5
"""A level with more nodes than this is staggered over two rows."""

_NAME_LENGTH = {1: 30, 2: 30, 3: 27, 4: 24, 5: 15}
"""Letters that fit under a node in a column of 600 pixels, by the size of the frame."""

_COMPACT_LENGTH = 15
"""Letters that fit there on one line in a third of a phone's width."""

_COMPACT_NOTE = "m [bel, pl]"
"""What the numbers under a compact node are."""

_LONGEST_LINE = 16

_EDGE_GREY = "rgba(128, 128, 128, 0.35)"


def lattice(table: MassTable, *, compact: bool = False) -> go.Figure:
    """The Hasse diagram of all subsets of a frame of up to five classes for one mass function.

    ∅ is at the bottom, Ω at the top; a line joins a set to those one class larger. The area of
    a node grows with its mass; a node without mass is a small ring. Where there is little height
    (`compact`) a node has two lines: its name, and its mass with the interval from belief to
    plausibility.
    """
    frame = table.frame
    if frame.size > MAX_CLASSES:
        raise DataError(
            f"The lattice is drawn for up to {MAX_CLASSES} classes; there are {frame.size}."
        )
    places, n_rows = node_places(frame.size)
    hidden = {"visible": False, "fixedrange": True}
    x, y = {**hidden, "range": [-0.04, 1.04]}, {**hidden, "range": [-0.85, n_rows - 0.55]}
    layout: dict[str, Any] = {"margin": {"l": 0, "r": 0, "t": 4, "b": 4}, "dragmode": False}
    figure = sheet(ROW_HEIGHT * n_rows + 40, xaxis=x, yaxis=y, **layout)
    across: list[float | None] = []
    up: list[float | None] = []
    for low in range(1 << frame.size):
        for high in (low | 1 << k for k in range(frame.size) if not low >> k & 1):
            across += [places[low, 0], places[high, 0], None]
            up += [places[low, 1], places[high, 1] - _LABEL_SHARE, None]
    edges = scatter(across, up, "lines", colour=_EDGE_GREY, width=1)
    if compact:
        write(figure, _COMPACT_NOTE, 0, 0)
    return figure.add_traces([edges, _nodes(table, places, compact)])


def node_places(n_classes: int) -> tuple[Floats, int]:
    """Where each of the 2^K subsets stands, x in 0..1 and y in rows [shape=(2^K, 2)]; the rows."""
    places = np.zeros((1 << n_classes, 2))
    row = 0
    for level in range(n_classes + 1):
        # the sets of one size in the order of their members
        masks = [sum(1 << k for k in each) for each in combinations(range(n_classes), level)]
        staggered = len(masks) > _WIDEST_ROW
        for position, mask in enumerate(masks):
            places[mask] = (position + 0.5) / len(masks), row + (position % 2 if staggered else 0)
        row += 2 if staggered else 1
    return places, row


def node_names(frame: Frame, *, compact: bool = False) -> list[str]:
    """A name for each of the 2^K nodes that fits under it; the whole name is on hover.

    Where full names are too long, unions are written with the shortest beginnings that
    distinguish the classes, or with numbers that stand before the names of the single classes.
    """
    length = min(_NAME_LENGTH[frame.size], _COMPACT_LENGTH if compact else 30)
    masks = range(1 << frame.size)
    if max(len(frame.format(mask)) for mask in masks) <= length:
        return [_whole_name(frame, mask) for mask in masks]
    codes = _short_codes(frame.names)
    numbered = codes[0] == "1"
    names = []
    for mask in masks:
        members = [k for k in range(frame.size) if mask >> k & 1]
        if len(members) == 1:
            name = frame.names[members[0]]
            names.append(plain(f"{codes[members[0]]}: {name}" if numbered else name, length))
        elif 1 < len(members) < frame.size:
            names.append(plain("{" + ", ".join(codes[k] for k in members) + "}"))
        else:
            names.append(frame.format(mask))
    return names


def _whole_name(frame: Frame, mask: int) -> str:
    """A set's full name, on two lines when it is long so that neighbours keep apart."""
    name = frame.format(mask)
    if len(name) <= _LONGEST_LINE or not 1 < mask.bit_count() < frame.size:
        return plain(name)
    members = [plain(frame.format(1 << k)[1:-1]) for k in range(frame.size) if mask >> k & 1]
    return "{" + ", ".join(members[:-1]) + ",<br>" + members[-1] + "}"


def _short_codes(names: tuple[str, ...]) -> list[str]:
    """The shortest beginnings of equal length that differ, up to three letters; else numbers."""
    for length in (1, 2, 3):
        codes = [name[:length] for name in names]
        if len(set(codes)) == len(codes) and all(code.isalnum() for code in codes):
            return codes
    return [str(k + 1) for k in range(len(names))]


def _nodes(table: MassTable, places: Floats, compact: bool) -> go.Scatter:
    frame = table.frame
    masks = range(1 << frame.size)
    functions = (table.mass_of, table.belief, table.plausibility, table.commonality)
    values = np.array([[function(mask)[0] for function in functions] for mask in masks])
    mass = values[:, 0]
    form = "<b>{}</b><br>m {:.2f}  bel {:.2f}<br>pl {:.2f}  q {:.2f}"
    names = node_names(frame, compact=compact)
    if compact:
        form = "<b>{}</b><br>{:.2f} [{:.2f}, {:.2f}]"
        names = [name.replace("<br>", " ") for name in names]
    labels = [form.format(name, *row) for name, row in zip(names, values.tolist(), strict=True)]
    colours = [set_colour(mask, frame.size) for mask in masks]
    fills = [colours[mask] if mass[mask] > 0 else faded(colours[mask], 0.12) for mask in masks]
    lines = (f"{name} = %{{customdata[{j}]:.6g}}" for j, name in enumerate(("m", "bel", "pl", "q")))
    hover = "<br>".join([f"<b>{HOVERTEXT}</b>", *lines])
    sizes = 9 + (13 if compact else 25) * np.sqrt(np.clip(mass, 0, 1))
    font = {"size": 12 if frame.size < MAX_CLASSES else 11}
    below = {"text": labels, "textposition": "bottom center", "textfont": font, "cliponaxis": False}
    rings = [OUTLINE_GREY, *colours[1:]]  # the black of ∅ is not seen in the dark theme
    disc = {"colour": fills, "size": sizes, "edge": {"color": rings, "width": 1.5}}
    whole = {"hovertext": [plain(frame.format(mask)) for mask in masks], "marker": {"opacity": 1.0}}
    style = {**below, **disc, **whole, "customdata": values, "hover": hover}
    return scatter(places[:, 0], places[:, 1], "markers+text", **style)
