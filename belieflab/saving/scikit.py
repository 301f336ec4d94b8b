"""SoftLabelClassifier around classifiers of scikit-learn as a file."""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone

from belieflab.errors import DataError
from belieflab.evaluation import SoftLabelClassifier
from belieflab.evaluation.soft_em import SoftStep
from belieflab.evaluation.wrapped_estimators import is_one_of
from belieflab.iteration import Step
from belieflab.saving.common import (
    Parcel,
    make_model,
    pack_classes,
    pack_features,
    pack_run,
    pack_settings,
    read_classes,
    read_feature_count,
    read_features,
    read_run,
    read_unknown,
)
from belieflab.saving.document import Document
from belieflab.saving.ensembles import (
    BOOSTING,
    FORESTS,
    TreeClassifier,
    plain_trees,
    read_trees,
    tree_arrays,
)

MODULES = {
    "LogisticRegression": "sklearn.linear_model",
    "GaussianNB": "sklearn.naive_bayes",
    **dict.fromkeys(FORESTS + BOOSTING, "sklearn.ensemble"),
}
"""The estimators that can be saved, and where they are; no other name in a file is looked up."""
ARRAYS = {
    "LogisticRegression": ("coef_", "intercept_"),
    "GaussianNB": ("theta_", "var_", "class_prior_", "class_count_"),
}


def name_of(inner: Any) -> str | None:
    """The name of an estimator that can be saved; None for any other."""
    return next((name for name in MODULES if is_one_of(_origin_of(inner), (name,))), None)


def _origin_of(inner: Any) -> Any:
    return inner.origin if isinstance(inner, TreeClassifier) else inner


def known_estimator(model: SoftLabelClassifier) -> str | None:
    """The name of the estimator inside where it can be saved; None for any other."""
    return name_of(model.estimator_)


def pack_estimator(parcel: Parcel, inner: Any, places: NDArray[np.int64], n_features: int) -> None:
    """A fitted estimator by its arrays, and the places of its classes; others are refused."""
    name, origin = name_of(inner), _origin_of(inner)
    if name is None:
        raise DataError(
            f"{type(inner).__name__} cannot be saved without pickle, which may run code when "
            "opened; the exported code fits it again."
        )
    parcel.values |= {"estimator": name, "estimator_settings": pack_settings(origin)}
    parcel.arrays["places"] = np.asarray(places, np.int64)
    if name in ARRAYS:
        parcel.arrays |= {f"estimator_{key}": getattr(inner, key) for key in ARRAYS[name]}
    else:
        parcel.arrays |= tree_arrays(plain_trees(inner), n_features)
    if name == "GaussianNB":
        parcel.values["epsilon"] = float(inner.epsilon_)


def read_estimator(
    document: Document, places: NDArray[np.int64], p: int
) -> tuple[BaseEstimator, Any]:
    """The estimator of a file with its settings, not fitted; and as it was fitted."""
    name = document.text("estimator")
    if name not in MODULES:
        raise DataError(f"The model is around {name!r}, which cannot be opened.")
    origin = _make_origin(name, document)
    if name in ARRAYS:
        return origin, _read_arrays(name, clone(origin), document, places, p)
    return origin, read_trees(document, origin, places, p)


def read_places(document: Document, n_classes: int) -> NDArray[np.int64]:
    """The places of an estimator's classes among those of the model, in order."""
    places = document.array("places", (-1,), np.int64)
    if not len(places) or (np.diff(places) <= 0).any() or places[0] < 0:
        raise DataError("The model lacks its classes.")
    if places[-1] >= n_classes:
        raise DataError("The model lacks its classes.")
    return places


def pack_wrapped(model: SoftLabelClassifier) -> Parcel:
    """A SoftLabelClassifier whose estimator is known by its arrays; others are refused."""
    inner = model.estimator_
    given = SoftLabelClassifier(_origin_of(inner))
    own = {key: value for key, value in model.get_params(deep=False).items() if key != "estimator"}
    parcel = Parcel(given.set_params(**own))
    parcel.settings.pop("estimator", None)
    pack_classes(parcel, model.classes_)
    pack_features(parcel, model)
    pack_run(parcel, model)
    pack_estimator(parcel, inner, inner.classes_, int(model.n_features_in_))
    parcel.values |= {
        "likelihood_based": bool(model.likelihood_based_),
        "reached": float(model.criterion_),
    }
    parcel.arrays |= {"rows": model.rows_, "shares": model._shares}
    return parcel


def unpack_wrapped(kind: type[Any], document: Document) -> Any:
    """The classifier of a file."""
    classes, p = read_classes(document), read_feature_count(document)
    n_classes = len(classes)
    origin, inner = read_estimator(document, read_places(document, n_classes), p)
    settings = document.settings | {"estimator": origin}
    model = make_model(kind, document._replace(settings=settings))
    model.classes_ = classes
    read_features(document, model)
    read_unknown(model)
    model.rows_ = document.array("rows", (-1,), np.int64)
    model.likelihood_based_ = document.values.get("likelihood_based") is True
    shares = document.array("shares", (len(model.rows_), n_classes))
    model._take(
        Step(document.whole("iterations"), document.number("reached"), SoftStep(inner, shares))
    )
    read_run(document, model)
    return model


def _read_arrays(
    name: str, inner: BaseEstimator, document: Document, places: NDArray[np.int64], p: int
) -> BaseEstimator:
    """The estimator with what it has learned."""
    k = len(places)
    inner.classes_, inner.n_features_in_ = places, p
    if document.texts("feature_names"):
        inner.feature_names_in_ = np.array(document.texts("feature_names"), dtype=object)
    rows = 1 if k == 2 else k
    shapes: dict[str, tuple[int, ...]] = {
        "coef_": (rows, p),
        "intercept_": (rows,),
        "theta_": (k, p),
        "var_": (k, p),
        "class_prior_": (k,),
        "class_count_": (k,),
    }
    for each in ARRAYS[name]:
        setattr(inner, each, document.array(f"estimator_{each}", shapes[each]))
    if name == "GaussianNB":
        inner.epsilon_ = document.number("epsilon")
        if (inner.var_ <= 0.0).any() or (inner.class_prior_ < 0.0).any():
            raise DataError("The variances or proportions of the model are out of range.")
    return inner


def _make_origin(name: str, document: Document) -> BaseEstimator:
    """The estimator with its settings, not fitted."""
    settings = document.values.get("estimator_settings")
    if not isinstance(settings, dict):
        raise DataError("The model lacks the settings of its estimator.")
    kind = getattr(import_module(MODULES[name]), name)
    return make_model(kind, document._replace(settings=settings))
