"""Standardised features have one scale, and nothing else changes."""

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.data.scaling import standardise


def test_mean_zero_deviation_one_and_the_truth_stays():
    wine = load_sample("wine")
    scaled = standardise(wine)
    np.testing.assert_allclose(scaled.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(scaled.X.std(axis=0), 1)
    assert scaled.truth is wine.truth
    assert scaled.feature_names[0] == f"{wine.feature_names[0]}, standardised"


def test_a_constant_feature_becomes_zero():
    scaled = standardise(Dataset(np.array([[1.0, 7.0], [3.0, 7.0]]), ("a", "b")))
    np.testing.assert_array_equal(scaled.X, [[-1, 0], [1, 0]])
