"""The covariance families: what the M step makes of the scatter matrices.

Each family is a set of allowed covariances Σ_k = λ_k D_k A_k D_kᵀ (volume λ, orientation D, shape A
with |A| = 1). A letter says whether the part is Equal over the components, Varies, or is the
Identity, in the order volume, shape, orientation: `VVV` is unrestricted, `EEE` tied, `VII`
spherical. Given n_k = Σ_i t_ik and W_k = Σ_i t_ik (x_i - μ_k)(x_i - μ_k)ᵀ, the M step minimises
Σ_k [n_k ln|Σ_k| + tr(W_k Σ_k⁻¹)] (Celeux and Govaert 1995). Ten families have a closed form or one
that alternates two; EVE and VVE also turn their common axes pair by pair (Flury and Gautschi 1986).
Alternations start from the previous covariances and never lower Q.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.mixture.axes_kernel import turn_axes

Matrix = NDArray[np.float64]

INNER_SWEEPS = 20
INNER_TOLERANCE = 1e-10

TINY = 1e-200
"""Keeps logarithms of a vanished scatter finite until the covariance floor mends it."""


@dataclass(frozen=True)
class Family:
    """One covariance family: its name, its M step and its number of free parameters.

    `estimate(counts, scatters, previous)` takes n_k [shape=(K,)], W_k [shape=(K, p, p)] and the
    previous covariances [shape=(K, p, p)] and returns the new ones.
    """

    name: str
    title: str
    estimate: Callable[[Matrix, Matrix, Matrix], Matrix]

    def count(self, n_components: int, p: int) -> int:
        """Number of free parameters of K covariances, read off the three letters."""
        return (
            _free_volumes(self.name[0], n_components)
            + _free_shapes(self.name[1], n_components, p)
            + _free_axes(self.name[2], n_components, p)
        )


def _eii(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    n_components, p = scatters.shape[:2]
    volume = np.trace(scatters.sum(axis=0)) / (counts.sum() * p)
    return np.broadcast_to(volume * np.eye(p), (n_components, p, p)).copy()


def _vii(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    p = scatters.shape[1]
    volumes = np.trace(scatters, axis1=1, axis2=2) / (counts * p)
    return volumes[:, None, None] * np.eye(p)


def _eei(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    variances = _diagonals(scatters).sum(axis=0) / counts.sum()
    return _diagonal_matrices(np.broadcast_to(variances, scatters.shape[:2]))


def _vvi(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    return _diagonal_matrices(_diagonals(scatters) / counts[:, None])


def _evi(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    volume, shapes = _common_volume(counts, _diagonals(scatters))
    return _diagonal_matrices(volume * shapes)


def _vei(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    diagonals = _diagonals(scatters)
    volumes, shape = _common_shape(counts, diagonals, _volumes(previous))
    return _diagonal_matrices(volumes[:, None] * shape)


def _eee(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    return np.broadcast_to(scatters.sum(axis=0) / counts.sum(), scatters.shape).copy()


def _vee(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    p = scatters.shape[1]
    volumes = _volumes(previous)
    for _ in range(INNER_SWEEPS):
        pooled = np.einsum("k,kij->ij", 1.0 / volumes, scatters)
        shape = pooled / np.exp(_log_determinant(pooled) / p)
        solved = np.linalg.solve(_nonsingular(shape), scatters.swapaxes(0, 1).reshape(p, -1))
        traces = np.einsum("iki->k", solved.reshape(p, -1, p))
        new = _not_vanished(traces / (counts * p))
        settled = np.allclose(new, volumes, rtol=INNER_TOLERANCE, atol=0)
        volumes = new
        if settled:
            break
    return volumes[:, None, None] * shape


def _vvv(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    return scatters / counts[:, None, None]


def _evv(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    p = scatters.shape[1]
    sizes = np.exp(np.array([_log_determinant(scatter) for scatter in scatters]) / p)
    return scatters * (sizes.sum() / counts.sum() / np.maximum(sizes, TINY))[:, None, None]


def _eev(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    spectra, axes = np.linalg.eigh(scatters)
    pooled = np.maximum(spectra, 0.0).sum(axis=0) / counts.sum()
    return _from_axes(axes, np.broadcast_to(pooled, spectra.shape))


def _vev(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    spectra, axes = np.linalg.eigh(scatters)
    volumes, shape = _common_shape(counts, np.maximum(spectra, 0.0), _volumes(previous))
    return _from_axes(axes, volumes[:, None] * shape)


def _eve(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    def lengths(axes: Matrix) -> Matrix:
        volume, shapes = _common_volume(counts, _along(axes, scatters))
        return volume * shapes

    return _with_common_axes(scatters, previous, lengths)


def _vve(counts: Matrix, scatters: Matrix, previous: Matrix) -> Matrix:
    return _with_common_axes(
        scatters, previous, lambda axes: _along(axes, scatters) / counts[:, None]
    )


def _with_common_axes(
    scatters: Matrix, previous: Matrix, lengths: Callable[[Matrix], Matrix]
) -> Matrix:
    """Alternate the lengths along common axes D with one turn of every pair of axes."""
    axes = np.ascontiguousarray(_common_axes(previous))
    scatters = np.ascontiguousarray(scatters)
    for _ in range(INNER_SWEEPS):
        if turn_axes(axes, scatters, _not_vanished(lengths(axes))) < INNER_TOLERANCE:
            break
    return _from_axes(np.broadcast_to(axes, scatters.shape), np.maximum(lengths(axes), TINY))


def _common_axes(covariances: Matrix) -> Matrix:
    """Axes of the summed covariances; exact when the covariances already share their axes.

    Weights that differ by component keep equal sums from hiding the axes.
    """
    weights = 1.0 / (1.0 + np.arange(len(covariances)))
    return np.linalg.eigh(np.einsum("k,kij->ij", weights, covariances))[1]


def _common_volume(counts: Matrix, lengths: Matrix) -> tuple[float, Matrix]:
    """λ and the shapes A_k of diag(λ A_k) for given Σ_i t_ik (x - μ)² along each axis."""
    sizes = np.exp(np.log(np.maximum(lengths, TINY)).mean(axis=1))
    return float(sizes.sum() / counts.sum()), lengths / sizes[:, None]


def _common_shape(counts: Matrix, lengths: Matrix, volumes: Matrix) -> tuple[Matrix, Matrix]:
    """λ_k and the shape A of diag(λ_k A), each in turn from the other."""
    p = lengths.shape[1]
    for _ in range(INNER_SWEEPS):
        pooled = _not_vanished((lengths / volumes[:, None]).sum(axis=0))
        shape = pooled / np.exp(np.log(pooled).mean())
        new = _not_vanished((lengths / shape).sum(axis=1) / (counts * p))
        settled = np.allclose(new, volumes, rtol=INNER_TOLERANCE, atol=0)
        volumes = new
        if settled:
            break
    return volumes, shape


def _volumes(covariances: Matrix) -> Matrix:
    p = covariances.shape[1]
    return _not_vanished(np.exp(np.array([_log_determinant(matrix) for matrix in covariances]) / p))


def _not_vanished(values: Matrix) -> Matrix:
    """Keep a component that has shrunk onto one point from dividing by zero.

    The covariance floor mends it after the M step; here it only has to stay finite.
    """
    return np.maximum(values, max(1e-14 * float(values.max()), TINY))


def _log_determinant(matrix: Matrix) -> float:
    sign, value = np.linalg.slogdet(matrix)
    return float(value) if sign > 0 else float(np.log(TINY))


def _nonsingular(matrix: Matrix) -> Matrix:
    return matrix + 1e-14 * np.trace(matrix) * np.eye(len(matrix))


def _along(axes: Matrix, scatters: Matrix) -> Matrix:
    """Scatter along each axis, diag(Dᵀ W_k D) [shape=(K, p)]."""
    return np.einsum("ij,kil,lj->kj", axes, scatters, axes)


def _diagonals(matrices: Matrix) -> Matrix:
    return np.diagonal(matrices, axis1=1, axis2=2)


def _diagonal_matrices(values: Matrix) -> Matrix:
    return values[:, :, None] * np.eye(values.shape[1])


def _from_axes(axes: Matrix, lengths: Matrix) -> Matrix:
    return np.einsum("kij,kj,klj->kil", axes, lengths, axes)


def _free_volumes(letter: str, n_components: int) -> int:
    return n_components if letter == "V" else 1


def _free_shapes(letter: str, n_components: int, p: int) -> int:
    return {"I": 0, "E": 1, "V": n_components}[letter] * (p - 1)


def _free_axes(letter: str, n_components: int, p: int) -> int:
    return {"I": 0, "E": 1, "V": n_components}[letter] * p * (p - 1) // 2


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("EII", "tied spherical", _eii),
        Family("VII", "spherical", _vii),
        Family("EEI", "tied diagonal", _eei),
        Family("VEI", "diagonal, equal shape", _vei),
        Family("EVI", "diagonal, equal volume", _evi),
        Family("VVI", "diagonal", _vvi),
        Family("EEE", "tied", _eee),
        Family("VEE", "equal shape and orientation", _vee),
        Family("EVE", "equal volume and orientation", _eve),
        Family("VVE", "equal orientation", _vve),
        Family("EEV", "equal volume and shape", _eev),
        Family("VEV", "equal shape", _vev),
        Family("EVV", "equal volume", _evv),
        Family("VVV", "full", _vvv),
    )
}

ALIASES = {
    "full": "VVV",
    "tied": "EEE",
    "diagonal": "VVI",
    "tied diagonal": "EEI",
    "spherical": "VII",
    "tied spherical": "EII",
}


def find_family(name: str) -> Family:
    """The covariance family of that name."""
    code = ALIASES.get(name, name)
    if code not in FAMILIES:
        raise DataError(
            f"There is no covariance family {name!r}; there are {', '.join((*ALIASES, *FAMILIES))}."
        )
    return FAMILIES[code]
