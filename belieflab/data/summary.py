"""The features of a data set in numbers, one row each, and the data set in one sentence."""

import numpy as np
import pandas as pd

from belieflab.data.dataset import Dataset


def summarise_features(dataset: Dataset) -> pd.DataFrame:
    """Mean, standard deviation (divided by n - 1), minimum, median, maximum and distinct values.

    One row per feature; the deviation of a single object is 0.
    """
    X = dataset.X
    return pd.DataFrame(
        {
            "feature": list(dataset.feature_names),
            "mean": X.mean(axis=0),
            "deviation": X.std(axis=0, ddof=1) if dataset.n > 1 else np.zeros(dataset.p),
            "minimum": X.min(axis=0),
            "median": np.median(X, axis=0),
            "maximum": X.max(axis=0),
            "distinct": [len(np.unique(column)) for column in X.T],
        }
    )


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
    """`150 objects × 4 features, 3 classes`, singular and plural as they should be."""
    features = _count(dataset.p, "feature")
    if dataset.categories:
        features += f" and {_count(len(dataset.categories), 'category', 'categories')}"
    parts = [f"{_count(dataset.n, 'object')} × {features}"]
    if dataset.class_names:
        parts.append(_count(len(dataset.class_names), "class", "classes"))
    else:
        parts.append("no classes")
    return ", ".join(parts)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
