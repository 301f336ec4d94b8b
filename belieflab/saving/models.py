"""Models by the name of their class, and how each becomes a file and comes back."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.clustering import CECM, ECM, EVCLUS, EKNNclus
from belieflab.data.reading.limits import check_file_size
from belieflab.errors import DataError
from belieflab.evaluation import SoftLabelClassifier
from belieflab.evaluation.classifiers.learned import Learned
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.saving import clusters, learned, mixtures, neighbours, networks, scikit
from belieflab.saving.common import Parcel
from belieflab.saving.document import Document, read_document, write_document

DAMAGED = "The model is damaged: its parts do not fit together."


@dataclass(frozen=True)
class Saver:
    """How the models of one class are saved and opened, and whether a fitted one can be."""

    kind: type[Any]
    pack: Callable[[Any], Parcel]
    unpack: Callable[[type[Any], Document], Any]
    able: Callable[[Any], object] = lambda _: True


SAVERS = {
    saver.kind.__name__: saver
    for saver in (
        Saver(SoftLabelMixture, mixtures.pack_mixture, mixtures.unpack_mixture),
        Saver(LabelNoiseMixture, mixtures.pack_mixture, mixtures.unpack_mixture),
        Saver(EvidentialKNN, neighbours.pack_knn, neighbours.unpack_knn),
        Saver(EvidentialNetwork, neighbours.pack_network, neighbours.unpack_network),
        Saver(GaussianNetworkClassifier, networks.pack_bayes, networks.unpack_bayes),
        Saver(ECM, clusters.pack_prototypes, clusters.unpack_prototypes),
        Saver(CECM, clusters.pack_prototypes, clusters.unpack_prototypes),
        Saver(EKNNclus, clusters.pack_eknnclus, clusters.unpack_eknnclus),
        Saver(EVCLUS, clusters.pack_evclus, clusters.unpack_evclus, clusters.has_few_sets),
        Saver(
            SoftLabelClassifier, scikit.pack_wrapped, scikit.unpack_wrapped, scikit.known_estimator
        ),
        Saver(Learned, learned.pack_learned, learned.unpack_learned, learned.is_known),
    )
}
"""The classes whose models can be saved, by name; no other name in a file is looked up."""


def can_be_saved(model: Any) -> bool:
    """Whether there is a way to save a fitted model such as this one."""
    saver = _saver_of(model)
    return saver is not None and bool(saver.able(model))


def _saver_of(model: Any) -> Saver | None:
    saver = SAVERS.get(type(model).__name__)
    return saver if saver is not None and type(model) is saver.kind else None


def save_model(
    model: Any, path: str | os.PathLike[str] | None = None, *, about: dict[str, Any] | None = None
) -> bytes:
    """A fitted model as a file without pickle: JSON and arrays in a zip.

    Opened again it predicts the same to the last bit. Training data are not in the file, except
    the labelled points of neighbours and the objects of EKNNclus and EVCLUS, which are the model.

    Parameters
    ----------
    model : a fitted model of one of the classes in `SAVERS`
        SoftLabelMixture, LabelNoiseMixture, EvidentialKNN, EvidentialNetwork,
        GaussianNetworkClassifier, ECM, CECM, EKNNclus, EVCLUS of up to 1,024 sets, and
        SoftLabelClassifier around logistic regression, Gaussian naive Bayes, a forest or histogram
        gradient boosting without categorical features. Also what `Evaluation.model_from_all` and
        queries of active learning give.
    path : str or path, optional
        Where to write; without one only the bytes are returned.
    about : dict, optional
        JSON values that are kept beside the model.

    Returns
    -------
    bytes

    Raises
    ------
    DataError
        When models of this class cannot be saved.

    Examples
    --------
    >>> from belieflab.mixture import SoftLabelMixture
    >>> model = SoftLabelMixture().fit([[0.0], [1.0], [5.0], [6.0]], ["a", "a", "b", "b"])
    >>> again = open_model(save_model(model))
    >>> again.predict([[0.5], [5.5]]).tolist()
    ['a', 'b']
    """
    saver = _saver_of(model)
    if saver is None:
        raise DataError(
            f"Models of the class {type(model).__name__} cannot be saved; those of "
            f"{', '.join(SAVERS)} can."
        )
    if hasattr(model, "fit"):
        check_is_fitted(model)
    content = write_document(saver.pack(model).document(about or {}))
    if path is not None:
        Path(path).write_bytes(content)
    return content


def open_model(source: bytes | str | os.PathLike[str]) -> Any:
    """A fitted model from a file of `save_model`; opening it runs no code from the file.

    Parameters
    ----------
    source : bytes of the file, or its path

    Returns
    -------
    The model, fitted.

    Raises
    ------
    DataError
        When the file is no saved model, or is damaged.

    Examples
    --------
    >>> open_model(b"something else")
    Traceback (most recent call last):
    belieflab.errors.DataError: The file is no saved model of belieflab.
    """
    return open_with_about(source)[0]


def open_with_about(source: bytes | str | os.PathLike[str]) -> tuple[Any, dict[str, Any]]:
    """The model of a file, and what was kept beside it."""
    content = source if isinstance(source, bytes) else Path(source).read_bytes()
    check_file_size(len(content))
    document = read_document(content)
    saver = SAVERS.get(document.kind)
    if saver is None:
        raise DataError(f"The file holds a model of the kind {document.kind!r}, which is unknown.")
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # what is no number is refused below
            return saver.unpack(saver.kind, document), document.about
    except DataError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        raise DataError(DAMAGED) from None
