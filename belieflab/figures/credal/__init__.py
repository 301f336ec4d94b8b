"""Figures of the Credal partition page."""

from belieflab.figures.credal.partition import PartitionView, draw_criterion, draw_partition

__all__ = ["PartitionView", "draw_criterion", "draw_partition"]
