"""The diagonal of an inverse by blocks is that of the pseudo-inverse, and can be stopped."""

import numpy as np
import pytest

from belieflab.iteration import StopFlag, Stopped, check_stop, stop_scope
from belieflab.mixture import inverse_diagonal as module
from belieflab.mixture.inverse_diagonal import inverse_diagonal


def positive(n: int) -> np.ndarray:
    """As an information matrix: its parameters have scales of their own."""
    rng = np.random.default_rng(n)
    scales = 10.0 ** rng.uniform(-2, 2, n)
    loads = rng.normal(size=(n, 2 * n)) * scales[:, None]
    return loads @ loads.T


@pytest.mark.parametrize("n", [5, 64, 100, 200])
@pytest.mark.parametrize("n_first", [0, 1, 4])
def test_blocks_give_the_inverse(n, n_first, monkeypatch):
    monkeypatch.setattr(module, "LARGE", 1)
    monkeypatch.setattr(module, "BLOCK", 32)
    matrix = positive(n)
    before, inverse = matrix.copy(), np.linalg.inv(matrix)
    diagonal, of_sum = inverse_diagonal(matrix, n_first)
    np.testing.assert_allclose(diagonal, np.diag(inverse), rtol=1e-9)
    np.testing.assert_allclose(of_sum, inverse[:n_first, :n_first].sum(), rtol=1e-9)
    np.testing.assert_array_equal(matrix, before)


def test_what_is_not_positive_definite_has_its_pseudo_inverse(monkeypatch):
    monkeypatch.setattr(module, "LARGE", 1)
    matrix = np.diag([4.0, -2.0, 0.0])
    diagonal, of_sum = inverse_diagonal(matrix, 2)
    np.testing.assert_allclose(diagonal, [0.25, -0.5, 0.0])
    assert of_sum == pytest.approx(-0.25)


@pytest.mark.parametrize("asked_at", [1, 3, 5, 6, 10])
def test_a_stop_ends_it_at_the_next_block(asked_at, monkeypatch):
    """Five blocks are factorised, then five solved."""
    monkeypatch.setattr(module, "LARGE", 1)
    monkeypatch.setattr(module, "BLOCK", 4)
    flag, looked = StopFlag(), []

    def look():
        looked.append(None)
        if len(looked) == asked_at:
            flag.set()
        check_stop()

    monkeypatch.setattr(module, "check_stop", look)
    with pytest.raises(Stopped), stop_scope(flag):
        inverse_diagonal(positive(20), 3)
    assert len(looked) == asked_at
