"""The entries of scikit-learn's classifiers that take every label as it is."""

from belieflab.cost import Cost
from belieflab.data.parameters import Parameter
from belieflab.evaluation.classifiers import soft_scikit
from belieflab.evaluation.classifiers.entry import Classifier
from belieflab.references import cite

_STEPS = Parameter(
    "max_iter", "Max iterations", 100, low=1, high=1000, step=1, help="Fits of the estimator by EM."
)
_FEW_STEPS = Parameter(
    "max_iter",
    "Max iterations",
    3,
    low=1,
    high=50,
    step=1,
    help="Steps of EM; each takes one fit to all objects and one for every fold.",
)
_FOLDS = Parameter(
    "n_folds",
    "Folds",
    3,
    low=2,
    high=10,
    step=1,
    help="An object is shared out among classes by a fit without its fold.",
)
_PENALTY = Parameter(
    "penalty", "Penalty 1/C", 1.0, low=1e-6, high=1e6, help="Of the squared coefficients."
)


def _source(*keys: str) -> str:
    """The papers of the estimator, with the criterion that EM raises."""
    own = [cite(key) for key in (*keys, "pedregosa2011")]
    return "; ".join([*own, cite("come2009", "eq. 50")])


def _trees(default: int) -> Parameter:
    return Parameter("trees", "Trees", default, low=1, high=500, step=1)


def _logistic_cost(n: int, p: int, n_classes: int) -> Cost:
    """About ten fits."""
    seconds = 0.03 + 2e-6 * n * n_classes * (p + n_classes)
    return Cost(seconds, 24.0 * n * n_classes * (p + n_classes))


def _bayes_cost(n: int, p: int, n_classes: int) -> Cost:
    """About ten fits."""
    return Cost(0.012 + 8e-7 * n * n_classes * p, 24.0 * n * n_classes * (p + n_classes))


def _forest_cost(n: int, p: int, n_classes: int) -> Cost:
    """Twelve forests of fifty trees on repeated rows."""
    return Cost(0.7 + 1.6e-3 * n, 2e6 + 2e3 * n + 24.0 * n * n_classes * p)


def _boosting_cost(n: int, p: int, n_classes: int) -> Cost:
    """Twelve times thirty trees per class, with up to 31 leaves each."""
    seconds = 0.4 + 0.4 * n_classes * min(n / 1000.0, 1.0) + 2e-5 * n * n_classes
    return Cost(seconds, 4e6 + 40.0 * n * n_classes * (p + n_classes))


SOFT_CLASSIFIERS = (
    Classifier(
        "logistic-soft",
        "logistic regression, soft labels",
        "Straight borders between the classes; takes every label as it is, by EM.",
        soft_scikit.fit_soft_logistic,
        (_PENALTY, _STEPS),
        _logistic_cost,
        takes_weights=True,
        source=_source("cox1958"),
    ),
    Classifier(
        "gaussian-nb",
        "Naive Bayes of scikit-learn",
        "Gaussian features, independent within a class; takes every label as it is, by EM, and "
        "leaves objects without a label out.",
        soft_scikit.fit_soft_bayes,
        (_STEPS,),
        _bayes_cost,
        min_labels=2,
        takes_weights=True,
        source=_source(),
    ),
    Classifier(
        "forest-soft",
        "random forest, soft labels",
        "Fifty trees; takes every label as it is, by EM on predictions for objects left out. Many "
        "times slower than the others.",
        soft_scikit.fit_soft_forest,
        (_trees(50), _FEW_STEPS, _FOLDS),
        _forest_cost,
        random=True,
        takes_groups=True,
        takes_weights=True,
        source=_source("breiman2001"),
    ),
    Classifier(
        "boosting-soft",
        "gradient boosting, soft labels",
        "Boosted trees on histograms of the features; takes every label as it is, by EM on "
        "predictions for objects left out. Many times slower than the others.",
        soft_scikit.fit_soft_boosting,
        (_trees(30), _FEW_STEPS, _FOLDS),
        _boosting_cost,
        random=True,
        takes_groups=True,
        takes_weights=True,
        source=_source("friedman2001"),
    ),
)
