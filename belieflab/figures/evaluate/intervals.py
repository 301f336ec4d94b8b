"""Methods side by side: agreement with the labels as an interval, accuracy beside it; sets."""

from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from belieflab.error_rates import LABELS
from belieflab.figures.common.canvas import (
    FONT_SIZE,
    TOOL_BAR,
    axis,
    chart,
    margins,
    names_axis,
    sheet,
    write,
)
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, OUTLINE_GREY, class_colour, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import GREY_EDGE, bars, scatter

TRUTH_COLOUR = OKABE_ITO[3]
AGREEMENT, ACCURACY = "by labels", "by true classes"
LEGEND = 52

MEASURES = {
    "balanced": False,
    "discounted": False,
    "u65": False,
    "u80": False,
    "Brier": True,
    "log score": True,
    "cost": True,
}
"""Columns of a summary that are drawn side by side, and whether less is better."""


def draw_intervals(summary: pd.DataFrame, *, height: int = 380, scale: float = 1.0) -> go.Figure:
    """One row per method of `report.summarise`: what the labels allow, and what the truth says.

    The pale bar runs from mean belief to mean plausibility of the answers; the disc is the
    pignistic agreement, its line the corrected 95 % interval over folds. The diamond is the
    accuracy against true classes, where these are known. The dot beside a name has the colour that
    the method has in the curves.
    """
    names = [_dotted(place, name) for place, name in enumerate(summary["method"])]
    share = {"tickformat": ".0%", "range": [max(0.0, _lowest(summary) - 0.03), 1.005]}
    x, y = axis("share of right answers", scale=scale, **share), names_axis(names)
    y |= {"autorange": "reversed", "tickfont": {"size": 13 * scale}, "automargin": True}
    layout = {"xaxis": x, "yaxis": y, "barmode": "overlay", "margin": margins(TOOL_BAR + LEGEND)}
    figure = sheet(height, scale=scale, legend=True, **layout)
    rows = np.arange(len(summary), dtype=float)
    width = (summary["upper"] - summary["lower"]).to_numpy()
    figure.add_trace(
        bars(
            width,
            rows,
            f"{AGREEMENT}, bel to pl",
            colour=faded(ACCENT, 0.25),
            base=summary["lower"].to_numpy(),
            width=0.55,
            customdata=summary[["lower", "upper"]].to_numpy(),
            hover="belief %{customdata[0]:.1%} to plausibility %{customdata[1]:.1%}",
        )
    )
    shift = 0.12 if "accuracy" in summary else 0.0
    value = (summary["agreement"], summary["low"], summary["high"])
    style = {"symbol": "circle", "colour": ACCENT}
    figure.add_trace(_points(f"{AGREEMENT}, pignistic", rows - shift, value, style, scale))
    if "accuracy" in summary:
        value = (summary["accuracy"], summary["accuracy low"], summary["accuracy high"])
        style = {"symbol": "diamond", "colour": TRUTH_COLOUR}
        figure.add_trace(_points(ACCURACY, rows + shift, value, style, scale))
    return figure


def draw_by_class(table: pd.DataFrame, *, height: int = 300, scale: float = 1.0) -> go.Figure:
    """One row per class of `tables.by_class_of`: agreement, and its bounds as a pale bar."""
    names = [plain(name, 28) for name in table["class"]]
    x = axis("agreement", scale=scale, tickformat=".0%", range=[-0.005, 1.005])
    y = names_axis(names, autorange="reversed", tickfont={"size": 13 * scale})
    layout: dict[str, Any] = {"xaxis": x, "yaxis": y, "barmode": "overlay"}
    figure = sheet(height, scale=scale, margin=margins(TOOL_BAR), **layout)
    rows = np.arange(len(table), dtype=float)
    low, mean, high = (table[each].to_numpy() for each in ("belief", "agreement", "plausibility"))
    ends = np.column_stack([low, high])
    hover = "belief %{customdata[0]:.1%} to plausibility %{customdata[1]:.1%}"
    pale = {"colour": faded(ACCENT, 0.25), "width": 0.55, "customdata": ends, "hover": hover}
    figure.add_trace(bars(high - low, rows, "bel to pl", base=low, **pale))
    style = {"colour": ACCENT, "edge": GREY_EDGE, "size": 11 * scale}
    return figure.add_trace(scatter(mean, rows, name="agreement", hover="%{x:.1%}", **style))


