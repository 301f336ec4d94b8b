"""How much features say about each other and about the class, from the moments of the classes.

The mutual information that TAN, k-dependence and selective naive Bayes are built on, estimated
from soft labels: the moments are those under the responsibilities.
"""

import itertools

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.special import xlogy

from belieflab.bayes.points import ClassMoments
from belieflab.bayes.structure import Structure, without_arcs
from belieflab.bayes.tables import LevelCounts

Floats = NDArray[np.float64]

GRID_POINTS = 512
GRID_DEVIATIONS = 8.0
"""The grid on which the entropy of a mixture is added up reaches so far beyond the outer means."""

SMALLEST_UNEXPLAINED = 1e-12
"""1 - ρ² is kept above this, so that a copied feature has a finite information."""


def information_between(moments: ClassMoments) -> Floats:
    """I(X_i; X_j | C) = -½ Σ_k θ_k ln(1 - ρ²_ijk) of Gaussian features [shape=(p, p)], diagonal 0.

    Examples
    --------
    >>> covariances = np.array([[[1.0, 0.6], [0.6, 1.0]]])
    >>> moments = ClassMoments(np.array([50.0]), np.zeros((1, 2)), covariances)
    >>> information_between(moments).round(4)
    array([[0.    , 0.2231],
           [0.2231, 0.    ]])
    """
    variances = np.diagonal(moments.covariances, axis1=1, axis2=2)
    scales = variances[:, :, None] * variances[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        squared = np.where(scales > 0, moments.covariances**2 / scales, 0.0)
    unexplained = np.clip(1.0 - squared, SMALLEST_UNEXPLAINED, 1.0)
    shares = moments.counts / moments.counts.sum()
    found: Floats = -0.5 * np.einsum("k,kij->ij", shares, np.log(unexplained))
    np.fill_diagonal(found, 0.0)
    if moments.levels is not None:
        _fill_in_discrete(found, moments, moments.levels)
    return found


def _fill_in_discrete(found: Floats, moments: ClassMoments, levels: LevelCounts) -> None:
    """What an arc between two features adds to the expected likelihood, per object.

    From contingency tables, or by 1 - η² in place of 1 - ρ², the share of the variance of the
    continuous feature that is within the levels of the discrete one.
    """
    for i, j in itertools.combinations(range(len(found)), 2):
        if levels.levels[i] and levels.levels[j]:
            gain = _table_gain(levels.of_both(i, j))
        elif levels.levels[i] or levels.levels[j]:
            parent, child = (i, j) if levels.levels[i] else (j, i)
            gain = _mean_gain(*levels.sums(parent, child, moments.means[:, child]))
        else:
            continue
        found[i, j] = found[j, i] = gain / moments.counts.sum()


def _table_gain(counts: Floats) -> float:
    """Σ n ln (n n_k / n_row n_column) over classes [shape=(K, rows, columns)]."""
    rows, columns, totals = counts.sum(axis=2), counts.sum(axis=1), counts.sum(axis=(1, 2))
    terms = (xlogy(each, each).sum() for each in (counts, totals, rows, columns))
    both, alone, by_row, by_column = terms
    return max(float(both + alone - by_row - by_column), 0.0)


def _mean_gain(counts: Floats, first: Floats, second: Floats) -> float:
    between = np.divide(first**2, counts, out=np.zeros_like(first), where=counts > 0).sum(axis=1)
    total = second.sum(axis=1)
    explained = np.divide(between, total, out=np.zeros_like(total), where=total > 0)
    unexplained = np.clip(1.0 - explained, SMALLEST_UNEXPLAINED, 1.0)
    return -0.5 * float(counts.sum(axis=1) @ np.log(unexplained))


def information_about_class(moments: ClassMoments, floors: Floats) -> Floats:
    """I(X_j; C) = H(X_j) - Σ_k θ_k H(X_j | k) of each feature, in nats [shape=(p,)].

    H(X_j) is the entropy of the mixture of the class densities, added up on a grid whose points
    are as dense as the narrowest class asks for.

    Examples
    --------
    >>> far = ClassMoments(np.ones(2), np.array([[0.0], [99.0]]), np.ones((2, 1, 1)))
    >>> information_about_class(far, np.zeros(1)).round(4)  # ln 2
    array([0.6931])
    """
    alive = moments.counts > 0
    shares = moments.counts[alive] / moments.counts[alive].sum()
    variances = np.diagonal(moments.covariances[alive], axis1=1, axis2=2)
    deviations = np.sqrt(np.maximum(variances, np.maximum(floors, np.finfo(np.float64).tiny)))
    means = moments.means[alive]
    return np.array(
        [_information(shares, means[:, j], deviations[:, j]) for j in range(means.shape[1])]
    )


def _information(shares: Floats, means: Floats, deviations: Floats) -> float:
    """Σ_k θ_k ∫ f_k ln(f_k / f), each class on a grid of its own, so that none is too narrow."""
    steps = np.linspace(-GRID_DEVIATIONS, GRID_DEVIATIONS, GRID_POINTS)
    points = means[:, None] + deviations[:, None] * steps
    z = (points[:, :, None] - means) / deviations
    logs = -0.5 * z**2 - np.log(deviations)
    mixed = np.logaddexp.reduce(logs + np.log(shares), axis=2)
    own = -0.5 * steps**2 - np.log(deviations)[:, None]
    weight = np.exp(-0.5 * steps**2)
    weight /= weight.sum()
    return max(float(shares @ ((own - mixed) @ weight)), 0.0)


def tree(moments: ClassMoments) -> Structure:
    """TAN: the maximum spanning tree of I(X_i; X_j | C), directed away from feature 0.

    The tree with the largest expected likelihood (Chow and Liu 1968; Friedman et al. 1997). Where
    features are discrete, these are joined first and the tree starts at the first of them: of all
    trees in which no discrete feature depends on a continuous one, it is still the best.
    """
    weights = information_between(moments)
    p, root = len(weights), 0
    if moments.levels is not None:
        discrete = np.array(moments.levels.levels) > 0
        weights[np.ix_(discrete, discrete)] += weights.max() + 1.0
        root = int(np.argmax(discrete))
    structure = without_arcs(p)
    if p == 1:
        return structure
    # an arc of weight 0 would count as none: all are shifted, which changes no comparison
    lengths = weights.max() - weights + 1.0
    np.fill_diagonal(lengths, 0.0)
    found = minimum_spanning_tree(lengths).toarray() > 0
    linked = found | found.T
    reached, front = np.zeros(p, dtype=np.bool_), [root]
    reached[root] = True
    while front:
        parent = front.pop()
        for child in np.flatnonzero(linked[parent] & ~reached):
            structure.parents[child, parent] = True
            reached[child] = True
            front.append(int(child))
    return structure


def k_dependence(moments: ClassMoments, floors: Floats, n_parents: int) -> Structure:
    """Features in falling order of I(X_j; C); each takes its strongest earlier ones as parents.

    At most `n_parents`, by I(X_i; X_j | C) (Sahami 1996).
    """
    between = information_between(moments)
    order = np.argsort(-information_about_class(moments, floors), kind="stable")
    structure = without_arcs(len(order))
    for place, child in enumerate(order):
        earlier = order[:place]
        strongest = earlier[np.argsort(-between[child, earlier], kind="stable")[:n_parents]]
        structure.parents[child, strongest] = True
    return structure


def selection(moments: ClassMoments, floors: Floats) -> Structure:
    """Naive Bayes with the features that say enough about the class.

    A feature is kept where n I(X_j; C) exceeds the BIC penalty of its 2 (K - 1) further
    parameters; the most informative one always.
    """
    information = information_about_class(moments, floors)
    n, n_classes = moments.counts.sum(), len(moments.counts)
    kept = n * information > (n_classes - 1) * np.log(n)
    kept[np.argmax(information)] = True
    return without_arcs(len(kept))._replace(kept=kept)
