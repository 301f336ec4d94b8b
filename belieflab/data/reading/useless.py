"""Features that tell nothing: constant ones, and ones that repeat another."""

import hashlib
from collections.abc import Mapping

import numpy as np
import pandas as pd

_MAX_NAMED = 6


def useless_features(frame: pd.DataFrame, features: list[str]) -> dict[str, str]:
    """The features without information: empty text for a constant one, else which it repeats."""
    found: dict[str, str] = {}
    seen: dict[bytes, str] = {}
    for name in features:
        if not pd.api.types.is_numeric_dtype(frame[name].dtype) or len(frame) < 2:
            continue
        values = frame[name].to_numpy(dtype=np.float64, na_value=np.nan) + 0.0  # -0 is 0
        missing = np.isnan(values)
        values[missing] = np.nan  # whatever its bits were
        known = values[~missing] if missing.any() else values
        if len(known) and known.min() == known.max():
            found[name] = ""
            continue
        first = seen.setdefault(hashlib.blake2b(values.tobytes()).digest(), name)
        if first != name:
            found[name] = first
    return found


def describe_useless(found: Mapping[str, str]) -> str:
    """Constant and repeated features in a sentence or two; empty where there are none."""
    constant = [name for name, other in found.items() if not other]
    repeated = [f"{name} (as {other})" for name, other in found.items() if other]
    parts = (("The same number in every row", constant), ("The same as another column", repeated))
    return " ".join(f"{what}: {_listed(names)}." for what, names in parts if names)


def _listed(names: list[str]) -> str:
    rest = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
