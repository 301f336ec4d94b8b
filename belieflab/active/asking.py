"""A model with a strategy: who learns, and what it asks about next."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from belieflab.active.classifiers import Forest
from belieflab.active.material import Material
from belieflab.active.models import Learned, Model, find_model
from belieflab.active.neighbours import Tuning
from belieflab.active.opinions import Floats, Opinion, Rows
from belieflab.active.strategies import Situation, Strategy, find_strategy
from belieflab.errors import DataError

MEMBERS = 5
"""Copies of a model in a committee."""


class Line(NamedTuple):
    """One learning curve: the keys of its model and its strategy."""

    model: str
    strategy: str

    @property
    def title(self) -> str:
        """Both in words."""
        return f"{find_model(self.model).title} · {find_strategy(self.strategy).title}"


def can_answer(model: Model, strategy: Strategy) -> bool:
    """Whether the model gives what the strategy looks at."""
    return model.has_masses or not strategy.needs_masses


def check_answerable(line: Line) -> None:
    """Refuse a strategy that looks at masses of a model that has none."""
    model, strategy = find_model(line.model), find_strategy(line.strategy)
    if not can_answer(model, strategy):
        raise DataError(
            f"{model.title} answers with probabilities, which have no {strategy.key}: choose "
            f"another strategy for it, or a model that answers with mass functions."
        )


@dataclass(frozen=True)
class Learner:
    """A model that is told labels of the material, and a strategy that looks at what it says."""

    material: Material
    tuning: Tuning
    line: Line

    def __post_init__(self) -> None:
        check_answerable(self.line)

    def learn(self, told: Rows, rng: np.random.Generator) -> Learned:
        """The model after it was told the labels of these rows."""
        return find_model(self.line.model).learn(self.material, self.tuning, told, rng)

    def score(
        self,
        learned: Learned,
        opinion: Opinion,
        told: Rows,
        points: Floats,
        rng: np.random.Generator,
    ) -> Floats:
        """How much the strategy wants to ask about each of the points [shape=(m,)].

        `opinion` is what the learned model says about the points [shape=(m, p)].
        """
        situation = Situation(opinion, self._committee(learned, told, points, rng), rng)
        return find_strategy(self.line.strategy).score(situation)

    def _committee(
        self, learned: Learned, told: Rows, points: Floats, rng: np.random.Generator
    ) -> Callable[[], Floats]:
        def vote() -> Floats:
            if isinstance(learned, Forest):
                return learned.vote(points)
            if not len(told):
                return learned.opine(points).probabilities[None]
            copies = [told[rng.integers(len(told), size=len(told))] for _ in range(MEMBERS)]
            return np.stack([self.learn(copy, rng).opine(points).probabilities for copy in copies])

        return vote
