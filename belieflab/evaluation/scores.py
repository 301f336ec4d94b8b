"""How far predictions agree with labels that may be soft."""

from typing import Any

import numpy as np

from belieflab.belief.classes import NOT_FOUND, TEXT, find_classes, kind_of
from belieflab.belief.hard_labels import HardLabels, read
from belieflab.belief.labels import as_mass_table, pignistic_of_classes
from belieflab.errors import DataError


def soft_accuracy(
    labels_or_model: Any, predicted_or_X: Any, y: Any = None, *, unknown: Any = None
) -> float:
    """Mean pignistic probability that the labels give to the predicted classes.

    (1/n) Σ_i BetP_i(predicted class of i); for hard labels this is the accuracy. It is a metric,
    `soft_accuracy(labels, predicted)`, and with three arguments a scorer,
    `soft_accuracy(model, X, labels)`, so that it can be passed as `scoring=soft_accuracy` to
    cross_val_score or GridSearchCV, whose "accuracy" refuses soft labels.

    Parameters
    ----------
    labels_or_model : labels, or a fitted model
        Labels of any kind: hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    predicted_or_X : predicted classes [shape=(n,)], or X [shape=(n, p)]
        Classes match by value, and by name only if none does.
    y : labels, when the first argument is a model
    unknown : optional
        A value of hard labels that means unknown; as a scorer, that of the model.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    DataError
        When no label can be a predicted class: none of them is a class of the model, or one side
        is text and the other is not.

    Examples
    --------
    >>> from belieflab import MassTable
    >>> labels = MassTable.from_guess_and_doubt([0, 1, 1], [0.0, 0.0, 1.0])
    >>> soft_accuracy(labels, [0, 1, 1])
    0.8333333333333334
    """
    if y is not None:
        return _score(labels_or_model, predicted_or_X, y)
    return _compare(labels_or_model, predicted_or_X, unknown)


def _score(model: Any, X: Any, y: Any) -> float:
    predicted = _read(model.predict(X))
    shares = pignistic_of_classes(y, model.classes_, len(predicted.codes), unknown_of(model))
    places = find_classes(model.classes_.tolist(), predicted.classes)
    return float(shares[np.arange(len(shares)), places[predicted.codes]].mean())


def _compare(labels: Any, given: Any, unknown: Any) -> float:
    predicted = _read(given)
    table, classes = as_mass_table(labels, len(predicted.codes), unknown=unknown)
    places = find_classes(classes.tolist(), predicted.classes)
    if (places == NOT_FOUND).all():
        _refuse_different_kinds(classes.tolist(), predicted.classes)
    shares = np.column_stack([table.pignistic(), np.zeros(len(table))])  # last: no such class
    return float(shares[np.arange(len(shares)), places[predicted.codes]].mean())


def _read(given: Any) -> HardLabels:
    predicted = read(given)
    if not predicted.known.all():
        raise DataError(f"Row {int(np.argmin(predicted.known)) + 1}: there is no predicted class.")
    return predicted


def _refuse_different_kinds(classes: list[Any], predicted: list[Any]) -> None:
    if (kind_of(classes) == TEXT) != (kind_of(predicted) == TEXT):
        raise DataError(
            f"None of the predicted classes {', '.join(map(repr, predicted[:10]))} is a class of "
            f"the labels: {', '.join(map(repr, classes[:10]))}."
        )


def unknown_of(model: Any) -> Any:
    """The value that means unknown in a model, the last step of a pipeline or a search's best."""
    if hasattr(model, "best_estimator_"):
        return unknown_of(model.best_estimator_)
    if hasattr(model, "named_steps"):
        return unknown_of(model[-1])
    return getattr(model, "unknown_", None)
