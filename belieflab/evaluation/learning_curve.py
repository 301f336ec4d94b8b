"""How much more labels would help: errors against training size, fitted and extrapolated."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.errors import DataError
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]

POWERS = np.linspace(0.05, 2.0, 196)
"""The powers c that are tried; the other two parameters have a closed form for each."""


@dataclass(frozen=True)
class PowerLaw:
    """error(n) = a + b n^-c, fitted to errors at several training sizes.

    Attributes
    ----------
    a, b, c : the error that remains, the scale and the power; a and b are not negative
    draws : the same for resampled runs [shape=(draws, 3)]
    """

    a: float
    b: float
    c: float
    draws: Floats

    def predict(self, sizes: ArrayLike) -> Floats:
        """The fitted error at training sizes [shape=(m,)]."""
        return np.asarray(self.a + self.b * np.asarray(sizes, dtype=np.float64) ** -self.c)

    def band(self, sizes: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
        """Lower and upper end of the fitted error over the resampled runs [each shape=(m,)]."""
        n = np.asarray(sizes, dtype=np.float64)[None, :]
        a, b, c = (self.draws[:, [place]] for place in range(3))
        tail = (1.0 - confidence) / 2.0
        low, high = np.quantile(a + b * n**-c, [tail, 1.0 - tail], axis=0)
        return low, high


def fit_learning_curve(
    sizes: ArrayLike, errors: ArrayLike, n_draws: int = 500, random_state: object = None
) -> PowerLaw:
    """Fit error(n) = a + b n^-c to errors at several training sizes (Cortes et al. 1994).

    Least squares over the mean error at each size with a, b ≥ 0; for each power c the best a and b
    have a closed form. The band comes from fits to resampled runs: columns of `errors`, so that
    sizes measured on the same fold stay together.

    Parameters
    ----------
    sizes : array-like [shape=(s,)]
        Training sizes, at least three different ones.
    errors : array-like [shape=(s, J)]
        The error at each size in each of J runs (folds).
    n_draws : int, default 500
    random_state : int, Generator or None

    Returns
    -------
    PowerLaw

    Examples
    --------
    >>> n = np.array([10, 20, 40, 80])
    >>> fitted = fit_learning_curve(n, (0.1 + 0.9 / n)[:, None] * [1.0, 1.0], random_state=0)
    >>> round(fitted.a, 3), round(fitted.c, 2), fitted.predict([160]).round(4)
    (0.1, 1.0, array([0.1056]))
    """
    n = np.asarray(sizes, dtype=np.float64)
    measured = np.asarray(errors, dtype=np.float64)
    if n.ndim != 1 or len(np.unique(n)) < 3 or not (n > 0).all():
        raise DataError("A learning curve needs at least three different training sizes above 0.")
    if measured.ndim != 2 or len(measured) != len(n) or not np.isfinite(measured).all():
        raise DataError(f"Errors come as one row for each of the {len(n)} sizes, a column per run.")
    rng, runs = make_generator(random_state), measured.shape[1]
    fitted = _fit(n, measured.mean(axis=1)[:, None])[0]
    chosen = rng.integers(runs, size=(n_draws, runs))
    draws = _fit(n, measured[:, chosen].mean(axis=2))
    a, b, c = fitted.tolist()
    return PowerLaw(a, b, c, draws)


def _fit(sizes: Floats, errors: Floats) -> Floats:
    """a, b, c of least squares for each column of errors [shape=(columns, 3)]."""
    best = np.full(errors.shape[1], np.inf)
    found = np.zeros((errors.shape[1], 3))
    mean = errors.mean(axis=0)
    for c in POWERS:
        x = sizes**-c
        centred = x - x.mean()
        slope = centred @ (errors - mean) / (centred @ centred)
        b = np.maximum(slope, 0.0)
        a = mean - b * x.mean()
        below = a < 0  # then a = 0, and b has a closed form of its own
        b = np.where(below, np.maximum(x @ errors, 0.0) / (x @ x), b)
        a = np.where(below, 0.0, a)
        squares = ((errors - a - x[:, None] * b) ** 2).sum(axis=0)
        better = squares < best - 1e-15
        best = np.where(better, squares, best)
        found[better] = np.column_stack([a, b, np.full(len(b), c)])[better]
    return found
