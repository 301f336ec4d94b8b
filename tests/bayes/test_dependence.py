"""Mutual information from soft labels, and the structures that are built on it."""

import itertools

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.datasets import load_iris, load_wine

from belieflab import MassTable
from belieflab.bayes import GaussianNetworkClassifier, dependence
from belieflab.bayes.points import Points
from belieflab.mixture.components import shares_of


def moments_of(X, t):
    return Points(X, floor=1e-3).class_moments(shares_of(t))


@pytest.fixture(scope="module")
def wine():
    X, y = load_wine(return_X_y=True)
    return X[:, :6], MassTable.from_guess_and_doubt(y, np.linspace(0.1, 0.6, len(y)))


def test_information_between_features_is_that_of_gaussians():
    rng = np.random.default_rng(0)
    X, t = rng.normal(size=(500, 3)) @ rng.normal(size=(3, 3)), rng.dirichlet(np.ones(2), 500)
    moments = moments_of(X, t)
    found = dependence.information_between(moments)
    shares = moments.counts / moments.counts.sum()
    for i, j in itertools.combinations(range(3), 2):
        expected = 0.0
        for k in range(2):
            pair = moments.covariances[k][np.ix_([i, j], [i, j])]
            alone = np.log(pair[0, 0] * pair[1, 1])
            expected += shares[k] * 0.5 * (alone - np.linalg.slogdet(pair)[1])
        assert found[i, j] == pytest.approx(expected)
        assert found[j, i] == pytest.approx(expected)


def test_information_about_the_class_is_the_integral():
    rng = np.random.default_rng(1)
    X, t = rng.normal(size=(300, 2)) * [1, 5], rng.dirichlet(np.ones(3) * 0.3, 300)
    X[:, 0] += 2 * t.argmax(axis=1)
    moments = moments_of(X, t)
    found = dependence.information_about_class(moments, np.zeros(2))
    shares = moments.counts / moments.counts.sum()
    for j in range(2):
        laws = [norm(moments.means[k, j], np.sqrt(moments.covariances[k, j, j])) for k in range(3)]

        def integrand(x, laws=laws):
            density = sum(w * law.pdf(x) for w, law in zip(shares, laws, strict=True))
            return -density * np.log(density)

        total = quad(integrand, -60, 60, limit=400, points=[0.0])[0]
        expected = total - sum(w * law.entropy() for w, law in zip(shares, laws, strict=True))
        assert found[j] == pytest.approx(expected, abs=1e-6)


def spanning_trees(p):
    pairs = list(itertools.combinations(range(p), 2))
    for chosen in itertools.combinations(pairs, p - 1):
        groups = list(range(p))
        for i, j in chosen:
            groups = [groups[i] if g == groups[j] else g for g in groups]
        if len(set(groups)) == 1:
            yield chosen


def test_tan_is_the_maximum_spanning_tree_of_its_weights(wine):
    X, labels = wine
    model = GaussianNetworkClassifier("tan", tol=1e-10).fit(X, labels)
    weights = dependence.information_between(model.class_moments_)
    found = sum(weights[i, j] for i, j in model.arcs_)
    best = max(sum(weights[i, j] for i, j in tree) for tree in spanning_trees(X.shape[1]))
    assert len(model.arcs_) == X.shape[1] - 1
    assert found == pytest.approx(best, abs=1e-9)


def test_no_tree_has_a_higher_expected_likelihood():
    X, y = load_iris(return_X_y=True)
    model = GaussianNetworkClassifier("tan", floor=1e-9).fit(X, y)
    for tree in spanning_trees(4):
        other = GaussianNetworkClassifier(list(tree), floor=1e-9).fit(X, y)
        assert other.log_likelihood_ <= model.log_likelihood_ + 1e-9


@pytest.mark.parametrize("n_parents", [0, 1, 2, 5])
def test_k_dependence_takes_the_strongest_earlier_features(wine, n_parents):
    X, labels = wine
    model = GaussianNetworkClassifier("k-dependence", n_parents=n_parents, tol=1e-10)
    model.fit(X, labels)
    parents = [[a for a, b in model.arcs_ if b == j] for j in range(6)]
    assert sorted(len(each) for each in parents) == sorted(min(n_parents, j) for j in range(6))


def test_more_parents_explain_more_and_all_are_the_full_gaussian():
    X, y = load_wine(return_X_y=True)
    likelihoods = [
        GaussianNetworkClassifier("k-dependence", n_parents=k, floor=1e-9).fit(X, y).log_likelihood_
        for k in (0, 1, 2, 12)
    ]
    assert likelihoods == sorted(likelihoods)
    full = GaussianNetworkClassifier("full", floor=1e-9).fit(X, y)
    assert likelihoods[-1] == pytest.approx(full.log_likelihood_)


def test_selective_naive_bayes_leaves_noise_out():
    rng = np.random.default_rng(0)
    y = np.arange(400) % 3
    X = np.column_stack([rng.normal(size=400) + 3 * y, rng.normal(size=(400, 4))])
    labels = MassTable.from_guess_and_doubt(y, np.full(400, 0.3))
    model = GaussianNetworkClassifier("selective").fit(X, labels)
    assert model.features_.tolist() == [0] and model.arcs_ == []
    assert model.n_parameters_ == 2 + 6 + 8
    noise = GaussianNetworkClassifier("selective").fit(X[:, 1:], labels)
    assert len(noise.features_) >= 1
