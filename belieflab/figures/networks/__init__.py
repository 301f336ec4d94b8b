"""Figures of the Networks page."""

from belieflab.figures.networks.graph import draw_graph
from belieflab.figures.networks.plane import draw_criterion, draw_view
from belieflab.figures.networks.view import NetworkView

__all__ = ["NetworkView", "draw_criterion", "draw_graph", "draw_view"]
