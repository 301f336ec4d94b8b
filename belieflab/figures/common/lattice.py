"""The lattice of subsets: every set a node, with its mass, belief, plausibility and commonality."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError
from belieflab.figures.common.canvas import sheet
from belieflab.figures.common.palette import faded, set_colour
from belieflab.figures.common.text import plain

LARGEST_LATTICE = 5
"""2^5 nodes can be read; 2^6 cannot."""

ROW_HEIGHT = 108
_LABEL_SHARE = 0.62
"""How much of a row's height a node and its label take; lines start below them."""

_WIDEST_ROW = 5
"""A level with more nodes than this is staggered over two rows."""

_ROOM_FOR_NAME = {1: 30, 2: 30, 3: 27, 4: 24, 5: 15}
"""Letters that fit under a node in a column of 600 pixels, by the size of the frame."""

_LONGEST_LINE = 16

_EDGE_GREY = "rgba(128, 128, 128, 0.35)"


def lattice(table: MassTable, *, scale: float = 1.0) -> go.Figure:
    """The Hasse diagram of all subsets of a frame of up to five classes for one mass function.

    ∅ is at the bottom, Ω at the top; a line joins a set to those one class larger. The area of
    a node grows with its mass; a node without mass is a small ring.
    """
    frame = table.frame
    if frame.size > LARGEST_LATTICE:
        raise DataError(
            f"The lattice is drawn for up to {LARGEST_LATTICE} classes; there are {frame.size}."
        )
    places, n_rows = node_places(frame.size)
    figure = sheet(int((ROW_HEIGHT * n_rows + 40) * scale), scale=scale)
    figure.add_trace(_edges(frame.size, places))
    figure.add_trace(_nodes(table, places, scale))
    hidden = {"visible": False, "fixedrange": True}
    figure.update_layout(
        xaxis={**hidden, "range": [-0.04, 1.04]},
        yaxis={**hidden, "range": [-0.85, n_rows - 0.55]},
        margin={"l": 0, "r": 0, "t": 4, "b": 4},
        dragmode=False,
    )
    return figure


def node_places(n_classes: int) -> tuple[NDArray[np.float64], int]:
    """Where each of the 2^K subsets stands, x in 0..1 and y in rows [shape=(2^K, 2)]; the rows."""
    places = np.zeros((1 << n_classes, 2))
    row = 0
    for level in range(n_classes + 1):
        masks = _level(n_classes, level)
        staggered = len(masks) > _WIDEST_ROW
        for position, mask in enumerate(masks):
            places[mask] = (position + 0.5) / len(masks), row + (position % 2 if staggered else 0)
        row += 2 if staggered else 1
    return places, row


def node_names(frame: Frame) -> list[str]:
    """A name for each of the 2^K nodes that fits under it; the whole name is on hover.

    Where full names are too long, unions are written with the shortest beginnings that tell the
    classes apart, or with numbers that stand before the names of the single classes.
    """
    room = _ROOM_FOR_NAME[frame.size]
    masks = range(1 << frame.size)
    if max(len(frame.format(mask)) for mask in masks) <= room:
        return [_whole_name(frame, mask) for mask in masks]
    codes = _short_codes(frame.names)
    numbered = codes[0] == "1"
    names = []
    for mask in masks:
        members = [k for k in range(frame.size) if mask >> k & 1]
        if len(members) == 1:
            name = frame.names[members[0]]
            names.append(plain(f"{codes[members[0]]}: {name}" if numbered else name, room))
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


def _level(n_classes: int, size: int) -> list[int]:
    """The sets of one size in the order of their members."""
    masks = [mask for mask in range(1 << n_classes) if mask.bit_count() == size]
    return sorted(masks, key=lambda mask: [k for k in range(n_classes) if mask >> k & 1])


def _edges(n_classes: int, places: NDArray[np.float64]) -> go.Scatter:
    pairs = [
        (mask, mask | 1 << k)
        for mask in range(1 << n_classes)
        for k in range(n_classes)
        if not mask >> k & 1
    ]
    return go.Scatter(
        x=[value for low, high in pairs for value in (places[low, 0], places[high, 0], None)],
        y=[
            value
            for low, high in pairs
            for value in (places[low, 1], places[high, 1] - _LABEL_SHARE, None)
        ],
        mode="lines",
        line={"color": _EDGE_GREY, "width": 1},
        hoverinfo="skip",
    )


def _nodes(table: MassTable, places: NDArray[np.float64], scale: float) -> go.Scatter:
    frame = table.frame
    masks = list(range(1 << frame.size))
    mass = np.array([table.mass_of(mask)[0] for mask in masks])
    belief = np.array([table.belief(mask)[0] for mask in masks])
    plausibility = np.array([table.plausibility(mask)[0] for mask in masks])
    commonality = np.array([table.commonality(mask)[0] for mask in masks])
    labels = [
        f"<b>{name}</b><br>m {mass[mask]:.2f}  bel {belief[mask]:.2f}"
        f"<br>pl {plausibility[mask]:.2f}  q {commonality[mask]:.2f}"
        for mask, name in enumerate(node_names(frame))
    ]
    colours = [set_colour(mask, frame.size) for mask in masks]
    return go.Scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="markers+text",
        text=labels,
        textposition="bottom center",
        textfont={"size": (12 if frame.size < LARGEST_LATTICE else 11) * scale},
        marker={
            "size": (9 + 25 * np.sqrt(np.clip(mass, 0, 1))) * scale,
            "color": [
                colour if held > 0 else faded(colour, 0.12)
                for colour, held in zip(colours, mass, strict=True)
            ],
            "line": {"color": colours, "width": 1.5},
            "opacity": 1.0,
        },
        customdata=np.column_stack([mass, belief, plausibility, commonality]),
        hovertext=[plain(frame.format(mask)) for mask in masks],
        hovertemplate="<b>%{hovertext}</b><br>m = %{customdata[0]:.6g}<br>"
        "bel = %{customdata[1]:.6g}<br>pl = %{customdata[2]:.6g}<br>"
        "q = %{customdata[3]:.6g}<extra></extra>",
        cliponaxis=False,
    )
