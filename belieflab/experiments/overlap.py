"""Whether the replicates of an experiment share points, and what tests of significance do then."""

from collections.abc import Mapping
from typing import Any

from belieflab.data.dataset import Dataset
from belieflab.data.group_folds import ONE_GROUP
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.evaluation.significance import corrected_paired_test, ratio_of_means
from belieflab.experiments.statistics import Floats, sign_test
from belieflab.experiments.sweep import FRESH, GIVEN, HOLD_OUT

SIGN_TEST = "the paired sign test"
CORRECTED_TEST = "the test of Nadeau and Bengio for replicates that share points"


def overlap(
    data: Mapping[str, Any], test: Mapping[str, Any], dataset: Dataset | None = None
) -> float:
    """`test_to_train` between replicates on these data; 0 where each has points of its own.

    `data` and `test` as described by a sweep; folds keep the groups of `dataset` together.
    """
    if test["kind"] == FRESH or (data["key"] != GIVEN and SAMPLES[data["key"]].generated):
        return 0.0
    groups = None if dataset is None else dataset.groups
    if groups is not None and not groups.any():
        raise DataError(ONE_GROUP)
    if test["kind"] == HOLD_OUT:
        return ratio_of_means(test["share"])
    count = test["folds"] if groups is None else min(test["folds"], int(groups.max()) + 1)
    return ratio_of_means(1.0 / count, count)


def paired_test(first: Floats, second: Floats, shared: float) -> float:
    """p-value of a difference: signs of independent replicates, else Nadeau and Bengio's test."""
    if not shared:
        return sign_test(first, second)
    return corrected_paired_test(first, second, shared).p_value if len(first) > 1 else 1.0
