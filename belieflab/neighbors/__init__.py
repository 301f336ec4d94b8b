"""Evidential neighbours and the evidential neural network, for hard and soft labels."""

from belieflab.neighbors.explanation import Explanation
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.network import EvidentialNetwork
from belieflab.neighbors.network_training import NetworkParameters
from belieflab.neighbors.selection import choose_n_neighbors, choose_n_prototypes
from belieflab.neighbors.tbm import tbm_knn

__all__ = [
    "EvidentialKNN",
    "EvidentialNetwork",
    "Explanation",
    "NetworkParameters",
    "choose_n_neighbors",
    "choose_n_prototypes",
    "tbm_knn",
]
