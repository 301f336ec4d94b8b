from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from mass_strategies import tables_on

from belieflab import DataError, MassTable
from belieflab.belief import combine, generalised_bayes

plausibilities = st.integers(1, 4).flatmap(
    lambda k: arrays(np.float64, (2, k), elements=st.floats(0, 1))
)


@given(plausibilities)
def test_masses_equal_the_products_of_the_theorem(values):
    table = generalised_bayes(values)
    n_classes = values.shape[1]
    for i, mask in product(range(2), range(1 << n_classes)):
        inside = [values[i, k] for k in range(n_classes) if mask >> k & 1]
        outside = [1 - values[i, k] for k in range(n_classes) if not mask >> k & 1]
        assert table.mass_of(mask)[i] == pytest.approx(prod(inside) * prod(outside), abs=1e-14)
    np.testing.assert_allclose(table.contour(), values, atol=1e-14)


@given(
    arrays(np.float64, (3, 4), elements=st.floats(0.01, 1)),
    arrays(np.float64, 4, elements=st.floats(0.01, 1)),
)
def test_with_a_bayesian_prior_it_is_bayes_theorem(likelihood, weights):
    prior = weights / weights.sum()
    posterior = generalised_bayes(likelihood, MassTable.from_probabilities([prior])).normalise()
    expected = prior * likelihood / (prior * likelihood).sum(axis=1, keepdims=True)
    assert posterior.is_bayesian().all()
    np.testing.assert_allclose(posterior.pignistic(), expected, atol=1e-13)


@given(arrays(np.float64, (2, 3), elements=st.floats(0, 1)), tables_on(3, rows=(2, 2)))
def test_a_prior_is_combined_conjunctively(values, prior):
    posterior = generalised_bayes(values, prior)
    without = generalised_bayes(values, frame=prior.frame)
    assert posterior.equals(combine([without, prior], "conjunctive"), 1e-13)


def test_a_bayesian_prior_works_on_sixty_classes():
    prior = MassTable.from_probabilities(np.full((1, 60), 1 / 60))
    posterior = generalised_bayes(np.linspace(0.1, 0.9, 60)[None], prior)
    assert len(posterior.focal) == 61
    assert np.argmax(posterior.pignistic()) == 59


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: generalised_bayes([[0.5, 1.5]]), "Row 1 has the plausibility 1.5 in column 2"),
        (lambda: generalised_bayes([0.5]), "one column per class"),
        (lambda: generalised_bayes([[0.5] * 21]), "2^21 subsets"),
        (lambda: generalised_bayes([[0.5, 1]], frame="abc"), "3 classes but the table 2 columns"),
        (
            lambda: generalised_bayes([[0.5, 1]], MassTable.vacuous(1, "ab"), "xy"),
            "The prior is about the classes a, b, not x, y",
        ),
        (
            lambda: generalised_bayes([[0.5, 1]], MassTable.vacuous(3, "ab")),
            "The prior has 3 rows; give one, or one per object (1)",
        ),
    ],
)
def test_bad_requests_are_refused_in_a_sentence(ask, sentence):
    with pytest.raises(DataError) as error:
        ask()
    assert sentence in str(error.value)
