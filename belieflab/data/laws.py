"""The ways to make labels for a data set, builders and simulators, under one kind of entry."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.errors import DataError


@dataclass(frozen=True)
class LabelLaw:
    """A law of labels one can ask for by key: its words, its settings and how to build them.

    `build(dataset, rng, **settings)` returns one mass function per object, on `dataset.frame`.
    """

    key: str
    title: str
    explanation: str
    source: str
    build: Callable[..., MassTable]
    parameters: tuple[Parameter, ...] = ()


LAWS: dict[str, LabelLaw] = {}


def build_labels(key: str, dataset: Dataset, *, seed: int = 0, **settings: Any) -> MassTable:
    """Labels by the law of that key; the same seed and settings give the same labels."""
    if key not in LAWS:
        raise DataError(f"There is no law of labels called {key!r}; there are {', '.join(LAWS)}.")
    law = LAWS[key]
    chosen = checked_settings(law.parameters, settings)
    return law.build(dataset, np.random.default_rng(seed), **chosen)
