"""A row of weight w counts as w equal rows, whatever the components."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from belieflab import DataError, MassTable
from belieflab.mixture import FitWarning, LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.gaussian import GaussianComponents, GaussianParameters

X, Y = load_iris(return_X_y=True)
TIMES = np.random.default_rng(3).integers(0, 4, 150)
ROWS = np.repeat(np.arange(150), TIMES)
GUESSES = np.where(np.arange(150) % 7 == 3, (Y + 1) % 3, Y)
LABELS = MassTable.from_guess_and_doubt(GUESSES, np.full(150, 0.4))

CASES = {
    **{name: (SoftLabelMixture(covariance=name), X) for name in FAMILIES},
    "annealed": (SoftLabelMixture(annealing=(0.5,), tol=0, max_iter=0, random_state=0), X),
    "weibull": (SoftLabelMixture(components="weibull"), X),
    "categorical": (SoftLabelMixture(components="categorical"), np.floor(X)),
    "proportions": (SoftLabelMixture(components="proportions"), X),
    "label noise": (LabelNoiseMixture(), X),
    "relative": (SoftLabelMixture(stop="relative"), X),
    "by posterior": (SoftLabelMixture(stop="posterior"), X),
}
del CASES["annealed"]  # a random share is dealt out to every row, so repeated rows differ


def flat(parameters):
    parts = [flat(part) if isinstance(part, tuple) else np.ravel(part) for part in parameters]
    return np.concatenate(parts)


@pytest.mark.parametrize("case", CASES)
def test_weights_are_repetitions(case):
    model, points = CASES[case]
    weighted = model.fit(points, LABELS, sample_weight=TIMES)
    found = [weighted.n_iter_, weighted.ending_, weighted.bic(), weighted.icl(), weighted.aic()]
    parameters, criterion = flat(weighted.parameters_), weighted.log_likelihood_
    repeated = model.fit(points[ROWS], LABELS[ROWS])
    assert found[:2] == [repeated.n_iter_, repeated.ending_]
    assert criterion == pytest.approx(repeated.log_likelihood_, rel=1e-10)
    np.testing.assert_allclose(parameters, flat(repeated.parameters_), atol=1e-10, rtol=1e-10)
    assert found[2:] == pytest.approx([repeated.bic(), repeated.icl(), repeated.aic()], rel=1e-10)


def test_weights_are_repetitions_from_given_parameters_without_labels():
    start = tuple(SoftLabelMixture().fit(X, Y).parameters_)
    weighted = SoftLabelMixture(3, init=start).fit(X, sample_weight=TIMES)
    repeated = SoftLabelMixture(3, init=start).fit(X[ROWS])
    assert weighted.n_iter_ == repeated.n_iter_
    np.testing.assert_allclose(
        flat(weighted.parameters_), flat(repeated.parameters_), atol=1e-10, rtol=1e-10
    )


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), power=st.sampled_from([0.3, 1.0]))
def test_one_weighted_e_step_is_that_of_repeated_rows(seed, power):
    rng = np.random.default_rng(seed)
    points, times = rng.normal(size=(300, 3)), rng.integers(1, 4, 300)
    rows = np.repeat(np.arange(300), times)
    parameters = GaussianParameters(
        np.array([0.3, 0.7]), rng.normal(size=(2, 3)), np.tile(np.eye(3), (2, 1, 1))
    )
    log_plausibility = np.log(rng.uniform(0.1, 1.0, size=(2, 300)))
    weighted = GaussianComponents(points, FAMILIES["VVV"], times.astype(float))
    repeated = GaussianComponents(points[rows], FAMILIES["VVV"])
    found = weighted.expect(parameters, log_plausibility, power)
    expected = repeated.expect(parameters, np.ascontiguousarray(log_plausibility[:, rows]), power)
    for ours, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(weighted.centre, repeated.centre, rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(weighted.variances, repeated.variances, rtol=1e-12)


@pytest.mark.parametrize("init", ["random", "k-means++"])
@pytest.mark.parametrize("n_init", [1, 3])
def test_equal_weights_change_nothing(init, n_init):
    plain = SoftLabelMixture(3, init="random", n_init=n_init, random_state=1).fit(X)
    for weight in (1.0, 0.25, 1e-13):
        again = SoftLabelMixture(3, init="random", n_init=n_init, random_state=1)
        again.fit(X, sample_weight=np.full(150, weight))
        assert again.n_iter_ == plain.n_iter_
        np.testing.assert_allclose(again.means_, plain.means_, rtol=1e-8)
        assert again.log_likelihood_ == pytest.approx(plain.log_likelihood_ * weight, rel=1e-9)


def test_heavy_rows_are_drawn_as_seeds_more_often():
    weights = np.ones(150)
    weights[:50] = 1e9
    model = SoftLabelMixture(1, init="k-means++", random_state=0, max_iter=0)
    model.fit(X, sample_weight=weights)
    np.testing.assert_allclose(model.means_[0], X[:50].mean(axis=0), atol=1e-6)


def test_rows_that_do_not_count_have_responsibilities_too():
    weights = (Y != 2).astype(float)
    with pytest.warns(FitWarning, match="proportion is 0"):
        model = SoftLabelMixture().fit(X, Y, sample_weight=weights)
    assert model.weights_[2] == 0 and model.classes_.tolist() == [0, 1, 2]
    assert (model.responsibilities_.mass.argmax(axis=1) == Y).all()
    two = Y < 2
    with pytest.warns(FitWarning, match="proportion is 0"):
        model = SoftLabelMixture().fit(X[two], Y[two], sample_weight=1.0 - Y[two])
    assert (model.responsibilities_.mass.argmax(axis=1) == Y[two]).all()


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (np.r_[np.ones(149), -0.5], "row 150 has -0.5"),
        (np.r_[np.nan, np.ones(149)], "row 1 has nan"),
        (np.ones(149), "each of the 150 rows"),
        (np.ones((150, 2)), "each of the 150 rows"),
        (np.zeros(150), "zero for every row"),
        (["much"] * 150, "must be numbers"),
    ],
)
def test_impossible_weights_get_a_sentence(weights, sentence):
    with pytest.raises(DataError, match=sentence):
        SoftLabelMixture().fit(X, Y, sample_weight=weights)
