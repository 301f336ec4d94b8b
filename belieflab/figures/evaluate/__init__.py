"""The pictures of an evaluation: intervals, classes, reliability, rejection, more labels, sets."""

from belieflab.figures.evaluate.curves import draw_learning, draw_rejection, draw_reliability
from belieflab.figures.evaluate.intervals import (
    draw_by_class,
    draw_intervals,
    draw_measures,
    draw_sets,
)

__all__ = [
    "draw_by_class",
    "draw_intervals",
    "draw_learning",
    "draw_measures",
    "draw_rejection",
    "draw_reliability",
    "draw_sets",
]
