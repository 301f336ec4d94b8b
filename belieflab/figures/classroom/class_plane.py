"""The plane of a class that answers: grey dots that take colour as the answers come.

The figure stays as it is while they come; `class_marks` is what is pushed onto it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common import palette
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import plane_sheet
from belieflab.figures.common.hover import list_masses, name_rows, row_texts
from belieflab.figures.common.palette import OMEGA_GREY, QUESTION, Marker, class_symbol
from belieflab.figures.common.plane import LARGEST, SMALLEST, certainty_sizes
from belieflab.figures.common.text import count_of, plain
from belieflab.figures.common.traces import GREY_EDGE, HOVERTEXT, legend_entry, places, scatter

OTHERS, ASKED = 0, 1
"""Numbers of the traces: objects nobody is asked about, and those that are."""

MAX_OTHERS = 2_000


def class_plane(
    points: Floats,
    titles: tuple[str, str],
    class_names: Sequence[str],
    asked: Integers,
    *,
    dataset: Dataset | None = None,
    height: int = 540,
    scale: float = 1.0,
) -> go.Figure:
    """All objects in grey, before anybody answered; `asked` are rows of `points` [shape=(m,)].

    A `dataset` with ids names them in the hover texts.
    """
    others = np.setdiff1d(np.arange(len(points)), asked)
    if len(others) > MAX_OTHERS:
        others = np.random.default_rng(0).choice(others, MAX_OTHERS, replace=False)
    grey: dict[str, Any] = {"colour": OMEGA_GREY, "edge": GREY_EDGE, "legend": False}
    rows = {"hovertext": name_rows(asked, dataset), "hover": HOVERTEXT}
    shown = {"size": SMALLEST * scale, "marker": {"opacity": 0.95}, **rows}
    faint = {"size": 5 * scale, "marker": {"opacity": 0.35}}
    count = len(class_names)
    markers = {plain(name): palette.set_marker(1 << k, count) for k, name in enumerate(class_names)}
    markers |= {"open (Ω)": palette.NEUTRAL, "disputed": Marker(QUESTION, symbol="circle-open")}
    return plane_sheet(titles, height=height, scale=scale).add_traces(
        [
            scatter(**places(points[others]), name="not asked about", **grey, **faint),
            scatter(**places(points[asked]), name="asked about", **grey, **shown),
            *(legend_entry(name, marker, 10 * scale) for name, marker in markers.items()),
        ]
    )


def class_marks(
    labels: MassTable,
    conflict: Floats,
    counts: Integers,
    asked: Integers,
    *,
    dataset: Dataset | None = None,
    scale: float = 1.0,
) -> dict[str, Any]:
    """What the asked objects look like now, as attributes of the trace `ASKED`.

    Colours are blended by mass, certainty is size, conflict the width of the ring; `labels`,
    `conflict` and `counts` are of all n objects.
    """
    chosen, said, rings = labels[asked], counts[asked].tolist(), conflict[asked]
    best = chosen.pignistic().argmax(axis=1).tolist()
    known = zip(said, list_masses(chosen), rings.tolist(), strict=True)
    lines = [
        f"<br>{count_of(count, 'answer')}"
        + (f"<br>mass: {masses}<br>conflict: {ring:.2f}" if count else "")
        for count, masses, ring in known
    ]
    symbols = [class_symbol(k, labels.frame.size) for k in best]
    return {
        "marker.color": palette.label_colours(chosen),
        "marker.size": certainty_sizes(chosen, scale, LARGEST + 2).round(2),
        "marker.symbol": np.where(said, symbols, "circle").tolist(),
        "marker.line.color": [QUESTION if ring > 0.05 else palette.OUTLINE_GREY for ring in rings],
        "marker.line.width": (0.6 + 3.0 * rings).round(2),
        "hovertext": row_texts(asked, lines, None, (), dataset),
    }
