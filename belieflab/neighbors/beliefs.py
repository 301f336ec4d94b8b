"""Beliefs about the very objects that a classifier was given, honestly."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.network import EvidentialNetwork

Classifier = EvidentialKNN | EvidentialNetwork


def believe_about(model: Classifier, X: NDArray[np.float64]) -> MassTable:
    """The belief about each row of the table that the model was fitted to [len n].

    Neighbours leave the object itself out where it was learned from: at distance 0 it would repeat
    its own label. A network has no such way and is asked as it is.
    """
    if isinstance(model, EvidentialNetwork):
        return model.predict_mass(X)
    others = np.setdiff1d(np.arange(len(X)), model.rows_)
    learned = model.leave_one_out_masses()
    if not others.size:
        return learned
    together = MassTable.stack([learned, model.predict_mass(X[others])])
    place = np.empty(len(X), dtype=np.int64)
    place[np.concatenate([model.rows_, others])] = np.arange(len(X))
    return together[place]
