"""What the parameters of a network imply: covariances of its classes, and strengths of its arcs."""

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.dependence import information_about_class
from belieflab.bayes.points import ClassMoments
from belieflab.bayes.tables import LevelMeans, Table
from belieflab.mixture.gaussian_density import GaussianParameters

Floats = NDArray[np.float64]


def implied_covariances(parameters: NetworkParameters) -> Floats:
    """Σ_k = (I - B_k)⁻¹ D_k (I - B_k)⁻ᵀ of all features in each class [shape=(K, p, p)].

    Arcs from discrete features count in the variances alone.

    Examples
    --------
    >>> from belieflab.bayes import GaussianNetworkClassifier
    >>> X = np.random.default_rng(0).normal(size=(50, 2)) @ [[1.0, 0.5], [0.0, 1.0]]
    >>> model = GaussianNetworkClassifier([(0, 1)]).fit(X, np.zeros(50))
    >>> bool(np.allclose(implied_covariances(model.parameters_)[0], np.cov(X.T, bias=True)))
    True
    """
    roots = np.linalg.inv(np.eye(len(parameters.kept)) - parameters.coefficients)
    variances = parameters.variances.copy()
    for family in parameters.families:
        if isinstance(family, LevelMeans):
            variances[:, family.feature] = family.variance_alone
    return np.asarray(np.einsum("kij,kj,klj->kil", roots, variances, roots))


def implied_gaussians(parameters: NetworkParameters, p: int | None = None) -> GaussianParameters:
    """The same densities as one Gaussian of all features, or of the first p, per class."""
    covariances = implied_covariances(parameters)[:, :p, :p]
    return GaussianParameters(parameters.weights, parameters.means[:, :p], covariances)


def implied_information(parameters: NetworkParameters) -> Floats:
    """I(X_j; C) of each feature in nats, 0 for one that is left out [shape=(p,)]."""
    found = information_about_class(
        ClassMoments(*implied_gaussians(parameters)), np.zeros(len(parameters.kept))
    )
    for family in parameters.families:
        if isinstance(family, Table):
            found[family.feature] = family.information(parameters.weights)
    return np.where(parameters.kept, found, 0.0)


def arc_gains(parameters: NetworkParameters) -> Floats:
    """What every arc explains: the log-likelihood per object that is lost without it, in nats.

    ½ Σ_k θ_k ln(1 + β²_kji v_kij / σ²_kj) [shape=(p, p), row = child], v_kij the variance of the
    parent given the other parents: I(X_i; X_j | C, other parents of j) under the model.

    Examples
    --------
    >>> none = np.zeros((2, 2), dtype=bool)
    >>> arc = none | [[False, False], [True, False]]
    >>> beta = np.array([[[0.0, 0.0], [1.0, 0.0]]])
    >>> one = NetworkParameters(np.ones(1), np.zeros((1, 2)), beta, np.ones((1, 2)), arc, ~none[0])
    >>> arc_gains(one).round(4)  # ½ ln 2
    array([[0.    , 0.    ],
           [0.3466, 0.    ]])
    """
    covariances = implied_covariances(parameters)
    found = np.zeros(parameters.parents.shape)
    for child in np.flatnonzero(parameters.parents.any(axis=1) & parameters.linear):
        parents = np.flatnonzero(parameters.parents[child])
        among = covariances[:, parents[:, None], parents]
        alone = 1.0 / np.diagonal(np.linalg.pinv(among, hermitian=True), axis1=1, axis2=2)
        explained = parameters.coefficients[:, child, parents] ** 2 * alone
        ratios = np.log1p(explained / parameters.variances[:, child, None])
        found[child, parents] = 0.5 * parameters.weights @ ratios
    families = parameters.family_of
    for family in parameters.families:
        place, parent = (family.feature, family.parent), families.get(family.parent)
        if isinstance(family, LevelMeans):
            found[place] = family.strength(parameters.weights)
        elif isinstance(parent, Table):
            found[place] = family.strength(parameters.weights, parent)
    return found
