"""What the models share that are saved: settings, classes, features, how their fit ended."""

import inspect
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.constraints import check_arguments
from belieflab.data.reading.limits import check_saved_features
from belieflab.errors import DataError
from belieflab.iteration import Ending
from belieflab.iterative_estimator import History
from belieflab.saving.document import Document

MAX_CLASSES = 4096
_KIND = re.compile(r"[<>|=][biufU]\d{1,9}")
"""Numbers and text as `dtype.str` writes them."""
MAX_ITEM = 4_000
"""Bytes of one class or level in an array: a file may ask for a width that no memory holds."""
NOT_KEPT = "n_jobs"
"""A setting that no file holds or sets: how many threads work is for the machine to say."""


class Parcel:
    """The parts of a model while they are put together."""

    def __init__(self, model: Any) -> None:
        self.kind = type(model).__name__
        self.settings = pack_settings(model) if hasattr(model, "get_params") else {}
        self.values: dict[str, Any] = {}
        self.arrays: dict[str, NDArray[Any]] = {}

    def document(self, about: dict[str, Any]) -> Document:
        """The parts as they stand in a file."""
        return Document(self.kind, self.settings, self.values, self.arrays, about)


def pack_settings(model: Any) -> dict[str, Any]:
    """The arguments that differ from the defaults; a start, a seed that is an object stay out.

    They act in `fit` alone. A metric that is a function cannot be written down and is refused.
    """
    defaults = inspect.signature(type(model)).parameters
    found = {}
    for name, value in model.get_params(deep=False).items():
        if name == NOT_KEPT or value is defaults[name].default:
            continue
        packed = _plain(value)
        if packed is not _UNKNOWN:
            found[name] = packed
        elif name in {"metric", "metric_params"}:
            raise DataError(f"{name} is no text or number, so the model cannot be saved.")
    return found


_UNKNOWN = object()


def _plain(value: Any) -> Any:
    """A value as JSON has it, `_UNKNOWN` where it has none."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufU":
        return value.tolist()
    if isinstance(value, list | tuple):
        parts = [_plain(each) for each in value]
        return _UNKNOWN if _UNKNOWN in parts else parts
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        named = {name: _plain(each) for name, each in value.items()}
        return _UNKNOWN if _UNKNOWN in named.values() else named
    return _UNKNOWN


def make_model(kind: type[Any], document: Document) -> Any:
    """A model of that class with the settings of the file but `n_jobs`, not yet fitted."""
    allowed = set(inspect.signature(kind).parameters)
    unknown = [name for name in document.settings if name not in allowed]
    if unknown:
        raise DataError(f"{kind.__name__} has no setting {unknown[0]!r}; the model is damaged.")
    model = kind(**{name: each for name, each in document.settings.items() if name != NOT_KEPT})
    if hasattr(model, "constraints"):
        check_arguments(model)
    return model


def pack_classes(parcel: Parcel, classes: NDArray[Any]) -> None:
    """The classes in their own type."""
    values = classes.tolist()
    if not all(isinstance(each, bool | int | float | str) for each in values):
        raise DataError("Classes that are neither text nor numbers cannot be saved.")
    parcel.values["classes"] = values
    parcel.values["class_type"] = "object" if classes.dtype.kind == "O" else classes.dtype.str


def read_classes(document: Document) -> NDArray[Any]:
    """The classes as they were."""
    values, kind = document.values.get("classes"), document.text("class_type")
    if not isinstance(values, list) or not 1 <= len(values) <= MAX_CLASSES:
        raise DataError("The model lacks its classes.")
    typed = typed_values(values, kind)
    if typed is None:
        raise DataError("The model lacks its classes.")
    Frame(values)  # refuses repeated and nameless classes
    return typed


def typed_values(values: list[Any], kind: str) -> NDArray[Any] | None:
    """The values as an array of that kind; None where they are none of it."""
    if not all(isinstance(each, bool | int | float | str) for each in values):
        return None
    found = np.empty(len(values), dtype=object)
    found[:] = values
    if kind == "object":
        return found
    if not _KIND.fullmatch(kind):
        return None
    try:
        dtype = np.dtype(kind)
        if dtype.itemsize > MAX_ITEM:
            return None
        typed = found.astype(dtype)
    except (TypeError, ValueError, OverflowError):
        return None
    return typed if typed.tolist() == values else None


def pack_features(parcel: Parcel, model: Any) -> None:
    """The number of features, and their names where the model knows them."""
    check_saved_features(int(model.n_features_in_))
    parcel.values["n_features"] = int(model.n_features_in_)
    names = getattr(model, "feature_names_in_", None)
    if names is not None:
        parcel.values["feature_names"] = [str(name) for name in names]


def read_feature_count(document: Document) -> int:
    """The number of features."""
    n_features = document.whole("n_features", 1)
    check_saved_features(n_features)
    return n_features


def read_features(document: Document, model: Any) -> int:
    """Tell the model its features; returns their number."""
    n_features = read_feature_count(document)
    model.n_features_in_ = n_features
    names = document.texts("feature_names")
    if names:
        if len(names) != n_features:
            raise DataError("The model has another number of features than names of them.")
        model.feature_names_in_ = np.array(names, dtype=object)
    return n_features


def pack_run(parcel: Parcel, model: Any) -> None:
    """How the fit went."""
    parcel.arrays["criterion"] = model.history_.criterion
    parcel.values["iterations"] = int(np.max(model.n_iter_))
    parcel.values["ending"] = str(model.ending_)
    parcel.values["notes"] = list(model.notes_)


def read_run(document: Document, model: Any) -> None:
    """Tell the model how its fit went."""
    model.history_ = History(False)
    model.history_._criterion = document.array("criterion", (-1,), finite=False).tolist()
    model.n_iter_ = document.whole("iterations")
    try:
        model.ending_ = Ending(document.text("ending"))
    except ValueError:
        raise DataError("The model does not say how its fit ended.") from None
    model.converged_ = model.ending_ is Ending.CONVERGED
    model.notes_ = document.texts("notes")


def read_unknown(model: Any) -> None:
    """The value that means unknown is that of the settings."""
    model.unknown_ = model.unknown
