"""A seeded sample of rows."""

import numpy as np
from numpy.typing import NDArray


def draw_rows(n: int, seed: int, limit: int) -> NDArray[np.int64]:
    """All rows up to the limit, else a seeded sample in increasing order [shape=(min(n, limit),)].

    Examples
    --------
    >>> draw_rows(3, 0, 5).tolist()
    [0, 1, 2]
    """
    if n <= limit:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, limit, replace=False))
