"""Figures of the Credal partition page."""

from belieflab.figures.credal.partition import PartitionView, draw_criterion, draw_partition
from belieflab.figures.credal.segmentation import SegmentationView, draw_segmentation

__all__ = [
    "PartitionView",
    "SegmentationView",
    "draw_criterion",
    "draw_partition",
    "draw_segmentation",
]
