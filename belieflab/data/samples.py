"""The shelf of data sets: bundled ones and seeded generators, under one kind of entry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.errors import DataError


@dataclass(frozen=True)
class Sample:
    """A data set one can ask for by key: its words, its settings and how to make it.

    `make(rng, **settings)` returns a Dataset; a bundled set ignores the generator.
    """

    key: str
    title: str
    good_for: str
    make: Callable[..., Dataset]
    parameters: tuple[Parameter, ...] = ()
    generated: bool = False


SAMPLES: dict[str, Sample] = {}


def load_sample(key: str, *, seed: int = 0, **settings: Any) -> Dataset:
    """The sample of that key; the same seed and settings give the same points."""
    if key not in SAMPLES:
        raise DataError(f"There is no sample called {key!r}; there are {', '.join(SAMPLES)}.")
    sample = SAMPLES[key]
    chosen = checked_settings(sample.parameters, settings)
    return sample.make(np.random.default_rng(seed), **chosen)
