"""Where our numbers differ from a paper's: a map with one cell per number."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import FONT_SIZE, TOOL_BAR, chart, colour_bar, margins
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import on_hover

LOWER, EQUAL, HIGHER = "#74B3DB", "#F4F4F4", "#F0A070"
"""Pale enough for black numbers to be read on them."""

BELOW = 134
"""Pixels under the map: names of columns, title, scale of colours."""

FEW = 3
"""Columns up to which their names say enough: the title would be wider than the map."""

TINY = 1e-3
"""Where no difference reaches this, numbers are written with an exponent."""


def draw_differences(
    rows: Sequence[tuple[str, str]],
    columns: Sequence[str],
    values: Floats,
    x_title: str,
    value_title: str,
    *,
    notes: Sequence[Sequence[str]] = (),
) -> go.Figure:
    """Ours less the paper's [shape=(rows, columns)], blue where ours is lower, NaN left empty.

    A row is named by its panel and its series; several panels stand under their names. `notes`
    [shape=(rows, columns)] are shown when one points at a cell.
    """
    lines = _lay_out(rows)
    empty = [np.nan] * len(columns)
    values = np.array([empty if row is None else values[row] for _, _, row in lines])
    said = [[""] * len(columns) if row is None else notes[row] for _, _, row in lines if notes]
    largest = float(np.nanmax(np.abs(values))) if np.isfinite(values).any() else 0.0
    names, labels = [name for name, _, _ in lines], [label for _, label, _ in lines]
    style: dict[str, Any] = {"type": "category", "showgrid": False}
    x = {"title": x_title if len(columns) > FEW else "", "tickangle": 0, **style}
    y = {"title": "", "autorange": "reversed", "tickvals": names, "ticktext": labels, **style}
    height = max(260, 26 * len(lines) + TOOL_BAR + BELOW)
    figure = chart(x, y, height, margin=margins(TOOL_BAR) | {"b": BELOW})
    bar = colour_bar(plain(value_title), exponentformat="power")
    bar["title"]["side"] = "top"
    # beside the map it would leave no space on a narrow page
    bar |= {"orientation": "h", "y": 0.0, "yanchor": "top", "ypad": 72}
    scale = [[0.0, LOWER], [0.5, EQUAL], [1.0, HIGHER]]
    colours = {"zmin": -(largest or 1.0), "zmax": largest or 1.0, "colorscale": scale}
    data = [[plain(note) for note in row] for row in said] or None
    texts = {"customdata": data, "texttemplate": f"%{{z:{_format(largest)}}}", "xgap": 1, "ygap": 1}
    hover = on_hover("%{y}<br>%{x}: %{z:+.3g}" + ("<br>%{customdata}" if notes else ""))
    cells = {"x": [plain(name) for name in columns], "y": names, "z": values, "colorbar": bar}
    font = {"color": "#1A1A1A", "size": FONT_SIZE - 2}
    return figure.add_trace(go.Heatmap(**cells, **colours, **texts, textfont=font, **hover))


def _lay_out(rows: Sequence[tuple[str, str]]) -> list[tuple[str, str, int | None]]:
    """Lines from top to bottom: whole name, what stands beside it, and row; none for a heading.

    Whole names beside every line would leave a narrow page no map.
    """
    headed = len({panel for panel, _ in rows}) > 1
    lines: list[tuple[str, str, int | None]] = []
    for row, (panel, series) in enumerate(rows):
        name = plain(" · ".join(part for part in (panel, series) if part))
        if headed and (row == 0 or rows[row - 1][0] != panel):
            lines.append((f"{plain(panel)}:", f"<b>{plain(panel)}</b>", None))
        lines.append((name, plain(series) if headed else name, row))
    return lines


def _format(largest: float) -> str:
    """Two digits of the largest difference, at least one behind the point."""
    if 0.0 < largest < TINY:
        return "+.1e"
    behind = 1 if largest == 0.0 else max(1, 1 - math.floor(math.log10(largest)))
    return f"+.{behind}f"
