"""Columns of whole numbers that agree with each other as annotators do."""

import re
from collections import Counter

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.crowd_files.cells import HEADINGS, WORKER, plain_heading

MAX_CODES = 20
LEAST_AGREEMENT = 0.2
"""Mean of Cohen's kappa from which columns of codes may be annotators'."""
_SHORT_NAMES = frozenset({"ann", "anno", "annot", "expert", "doctor", "reader", "observer", "vote"})
MAX_COMPARED = 200
"""Different lists of numbers that others are compared with."""
_MAX_COLUMNS, _MAX_ROWS = 12, 2_000


def agreeing_columns(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """Those of the columns that may hold the answers of annotators by number; often none.

    They hold the same few whole numbers, and are called like annotators or agree with each other
    beyond chance.

    Examples
    --------
    >>> said = pd.DataFrame({"w1": [0, 1, 2] * 9, "w2": [0, 1, 1] * 9, "w3": [0, 1, 2] * 9})
    >>> agreeing_columns(said.assign(width=range(27)), ["w1", "w2", "w3", "width"])
    ['w1', 'w2', 'w3']
    """
    held: dict[str, frozenset[float]] = {}
    for name in names:
        values = frame[name].dropna().to_numpy(dtype=np.float64)
        if len(values) and (values == np.floor(values)).all() and len(np.unique(values)) > 1:
            held[name] = frozenset(np.unique(values[: 100 * _MAX_ROWS]).tolist())
    codes = [name for name, values in held.items() if len(values) <= MAX_CODES]
    called = [name for name in codes if _is_called_so(name)]
    if len(called) > 1:
        return called
    times = Counter(held[name] for name in codes)
    compared = [*times][:MAX_COMPARED]
    alike = {
        values: sum(times[each] for each in {values, *compared} if _are_alike(values, each))
        for values in times
    }
    shared = [name for name in codes if alike[held[name]] > 2]
    if len(shared) < 3:
        return []
    chosen = shared[:: max(len(shared) // _MAX_COLUMNS, 1)][:_MAX_COLUMNS]
    values = frame[chosen].to_numpy(dtype=np.float64)[:: max(len(frame) // _MAX_ROWS, 1)]
    return shared if _mean_kappa(values) >= LEAST_AGREEMENT else []


def _is_called_so(name: str) -> bool:
    stem = re.sub(r"(?<![\d_])[\d_]++$", "", plain_heading(name))
    first = re.split(r"[\d_]", stem)[0]
    return bool({stem, first} & {*HEADINGS[WORKER], *_SHORT_NAMES})


def _are_alike(one: frozenset[float], other: frozenset[float]) -> bool:
    return len(one & other) >= 0.6 * max(len(one), len(other))


def _mean_kappa(values: NDArray[np.float64]) -> float:
    """Mean over the pairs of columns: agreement beyond what their shares of values give."""
    found = []
    for j in range(values.shape[1]):
        for k in range(j):
            pair = values[:, [j, k]]
            one, other = pair[~np.isnan(pair).any(axis=1)].T
            if not len(one):
                continue
            by_chance = sum((one == code).mean() * (other == code).mean() for code in set(one))
            if by_chance < 1.0:
                found.append(((one == other).mean() - by_chance) / (1.0 - by_chance))
    return float(np.mean(found)) if found else 0.0
