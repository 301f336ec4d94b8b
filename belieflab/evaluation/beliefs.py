"""Beliefs from any fitted model, also one inside a pipeline or a search."""

from typing import Any

from belieflab.belief import MassTable
from belieflab.errors import DataError


def predict_mass(model: Any, X: Any) -> MassTable:
    """The belief of a fitted model about the class of each row of X.

    Parameters
    ----------
    model : estimator
        Anything with `predict_mass`; a Pipeline that ends in such a model (its transformers are
        applied first); a search such as GridSearchCV over either. A classifier that has only
        `predict_proba` gives Bayesian mass functions.
    X : array-like [shape=(n, p)]

    Returns
    -------
    MassTable [n rows]
        On the classes of the model, in their own type.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from belieflab.neighbors import EvidentialKNN
    >>> model = make_pipeline(StandardScaler(), EvidentialKNN(1, gamma=1.0))
    >>> _ = model.fit([[0.0], [1.0], [5.0], [6.0]], ["a", "a", "b", "b"])
    >>> predict_mass(model, [[0.0]])
    MassTable(1 rows on ['a', 'b']; focal sets {a}, {b}, Ω)
    """
    if hasattr(model, "predict_mass"):
        beliefs: MassTable = model.predict_mass(X)
        return beliefs
    if hasattr(model, "best_estimator_"):
        return predict_mass(model.best_estimator_, X)
    if hasattr(model, "named_steps"):
        return predict_mass(model[-1], model[:-1].transform(X) if len(model) > 1 else X)
    if hasattr(model, "predict_proba"):
        return MassTable.from_probabilities(model.predict_proba(X), model.classes_)
    raise DataError(
        f"{type(model).__name__} gives neither masses nor probabilities; a model with predict_mass "
        "or predict_proba is needed."
    )
