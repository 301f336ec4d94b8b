"""A curve with a cursor: the criterion over iterations, an error over levels.

The whole curve is faint, the part up to the cursor bold; frames move the cursor, so that a player
keeps it in step with a plane.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import chart
from belieflab.figures.common.frames import MAX_FRAMES, MovingFigure, pick_frames
from belieflab.figures.common.palette import ACCENT, OUTLINE_GREY, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import WHITE_EDGE, scatter
from belieflab.figures.common.waiting import await_values
from belieflab.iteration import Step

MARGIN = 0.06
GROWN, CURSOR = 1, 2
"""Numbers of the traces that move."""


@dataclass(frozen=True)
class Curve:
    """Values over places, both [shape=(m,)], and what they are called."""

    x: Floats
    y: Floats
    x_title: str
    y_title: str
    percent: bool = False

    @property
    def hover(self) -> str:
        """Place and value, with what they are."""
        value = "%{y:.1%}" if self.percent else "%{y:,.4f}"
        return f"{plain(self.x_title)} %{{x}}<br>{plain(self.y_title)} {value}"

    def part(self, start: int, end: int) -> dict[str, Floats]:
        """The points from `start` up to `end`."""
        return {"x": self.x[start : end + 1], "y": self.y[start : end + 1]}


def draw_trace(
    curve: Curve,
    names: Sequence[str],
    places: Sequence[int],
    *,
    beside: Sequence[tuple[str, Floats, Floats]] = (),
    marks: Sequence[tuple[float, str]] = (),
    height: int = 240,
    scale: float = 1.0,
) -> go.Figure:
    """The curve with a frame of that name for each place (a number of a point of the curve).

    `beside` are other curves to compare with (name, x, y); `marks` upright lines with a text.
    """
    across = {"title": curve.x_title, "range": _range([curve.x, *(x for _, x, _ in beside)])}
    up = {"title": curve.y_title, "range": _range([curve.y, *(y for _, _, y in beside)])}
    up |= {"tickformat": ".0%"} if curve.percent else {}
    figure = chart(across, up, height, scale, legend=bool(beside))
    last, quiet = places[-1], {"hover": curve.hover, "legend": False}
    faint = {"colour": faded(ACCENT, 0.3), "width": 2 * scale, **quiet}
    bold = {"mode": "lines", "name": "this run", "colour": ACCENT, "width": 3 * scale}
    cursor = {"colour": ACCENT, "size": 11 * scale, "edge": WHITE_EDGE, **quiet}
    cursor["cliponaxis"] = False
    drawn = [
        scatter(curve.x, curve.y, "lines", **faint, cliponaxis=False),
        scatter(**curve.part(0, last), **bold, cliponaxis=False),
        scatter(**curve.part(last, last), **cursor),
    ]
    dashed = {"colour": OUTLINE_GREY, "width": 2 * scale, "dash": "dash"}
    for name, x, y in beside:
        hover = f"{plain(name, 30)}<br>{curve.hover}"
        drawn.append(scatter(x, y, "lines", plain(name, 30), **dashed, hover=hover))
    dotted = {"color": OUTLINE_GREY, "width": 1, "dash": "dot"}
    for place, text in marks:
        note = {"text": plain(text), "font": {"size": 10 * scale}}
        figure.add_vline(x=place, line=dotted, annotation=note)
    moves = [
        (name, {GROWN: curve.part(0, place), CURSOR: curve.part(place, place)})
        for name, place in zip(names, places, strict=True)
    ]
    return MovingFigure(drawn, figure.layout, moves)


def draw_steps(
    steps: Sequence[Step],
    values: Any,
    title: str,
    *,
    unit: str = "iteration",
    max_frames: int = MAX_FRAMES,
    **more: Any,
) -> go.Figure:
    """One value per iteration [shape=(m,)], with frames in step with those of a plane.

    `steps` are all of them, or those that were kept.
    """
    iterations = list(range(len(values)))
    places = [step.iteration for step in steps]
    if len(steps) == len(values):  # annealing repeats an iteration where the temperature changes
        iterations, places = places, list(range(len(steps)))
    shown = [places[place] for place in pick_frames(len(steps), max_frames)]
    curve = Curve(np.array(iterations, dtype=np.float64), np.asarray(values), unit, title)
    return draw_trace(curve, [str(iterations[place]) for place in shown], shown, **more)


def draw_growing(
    x_title: str, y_title: str, *, grows: bool = True, height: int = 240, scale: float = 1.0
) -> go.Figure:
    """The same chart before anything is known: trace `GROWN` waits for values to be pushed.

    `grows` says whether any will come while it runs.
    """
    whole = go.Scatter(x=[], y=[], mode="lines", hoverinfo="x+y")
    grown = go.Scatter(whole, line={"color": ACCENT, "width": 3 * scale})
    figure = chart(x_title, y_title, height, scale).add_traces([whole, grown])
    sentence = "Grows here while it runs" if grows else "Drawn here after the run"
    return await_values(figure, sentence, scale=scale)


def _range(parts: Sequence[Floats]) -> list[float]:
    values = np.concatenate([np.asarray(part, dtype=np.float64) for part in parts])
    values = values[np.isfinite(values)]
    if not values.size:
        return [0.0, 1.0]
    low, high = float(values.min()), float(values.max())
    wide = MARGIN * (high - low) or max(abs(high), 1.0) * MARGIN
    return [low - wide, high + wide]
