"""What every method of clustering promises to the rest of the world."""

import warnings

import pytest
from sklearn.utils.estimator_checks import check_estimator

from belieflab.clustering import CECM, ECM, EVCLUS, EKNNclus


@pytest.mark.parametrize("estimator", [ECM(2), CECM(2), EVCLUS(2), EKNNclus()])
def test_scikit_learns_own_checks_pass(estimator):
    estimator.set_params(random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(estimator, on_fail=None, on_skip=None)
    failed = [row["check_name"] for row in results if row["status"] == "failed"]
    assert failed == []
    assert sum(row["status"] == "passed" for row in results) > 40
