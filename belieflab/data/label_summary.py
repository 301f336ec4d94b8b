"""What a table of labels says as a whole: doubt, imprecision, wrong labels, and one sentence."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import Masks, full_of
from belieflab.errors import DataError

_BLOCK = 2_000
_TIE = 1e-9
"""Two classes whose pignistic probabilities differ by less are no guess for either."""


@dataclass(frozen=True)
class LabelSummary:
    """Counts and means over the rows of a label table; `wrong` is None without a truth.

    Attributes
    ----------
    n : rows
    guesses : rows with one most probable class
    compared : guesses whose true class is known
    wrong : those among them that miss it
    vacuous : rows that say nothing, all mass on Ω
    doubt : mean of 1 minus the largest mass on a set other than Ω and ∅
    nonspecificity : mean, from 0 to 1
    conflict : mean mass on ∅
    """

    n: int
    guesses: int
    compared: int
    wrong: int | None
    vacuous: int
    doubt: float
    nonspecificity: float
    conflict: float

    @property
    def wrong_share(self) -> float | None:
        """Wrong labels among those that can be compared; None when there are none."""
        return self.wrong / self.compared if self.wrong is not None and self.compared else None


def summarise(labels: MassTable, truth: NDArray[np.int64] | None = None) -> LabelSummary:
    """Counts and means of a label table; `truth` holds codes into its frame, -1 unknown."""
    if truth is not None and len(truth) != len(labels):
        raise DataError(f"{len(labels)} labels but {len(truth)} true classes.")
    guess = guesses(labels)
    compared = (
        (guess >= 0) & (truth >= 0) if truth is not None else np.zeros(len(guess), dtype=bool)
    )
    return LabelSummary(
        n=len(labels),
        guesses=int((guess >= 0).sum()),
        compared=int(compared.sum()),
        wrong=None if truth is None else int((guess[compared] != truth[compared]).sum()),
        vacuous=int((labels.mass_of(labels.frame.omega) > 1.0 - _TIE).sum())
        if labels.frame.size > 1
        else 0,
        doubt=float(doubts(labels).mean()),
        nonspecificity=float(labels.nonspecificity().mean()),
        conflict=float(labels.mass_of(0).mean()),
    )


def guesses(labels: MassTable) -> NDArray[np.int64]:
    """The class each label would bet on, -1 where the most probable classes tie [shape=(n,)].

    A set of several classes, and a label that knows nothing, make no guess: counting them as the
    first of their classes would call half of all right sets wrong.
    """
    shares = labels.pignistic()
    best = np.argmax(shares, axis=1)
    top = shares[np.arange(len(shares)), best]
    tied = (shares > top[:, None] - _TIE).sum(axis=1) > 1
    return np.where(tied, -1, best).astype(np.int64)


def best_sets(labels: MassTable) -> tuple[Masks, NDArray[np.float64]]:
    """Each row as a set and a doubt: the set other than Ω and ∅ with the largest mass, 1 - mass.

    Masks [shape=(n,)] and doubts [shape=(n,)]; a row with no such set is Ω with doubt 1. For
    labels built from a set and a doubt this gives both back.
    """
    frame = labels.frame
    proper = (labels.focal != 0) & ((labels.focal != frame.omega) | (frame.size == 1))
    if not proper.any():
        return full_of(frame.size, len(labels), frame.omega), np.ones(len(labels))
    best = np.zeros(len(labels), dtype=np.int64)
    top = np.empty(len(labels))
    for begin in range(0, len(labels), _BLOCK):  # a block stays in the processor's cache
        mass = labels.mass[begin : begin + _BLOCK, proper]
        best[begin : begin + _BLOCK] = found = np.argmax(mass, axis=1)
        top[begin : begin + _BLOCK] = mass[np.arange(len(mass)), found]
    masks = np.where(top > 0, labels.focal[proper][best], frame.omega)
    return masks, np.clip(1.0 - top, 0.0, 1.0)


def doubts(labels: MassTable) -> NDArray[np.float64]:
    """How far each row is from naming one set for sure, 0 to 1 [shape=(n,)]."""
    return best_sets(labels)[1]


def wrong_share(labels: MassTable, truth: NDArray[np.int64] | None) -> float | None:
    """Share of wrong labels among rows with a guess and a known truth; None when there is none."""
    return summarise(labels, truth).wrong_share


def describe(summary: LabelSummary) -> str:
    """The summary in one sentence."""
    parts = []
    if summary.wrong is not None and summary.compared:
        verb = "is" if summary.wrong == 1 else "are"
        parts.append(f"{summary.wrong:,} of {summary.compared:,} labels {verb} wrong")
    else:
        parts.append(f"{summary.guesses:,} of {summary.n:,} labels favour one class")
    if summary.vacuous:
        verb = "says" if summary.vacuous == 1 else "say"
        parts.append(f"{summary.vacuous:,} {verb} nothing")
    parts.append(f"mean doubt {summary.doubt:.2f}")
    parts.append(f"mean nonspecificity {summary.nonspecificity:.2f}")
    if summary.conflict >= 0.005:
        parts.append(f"mean conflict {summary.conflict:.2f}")
    return "; ".join(parts) + "."
