"""Credal clustering: partitions that say how sure they are of every object's cluster."""

from belieflab.clustering.ecm import ECM
from belieflab.clustering.focal_sets import pairs_of_neighbours
from belieflab.clustering.partition import CredalPartition

__all__ = ["ECM", "CredalPartition", "pairs_of_neighbours"]
