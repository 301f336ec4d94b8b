import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.data.beta import beta_parameters, draw_beta


@given(mean=st.floats(0.01, 0.99), part=st.floats(0.01, 0.99))
def test_moments_come_back(mean, part):
    deviation = part * np.sqrt(mean * (1 - mean))
    a, b = beta_parameters(mean, deviation)
    assert a > 0 and b > 0
    assert a / (a + b) == pytest.approx(mean)
    assert a * b / (a + b) ** 2 / (a + b + 1) == pytest.approx(deviation**2)


@pytest.mark.parametrize("mean", [0.1, 0.2, 0.4, 0.9])
def test_draws_have_the_asked_mean_and_deviation(mean):
    draws = draw_beta(np.random.default_rng(1), mean, 0.2, 40_000)
    assert ((draws >= 0) & (draws <= 1)).all()
    assert draws.mean() == pytest.approx(mean, abs=4 * 0.2 / np.sqrt(40_000))
    assert draws.std() == pytest.approx(0.2, rel=0.03)


def test_another_mean_moves_the_draws_and_keeps_their_order():
    low, high = (draw_beta(np.random.default_rng(0), mean, 0.2, 500) for mean in (0.2, 0.22))
    assert np.array_equal(np.argsort(low), np.argsort(high))
    assert np.abs(high - low).max() < 0.05


def test_deviation_zero_is_the_mean():
    assert draw_beta(np.random.default_rng(0), 0.3, 0.0, 3).tolist() == [0.3] * 3
    assert draw_beta(np.random.default_rng(0), 0.0, 0.0, 3).tolist() == [0.0] * 3


@pytest.mark.parametrize("deviation", [1e-320, 1e-155, 1e-90, 1e-50])
def test_a_deviation_whose_square_is_no_number_is_the_mean(deviation):
    assert draw_beta(np.random.default_rng(0), 0.3, deviation, 3) == pytest.approx([0.3] * 3)


@pytest.mark.parametrize(
    ("mean", "deviation", "limit"), [(0.1, 0.3, "0.3"), (0.5, 0.5, "0.5"), (0.0, 0.1, "0")]
)
def test_impossible_pairs_say_the_limit(mean, deviation, limit):
    sentence = (
        rf"mean {mean:g} and .* {deviation:g}: .* below sqrt\(mean \(1 - mean\)\) = {limit}\."
    )
    with pytest.raises(DataError, match=sentence):
        draw_beta(np.random.default_rng(0), mean, deviation, 3)
