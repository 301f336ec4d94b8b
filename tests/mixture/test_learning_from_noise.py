"""The strategies of Côme et al. (2009), §5.2.2, and the label-noise model."""

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.mixture import STRATEGIES, LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.strategies import read_guesses


def labels():
    return MassTable.from_guess_and_doubt([0, 1, 2, 1, 0], [0.0, 0.5, 0.51, 1.0, 0.2], range(3))


def test_guesses_and_doubts_are_read_back():
    guesses, doubts = read_guesses(labels())
    assert guesses.tolist() == [0, 1, 2, -1, 0]
    np.testing.assert_allclose(doubts, [0.0, 0.5, 0.51, 1.0, 0.2])


@pytest.mark.parametrize(
    ("key", "plausible_sets"),
    [
        ("supervised", [1, 2, 4, 7, 1]),
        ("adaptive", [1, 2, 7, 7, 1]),
        ("unsupervised", [7, 7, 7, 7, 7]),
    ],
)
def test_each_strategy_trains_on_its_own_labels(key, plausible_sets):
    table = STRATEGIES[key].labels(labels())
    assert [int(table.focal[row.argmax()]) for row in table.mass] == plausible_sets


def test_soft_labels_are_used_as_they_are():
    table = labels()
    assert STRATEGIES["soft"].labels(table) is table


def noisy_gaussians(n, flip, seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    X = rng.normal(size=(n, 2)) + 4 * truth[:, None] * np.array([1.0, 0.0])
    given = np.where(rng.random(n) < flip[truth], 1 - truth, truth)
    return X, truth, given


def test_the_label_noise_model_finds_the_flips():
    flip = np.array([0.3, 0.1])
    X, truth, given = noisy_gaussians(4000, flip, 0)
    model = LabelNoiseMixture(tol=1e-9).fit(X, given)
    np.testing.assert_allclose(model.flips_, [[0.7, 0.3], [0.1, 0.9]], atol=0.03)
    assert (model.predict(X) == truth).mean() > 0.96
    assert (np.diff(model.history_.criterion) >= -1e-9).all()


def test_without_noise_it_is_the_supervised_model():
    X, truth, _ = noisy_gaussians(400, np.zeros(2), 1)
    X = X + 40 * truth[:, None]
    noisy = LabelNoiseMixture(tol=1e-12).fit(X, truth)
    clean = SoftLabelMixture().fit(X, truth)
    np.testing.assert_allclose(noisy.flips_, np.eye(2), atol=1e-9)
    np.testing.assert_allclose(noisy.means_, clean.means_, atol=1e-9)


def test_it_needs_given_labels():
    with pytest.raises(DataError, match="needs given labels"):
        LabelNoiseMixture(2).fit(np.random.default_rng(0).normal(size=(20, 2)))
