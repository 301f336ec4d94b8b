"""Estimators that take dissimilarities: cross-validation has to cut both rows and columns."""

from typing import Any

PRECOMPUTED = "precomputed"


class TakesDissimilarities:
    """Mixin: says in scikit-learn's tags whether X holds dissimilarities between objects.

    It does with `metric="precomputed"`, and always in an estimator without a metric.
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.pairwise = getattr(self, "metric", PRECOMPUTED) == PRECOMPUTED
        return tags
