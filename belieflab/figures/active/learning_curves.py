"""Learning curves that grow: mean accuracy against the number of labels, with its interval.

The empty figure never changes while a run goes on, and contents (attributes by trace number) are
pushed onto it, so that zoom and pan stay.
"""

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from belieflab.active import STRATEGIES, Curve, Line, active_classifiers
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.figures.common.canvas import TOOL_BAR, chart, margins
from belieflab.figures.common.curves import band, draw_band, draw_curve
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.palette import ACCENT, OKABE_ITO, OUTLINE_GREY, class_colour
from belieflab.figures.common.text import count_of, plain

COLOURS = (OKABE_ITO[0], OKABE_ITO[3], OKABE_ITO[2], OKABE_ITO[5], OKABE_ITO[1], OKABE_ITO[4])
DASHES = ("solid", "dot", "dash", "dashdot", "longdash", "longdashdot", "8px,3px", "2px,8px")
BAND, FAINT_BAND, FEW = 0.16, 0.07, 3
"""Opacity of an interval, of one among many, and up to how many are few."""

LABELS = "labels given to the model"
MANY = 16
"""Answers from which on not every number of labels is written at the axis."""


class Pen(NamedTuple):
    """How one curve is drawn."""

    colour: str
    dash: str = "solid"


def choose_pens(lines: Sequence[Line]) -> dict[Line, Pen]:
    """One pen per curve: a colour per model and a dash per strategy.

    Curves of one model have a colour per strategy instead. What else is drawn changes no colour
    of a model.
    """
    models, strategies = list(active_classifiers()), list(STRATEGIES)
    used = list(dict.fromkeys(line.strategy for line in lines))
    if len({line.model for line in lines}) == 1:
        several = (*COLOURS, OKABE_ITO[6], OUTLINE_GREY)
        return {line: Pen(several[strategies.index(line.strategy)]) for line in lines}
    # models after the first six of the registry get hues
    hues = [class_colour(2 * len(OKABE_ITO) + place) for place in range(len(models))]
    colours = dict(zip(models, [*COLOURS, *hues[len(COLOURS) :]], strict=False))
    return {
        line: Pen(colours[CLASSIFIERS.find(line.model).key], DASHES[used.index(line.strategy)])
        for line in lines
    }


def name_lines(lines: Sequence[Line]) -> dict[Line, str]:
    """What distinguishes the curves: models alone where there is one strategy, and so on."""
    n_models, n_strategies = (len(set(keys)) for keys in zip(*lines, strict=True))
    if n_strategies == 1:
        return {line: CLASSIFIERS.find(line.model).title for line in lines}
    if n_models == 1:
        return {line: STRATEGIES[line.strategy].title for line in lines}
    return {line: line.title for line in lines}


def empty_curves(
    lines: Sequence[Line], limits: tuple[int, int], *, height: int = 440, scale: float = 1.0
) -> go.Figure:
    """The chart without curves: a band and a line for each; `limits` are the numbers of labels."""
    margin = 0.03 * max(limits[1] - limits[0], 1)
    share = {"tickformat": ".0%", "minallowed": 0, "maxallowed": 1}
    x = {"title": LABELS, "range": [limits[0] - margin, limits[1] + margin]}
    y = {"title": "accuracy on the test objects", **share}
    figure = chart(x, y, height, scale, legend=True, margin=margins(TOOL_BAR + 30))
    names, opacity = name_lines(lines), BAND if len(lines) <= FEW else FAINT_BAND
    for line, pen in choose_pens(lines).items():
        name = plain(names[line])
        hover = f"%{{y:.1%}} %{{customdata}}<br>after %{{x}} labels<extra>{name}</extra>"
        style = {"size": 5 * scale, "dash": pen.dash, "hover": hover, "legendgroup": name}
        interval = draw_band(f"{name}, interval", pen.colour, opacity, legendgroup=name)
        figure.add_traces([interval, draw_curve(name, pen.colour, scale, **style)])
    return figure


def curve_contents(lines: Sequence[Line], curves: Sequence[Curve]) -> Contents:
    """The curves so far, by the numbers of their traces in `empty_curves(lines)`."""
    contents: Contents = {}
    for curve in curves:
        place = lines.index(curve.line)
        low, high = curve.mean - curve.half_width, curve.mean + curve.half_width
        times = count_of(curve.n_repetitions, "repetition")
        texts = [f"± {width:.1%} over {times}" for width in curve.half_width]
        line = {"x": curve.n_labels, "y": curve.mean, "customdata": texts}
        contents |= {2 * place: band(curve.n_labels, low, high), 2 * place + 1: line}
    return contents


def empty_error(
    title: str, n_answers: int = 0, *, height: int = 220, scale: float = 1.0
) -> go.Figure:
    """The chart of a dialogue without its line: what the answers have changed so far."""
    x = {"title": LABELS, "dtick": 1 if n_answers < MANY else 5}
    y = {"title": title, "tickformat": ".0%", "rangemode": "tozero"}
    style = {"size": 7 * scale, "hover": "%{y:.1%} after %{x} labels"}
    return chart(x, y, height, scale).add_trace(draw_curve(None, ACCENT, scale, **style))
