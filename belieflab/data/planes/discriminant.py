"""Linear discriminant analysis by soft labels: the plane on which classes lie farthest apart."""

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

Floats = NDArray[np.float64]

RANK = 1e-10
"""Directions whose share of the variance is below this count as constant."""


def discriminant_axes(X: Floats, shares: Floats) -> tuple[Floats, Floats, int]:
    """Loadings [shape=(p, 2)], shift [shape=(2,)], and how many of the axes separate classes.

    With the pignistic probabilities p_ik of the labels as weights: class means μ_k = Σ_i p_ik x_i /
    Σ_i p_ik, the covariance within classes W = Σ_ik p_ik (x_i - μ_k)(x_i - μ_k)ᵀ / n, and that
    between them B = Σ_k π_k (μ_k - μ)(μ_k - μ)ᵀ, π_k = Σ_i p_ik / n. The axes are the leading
    solutions of B v = λ W v, scaled so that the variance within classes is 1 (Fisher 1936; for hard
    labels scikit-learn's `LinearDiscriminantAnalysis` up to signs and scale). Two classes differ
    along one axis only; the other is then the direction, uncorrelated with it within classes, in
    which the objects vary most. A sure label counts fully, one that says nothing moves all means
    towards each other alike.

    Parameters
    ----------
    X : points [shape=(n, p)], p ≥ 2
    shares : pignistic probabilities [shape=(n, K)]

    Examples
    --------
    >>> import numpy as np
    >>> from belieflab.data import load_sample
    >>> iris = load_sample("iris")
    >>> loadings, shift, count = discriminant_axes(iris.X, np.eye(3)[iris.truth])
    >>> loadings.shape, count
    ((4, 2), 2)
    """
    counts = shares.sum(axis=0)
    known = counts > 1e-9
    counts, shares = counts[known], shares[:, known]
    if len(counts) < 2:
        raise DataError("Linear discriminant analysis needs labels of at least two classes.")
    centre = X.mean(axis=0)
    spread = X.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    Z = (X - centre) / spread
    means = (shares.T @ Z) / counts[:, None]
    between = (means.T * (counts / len(Z))) @ means
    whiten = _whitening(Z.T @ Z / len(Z), between)
    heights, turned = np.linalg.eigh(whiten.T @ between @ whiten)
    order = np.argsort(heights)[::-1]
    count = int(min(len(counts) - 1, 2, (heights > RANK).sum()))
    if count == 0:
        raise DataError(
            "Linear discriminant analysis needs labels that tell classes apart; to these all "
            "objects are alike."
        )
    axes = whiten @ turned[:, order]
    if count < 2:
        axes[:, 1] = _most_varied(axes[:, 1:])
    axes = axes[:, :2]
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])  # so that a picture never flips
    axes = axes * np.where(signs == 0, 1.0, signs) / spread[:, None]
    return axes, centre @ axes, count


def _whitening(total: Floats, between: Floats) -> Floats:
    """Directions in which the covariance within classes is the identity [shape=(p, q)]."""
    within = total - between
    values, directions = np.linalg.eigh((within + within.T) / 2)
    kept = values > RANK * max(float(np.trace(total)), 1e-300)
    if kept.sum() < 2:
        raise DataError(
            "Linear discriminant analysis needs at least two directions in which objects of one "
            "class differ."
        )
    return np.asarray(directions[:, kept] / np.sqrt(values[kept]))


def _most_varied(axes: Floats) -> Floats:
    """Of the combinations of these axes, all of variance 1, the one of the largest direction.

    Among unit vectors u that are combinations of the axes, uᵀ T u is largest where the combination
    of variance 1 is shortest.
    """
    _, vectors = np.linalg.eigh(axes.T @ axes)
    found: Floats = axes @ vectors[:, 0]
    return found
