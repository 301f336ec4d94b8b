"""Figures of the Mixture page."""

from belieflab.figures.mixture.fit import MixtureView, draw_criterion, draw_fit

__all__ = ["MixtureView", "draw_criterion", "draw_fit"]
