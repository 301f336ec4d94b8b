"""Every argument of every estimator of the package is checked at fit, in one sentence."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import DataError
from belieflab.mixture import LabelNoiseMixture, Landscape, SoftLabelMixture
from belieflab.mixture.covariance_families import ALIASES, FAMILIES

X, Y = load_iris(return_X_y=True)

WRONG = {
    "n_components": [0, -1, 2.5, "3", True],
    "covariance": ["round", None, 3],
    "init": ["best", None, 7],
    "n_init": [0, -1, 1.5, None],
    "tol": [-1e-9, float("nan"), float("inf"), "small", None],
    "max_iter": [-5, 2.5, None],
    "random_state": [-1, "seed", 0.5],
    "components": ["poisson", None],
    "stop": ["foo", None],
    "annealing": [[], [0.5, 0.2], [0.0, 1.0], [0.5, 1.5], "slow", [float("nan")]],
    "keep_history": ["yes", 1, None],
}


@pytest.mark.parametrize("kind", [SoftLabelMixture, LabelNoiseMixture])
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_an_argument_that_cannot_be_is_refused_in_one_sentence(kind, name, value):
    with pytest.raises(DataError, match=f"^{name} must be ") as caught:
        kind(**{name: value}).fit(X, Y)
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence and repr(value) in sentence


WRONG_LANDSCAPES = {
    "n_components": [0, 2.5],
    "n_starts": [0, -3, 1.5],
    "tol": [-1.0, float("nan")],
    "distance": [-1e-3, float("nan"), None],
    "relabel": ["yes", 1],
    "random_state": [-1, "seed"],
    "covariance": ["round"],
    "init": ["pignistic", "best", None],
    "max_iter": [-1, 2.5],
    "counting_tol": [-1.0, None],
    "still": [-1.0, float("nan")],
    "stop": ["posterior", "foo"],
    "batch": [0, 1.5],
}


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in WRONG_LANDSCAPES.items() for value in values],
)
def test_landscapes_check_their_arguments_too(name, value):
    with pytest.raises(DataError, match=f"^{name} must be .*\\.$"):
        Landscape(**{name: value}).fit(X, Y)


@pytest.mark.parametrize("kind", [SoftLabelMixture, LabelNoiseMixture])
def test_every_argument_but_the_unknown_value_has_a_constraint(kind):
    assert set(kind().get_params()) - set(kind.constraints) <= {"unknown"}
    assert set(kind.constraints) == set(WRONG)
    assert set(Landscape().get_params()) - set(Landscape.constraints) <= {"unknown"}


@pytest.mark.parametrize("name", [*ALIASES, *FAMILIES])
def test_every_family_is_allowed(name):
    for _ in SoftLabelMixture(covariance=name, max_iter=1).iterate(X, Y):
        pass


@pytest.mark.parametrize(
    ("components", "init", "sentence"),
    [
        ("weibull", (np.ones(3) / 3,), "3 arrays of numbers: weights, shapes, scales"),
        ("weibull", (np.ones(3) / 3, np.ones((3, 2)), np.ones((3, 2))), "shapes"),
        ("proportions", (np.array([0.5, 0.2, 0.2]),), "sum to 0.9"),
        ("proportions", (np.array([0.5, np.nan, 0.5]),), "not finite"),
        ("gaussian", {"weights": 1}, "3 arrays"),
    ],
)
def test_given_parameters_fit_the_components(components, init, sentence):
    with pytest.raises(DataError, match=sentence):
        SoftLabelMixture(components=components, init=init).fit(X, Y)


def test_a_start_that_cannot_explain_the_labels_is_refused():
    means, covariances = np.tile(X.mean(axis=0), (3, 1)), np.tile(np.cov(X.T), (3, 1, 1))
    for kind in ({}, {"components": "proportions"}):
        init = (np.array([0.5, 0.5, 0.0]), means, covariances)
        model = SoftLabelMixture(init=init if not kind else init[:1], **kind)
        with pytest.raises(DataError, match="The start cannot explain the data"):
            model.fit(X, Y)


def test_the_label_noise_model_starts_from_given_densities():
    fitted = SoftLabelMixture().fit(X, Y)
    noisy = LabelNoiseMixture(init=tuple(fitted.parameters_), max_iter=0).fit(X, Y)
    np.testing.assert_array_equal(noisy.means_, fitted.means_)
    assert noisy.flips_[0].tolist() == pytest.approx([0.8, 0.1, 0.1])
