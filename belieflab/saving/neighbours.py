"""Evidential neighbours and networks as files."""

from typing import Any

import numpy as np

from belieflab.belief import Frame
from belieflab.errors import DataError
from belieflab.iteration import Step
from belieflab.neighbors.network_training import NetworkParameters
from belieflab.neighbors.row_belief_kernel import BLOCK_BITS, LabelArrays
from belieflab.neighbors.rules import GIVEN, rule_of
from belieflab.neighbors.search import NeighborSearch
from belieflab.neighbors.settings import checked_gamma, checked_neighbors
from belieflab.neighbors.sparse_labels import SparseLabels
from belieflab.saving.common import (
    Parcel,
    make_model,
    pack_classes,
    pack_features,
    pack_run,
    read_classes,
    read_features,
    read_run,
    read_unknown,
)
from belieflab.saving.document import Document


def pack_knn(model: Any) -> Parcel:
    """An EvidentialKNN: its labelled points and their labels."""
    parcel, labels = Parcel(model), model._labels
    pack_classes(parcel, model.classes_)
    pack_features(parcel, model)
    parcel.values |= {
        "alpha": float(model.alpha_),
        "criterion": None if model.criterion_ is None else float(model.criterion_),
        "notes": list(model.notes_),
    }
    parcel.arrays |= {
        "points": model._search.points,
        "rows": model.rows_,
        "gamma": np.asarray(model.gamma_, dtype=np.float64),
        "on_empty": labels.on_empty,
    }
    parcel.arrays |= {f"label_{name}": part for name, part in labels.arrays._asdict().items()}
    return parcel


def unpack_knn(kind: type[Any], document: Document) -> Any:
    """The neighbours of a file; the labels are checked, as kernels trust them."""
    model = make_model(kind, document)
    if isinstance(model.metric_params, dict):
        model.metric_params = {
            name: np.asarray(value) if isinstance(value, list) else value
            for name, value in model.metric_params.items()
        }
    model.classes_ = read_classes(document)
    p = read_features(document, model)
    read_unknown(model)
    model._labels = _read_labels(document, Frame(model.classes_.tolist()))
    n = len(model._labels)
    checked_neighbors(model.n_neighbors, n)
    rows = document.array("rows", (n,), np.int64)
    if (rows < 0).any() or (np.diff(rows) <= 0).any():
        raise DataError("The rows of the model are not in order.")
    model.rows_ = rows
    given = checked_gamma(model.gamma, len(model.classes_))
    model.gamma_rule_ = given if isinstance(given, str) else GIVEN
    width = n if model._is_precomputed else p
    points = document.array("points", (n, width))
    model._search = NeighborSearch(
        points, model.metric, model.metric_params, model.algorithm, model.n_jobs
    )
    model.alpha_ = document.number("alpha")
    model.gamma_ = _read_gamma(document, model, n)
    criterion = document.values.get("criterion")
    model.criterion_ = None if criterion is None else document.number("criterion")
    model.notes_ = document.texts("notes")
    model._make_pools()
    return model


def _read_gamma(document: Document, model: Any, n: int) -> Any:
    gamma = document.arrays.get("gamma", np.empty(0))
    allowed = rule_of(model.gamma_rule_).shapes(n, len(model.classes_))
    gamma = document.array("gamma", gamma.shape)
    if gamma.shape not in allowed or (gamma < 0.0).any() or not 0.0 < document.number("alpha") <= 1:
        raise DataError("γ or α of the model is out of range.")
    return gamma


def _read_labels(document: Document, frame: Frame) -> SparseLabels:
    starts = document.array("label_starts", (-1,), np.int64)
    number = document.array("label_number", (-1,), np.int32)
    weight = document.array("label_weight", (len(number),))
    n_blocks = -(-frame.size // BLOCK_BITS)
    blocks = document.array("label_blocks", (-1, n_blocks), np.int64)
    n = len(starts) - 1
    on_omega = document.array("label_on_omega", (n if n > 0 else -1,))
    on_empty = document.array("on_empty", (n if n > 0 else -1,))
    good = (
        n >= 2
        and starts[0] == 0
        and starts[-1] == len(number)
        and bool((np.diff(starts) >= 0).all())
        and bool(((number >= 0) & (number < max(len(blocks), 1))).all())
        and (len(blocks) > 0 or len(number) == 0)
        and bool((blocks >= 0).all())
    )
    last_bits = frame.size - (n_blocks - 1) * BLOCK_BITS
    if good and last_bits < BLOCK_BITS:
        good = bool((blocks[:, -1] < (1 << last_bits)).all())
    if good:
        sums = np.bincount(np.repeat(np.arange(n), np.diff(starts)), weight, minlength=n)
        good = bool((np.abs(sums + on_omega + on_empty - 1.0) < 1e-6).all())
        good = good and all(bool((part >= 0.0).all()) for part in (weight, on_omega, on_empty))
    if not good:
        raise DataError("The labels of the model are no mass functions.")
    arrays = LabelArrays(starts, number, weight, blocks, on_omega)
    return SparseLabels(frame, arrays, on_empty)


def pack_network(model: Any) -> Parcel:
    """An EvidentialNetwork: its prototypes."""
    parcel = Parcel(model)
    pack_classes(parcel, model.classes_)
    pack_features(parcel, model)
    pack_run(parcel, model)
    parcel.values["loss"] = float(model.loss_)
    parcel.arrays["rows"] = model.rows_
    parcel.arrays |= {name: np.asarray(part) for name, part in model.parameters_._asdict().items()}
    return parcel


def unpack_network(kind: type[Any], document: Document) -> Any:
    """The network of a file."""
    model = make_model(kind, document)
    model.classes_ = read_classes(document)
    p, n_classes = read_features(document, model), len(model.classes_)
    read_unknown(model)
    model.frame_ = Frame(model.classes_.tolist())
    model.rows_ = document.array("rows", (-1,), np.int64)
    prototypes = document.array("prototypes", (-1, p))
    r = len(prototypes)
    parameters = NetworkParameters(
        prototypes=prototypes,
        memberships=document.array("memberships", (r, n_classes)),
        alpha=document.array("alpha", (r,)),
        gamma=document.array("gamma", (r,)),
    )
    shares = parameters.memberships
    good = r > 0 and (shares >= 0.0).all() and (np.abs(shares.sum(axis=1) - 1.0) < 1e-6).all()
    bounded = ((parameters.alpha >= 0.0) & (parameters.alpha <= 1.0)).all()
    if not good or not bounded or (parameters.gamma < 0.0).any():
        raise DataError("The prototypes of the model are out of range.")
    model._take(Step(document.whole("iterations"), document.number("loss"), parameters))
    read_run(document, model)
    return model
