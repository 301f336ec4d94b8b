"""What evidential neighbours believe of an object that nothing was learned from: not even γ."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.neighbors.gamma_rules import gamma_without_each
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.rules import ALL, ANY, rule_of
from belieflab.neighbors.search import Neighbors

Floats = NDArray[np.float64]


def believe_without_each(model: EvidentialKNN) -> MassTable:
    """The belief about each object learned from, as a fit to all others finds it [by `rows_`].

    `leave_one_out_masses` takes γ from all objects; here the distances of the object have no part
    in it either. A given γ stays. Where the mean is over a sample of pairs it is that sample's.
    """
    rule = rule_of(model.gamma_rule_)
    if not rule.leaves_one_out or model._search.groups is not None:
        raise DataError(
            f"γ by the rule “{rule.title}” or with groups is not found again without each object; "
            "learn from folds instead."
        )
    if rule.per == ANY:
        return model.leave_one_out_masses()
    neighbors = model._search.nearest_of_training(model.n_neighbors)
    evidence = model.alpha_ * np.exp(-_gamma(model, neighbors) * neighbors.powers(model.beta))
    return model._pool.masses(neighbors.index, evidence)[0]


def _gamma(model: EvidentialKNN, neighbors: Neighbors) -> Floats:
    """γ of the class of each neighbour, found without the object itself [shape=(n, K)]."""
    labels = model._labels
    if rule_of(model.gamma_rule_).per == ALL:
        together = np.zeros(len(labels), dtype=np.int64)
        return gamma_without_each(model._search, together, 1, model.beta)[:, None]
    classes = np.asarray(labels.classes)
    own = gamma_without_each(model._search, classes, labels.frame.size, model.beta)
    theirs = classes[neighbors.index]
    return np.where(theirs == classes[:, None], own[:, None], model.gamma_[theirs])
