"""Conditional linear Gaussian networks without data: parameters, densities of points, samples."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.structure import Chosen, Structure
from belieflab.bayes.tables import Family, add_log_factors
from belieflab.mixture.expectation_kernel import LOG_2_PI
from belieflab.mixture.gaussian_density import whitened_log_joint

Floats = NDArray[np.float64]


NO_LABEL_MODEL: Floats = np.empty((0, 0))


class NetworkParameters(NamedTuple):
    """Feature j of class k is N(μ_kj + Σ_i β_kji (x_i - μ_ki), σ²_kj), i over its parents.

    Attributes
    ----------
    weights : θ, the class prior [shape=(K,)]
    means : μ [shape=(K, p)]
    coefficients : β, row = child, 0 where there is no arc [shape=(K, p, p)]
    variances : σ² given the parents [shape=(K, p)]
    parents, kept : the structure, see `Structure`
    label_parameters : of the model of the labels, row = class; empty where there is none
    families : of discrete features, whose means and variances are those of their codes, and of
        continuous ones with a discrete parent; their coefficients are 0
    """

    weights: Floats
    means: Floats
    coefficients: Floats
    variances: Floats
    parents: Chosen
    kept: Chosen
    label_parameters: Floats = NO_LABEL_MODEL
    families: tuple[Family, ...] = ()

    @property
    def family_of(self) -> dict[int, Family]:
        """The families by their feature."""
        return {family.feature: family for family in self.families}

    @property
    def linear(self) -> Chosen:
        """Whether a feature is Gaussian and linear in its parents, as above [shape=(p,)]."""
        linear = self.kept.copy()
        linear[list(self.family_of)] = False
        return linear

    @property
    def scales(self) -> Floats:
        """1/σ where a feature is linear, else 0 [shape=(K, p)]."""
        found = np.zeros_like(self.variances)
        found[:, self.linear] = 1.0 / np.sqrt(self.variances[:, self.linear])
        return found

    @property
    def structure(self) -> Structure:
        """The arcs, and the features that depend on the class."""
        return Structure(self.parents, self.kept)

    @property
    def intercepts(self) -> Floats:
        """β_0 = μ_kj - Σ_i β_kji μ_ki of López-Cruz et al. (2013), eq. 6 [shape=(K, p)]."""
        return np.asarray(self.means - np.einsum("kji,ki->kj", self.coefficients, self.means))


def count_parameters(
    structure: Structure, n_classes: int, *, dropped: bool = False, levels: tuple[int, ...] = ()
) -> int:
    """Free parameters: K - 1, K (2 + parents) per kept feature, 2 per erased one unless dropped.

    A discrete parent of a Gaussian counts as its levels less 1. A discrete feature, `levels` of it
    above 0, has K (levels - 1) parameters for each combination of levels of its parents.

    Examples
    --------
    >>> from belieflab.bayes.structure import complete, without_arcs
    >>> count_parameters(without_arcs(4), 3), count_parameters(complete(4), 3)
    (26, 44)
    >>> count_parameters(without_arcs(2), 3, levels=(5, 0))
    20
    """
    sizes = np.array(levels or (0,) * len(structure.kept))
    slopes = structure.parents @ np.where(sizes > 0, sizes - 1, 1)
    tables = (sizes - 1) * np.where(structure.parents, sizes, 1).prod(axis=1)
    families = np.where(sizes > 0, tables, 2 + slopes)[structure.kept].sum()
    erased = 0 if dropped else 2 * int((~structure.kept).sum())
    return int(n_classes - 1 + n_classes * families + erased)


def factors_of(parameters: NetworkParameters) -> tuple[Floats, Floats]:
    """Constants c_k [shape=(K,)] and F_k [shape=(K, p, p)]: ln θ_k f_k = c_k - ½ ‖F_k (x - μ_k)‖².

    Over the linear features; the rows of the others are 0.
    """
    identity = np.eye(len(parameters.kept))
    factors = parameters.scales[:, :, None] * (identity - parameters.coefficients)
    with np.errstate(divide="ignore"):
        constants = np.log(parameters.weights)
    logs = np.log(parameters.variances[:, parameters.linear])
    return constants - 0.5 * (LOG_2_PI + logs).sum(axis=1), factors


def network_log_joint(parameters: NetworkParameters, X: Floats) -> Floats:
    """ln θ_k f_k(x) over the features that depend on the class [shape=(n, K)]."""
    constants, factors = factors_of(parameters)
    joint = whitened_log_joint(constants, factors, parameters.means, X)
    return add_log_factors(parameters.families, X.T, joint.T).T


def class_free_log_density(parameters: NetworkParameters, X: Floats) -> Floats:
    """ln of the Gaussians of the features that do not depend on the class [shape=(n,)]."""
    erased = ~parameters.kept
    mean, variance = parameters.means[0, erased], parameters.variances[0, erased]
    squares = (X[:, erased] - mean) ** 2 / variance
    return np.asarray(-0.5 * (squares + np.log(variance) + LOG_2_PI).sum(axis=1))


def sample_class(parameters: NetworkParameters, k: int, n: int, rng: np.random.Generator) -> Floats:
    """Draw n points of class k [shape=(n, p)], every feature after its parents."""
    drawn = rng.standard_normal((n, len(parameters.kept)))
    mean = parameters.means[k]
    points: Floats = mean + drawn * np.sqrt(parameters.variances[k])
    families = parameters.family_of
    for j in parameters.structure.order:
        if j in families:
            points[:, j] = families[j].draw(points, k, rng)
        else:
            points[:, j] += (points - mean) @ parameters.coefficients[k, j]
    return points
