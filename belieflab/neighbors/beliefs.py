"""Beliefs about the very objects that a classifier was given, and about places of the plane."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.neighbors.explanation import Explanation, explain_neighbors
from belieflab.neighbors.knn import EvidentialKNN
from belieflab.neighbors.network import EvidentialNetwork
from belieflab.neighbors.planar import PlaneOfLearning

Floats = NDArray[np.float64]
Classifier = EvidentialKNN | EvidentialNetwork


@dataclass(frozen=True)
class PlaneBeliefs:
    """What a classifier believes of all objects and of places of the plane.

    Attributes
    ----------
    objects, places : beliefs about each of them; no places where a plane is not continuous
    conflict : κ at every place [shape=(m,)]; None where it is not known
    """

    objects: MassTable
    places: MassTable
    conflict: Floats | None


def believe_on_plane(model: Classifier, plane: PlaneOfLearning, places: Floats) -> PlaneBeliefs:
    """The beliefs about all objects of a plane and about places on it [shape=(m, 2)]."""
    if not plane.continuous:
        found = believe_about(model, plane.features)
        return PlaneBeliefs(found, found[:0], None)
    objects, lifted = believe_about(model, plane.features), plane.lift(places)
    try:
        return PlaneBeliefs(objects, *model.predict_with_conflict(lifted))
    except DataError:  # contextual discounting of many classes
        return PlaneBeliefs(objects, model.predict_mass(lifted), None)


def believe_about(model: Classifier, X: Floats, learned: MassTable | None = None) -> MassTable:
    """The belief about each row of the table that the model was fitted to [len n].

    Neighbours leave the object itself out where it was learned from: at distance 0 it would repeat
    its own label. `learned` are these beliefs by `rows_`, `leave_one_out_masses` where there are
    none. A network has no such way and is asked as it is.
    """
    if isinstance(model, EvidentialNetwork):
        return model.predict_mass(X)
    others = np.setdiff1d(np.arange(len(X)), model.rows_)
    learned = model.leave_one_out_masses() if learned is None else learned
    if not others.size:
        return learned
    together = MassTable.stack([learned, model.predict_mass(X[others])])
    place = np.empty(len(X), dtype=np.int64)
    place[np.concatenate([model.rows_, others])] = np.arange(len(X))
    return together[place]


def explain_object(model: Classifier, X: Floats, row: int) -> Explanation:
    """The evidence behind `believe_about` for one row of the table that the model was fitted to.

    The neighbours of an object that was learned from are those it has without itself.
    """
    if not isinstance(model, EvidentialNetwork) and row in model.rows_:
        place = np.flatnonzero(model.rows_ == row)
        return explain_neighbors(model, model._search.nearest_of_training(model.n_neighbors, place))
    return model.explain(X[row])
