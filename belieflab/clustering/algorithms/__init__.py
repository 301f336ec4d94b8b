"""The algorithms that find credal partitions, one entry each.

A new algorithm is a file with an `Algorithm`, and a line in this registry. The Credal partition
page has then its controls, its run, its formulas and its exported code.
"""

from belieflab.clustering.algorithms.algorithm import (
    DISSIMILARITIES,
    IMAGE,
    POINTS,
    Algorithm,
    Input,
)
from belieflab.clustering.algorithms.cecm import CECM_ENTRY
from belieflab.clustering.algorithms.ecm import ECM_ENTRY, MAHALANOBIS_ENTRY
from belieflab.clustering.algorithms.evclus import EVCLUS_ENTRY
from belieflab.clustering.algorithms.recm import RECM_ENTRY
from belieflab.clustering.algorithms.spatial import SPATIAL_ENTRY
from belieflab.clustering.algorithms.union import all_parameters
from belieflab.registry import Registry

__all__ = [
    "ALGORITHMS",
    "DISSIMILARITIES",
    "IMAGE",
    "POINTS",
    "Algorithm",
    "Input",
    "all_parameters",
]

ALGORITHMS: Registry[Algorithm] = Registry(
    "clustering algorithm",
    (ECM_ENTRY, MAHALANOBIS_ENTRY, RECM_ENTRY, CECM_ENTRY, EVCLUS_ENTRY, SPATIAL_ENTRY),
)
