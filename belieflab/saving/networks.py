"""Bayesian network classifiers as files: one set of parameters, or one per root of AODE."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.aode import AveragedStep
from belieflab.bayes.categories import Categories
from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.learning import NetworkStep
from belieflab.bayes.structure import closure
from belieflab.bayes.tables import LevelMeans, Table
from belieflab.errors import DataError
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
    typed_values,
)
from belieflab.saving.document import Document

FAMILIES: dict[str, type[Any]] = {"Table": Table, "LevelMeans": LevelMeans}
BOOLEAN = ("parents", "kept")


def pack_bayes(model: Any) -> Parcel:
    """A GaussianNetworkClassifier."""
    parcel = Parcel(model)
    pack_classes(parcel, model.classes_)
    pack_features(parcel, model)
    pack_run(parcel, model)
    averaged = isinstance(model.parameters_, tuple) and not hasattr(model.parameters_, "_fields")
    networks = model.parameters_ if averaged else (model.parameters_,)
    parcel.values |= {
        "networks": len(networks),
        "averaged": averaged,
        "total_weight": float(model._total_weight),
        "last_criterion": float(model._last.criterion),
        "penalty": float(getattr(model._last, "penalty", 0.0)),
        "levels": [_pack_levels(each) for each in model.levels_],
        "categorical": model._categories is not None,
    }
    parcel.arrays["log_likelihoods"] = np.atleast_1d(np.asarray(model.log_likelihood_, np.float64))
    parcel.arrays["iterations_of_each"] = np.atleast_1d(np.asarray(model.n_iter_, np.int64))
    families = []
    for number, network in enumerate(networks):
        for name in NetworkParameters._fields:
            if name != "families":
                parcel.arrays[f"network{number}_{name}"] = np.asarray(getattr(network, name))
        families.append([type(family).__name__ for family in network.families])
        for place, family in enumerate(network.families):
            for name, part in family._asdict().items():
                parcel.arrays[f"network{number}_family{place}_{name}"] = np.asarray(part)
    parcel.values["families"] = families
    return parcel


def unpack_bayes(kind: type[Any], document: Document) -> Any:
    """The network classifier of a file; shapes, variances and arcs are checked."""
    model = make_model(kind, document)
    model.classes_ = read_classes(document)
    p = read_features(document, model)
    read_unknown(model)
    levels = _read_levels(document, p)
    model.levels_ = levels
    categorical = document.values.get("categorical") is True
    model._categories = Categories(levels) if categorical else None
    model._total_weight = document.number("total_weight")
    count, averaged = document.whole("networks", 1, p), document.values.get("averaged") is True
    if averaged != (model.structure == "aode") or (count > 1 and not averaged):
        raise DataError("The model has another number of networks than its structure.")
    sizes = [0 if each is None else len(each) for each in levels]
    networks = tuple(_read_network(document, k, p, model, sizes) for k in range(count))
    likelihoods = document.array("log_likelihoods", (count,))
    iterations = document.array("iterations_of_each", (count,), np.int64)
    number, criterion = document.whole("iterations"), document.number("last_criterion")
    notes = document.texts("notes")
    step: Any
    if averaged:
        step = AveragedStep(
            number, criterion, networks, log_likelihoods=likelihoods, iterations=iterations,
            notes=notes,
        )  # fmt: skip
    else:
        penalty = document.number("penalty")
        step = NetworkStep(number, criterion, networks[0], notes=notes, penalty=penalty)
    model._take(step)
    read_run(document, model)
    if averaged:
        model.n_iter_ = iterations
    else:
        model.log_likelihood_ = float(likelihoods[0])
    return model


def _pack_levels(levels: NDArray[Any] | None) -> Any:
    if levels is None:
        return None
    values = levels.tolist()
    if not all(isinstance(each, bool | int | float | str) for each in values):
        raise DataError("Levels of a category that are neither text nor numbers cannot be saved.")
    return {"values": values, "type": "object" if levels.dtype.kind == "O" else levels.dtype.str}


def _read_levels(document: Document, p: int) -> tuple[NDArray[Any] | None, ...]:
    listed = document.values.get("levels")
    if not isinstance(listed, list) or len(listed) != p:
        raise DataError("The model lacks the levels of its features.")
    return tuple(_read_one(each) for each in listed)


def _read_one(packed: Any) -> NDArray[Any] | None:
    if packed is None:
        return None
    refused = DataError("The model lacks the levels of its features.")
    values = packed.get("values") if isinstance(packed, dict) else None
    if not isinstance(values, list) or not values:
        raise refused
    typed = typed_values(values, str(packed.get("type")))
    if typed is None:
        raise refused
    return typed


def _read_network(
    document: Document, number: int, p: int, model: Any, sizes: list[int]
) -> NetworkParameters:
    n_classes = len(model.classes_)
    shapes: dict[str, tuple[int, ...]] = {
        "weights": (n_classes,),
        "means": (n_classes, p),
        "coefficients": (n_classes, p, p),
        "variances": (n_classes, p),
        "parents": (p, p),
        "kept": (p,),
        "label_parameters": (-1, -1),
    }
    parts = {
        name: document.array(
            f"network{number}_{name}", shape, np.bool_ if name in BOOLEAN else np.float64
        )
        for name, shape in shapes.items()
    }
    weights, variances = parts["weights"], parts["variances"]
    if (weights < 0.0).any() or abs(float(weights.sum()) - 1.0) > 1e-6 or (variances <= 0.0).any():
        raise DataError("The proportions or variances of the model are out of range.")
    if closure(parts["parents"]).diagonal().any():
        raise DataError("The arcs of the model form a cycle.")
    families = _read_families(document, number, sizes, n_classes)
    return NetworkParameters(**parts, families=families)


def _read_families(
    document: Document, number: int, sizes: list[int], n_classes: int
) -> tuple[Any, ...]:
    listed = document.values.get("families")
    names = listed[number] if isinstance(listed, list) and number < len(listed) else None
    if not isinstance(names, list) or not all(name in FAMILIES for name in names):
        raise DataError("The model lacks the families of its features.")
    return tuple(
        _read_family(document, FAMILIES[name], f"network{number}_family{place}", sizes, n_classes)
        for place, name in enumerate(names)
    )


def _read_family(
    document: Document, kind: type[Any], prefix: str, sizes: list[int], n_classes: int
) -> Any:
    feature = int(document.array(f"{prefix}_feature", (), np.int64))
    parent = int(document.array(f"{prefix}_parent", (), np.int64))
    if not 0 <= feature < len(sizes) or not -1 <= parent < len(sizes):
        raise DataError("A family of the model names a feature that it does not have.")
    above = sizes[parent] if parent >= 0 else 0
    if kind is Table:
        alone = document.array(f"{prefix}_alone", (n_classes, sizes[feature]))
        given = document.arrays.get(f"{prefix}_given", np.empty(0))
        shape = (n_classes, above, sizes[feature]) if above else given.shape
        given = document.array(f"{prefix}_given", shape)
        if not above and given.size:
            raise DataError("A family of the model names a feature that it does not have.")
        return Table(feature, parent, alone, given)
    by_level, by_class = (n_classes, above), (n_classes,)
    return LevelMeans(
        feature,
        parent,
        document.array(f"{prefix}_means", by_level),
        *(
            document.array(f"{prefix}_{name}", by_class)
            for name in ("variances", "mean_alone", "variance_alone")
        ),
    )
