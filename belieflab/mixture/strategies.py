"""What a learner may make of an expert's guesses and doubts (Côme et al. 2009, §5.2.2).

Each strategy turns soft labels into the labels one would train on; the label-noise model is the
estimator `LabelNoiseMixture`. The guess of a row is its largest pignistic probability, its doubt
1 - bel({guess}), which is p_i for a guess discounted by p_i. Vacuous rows stay vacuous.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable

MODERATE_DOUBT = 0.5
"""Doubts up to this count as a known label in the adaptive strategy."""


@dataclass(frozen=True)
class Strategy:
    """A way to use imperfect labels: its key, its text and the labels it trains on."""

    key: str
    title: str
    explanation: str
    labels: Callable[[MassTable], MassTable]


def read_guesses(labels: MassTable) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The guessed class of each row, -1 where nothing is known, and the doubt in it."""
    pignistic = labels.pignistic()
    guesses = pignistic.argmax(axis=1)
    singles = np.stack([labels.belief(int(mask)) for mask in labels.frame.singletons], axis=1)
    doubts = 1.0 - singles[np.arange(len(labels)), guesses]
    unknown = np.ptp(pignistic, axis=1) < 1e-12
    return np.where(unknown, -1, guesses), np.where(unknown, 1.0, doubts)


def trust_every_guess(labels: MassTable) -> MassTable:
    """Supervised learning: every guess is taken for the truth."""
    guesses, _ = read_guesses(labels)
    return _known(labels, guesses)


def trust_moderate_doubt(labels: MassTable) -> MassTable:
    """Adaptive semi-supervised learning: a guess counts when its doubt is at most 0.5."""
    guesses, doubts = read_guesses(labels)
    return _known(labels, np.where(doubts <= MODERATE_DOUBT, guesses, -1))


def trust_nothing(labels: MassTable) -> MassTable:
    """Unsupervised learning: the labels are ignored."""
    return MassTable.vacuous(len(labels), labels.frame)


def _known(labels: MassTable, guesses: NDArray[np.int64]) -> MassTable:
    frame = labels.frame
    masks = np.where(guesses >= 0, frame.singletons[np.maximum(guesses, 0)], frame.omega)
    return MassTable.from_sets(masks.tolist(), labels.frame)


STRATEGIES: dict[str, Strategy] = {
    strategy.key: strategy
    for strategy in (
        Strategy("soft", "Soft labels", "Every label as it is.", lambda labels: labels),
        Strategy("supervised", "Supervised", "Every guess is the truth.", trust_every_guess),
        Strategy(
            "adaptive",
            "Adaptive semi-supervised",
            "A guess with a doubt of at most 0.5 is the truth, the others are forgotten.",
            trust_moderate_doubt,
        ),
        Strategy("unsupervised", "Unsupervised", "No label is used.", trust_nothing),
    )
}
