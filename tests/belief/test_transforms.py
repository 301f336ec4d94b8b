import naive_beliefs as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mass_strategies import tables

from belieflab import DataError
from belieflab.belief import transforms

PAIRS = {
    "belief": (transforms.to_belief, transforms.from_belief, naive.bel),
    "plausibility": (transforms.to_plausibility, transforms.from_plausibility, naive.pl),
    "commonality": (transforms.to_commonality, transforms.from_commonality, naive.q),
    "implicability": (
        transforms.to_implicability,
        transforms.from_implicability,
        naive.implicability,
    ),
}


@pytest.mark.parametrize("name", PAIRS)
@given(table=tables(classes=(1, 5)))
def test_transforms_equal_the_sums_over_subsets(name, table):
    forward, _, definition = PAIRS[name]
    values = forward(table.dense())
    for i in range(len(table)):
        m = naive.row_of(table, i)
        expected = [definition(m, naive.set_of(mask)) for mask in range(1 << table.frame.size)]
        assert values[i] == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("name", PAIRS)
@given(n_classes=st.integers(1, 10), seed=st.integers(0, 2**32 - 1))
def test_every_transform_and_back_gives_the_masses_to_twelve_digits(name, n_classes, seed):
    forward, backward, _ = PAIRS[name]
    rng = np.random.default_rng(seed)
    mass = rng.dirichlet(np.full(1 << n_classes, 0.3), size=(2, 3))
    np.testing.assert_allclose(backward(forward(mass)), mass, rtol=0, atol=1e-12)
    values = forward(mass)
    np.testing.assert_allclose(forward(backward(values)), values, rtol=0, atol=1e-12)


@given(tables(classes=(2, 4), omega=True))
def test_weights_equal_their_definition_and_give_the_masses_back(table):
    omega = naive.set_of(table.frame.omega)
    weights = transforms.to_weights(table.dense())
    for i in range(len(table)):
        expected = naive.weights(naive.row_of(table, i), omega)
        for subset, weight in expected.items():
            assert weights[i, naive.mask_of(subset)] == pytest.approx(weight, rel=1e-9)
    np.testing.assert_allclose(transforms.from_weights(weights), table.dense(), atol=1e-12)


def test_a_simple_mass_function_has_one_weight():
    mass = np.zeros(8)
    mass[[3, 7]] = [0.4, 0.6]
    weights = transforms.to_weights(mass)
    assert weights[3] == pytest.approx(0.6)
    assert np.delete(weights, 3) == pytest.approx(np.ones(7))


def test_the_input_is_left_alone_and_any_leading_shape_is_kept():
    mass = np.full((2, 3, 4), 0.25)
    before = mass.copy()
    assert transforms.to_plausibility(mass).shape == (2, 3, 4)
    np.testing.assert_array_equal(mass, before)
    assert transforms.to_commonality([0.5, 0.5]).tolist() == [1.0, 0.5]
    assert transforms.to_belief(np.zeros((0, 8))).shape == (0, 8)


def test_twenty_classes_transform_and_return():
    mass = np.zeros(1 << 20)
    mass[[1, 77, (1 << 20) - 1]] = [0.25, 0.25, 0.5]
    np.testing.assert_allclose(
        transforms.from_commonality(transforms.to_commonality(mass)), mass, atol=1e-12
    )


@pytest.mark.parametrize("values", [[0.5, 0.25, 0.25], [1.0], 3.0, np.zeros((2, 0))])
def test_anything_but_one_number_per_subset_is_refused(values):
    with pytest.raises(DataError, match="one number per subset"):
        transforms.to_belief(values)


def test_a_dogmatic_mass_function_has_no_weights():
    with pytest.raises(DataError, match="some mass on Ω"):
        transforms.to_weights([0, 0.5, 0.5, 0])
