"""Short names for numbers, from their contents: the same numbers always have the same name."""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray


def fingerprint(X: NDArray[Any], truth: NDArray[Any] | None = None) -> str:
    """A short name for points, or points and classes, from their contents [8 hexadecimal digits].

    It stands in the names of stored results, so it never changes for the same numbers.
    """
    shape = ",".join(map(str, X.shape))
    return short_hash(f"[{shape}]", X) if truth is None else short_hash(f"[{shape}]", X, truth)


def short_hash(text: str, *arrays: NDArray[Any]) -> str:
    """A short name for a text and the contents of arrays [8 hexadecimal digits]."""
    contents = hashlib.sha256(text.encode())
    for array in arrays:
        contents.update(np.ascontiguousarray(array).tobytes())
    return contents.hexdigest()[:8]
