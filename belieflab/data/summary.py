"""The features of a data set in numbers, one row each, and the data set in one sentence."""

from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset

_TABLES: "WeakKeyDictionary[Dataset, pd.DataFrame]" = WeakKeyDictionary()
"""Of the data sets there are: a page that is drawn again asks again."""


def summarise_features(dataset: Dataset) -> pd.DataFrame:
    """Mean, standard deviation (divided by n - 1), minimum, median, maximum and distinct values.

    One row per feature; the deviation of a single object is 0.
    """
    if dataset not in _TABLES:
        _TABLES[dataset] = _summarise(dataset)
    return _TABLES[dataset].copy()


def _summarise(dataset: Dataset) -> pd.DataFrame:
    X = dataset.X
    columns = [np.sort(column) for column in X.T]  # once for four of the numbers
    return pd.DataFrame(
        {
            "feature": list(dataset.feature_names),
            "mean": X.mean(axis=0),
            "deviation": X.std(axis=0, ddof=1) if dataset.n > 1 else np.zeros(dataset.p),
            "minimum": [column[0] for column in columns],
            "median": [_middle(column) for column in columns],
            "maximum": [column[-1] for column in columns],
            "distinct": [1 + int((column[1:] != column[:-1]).sum()) for column in columns],
        }
    )


def _middle(column: NDArray[np.float64]) -> float:
    """The median of sorted values."""
    low, high = (len(column) - 1) // 2, len(column) // 2
    return float(np.mean(column[[low, high]]))


def summarise_categories(dataset: Dataset) -> pd.DataFrame:
    """Number of levels, the most frequent one and its share; one row per categorical column."""
    rows = []
    for each in dataset.categories:
        counts = np.bincount(each.codes, minlength=len(each.levels))
        common = int(counts.argmax())
        share = float(counts[common] / dataset.n)
        rows.append((each.name, len(each.levels), each.levels[common], share))
    columns = ["category", "levels", "most frequent", "its share"]
    return pd.DataFrame(rows, columns=columns)


def describe_size(dataset: Dataset) -> str:
    """`150 objects × 4 features, 3 classes`, singular and plural as they should be.

    Dissimilarities: `213 objects, dissimilarities (213 × 213), no classes`.
    """
    features = _count(dataset.p, "feature")
    if dataset.categories:
        features += f" and {_count(len(dataset.categories), 'category', 'categories')}"
    parts = [f"{_count(dataset.n, 'object')} × {features}"]
    if dataset.dissimilarities is not None:
        parts = [_count(dataset.n, "object"), describe_matrix(dataset.n)]
    if dataset.class_names:
        parts.append(_count(len(dataset.class_names), "class", "classes"))
    else:
        parts.append("no classes")
    return ", ".join(parts)


def describe_matrix(n: int) -> str:
    """`dissimilarities (213 × 213)`."""
    return f"dissimilarities ({n:,} × {n:,})"


WEIGHTED_METHODS = (
    "Mixture, Networks, ECM, the evidential network, and on Evaluate, Suspects, Active learning "
    "and What-if mixtures, Bayesian networks and the classifiers of scikit-learn"
)
"""The methods that take weights of objects."""


def describe_rows(dataset: Dataset) -> list[str]:
    """What a split and weights mean for the methods, a sentence each."""
    found = []
    if dataset.kept_apart:
        apart = ", ".join(f"{part.n:,} {name}" for name, part in dataset.kept_apart.items())
        found.append(f"{dataset.training.n:,} objects for training; kept apart: {apart}")
    elif dataset.split:
        found.append(f"{len(set(dataset.split)):,} groups, which folds keep together")
    if dataset.weights is not None:
        found.append(f"Weights of objects: used by {WEIGHTED_METHODS}, not by other methods")
    return found


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
