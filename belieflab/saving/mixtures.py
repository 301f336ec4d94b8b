"""Mixtures as files: their parameters, which are all that a prediction needs."""

from typing import Any

import numpy as np

from belieflab.errors import DataError
from belieflab.iteration import Step
from belieflab.mixture.categorical import CategoricalDensity
from belieflab.mixture.components import Density
from belieflab.mixture.covariance_families import find_family
from belieflab.mixture.gaussian_density import GaussianDensity
from belieflab.mixture.label_noise import NoisyDensity, NoisyParameters
from belieflab.mixture.proportions import ProportionsDensity
from belieflab.mixture.weibull import WeibullDensity
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


def pack_mixture(model: Any) -> Parcel:
    """A SoftLabelMixture or a LabelNoiseMixture."""
    parcel = Parcel(model)
    pack_classes(parcel, model.classes_)
    pack_features(parcel, model)
    pack_run(parcel, model)
    parameters = model.parameters_
    if isinstance(parameters, NoisyParameters):
        parcel.arrays["flips"] = parameters.flips
        parameters = parameters.model
    parcel.arrays |= {name: np.asarray(part) for name, part in parameters._asdict().items()}
    parcel.values |= {
        "log_likelihood": float(model.log_likelihood_),
        "labelled": bool(model.labelled_),
        "total_weight": float(model._total_weight),
    }
    return parcel


def unpack_mixture(kind: type[Any], document: Document) -> Any:
    """The mixture of a file, its shapes and proportions checked."""
    model = make_model(kind, document)
    model.classes_ = read_classes(document)
    p, n_classes = read_features(document, model), len(model.classes_)
    read_unknown(model)
    model.starts_ = []
    model.labelled_ = document.values.get("labelled") is True
    model._total_weight = document.number("total_weight")
    density: Any = _density_of(model, document, p)
    names = density.parameters._fields
    shapes = density.shapes(n_classes)
    parameters = density.parameters(
        *(document.array(name, shape) for name, shape in zip(names, shapes, strict=True))
    )
    _check(parameters)
    if "flips" in document.arrays:
        flips = document.array("flips", (n_classes, n_classes))
        density, parameters = NoisyDensity(density), NoisyParameters(parameters, flips)
    model._density = density
    model.n_parameters_ = density.count_parameters(n_classes)
    criterion = document.number("log_likelihood")
    model._take(Step(document.whole("iterations"), criterion, parameters))
    read_run(document, model)
    return model


def _density_of(model: Any, document: Document, p: int) -> Density:
    components = getattr(model, "components", "gaussian")
    if components == "weibull":
        return WeibullDensity(p)
    if components == "proportions":
        return ProportionsDensity(p)
    if components == "categorical":
        found = document.array("probabilities", (-1, p, -1))
        return CategoricalDensity(p, found.shape[2])
    return GaussianDensity(find_family(model.covariance), p)


def _check(parameters: Any) -> None:
    weights = parameters.weights
    if (weights < 0.0).any() or abs(float(weights.sum()) - 1.0) > 1e-6:
        raise DataError("The proportions of the model are none: they do not sum to 1.")
    for name in ("shapes", "scales", "probabilities"):
        if hasattr(parameters, name) and (getattr(parameters, name) < 0.0).any():
            raise DataError(f"The {name} of the model hold a negative number.")
    if hasattr(parameters, "covariances"):
        found = parameters.covariances
        try:
            np.linalg.cholesky((found + np.swapaxes(found, 1, 2)) / 2.0)
        except np.linalg.LinAlgError:
            raise DataError("A covariance matrix of the model is not positive definite.") from None
