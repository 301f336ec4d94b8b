"""The models that learn side by side, by key."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from belieflab.active import classifiers
from belieflab.active.material import Material
from belieflab.active.neighbours import EvidentialNeighbours, Tuning, WeightedNeighbours
from belieflab.active.opinions import Floats, Opinion, Rows
from belieflab.errors import DataError


class Learned(Protocol):
    """A model that was told some labels."""

    def opine(self, points: Floats) -> Opinion:
        """What it says about points [shape=(m, p)]."""


Learn = Callable[[Material, Tuning, Rows, np.random.Generator], Learned]


@dataclass(frozen=True)
class Model:
    """A model one can ask for by key: its words, and how it learns from the labels it was told.

    `learn(material, tuning, told, rng)`: `told` are the rows whose labels are known.
    """

    key: str
    title: str
    explanation: str
    learn: Learn
    has_masses: bool = False
    slow: bool = False


_MODELS = (
    Model(
        "gamma-eknn",
        "γᵢ-EKNN",
        "The neighbours' labels with all their doubt, discounted by distance and combined by "
        "Dempster's rule; answers with mass functions.",
        lambda material, tuning, told, _: EvidentialNeighbours(material, tuning, told),
        has_masses=True,
    ),
    Model(
        "weighted-knn",
        "weighted k-NN",
        "The neighbours vote for the class their label favours, near ones more; doubt is lost.",
        lambda material, tuning, told, _: WeightedNeighbours(material, tuning, told),
    ),
    Model(
        "logistic",
        "logistic regression",
        "Straight borders between the classes that the labels favour; doubt is lost.",
        lambda material, _, told, __: classifiers.learn_logistic(material, told),
    ),
    Model(
        "forest",
        "random forest",
        "A hundred trees on the classes that the labels favour; doubt is lost. Many times slower "
        "than the others.",
        lambda material, _, told, rng: classifiers.learn_forest(material, told, rng),
        slow=True,
    ),
)

MODELS: dict[str, Model] = {model.key: model for model in _MODELS}


def find_model(key: str) -> Model:
    """The model of that key."""
    if key not in MODELS:
        raise DataError(f"There is no model called {key!r}; there are {', '.join(MODELS)}.")
    return MODELS[key]
