"""Features that tell nothing: constant ones, and ones that repeat another."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

_MAX_NAMED = 6


def useless_features(frame: pd.DataFrame, features: list[str]) -> dict[str, str]:
    """The features without information: empty text for a constant one, else which it repeats."""
    found: dict[str, str] = {}
    seen: dict[tuple[float, ...], list[tuple[str, Any]]] = {}
    for name in features:
        if not pd.api.types.is_numeric_dtype(frame[name].dtype) or len(frame) < 2:
            continue
        values = frame[name].to_numpy(dtype=np.float64, na_value=np.nan) + 0.0  # -0 is 0
        known = values[~np.isnan(values)]
        if len(known) and known.min() == known.max():
            found[name] = ""
            continue
        like = seen.setdefault(_sketch(values), [])
        first = next((other for other, its in like if np.array_equal(its, values, True)), name)
        if first != name:
            found[name] = first
        else:
            like.append((name, values))
    return found


def _sketch(values: NDArray[np.float64]) -> tuple[float, ...]:
    """A few numbers that equal columns have in common: two positions, and two weighted sums."""
    known = np.nan_to_num(values, nan=0.5)
    places = np.linspace(1.0, 2.0, len(known))
    with np.errstate(over="ignore", invalid="ignore"):
        sums = float(known @ places), float(known.sum())
    return float(known[0]), float(known[-1]), *(total if total == total else 0.0 for total in sums)


def describe_useless(found: Mapping[str, str]) -> str:
    """Constant and repeated features in a sentence or two; empty where there are none."""
    constant = [name for name, other in found.items() if not other]
    repeated = [f"{name} (as {other})" for name, other in found.items() if other]
    parts = (("The same number in every row", constant), ("The same as another column", repeated))
    return " ".join(f"{what}: {_listed(names)}." for what, names in parts if names)


def _listed(names: list[str]) -> str:
    rest = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
