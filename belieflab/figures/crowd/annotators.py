"""Annotators on a map: how vague across, how often wrong up; and what each adds to a label."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Flags, Floats, Integers
from belieflab.figures.common.canvas import FONT_SIZE, TOOL_BAR, chart, margins, write
from belieflab.figures.common.palette import ACCENT, OMEGA_GREY, OUTLINE_GREY, WRONG, class_colour
from belieflab.figures.common.text import count_of, plain
from belieflab.figures.common.traces import GREY_EDGE, HOVERTEXT, bars, scatter

MAX_NAMED = 25
"""Annotators up to which names and intervals are drawn."""
NAME_WIDTH, NAME_HEIGHT = 0.16, 0.06
"""Shares of width and height that a name takes, and two lines of names."""
SMALLEST, LARGEST = 7.0, 30.0


def annotator_map(
    names: Sequence[str],
    imprecision: Floats,
    errors: Floats,
    intervals: Floats,
    counts: Integers,
    muted: Flags,
    *,
    height: int = 480,
    scale: float = 1.0,
) -> go.Figure:
    """Imprecision across and error up, size by the number of answers; `customdata` the number.

    All arrays have one entry per annotator; `intervals` [shape=(J, 2)] are drawn for few of them.
    Those whose error is NaN are left out.
    """
    known = np.flatnonzero(~np.isnan(errors)).tolist()
    names, largest_count = [names[each] for each in known], max(int(counts.max(initial=0)), 1)
    imprecision, errors, intervals = imprecision[known], errors[known], intervals[known]
    counts, muted = counts[known], muted[known]
    few = len(names) <= MAX_NAMED
    highest = float((intervals[:, 1] if few else errors).max(initial=0.0))
    wide, tall = _range(float(imprecision.max(initial=0.0)), 0.3), _range(highest, 0.3)
    x = {"title": "imprecision: vague →", "range": wide}
    y = {"title": "estimated error: wrong →", "tickformat": ".0%", "range": tall, "showgrid": False}
    figure = chart(x, y, height, scale, margin=margins(TOOL_BAR))
    if not known:
        return write(figure, "Nothing is known of any annotator.", 0.01, 0.5)
    largest = LARGEST if few else LARGEST / 2
    sizes = SMALLEST + (largest - SMALLEST) * np.sqrt(counts / largest_count)
    hover = _describe(names, counts, imprecision, errors, intervals, muted)
    text = _place_names(names, imprecision / wide[1], errors / tall[1]) if few else {}
    figure.add_trace(
        scatter(
            imprecision,
            errors,
            "markers+text" if few else "markers",
            "annotators",
            colour=[OMEGA_GREY if off else class_colour(0) for off in muted],
            size=sizes * scale,
            edge=GREY_EDGE,
            hover=HOVERTEXT,
            hovertext=hover,
            customdata=np.array(known),
            error_y=_reach(errors, intervals, few),
            textfont={"size": (FONT_SIZE - 1) * scale},
            marker={"opacity": 0.8},
            legend=False,
            cliponaxis=False,
            **text,
        )
    )
    small = {"font": {"size": (FONT_SIZE - 2) * scale}}
    write(figure, "precise and wrong", 0.01, 0.94, **small)
    write(figure, "vague and wrong", 0.99, 0.94, **small)
    return write(figure, "merely vague", 0.99, 0.01, **small)


def _describe(
    names: Sequence[str],
    counts: Integers,
    imprecision: Floats,
    errors: Floats,
    intervals: Floats,
    muted: Flags,
) -> list[str]:
    """What hovering says of each annotator."""
    return [
        f"<b>{plain(name)}</b><br>{count_of(int(count), 'answer')}<br>imprecision {vague:.2f}"
        f"<br>error {error:.1%} ({low:.1%} to {high:.1%}){'<br>muted' if off else ''}"
        for name, count, vague, error, (low, high), off in zip(
            names, counts, imprecision, errors, intervals, muted, strict=True
        )
    ]


def _reach(errors: Floats, intervals: Floats, visible: bool) -> dict[str, Any]:
    """The intervals as Plotly takes them: how far they reach beyond the errors."""
    return {
        "type": "data",
        "symmetric": False,
        "array": np.maximum(intervals[:, 1] - errors, 0.0),
        "arrayminus": np.maximum(errors - intervals[:, 0], 0.0),
        "color": OUTLINE_GREY,
        "thickness": 1,
        "width": 3,
        "visible": visible,
    }


def contribution_bars(
    names: Sequence[str], said: Sequence[str], pulls: Floats, *, height: int = 260, scale: float = 1
) -> go.Figure:
    """What each answer adds to the probability of the class of an object, the largest first."""
    order = np.argsort(np.abs(pulls), kind="stable")[-12:]
    # The amount stands with the name: beside a short bar it would cover it, or be cut off.
    labels = [
        f"{plain(names[k], 11)}: {plain(said[k], 15)} {round(pulls[k], 2) or 0:+.0%}" for k in order
    ]
    ticks = {"tickmode": "array", "tickvals": list(range(len(order))), "ticktext": labels}
    x = {"title": "adds", "zeroline": True, "zerolinecolor": OUTLINE_GREY, "showticklabels": False}
    figure = chart(x, {"title": "", "showgrid": False, **ticks}, height, scale)
    colours = [ACCENT if pulls[each] >= 0 else WRONG for each in order]
    hover = [f"{plain(names[k])}: {plain(said[k])}<br>{pulls[k]:+.1%}" for k in order]
    bar = bars(pulls[order], colour=colours, hover=HOVERTEXT, hovertext=hover)
    return figure.add_trace(bar)


def _place_names(names: Sequence[str], x: Floats, y: Floats) -> dict[str, list[str]]:
    """Names stand at the right, at the left where another point is near there.

    Names that would cover each other stand together at the highest of their points.
    """
    ahead = x[None, :] - x[:, None]
    near = (ahead > 0) & (ahead < NAME_WIDTH) & (np.abs(y[None, :] - y[:, None]) < NAME_HEIGHT)
    sides = np.where(near.any(axis=1), "middle left", "middle right").tolist()
    together: dict[int, list[str]] = {}
    for place in np.argsort(-y, kind="stable").tolist():
        covered = [
            other
            for other in together
            if sides[other] == sides[place]
            and abs(x[other] - x[place]) < NAME_WIDTH
            and abs(y[other] - y[place]) < NAME_HEIGHT
        ]
        together.setdefault(covered[0] if covered else place, []).append(plain(names[place], 14))
    texts = [_in_two_lines(together.get(place, [])) for place in range(len(names))]
    return {"text": texts, "textposition": sides}


def _in_two_lines(names: Sequence[str]) -> str:
    """Names that stand together, two in a line so that they fit on a phone, and how many more."""
    if len(names) > 4:
        names = [*names[:3], f"{len(names) - 3} more"]
    first, second = ", ".join(names[:2]), ", ".join(names[2:])
    return f"{first},<br>{second}" if second else first


def _range(largest: float, least: float) -> list[float]:
    """From a little below 0, so that points at 0 stand whole, to a little above the largest."""
    top = max(min(largest, 1.0), least)
    return [-0.06 * top, 1.18 * top]
