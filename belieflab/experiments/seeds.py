"""Seeds that follow from what a cell is, never from when or where it is computed."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from belieflab.errors import DataError


def canonical(value: Any) -> str:
    """One text for equal values: JSON with sorted keys; whole floats are written as integers."""
    return json.dumps(_tidy(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(*names: Any) -> str:
    """A short name for any nest of plain values [32 hexadecimal digits]."""
    return hashlib.sha256(canonical(list(names)).encode()).hexdigest()[:32]


def derive(seed: int, *names: Any) -> np.random.SeedSequence:
    """The seed sequence of one purpose under one seed; it depends on the names alone."""
    if seed < 0:
        raise DataError(f"A seed is a whole number from 0 up; {seed} was given.")
    return np.random.SeedSequence([int(seed), int(digest(*names), 16)])


def derive_integer(seed: int, *names: Any) -> int:
    """The same as one whole number, for what takes an integer seed."""
    return int(derive(seed, *names).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _tidy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _tidy(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_tidy(each) for each in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return int(value) if float(value).is_integer() else float(value)
    return value
