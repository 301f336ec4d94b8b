"""Figures of the EKNNclus page."""

from belieflab.figures.common.view import View
from belieflab.figures.eknnclus.sweeps import draw_clusters, draw_energy, draw_sweeps

__all__ = ["View", "draw_clusters", "draw_energy", "draw_sweeps"]
