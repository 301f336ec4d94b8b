"""Sources that each support one class, combined in closed form, whatever their number.

Source j says class k for a row: the simple mass function m({k}) = r_j, m(Ω) = 1 - r_j. `codes`
[shape=(n, J)] holds the classes, -1 where a source says nothing; `supports` the r_j [shape=(J,)].
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.frame import Frame
from belieflab.belief.row_names import name_rows
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

Codes = NDArray[np.int64]
Floats = NDArray[np.float64]


def combine_by_dempster(frame: Frame, codes: Codes, supports: Floats) -> MassTable:
    """Dempster's rule: the weights of the same class multiply; the conflict is divided out."""
    return _normalised(frame, _log_weights(frame, codes, supports, np.add))


def combine_cautiously(frame: Frame, codes: Codes, supports: Floats) -> MassTable:
    """The cautious rule: the least weight of each class; the conflict stays on ∅."""
    return _unnormalised(frame, _log_weights(frame, codes, supports, np.minimum))


def _log_weights(frame: Frame, codes: Codes, supports: Floats, gather: np.ufunc) -> Floats:
    """ln w of each class, gathered from the 1 - r_j of the sources that say it [shape=(n, K)]."""
    with np.errstate(divide="ignore"):
        log_doubts = np.log1p(-supports)
    log_weights = np.zeros((len(codes), frame.size))
    for j in range(codes.shape[1]):
        said = np.flatnonzero(codes[:, j] >= 0)
        cells = said, codes[said, j]
        log_weights[cells] = gather(log_weights[cells], log_doubts[j])
    return log_weights


def average(frame: Frame, codes: Codes, supports: Floats) -> MassTable:
    """m({k}) = Σ_{j said k} r_j / J_i J_i sources of row i; the rest on Ω."""
    n_answers = (codes >= 0).sum(axis=1)
    singletons = np.zeros((len(codes), frame.size))
    for j in range(codes.shape[1]):
        said = np.flatnonzero(codes[:, j] >= 0)
        singletons[said, codes[said, j]] += supports[j]
    singletons /= np.maximum(n_answers, 1)[:, None]
    return _with_rest(frame, singletons, frame.omega)


def _normalised(frame: Frame, log_weights: Floats) -> MassTable:
    """Dempster's rule on simple functions {k}^w_k: m({k}) ∝ (1 - w_k)/w_k, m(Ω) ∝ 1.

    A class with w_k = 0 (a wholly reliable source) takes all; two such are total conflict.
    """
    certain = np.isneginf(log_weights)
    conflicting = np.flatnonzero(certain.sum(axis=1) > 1)
    if conflicting.size:
        raise DataError(
            "Dempster's rule cannot combine sources that are wholly reliable and contradict "
            f"each other: {name_rows(conflicting)}. Lower a reliability or take another rule."
        )
    finite = np.where(certain, 0.0, log_weights)
    with np.errstate(divide="ignore"):
        scores = np.log(-np.expm1(finite)) - finite
    top = np.maximum(scores.max(axis=1, keepdims=True), 0.0)
    singletons = np.exp(scores - top)
    singletons /= singletons.sum(axis=1, keepdims=True) + np.exp(-top)
    sure = certain.any(axis=1)
    singletons[sure] = certain[sure]
    return _with_rest(frame, singletons, frame.omega)


def _unnormalised(frame: Frame, log_weights: Floats) -> MassTable:
    """Conjunctive sum of the {k}^w_k: m({k}) = (1 - w_k) Π_{l≠k} w_l, m(Ω) = Π w_l, rest on ∅."""
    weights = np.exp(log_weights)
    before = np.cumprod(np.pad(weights[:, :-1], ((0, 0), (1, 0)), constant_values=1.0), axis=1)
    after = np.cumprod(np.pad(weights[:, :0:-1], ((0, 0), (1, 0)), constant_values=1.0), axis=1)[
        :, ::-1
    ]
    singletons = (1.0 - weights) * before * after
    together = np.column_stack([singletons, weights.prod(axis=1)])
    return _with_rest(frame, together, 0)


def _with_rest(frame: Frame, mass: Floats, rest_on: int) -> MassTable:
    """Masses on the singletons (and Ω, when the rest is ∅), what is missing to 1 on one set."""
    rest = np.clip(1.0 - mass.sum(axis=1), 0.0, 1.0)
    focal = frame.singletons
    if frame.size == 1:
        mass = mass.sum(axis=1, keepdims=True)
    elif mass.shape[1] > frame.size:
        focal = np.append(focal, frame.omega)
    if rest_on in focal:
        mass = mass + np.where(focal == rest_on, rest[:, None], 0.0)
    else:
        focal, mass = np.append(focal, rest_on), np.column_stack([mass, rest])
    carried = mass.any(axis=0)
    return MassTable(frame, focal[carried], mass[:, carried])
