"""What SoftLabelClassifier must know about a scikit-learn classifier that it wraps.

Whether its fit maximises a weighted likelihood, what its penalty is, and how it takes weights.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import has_fit_parameter

from belieflab.errors import DataError
from belieflab.evaluation.estimator_calls import predict_stoppably

Floats = NDArray[np.float64]

LOGISTIC = ("LogisticRegression",)

SMOOTHED = ("BernoulliNB", "CategoricalNB", "MultinomialNB")
"""Naive Bayes whose tables of counts are smoothed."""

GENERATIVE = ("GaussianNB", *SMOOTHED)
"""Their fit maximises the joint likelihood of points and classes."""

SMALLEST = np.finfo(np.float64).tiny


def is_one_of(estimator: Any, names: tuple[str, ...]) -> bool:
    """Whether it is one of scikit-learn's classes of these names; none of them is imported.

    What scikit-learn itself derives from one, such as LogisticRegressionCV, is another.
    """
    known = (each for each in type(estimator).__mro__ if each.__module__.startswith("sklearn."))
    nearest = next(known, None)
    return nearest is not None and nearest.__name__ in names


def is_likelihood_based(estimator: Any) -> bool:
    """Whether its fit is known to maximise a weighted likelihood, perhaps with a penalty.

    Weights of classes change what is maximised; liblinear fits one class against the others.
    """
    if is_one_of(estimator, GENERATIVE):
        return True
    return (
        is_one_of(estimator, LOGISTIC)
        and estimator.class_weight is None
        and estimator.solver != "liblinear"
    )


def log_probabilities(model: Any, X: Any, n_classes: int, *, joint: bool) -> Floats:
    """ln p(k | x), or ln p(k, x) where `joint` and the model has it [shape=(n, K)].

    A class that the model has not met has the smallest positive number for its probability.
    """
    last = last_step(model)
    if joint and is_one_of(last, GENERATIVE):
        points = X if last is model else model[:-1].transform(X)
        with np.errstate(divide="ignore", invalid="ignore"):  # a variance of 0, refused later
            found = np.asarray(last.predict_joint_log_proba(points), dtype=np.float64)
    else:
        found = np.log(np.maximum(predict_stoppably(model, X), SMALLEST))
    logs = np.full((len(found), n_classes), np.log(SMALLEST))
    logs[:, model.classes_] = found
    return logs


def penalty(model: Any) -> float:
    """What the fit subtracts from the log likelihood; 0 where unknown.

    Of logistic regression (½(1-r)‖w‖² + r‖w‖₁)/C; of naive Bayes with counts -Σ α ln θ, which its
    smoothing by α amounts to: a Dirichlet prior with the exponent α.
    """
    model = last_step(model)
    if is_one_of(model, SMOOTHED):
        return _smoothing(model)
    if not is_one_of(model, LOGISTIC):
        return 0.0
    kind = getattr(model, "penalty", "l2")
    if kind is None:
        return 0.0
    ratio = {"l1": 1.0, "l2": 0.0}.get(kind, float(getattr(model, "l1_ratio", 0.0) or 0.0))
    weights = np.asarray(model.coef_, dtype=np.float64)
    size = 0.5 * (1.0 - ratio) * np.square(weights).sum() + ratio * np.abs(weights).sum()
    return float(size / model.C)


def _smoothing(model: Any) -> float:
    """-Σ α ln θ over classes, features and their levels; a binary feature has θ and 1 - θ."""
    alpha, logs = np.asarray(model.alpha, dtype=np.float64), model.feature_log_prob_
    tables = list(logs) if is_one_of(model, ("CategoricalNB",)) else [np.asarray(logs)]
    with np.errstate(invalid="ignore", divide="ignore"):  # α = 0 adds nothing, though ln θ is -∞
        if is_one_of(model, ("BernoulliNB",)):
            tables.append(np.log(-np.expm1(np.minimum(tables[0], 0.0))))
        return -sum(float(np.where(alpha > 0.0, alpha * each, 0.0).sum()) for each in tables)


def last_step(estimator: Any) -> Any:
    """The classifier at the end of a pipeline; the estimator itself where there is none."""
    steps = getattr(estimator, "steps", None)
    return steps[-1][1] if steps else estimator


def weight_argument(estimator: Any) -> str:
    """The argument of `fit` that takes the weights of rows; refused where there is none."""
    if not hasattr(estimator, "predict_proba"):
        raise DataError(
            f"{type(estimator).__name__} has no predict_proba; learning from soft labels needs a "
            "classifier that gives probabilities."
        )
    last = last_step(estimator)
    if not has_fit_parameter(last, "sample_weight"):
        raise DataError(
            f"The fit of {type(last).__name__} takes no sample_weight; learning from soft labels "
            "needs a classifier that does."
        )
    if last is estimator:
        return "sample_weight"
    return f"{estimator.steps[-1][0]}__sample_weight"


def seed_estimator(estimator: Any, rng: np.random.Generator) -> None:
    """Give every random_state inside that is None a seed, so that equal fits are equal."""
    for name, value in sorted(estimator.get_params(deep=True).items()):
        if (name == "random_state" or name.endswith("__random_state")) and value is None:
            estimator.set_params(**{name: int(rng.integers(2**31))})
