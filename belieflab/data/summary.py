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


def describe_size(dataset: Dataset) -> str:
    """`150 objects × 4 features, 3 classes`, singular and plural as they should be."""
    parts = [f"{_count(dataset.n, 'object')} × {_count(dataset.p, 'feature')}"]
    if dataset.class_names:
        parts.append(_count(len(dataset.class_names), "class", "classes"))
    else:
        parts.append("no classes")
    return ", ".join(parts)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
