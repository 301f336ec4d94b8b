"""The pictures of an evaluation: intervals, reliability, rejection, learning curves, sets."""

from belieflab.figures.evaluate.curves import draw_learning, draw_rejection, draw_reliability
from belieflab.figures.evaluate.intervals import draw_intervals, draw_sets

__all__ = ["draw_intervals", "draw_learning", "draw_rejection", "draw_reliability", "draw_sets"]
