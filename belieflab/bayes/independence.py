"""Whether two features are independent given the class and others, when the class is uncertain."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2
from sklearn.base import clone

from belieflab.bayes.classifier import GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters, sample_class
from belieflab.bayes.family_kernel import fit_families
from belieflab.bayes.points import ClassMoments
from belieflab.bayes.structure import Structure, from_arcs
from belieflab.errors import DataError
from belieflab.iteration import check_stop
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]


class IndependenceTest(NamedTuple):
    """A likelihood-ratio test of X_i ⫫ X_j | C, X_given.

    Attributes
    ----------
    statistic : Σ_k n_k ln(σ²_k / τ²_k): residual variances of feature j on the given features, and
        on those and feature i, at the responsibilities of the model without the dependence
    degrees : how many coefficients the dependence adds, K
    p_value : share of data simulated without the dependence whose statistic is at least as large
    chi_square_p_value : the same by the χ² distribution, which holds for hard labels and many rows
    """

    statistic: float
    degrees: int
    p_value: float
    chi_square_p_value: float


def conditional_independence(
    X: Any,
    y: Any,
    first: int,
    second: int,
    given: Sequence[int] = (),
    *,
    model: GaussianNetworkClassifier | None = None,
    n_bootstrap: int = 199,
    random_state: Any = None,
) -> IndependenceTest:
    """Test whether two features are independent given the class and some other features.

    The class is known through soft labels only. The network without the dependence is fitted; at
    its responsibilities the likelihood ratio of one more coefficient per class is computed. Its
    distribution is that on simulated data: labels are kept, the class of each object is drawn from
    θ_k pl_ik, its features from the network, and the network is fitted again.

    Parameters
    ----------
    X, y : points [shape=(n, p)] and labels
    first, second, given : numbers of the two features, and of those conditioned on
    model : settings of the fit (labels, floor, tol, …); its structure is not used
    n_bootstrap : number of simulated data sets
    random_state : seed of the simulation

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 2))
    >>> y = np.arange(200) % 2
    >>> X[:, 0] += 3 * y
    >>> free = conditional_independence(X, y, 0, 1, n_bootstrap=39, random_state=0)
    >>> X[:, 1] += X[:, 0]
    >>> bound = conditional_independence(X, y, 0, 1, n_bootstrap=39, random_state=0)
    >>> free.p_value > 0.05, bound.p_value
    (True, 0.025)
    """
    try:
        points = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        raise DataError("The test is one of numbers; leave categorical features out.") from None
    structure = _null_structure(first, second, given, points.shape[1])
    settings = model if model is not None else GaussianNetworkClassifier()
    null = clone(settings).set_params(structure=structure.arcs, keep_history=False)
    observed = _statistic(null, points, y, first, second, given)
    rng, parameters = make_generator(random_state), null.parameters_
    chances = null.label_posteriors(y)
    larger = 0
    for _ in range(n_bootstrap):
        check_stop()
        drawn = _draw(parameters, chances, rng)
        larger += _statistic(clone(null), drawn, y, first, second, given) >= observed
    degrees = len(null.classes_)
    return IndependenceTest(
        statistic=observed,
        degrees=degrees,
        p_value=(larger + 1) / (n_bootstrap + 1),
        chi_square_p_value=float(chi2.sf(observed, degrees)),
    )


def _null_structure(first: int, second: int, given: Sequence[int], p: int) -> Structure:
    """The given features and the first depend on each other freely, the second on the given."""
    named = [first, second, *given]
    wrong = [feature for feature in named if not 0 <= feature < p]
    if wrong or len(set(named)) < len(named):
        raise DataError(
            f"The features of the test are different numbers from 0 to {p - 1}; found {named}."
        )
    free = [*given, first]
    arcs = [(free[a], free[b]) for b in range(len(free)) for a in range(b)]
    return from_arcs([*arcs, *((feature, second) for feature in given)], p)


def _statistic(
    null: GaussianNetworkClassifier,
    X: Floats,
    y: Any,
    first: int,
    second: int,
    given: Sequence[int],
) -> float:
    """Fit the model without the dependence; twice what the dependence adds to the likelihood."""
    for _ in null.iterate(X, y):
        pass
    moments: ClassMoments = null.class_moments_
    floors = null.floor * X.var(axis=0)
    without, with_first = (
        _residual_variances(moments, second, parents, floors)
        for parents in ([*given], [*given, first])
    )
    return float(moments.counts @ np.log(without / with_first))


def _residual_variances(
    moments: ClassMoments, child: int, parents: list[int], floors: Floats
) -> Floats:
    n_classes, p = moments.means.shape
    arcs = np.zeros((p, p), dtype=np.bool_)
    arcs[child, parents] = True
    coefficients, variances = np.empty((n_classes, p, p)), np.empty((n_classes, p))
    fit_families(np.ascontiguousarray(moments.covariances), arcs, floors, coefficients, variances)
    return variances[:, child]


def _draw(parameters: NetworkParameters, chances: Floats, rng: np.random.Generator) -> Floats:
    """Points of classes that are drawn from what each label says [shape=(n, p)]."""
    levels = rng.random(len(chances))
    classes = (chances.cumsum(axis=1) < levels[:, None]).sum(axis=1)
    classes = np.minimum(classes, chances.shape[1] - 1)
    drawn = np.empty((len(chances), len(parameters.kept)))
    for k in np.unique(classes):
        rows = np.flatnonzero(classes == k)
        drawn[rows] = sample_class(parameters, int(k), len(rows), rng)
    return drawn
