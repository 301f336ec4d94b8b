"""What every method of clustering promises to the rest of the world."""

import warnings

import pytest
from sklearn.utils.estimator_checks import check_estimator

from belieflab.clustering import CECM, ECM, EVCLUS, EKNNclus

EXPECTED = {
    "check_sample_weight_equivalence_on_dense_data": "Repeated rows draw another random start; "
    "test_weights.py proves it from a given one."
}


@pytest.mark.parametrize("estimator", [ECM(2), CECM(2), EVCLUS(2), EKNNclus()])
def test_scikit_learns_own_checks_pass(estimator):
    estimator.set_params(random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(
            estimator, on_fail=None, on_skip=None, expected_failed_checks=EXPECTED
        )
    failed = [row["check_name"] for row in results if row["status"] == "failed"]
    assert failed == []
    assert sum(row["status"] == "passed" for row in results) > 40
