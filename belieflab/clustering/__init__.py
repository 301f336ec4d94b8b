"""Credal clustering: partitions that say how sure they are of every object's cluster."""

from belieflab.clustering.ecm import ECM
from belieflab.clustering.eknnclus import EKNNclus
from belieflab.clustering.focal_sets import pairs_of_neighbours
from belieflab.clustering.partition import CredalPartition

__all__ = ["ECM", "CredalPartition", "EKNNclus", "pairs_of_neighbours"]