def draw_measures(
    summary: pd.DataFrame, against: str = LABELS, *, height: int = 300, scale: float = 1.0
) -> go.Figure:
    """Every other measure of `report.summarise` on an axis of its own, methods as rows.

    `against` is what they are measured by. To the right is better, so small costs and scores are
    too: their axes run from right to left.
    """
    names = [_dotted(place, name) for place, name in enumerate(summary.get("method", []))]
    shown = [name for name in MEASURES if name in summary]
    y = names_axis(names, autorange="reversed", tickfont={"size": 13 * scale})
    figure = sheet(height, scale=scale, margin=margins(TOOL_BAR), yaxis=y)
    rows = np.arange(len(summary), dtype=float)
    colours = [class_colour(place) for place in range(len(summary))]
    for number, name in enumerate(shown):
        letter = "" if number == 0 else str(number + 1)
        left, right = number / len(shown), (number + 0.86) / len(shown)
        turned = {"autorange": "reversed"} if MEASURES[name] else {}
        look = axis(name, scale=scale, domain=[left, right], nticks=4, **turned)
        figure.layout[f"xaxis{letter}"] = look
        style = {"edge": GREY_EDGE, "size": 11 * scale, "hover": f"{name} %{{x:.3f}}"}
        point = scatter(summary[name], rows, name=name, xaxis=f"x{letter}", **style)
        point.marker.color = colours
        figure.add_trace(point)
    return write(figure, f"measured by the {against}", 0.0, 1.0, font={"size": FONT_SIZE * scale})


def draw_sets(table: pd.DataFrame, *, height: int = 300, scale: float = 1.0) -> go.Figure:
    """Coverage against mean size of every rule of `compare_set_rules`: up and left is better."""
    x = {"title": "mean number of classes in an answer", "rangemode": "normal"}
    y = {"title": "coverage", "tickformat": ".0%"}
    figure = chart(x, y, height, scale, legend=True, margin=margins(TOOL_BAR + LEGEND))
    for number, (_, row) in enumerate(table.iterrows()):
        hover = "%{fullData.name}<br>%{x:.2f} classes, coverage %{y:.1%}"
        style = {"size": 12 * scale, "edge": GREY_EDGE, "symbol": number, "hover": hover}
        point = scatter([row["size"]], [row["coverage"]], name=plain(row["rule"]), **style)
        point.marker.color = class_colour(number)
        figure.add_trace(point)
    return figure


def _dotted(place: int, name: str) -> str:
    return f'{plain(name, 28)} <span style="color:{class_colour(place)}">⬤</span>'


def _points(
    name: str, rows: Any, value: tuple[pd.Series, ...], style: dict[str, Any], scale: float
) -> go.Scatter:
    """A marker per method with its interval as a line."""
    mean, low, high = (each.to_numpy(dtype=float) for each in value)
    reach = {"type": "data", "symmetric": False, "color": style["colour"], "thickness": 1.6}
    reach |= {"array": np.nan_to_num(high - mean), "arrayminus": np.nan_to_num(mean - low)}
    ends = np.column_stack([low, high])
    hover = f"{name}: %{{x:.1%}}<br>95 %: %{{customdata[0]:.1%}} to %{{customdata[1]:.1%}}"
    look = {"size": 11 * scale, "edge": {"color": OUTLINE_GREY, "width": 0.8}, "hover": hover}
    return scatter(mean, rows, name=name, customdata=ends, error_x=reach, **style, **look)


def _lowest(summary: pd.DataFrame) -> float:
    columns = [name for name in ("lower", "low", "accuracy low", "accuracy") if name in summary]
    values = summary[columns].to_numpy(dtype=float)
    return float(np.nanmin(values)) if np.isfinite(values).any() else 0.0
