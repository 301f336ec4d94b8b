"""Figures of the Suspects page."""

from belieflab.figures.suspects.object_bars import draw_object
from belieflab.figures.suspects.plane import SuspectsView, draw_suspects

__all__ = ["SuspectsView", "draw_object", "draw_suspects"]
