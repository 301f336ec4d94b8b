"""Clusterings that have a rule for new objects as files: prototypes, or objects with clusters."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.clustering.anchors import Anchors
from belieflab.clustering.cecm import CECM, Placed
from belieflab.clustering.constraints import pair_tables
from belieflab.clustering.eknnclus import count_neighbours
from belieflab.clustering.eknnclus_sweeps import SweepStep
from belieflab.clustering.evclus import EVCLUS, EvclusStep
from belieflab.clustering.focal_sets import choose_focal
from belieflab.clustering.pairwise import PRECOMPUTED
from belieflab.clustering.prototype_clusterer import PrototypeClusterer
from belieflab.clustering.prototypes import Prototypes
from belieflab.errors import DataError
from belieflab.iteration import Step
from belieflab.saving.common import (
    MAX_CLASSES,
    Parcel,
    make_model,
    pack_features,
    pack_run,
    read_features,
    read_run,
)
from belieflab.saving.document import Document

MAX_SETS = 1_024
"""Focal sets of an EVCLUS in a file: the conflicts of all pairs of them are computed on opening."""


def pack_prototypes(model: Any) -> Parcel:
    """An ECM or CECM: its prototypes, and the clusters of the objects."""
    parcel, metrics = Parcel(model), model._snapshot.metrics
    pack_features(parcel, model)
    pack_run(parcel, model)
    _pack_sets(parcel, model)
    parcel.values |= {
        "delta": float(model.delta_),
        "reached": float(model.criterion_),
    }
    parcel.arrays |= {
        "prototypes": model.prototypes_,
        "metrics": metrics,
        "labels": model.labels_,
    }
    if isinstance(model._snapshot, Placed):
        parcel.arrays["masses"] = model._snapshot.mass
        parcel.values["violation"] = float(model.violation_)
    return parcel


def unpack_prototypes(kind: type[Any], document: Document) -> Any:
    """The clustering of a file."""
    model = make_model(kind, document)
    p = read_features(document, model)
    _read_sets(document, model)
    model.delta_ = document.number("delta")
    if not model.delta_ > 0.0:
        raise DataError("δ of the model is out of range.")
    c = model.frame_.size
    centres = document.array("prototypes", (c, p))
    metrics = document.array("metrics", (c, -1, -1))
    if metrics.shape[1:] not in {(0, 0), (p, p)}:
        raise DataError("The metrics of the model do not fit its features.")
    labels = document.array("labels", (-1,), np.int64)
    if ((labels < 0) | (labels >= c)).any():
        raise DataError("The clusters of the objects are out of range.")
    model.starts_ = []
    reached = document.number("reached")
    at: Any = Prototypes(centres, metrics)
    if kind is CECM:
        at = Placed(centres, metrics, _read_masses(document, len(labels), len(model.focal_)))
        model.violation_ = document.number("violation")
    PrototypeClusterer._take(model, Step(document.whole("iterations"), reached, at))
    model._labels = labels.astype(np.min_scalar_type(c))
    read_run(document, model)
    return model


def _pack_sets(parcel: Parcel, model: Any) -> None:
    parcel.values["clusters"] = list(model.frame_.names)
    parcel.values["focal"] = [int(mask) for mask in model.focal_]


def _read_sets(document: Document, model: Any) -> None:
    names, listed = document.texts("clusters"), document.values.get("focal")
    if not 1 <= len(names) <= MAX_CLASSES:
        raise DataError("The model lacks its clusters.")
    if not isinstance(listed, list) or not all(type(mask) is int for mask in listed):
        raise DataError("The model lacks its focal sets.")
    model.frame_ = Frame(names)
    model.focal_ = choose_focal(listed, model.frame_)


def _read_masses(document: Document, n: int, n_sets: int) -> NDArray[np.float64]:
    masses = document.array("masses", (n, n_sets))
    if (masses < -1e-9).any() or (np.abs(masses.sum(axis=1) - 1.0) > 1e-6).any():
        raise DataError("The masses of the model are none: they do not sum to 1.")
    return masses


def pack_eknnclus(model: Any) -> Parcel:
    """An EKNNclus: its objects and their clusters."""
    if model.metric == "precomputed":
        raise DataError("EKNNclus of given dissimilarities keeps no objects and cannot be saved.")
    parcel = Parcel(model)
    pack_features(parcel, model)
    pack_run(parcel, model)
    parcel.values |= {
        "gamma": float(model.gamma_),
        "energy": float(model.energy_),
        "log_plausibility": float(model.log_plausibility_),
    }
    parcel.arrays |= {"points": model.points_, "labels": model.labels_}
    return parcel


def unpack_eknnclus(kind: type[Any], document: Document) -> Any:
    """The clustering of a file."""
    model = make_model(kind, document)
    p = read_features(document, model)
    points = document.array("points", (-1, p))
    labels = document.array("labels", (len(points),), np.int64)
    found = np.unique(labels)
    if len(points) < 2 or not np.array_equal(found, np.arange(len(found))):
        raise DataError("The clusters of the objects are out of range.")
    gamma = document.number("gamma")
    if not gamma > 0.0:
        raise DataError("γ of the model is out of range.")
    model.points_, model.gamma_ = points, gamma
    model._k = count_neighbours(model.n_neighbors, len(points))
    step = SweepStep(
        document.whole("iterations"),
        document.number("energy"),
        labels,
        n_clusters=len(found),
        log_plausibility=document.number("log_plausibility"),
    )
    model._take(step)
    read_run(document, model)
    return model


def has_few_sets(model: EVCLUS) -> bool:
    """Whether the conflicts of all pairs of focal sets take little memory."""
    return len(model.focal_) <= MAX_SETS


def pack_evclus(model: EVCLUS) -> Parcel:
    """An EVCLUS: its masses, and the objects that new ones are compared with."""
    if not has_few_sets(model):
        raise DataError(f"EVCLUS of more than {MAX_SETS:,} focal sets cannot be saved.")
    parcel, anchors = Parcel(model), model._anchors
    pack_features(parcel, model)
    pack_run(parcel, model)
    _pack_sets(parcel, model)
    parcel.values |= {
        "d0": float(model.d0_),
        "reached": float(model.criterion_),
        "stress": float(model.stress_),
    }
    parcel.arrays |= {"masses": model._snapshot, "anchors": anchors.rows}
    if anchors.points is not None:
        parcel.arrays["points"] = anchors.points
    return parcel


def unpack_evclus(kind: type[Any], document: Document) -> Any:
    """The clustering of a file."""
    model = make_model(kind, document)
    p = read_features(document, model)
    _read_sets(document, model)
    if not has_few_sets(model):
        raise DataError(f"The model has more than {MAX_SETS:,} focal sets.")
    model.d0_ = document.number("d0")
    if not 1e-150 < model.d0_ < 1e150:
        raise DataError("d0 of the model is out of range.")
    n = len(document.arrays.get("masses", ()))
    masses, precomputed = _read_masses(document, n, len(model.focal_)), model.metric == PRECOMPUTED
    rows = document.array("anchors", (-1,), np.int64)
    last = p if precomputed else n
    if not len(rows) or n < 2 or rows[0] < 0 or rows[-1] >= last or (np.diff(rows) <= 0).any():
        raise DataError("The objects that new ones are compared with are out of range.")
    points = None if precomputed else document.array("points", (len(rows), p))
    model._anchors = Anchors(rows, points, model.d0_)
    model._tables, model.starts_ = pair_tables(model.frame_, model.focal_), []
    at, reached = document.whole("iterations"), document.number("reached")
    model._take(EvclusStep(at, reached, masses, document.number("stress")))
    read_run(document, model)
    return model
