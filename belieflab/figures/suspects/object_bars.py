"""One object: the masses of its label, of the evidence about it, and of its neighbours' labels."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.figures.common.canvas import axis, names_axis, sheet
from belieflab.figures.common.hover import by_size, set_name
from belieflab.figures.common.mass_bars import STACKED, set_segment
from belieflab.figures.common.palette import OUTLINE_GREY, set_colour
from belieflab.figures.common.text import plain

BAR_HEIGHT, REST_HEIGHT = 25, 30
MAX_SETS = 8


def draw_object(names: Sequence[str], table: MassTable, *, scale: float = 1.0) -> go.Figure:
    """One stacked bar per mass function, the first on top, each set in its colour.

    Parameters
    ----------
    names : what each bar is called, such as label, evidence, row 12
    table : the mass functions; sets beyond the eight largest are drawn as one
    scale : of type and bars

    Examples
    --------
    >>> from belieflab import MassTable
    >>> figure = draw_object(["label", "evidence"], MassTable.from_hard(["a", "b"]))
    >>> [trace.name for trace in figure.data]
    ['{a}', '{b}']
    """
    totals = Counter(dict(zip(table.focal.tolist(), table.mass.sum(axis=0).tolist(), strict=True)))
    masks = sorted((mask for mask, total in totals.most_common(MAX_SETS) if total > 0), key=by_size)
    size = table.frame.size
    columns = [
        (set_name(table.frame, mask), set_colour(mask, size), table.mass_of(mask)) for mask in masks
    ]
    rest = 1.0 - np.sum([values for _, _, values in columns], axis=0)
    if (rest > 1e-9).any():
        columns.append(("other sets", OUTLINE_GREY, np.maximum(rest, 0.0)))
    mass = {"range": [0, 1.001], "tickvals": [0, 0.5, 1], "fixedrange": True}
    down = {"range": [len(names) - 0.5, -0.5], "fixedrange": True}
    figure = sheet(
        round((BAR_HEIGHT * len(names) + REST_HEIGHT) * scale),
        scale=scale,
        xaxis=axis("", scale=scale, **mass),
        yaxis=names_axis([plain(name, 28) for name in names], "", scale=scale, **down),
        margin={"l": 10, "r": 10, "t": 2, "b": 4},
        bargap=0.18,
        **STACKED,
    )
    style = {"size": 11 * scale, "edge": {"color": OUTLINE_GREY, "width": 0.5}}
    for name, colour, values in columns:
        texts = [f"{name} {value:.2f}" if value >= 0.005 else "" for value in values.tolist()]
        hover = f"m({name}) = %{{x:.4f}}"
        figure.add_trace(set_segment(name, colour, values, texts, hover=hover, **style))
    return figure
