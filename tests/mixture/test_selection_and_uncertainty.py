"""Information criteria, model choice and standard errors."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.mixture import GaussianMixture

from belieflab import DataError, MassTable
from belieflab.mixture import SoftLabelMixture, choose_model, compare_models, standard_errors
from belieflab.mixture.uncertainty import gradient, pack, unpack


def test_criteria_equal_scikit_learns():
    X, _ = load_iris(return_X_y=True)
    peer = GaussianMixture(2, reg_covar=0, tol=1e-10, random_state=0).fit(X)
    ours = SoftLabelMixture(2, init=(peer.weights_, peer.means_, peer.covariances_), tol=1e-13).fit(
        X
    )
    assert ours.bic() == pytest.approx(peer.bic(X), abs=1e-5)
    assert ours.aic() == pytest.approx(peer.aic(X), abs=1e-5)
    posterior = ours.predict_proba(X)
    entropy = -np.sum(posterior * np.log(np.maximum(posterior, 1e-300)))
    assert ours.icl() == pytest.approx(ours.bic() + 2 * entropy)


def test_iris_gets_the_model_that_mclust_chooses():
    """Two components of equal shape, VEV, with a BIC of 561.7285."""
    X, _ = load_iris(return_X_y=True)
    best = choose_model(X, n_components=range(1, 5), n_init=3, random_state=0, tol=1e-8)
    assert (best.n_components, best.covariance) == (2, "VEV")
    assert best.bic == pytest.approx(561.7285, abs=1e-3)


def test_with_labels_only_the_family_is_chosen():
    X, y = load_iris(return_X_y=True)
    candidates = list(compare_models(X, y, covariances=("EEE", "VVV")))
    assert [(c.n_components, c.covariance) for c in candidates] == [(3, "EEE"), (3, "VVV")]


@pytest.mark.parametrize("labelled", [True, False])
def test_weights_count_in_every_fit(labelled):
    X, y = load_iris(return_X_y=True)
    y, weights = (y if labelled else None), np.linspace(0.2, 2.0, 150)
    given = {"n_components": [3], "covariances": ("EEE",), "n_init": 1, "random_state": 0}
    [weighted] = compare_models(X, y, sample_weight=weights, **given)
    start = "pignistic" if labelled else "k-means++"
    model = SoftLabelMixture(None if labelled else 3, "EEE", init=start, random_state=0)
    assert weighted.bic == model.fit(X, y, weights).bic()
    [plain] = compare_models(X, y, **given)
    assert abs(plain.bic - weighted.bic) > 1.0


def test_unknown_criteria_are_refused():
    with pytest.raises(DataError, match="criterion is one of"):
        choose_model(np.eye(3), criterion="dic")


def fitted():
    X, y = load_iris(return_X_y=True)
    labels = MassTable.from_guess_and_doubt(y, np.full(150, 0.3))
    return SoftLabelMixture(tol=1e-12).fit(X[:, 2:], labels), X[:, 2:], labels


def test_the_gradient_is_that_of_the_criterion():
    model, _, _ = fitted()
    point = pack(model.parameters_) * 1.03 + 0.01
    shape = model.means_.shape
    found = gradient(model.problem_, unpack(point, shape))
    components, plausible = model.problem_.components, model.problem_.log_plausibility
    for index in range(len(point)):
        ahead, behind = point.copy(), point.copy()
        ahead[index] += 1e-6
        behind[index] -= 1e-6
        slope = (
            components.expect(unpack(ahead, shape), plausible).criterion
            - components.expect(unpack(behind, shape), plausible).criterion
        ) / 2e-6
        assert found[index] == pytest.approx(slope, rel=1e-5, abs=1e-4)


def test_with_hard_labels_the_errors_are_the_textbook_ones():
    """σ/√n_k for means, √(π(1-π)/n) for proportions, σ²√(2/n_k) for variances."""
    X, y = load_iris(return_X_y=True)
    model = SoftLabelMixture().fit(X, y)
    errors = standard_errors(model)
    variances = np.einsum("kii->ki", model.covariances_)
    np.testing.assert_allclose(errors.means, np.sqrt(variances / 50), rtol=1e-5)
    np.testing.assert_allclose(errors.weights, np.sqrt(2 / 9 / 150), rtol=1e-5)
    np.testing.assert_allclose(
        np.einsum("kii->ki", errors.covariances), variances * np.sqrt(2 / 50), rtol=1e-4
    )


def test_bootstrap_and_information_agree():
    model, X, labels = fitted()
    information = standard_errors(model)
    bootstrap = standard_errors(model, "bootstrap", X=X, y=labels, n_resamples=200, random_state=0)
    ratio = bootstrap.means / information.means
    assert (ratio > 0.7).all() and (ratio < 1.4).all()


def test_a_bootstrap_of_weighted_rows_refits_with_their_weights():
    """Rows of weight 0 take no part: however far out, they leave the errors as they are."""
    X, y = load_iris(return_X_y=True)
    weights = np.repeat([1.0, 0.0], [150, 3])
    X, y = np.vstack([X, np.full((3, 4), 50.0)]), np.append(y, [0, 1, 2])
    model = SoftLabelMixture().fit(X, y, weights)
    errors = standard_errors(
        model, "bootstrap", X=X, y=y, sample_weight=weights, n_resamples=50, random_state=0
    )
    assert (errors.means < 0.2).all()


def test_the_information_is_refused_where_it_does_not_hold():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(DataError, match="bootstrap"):
        standard_errors(SoftLabelMixture(covariance="tied").fit(X, y))
    with pytest.raises(DataError, match="method is"):
        standard_errors(SoftLabelMixture().fit(X, y), "jackknife")
