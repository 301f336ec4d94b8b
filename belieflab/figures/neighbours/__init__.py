"""Figures of the Neighbours page."""

from belieflab.figures.neighbours.classifier import ClassifierView, draw_classifier
from belieflab.figures.neighbours.network_training import draw_loss, draw_training

__all__ = ["ClassifierView", "draw_classifier", "draw_loss", "draw_training"]
