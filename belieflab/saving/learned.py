"""Votes of neighbours and scikit-learn's classifiers on single classes as files."""

from typing import Any, cast

import numpy as np

from belieflab.belief import Frame
from belieflab.errors import DataError
from belieflab.evaluation.classifiers.learned import Learned
from belieflab.evaluation.classifiers.neighbours import FittedVotes
from belieflab.evaluation.classifiers.scikit import FittedPlain
from belieflab.saving.common import (
    Parcel,
    pack_classes,
    pack_features,
    read_classes,
    read_feature_count,
)
from belieflab.saving.document import Document
from belieflab.saving.scikit import name_of, pack_estimator, read_estimator, read_places

VOTES = "votes"
CERTAIN = "certain"
"""In place of an estimator: votes of neighbours; a single class, of which it is sure."""


def is_known(model: Learned) -> bool:
    """Whether the classifier inside is votes of neighbours, or one that can be saved."""
    fitted = model.fitted
    if isinstance(fitted, FittedPlain):
        return len(fitted.known) == 1 or name_of(fitted.classifier) is not None
    return isinstance(fitted, FittedVotes)


def pack_learned(model: Learned) -> Parcel:
    """What was learned: the points that vote, or the arrays of an estimator."""
    if not is_known(model):
        raise DataError(f"{model.title} cannot be saved; the exported code fits it again.")
    parcel, fitted = Parcel(model), cast(FittedVotes | FittedPlain, model.fitted)
    pack_classes(parcel, model.classes_)
    pack_features(parcel, model)
    parcel.values["title"] = model.title
    if isinstance(fitted, FittedVotes):
        parcel.values |= {"estimator": VOTES, "neighbors": int(fitted.neighbors)}
        parcel.arrays |= {"points": fitted.points, "places": fitted.classes}
    elif len(fitted.known) == 1:
        parcel.values["estimator"] = CERTAIN
        parcel.arrays["places"] = fitted.known
    else:
        pack_estimator(parcel, fitted.classifier, fitted.known, int(model.n_features_in_))
    return parcel


def unpack_learned(kind: type[Any], document: Document) -> Learned:
    """The model of a file."""
    frame = Frame(read_classes(document).tolist())
    title, name = document.text("title"), document.text("estimator")
    if name == VOTES:
        points, fitted = _read_votes(document, frame)
        return Learned(fitted, title, frame, points)
    p = read_feature_count(document)
    places = read_places(document, frame.size)
    if name == CERTAIN:
        if len(places) != 1:
            raise DataError("The model lacks its classes.")
        plain = FittedPlain(frame, places, None)
    else:
        plain = FittedPlain(frame, places, read_estimator(document, places, p)[1])
    return Learned(plain, title, frame, np.empty((0, p)))


def _read_votes(document: Document, frame: Frame) -> tuple[Any, FittedVotes]:
    points = document.array("points", (-1, read_feature_count(document)))
    places = document.array("places", (len(points),), np.int64)
    if not len(points) or (places < 0).any() or (places >= frame.size).any():
        raise DataError("The classes of the points are out of range.")
    return points, FittedVotes(frame, document.whole("neighbors", 1, len(points)), points, places)
