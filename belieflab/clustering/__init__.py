"""Credal clustering: partitions that say how sure they are of every object's cluster."""

from belieflab.clustering.cecm import CECM
from belieflab.clustering.choice import choose_n_clusters, compare_n_clusters, compare_partners
from belieflab.clustering.ecm import ECM
from belieflab.clustering.eknnclus import EKNNclus
from belieflab.clustering.evclus import EVCLUS
from belieflab.clustering.focal_sets import pairs_of_neighbours
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.recm import RECM
from belieflab.clustering.spatial import SpatialECM

__all__ = [
    "CECM",
    "ECM",
    "EVCLUS",
    "RECM",
    "CredalPartition",
    "EKNNclus",
    "SpatialECM",
    "choose_n_clusters",
    "compare_n_clusters",
    "compare_partners",
    "pairs_of_neighbours",
]
