"""Greedy search of a structure on the expected score, from the moments of the classes alone.

The expected log-likelihood of the complete data and the BIC penalty add over the features and
their parents. A move changes one or two of those terms, and each follows from the weighted
covariances of the classes: no step of the search looks at the data (Friedman 1997).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.family_kernel import score_changes
from belieflab.bayes.points import ClassMoments
from belieflab.bayes.structure import Chosen, Structure, closure
from belieflab.iteration import check_stop
from belieflab.mixture.expectation_kernel import LOG_2_PI

Floats = NDArray[np.float64]

SMALLEST_GAIN = 1e-7
"""A move must raise the expected score by more."""

TIE = 1e-9
"""Of two moves whose gains differ by less the first is made: first adding, then deleting and
erasing, then reversing; among those the one with the lowest parent and child."""


@dataclass(frozen=True)
class Move:
    """One change of the structure.

    Attributes
    ----------
    kind : "add", "delete", "reverse" (the arc from `parent` to `child`), "erase" or "restore" (the
        class as parent of `child`, with which its arcs go)
    parent, child : features; the parent is -1, the class, for "erase" and "restore"
    gain : by how much the expected score rises
    """

    kind: str
    parent: int
    child: int
    gain: float

    def __str__(self) -> str:
        if self.parent < 0:
            return f"{self.kind} feature {self.child}"
        return f"{self.kind} {self.parent} → {self.child}"


class GreedySearch:
    """The expected score of a structure and the best move from it.

    Parameters
    ----------
    moments : counts, means and covariances of the classes at fixed responsibilities
    structure : where the search stands
    variances : of each feature in all data [shape=(p,)], of its Gaussian once it is erased
    floors : smallest variance of each feature given its parents [shape=(p,)]
    total_weight : number of objects n of the penalty ½ d ln n
    select : whether features may be erased and restored
    dropped : whether an erased feature leaves the likelihood
    """

    def __init__(
        self,
        moments: ClassMoments,
        structure: Structure,
        variances: Floats,
        floors: Floats,
        total_weight: float,
        *,
        select: bool = False,
        dropped: bool = False,
    ) -> None:
        self.counts = np.ascontiguousarray(moments.counts)
        self.covariances = np.ascontiguousarray(moments.covariances)
        self.floors = floors
        self.log_n = float(np.log(total_weight))
        self.select = select
        self.parents = structure.parents.copy()
        self.kept = structure.kept.copy()
        p = len(self.kept)
        self.class_free = np.zeros(p)
        if not dropped:
            logs = np.log(variances) + LOG_2_PI + 1.0
            self.class_free = -0.5 * total_weight * logs - self.log_n
        self.scores = np.empty(p)
        self.gains = np.empty((p, p))
        self.alone = np.array([self._score_alone(j) for j in range(p)])
        for child in range(p):
            self._refresh(child)

    @property
    def structure(self) -> Structure:
        """The structure that the search has reached."""
        return Structure(self.parents.copy(), self.kept.copy())

    @property
    def score(self) -> float:
        """Expected log-likelihood of the features less the penalty, the class prior left out."""
        return float(np.where(self.kept, self.scores, self.class_free).sum())

    def moves(self) -> Iterator[Move]:
        """Make the best move again and again until none gains; yields each one made."""
        while (move := self.best_move()) is not None:
            check_stop()
            self.make(move)
            yield move

    def best_move(self) -> Move | None:
        """The move that gains most, or None when none gains."""
        ancestors = closure(self.parents)
        candidates: list[tuple[str, Floats]] = [
            ("add", np.where(self._may_add(ancestors), self.gains, -np.inf)),
            ("delete", np.where(self.parents, self.gains, -np.inf)),
        ]
        if self.select:
            candidates += [("erase", self._erasing()), ("restore", self._restoring())]
        both = np.where(self._may_reverse(ancestors), self.gains + self.gains.T, -np.inf)
        candidates.append(("reverse", both))
        best: Move | None = None
        for kind, gains in candidates:
            found = _first_largest(gains)
            if found is None:
                continue
            parent, child, gain = found
            if gain > SMALLEST_GAIN and (best is None or gain > best.gain + TIE):
                best = Move(kind, parent, child, gain)
        return best

    def make(self, move: Move) -> None:
        """Change the structure by a move."""
        parent, child = move.parent, move.child
        if move.kind in {"add", "delete"}:
            self.parents[child, parent] = move.kind == "add"
            self._refresh(child)
        elif move.kind == "reverse":
            self.parents[child, parent], self.parents[parent, child] = False, True
            self._refresh(child)
            self._refresh(parent)
        else:
            changed = self.parents[:, child].copy()
            self.kept[child] = move.kind == "restore"
            self.parents[child], self.parents[:, child] = False, False
            for each in (child, *np.flatnonzero(changed)):
                self._refresh(int(each))

    # -- inside -----------------------------------------------------------------------------------

    def _refresh(self, child: int) -> None:
        self.scores[child] = score_changes(
            self.counts,
            self.covariances,
            self.floors,
            self.log_n,
            child,
            self.parents[child],
            self.gains[child],
        )

    def _score_alone(self, child: int) -> float:
        none = np.zeros(len(self.floors), dtype=np.bool_)
        given = (self.counts, self.covariances, self.floors, self.log_n)
        return float(score_changes(*given, child, none, np.empty(len(none))))

    def _may_add(self, ancestors: Chosen) -> Chosen:
        """Arcs [row = child, column = parent] that are not there and close no circle."""
        possible = ~self.parents & ~ancestors.T & np.outer(self.kept, self.kept)
        np.fill_diagonal(possible, False)
        return possible

    def _may_reverse(self, ancestors: Chosen) -> Chosen:
        """Arcs whose parent is not an ancestor of the child on another way as well."""
        # another way goes through a parent of the child that the parent is an ancestor of
        elsewhere = self.parents.astype(np.float32) @ ancestors.astype(np.float32) > 0
        return self.parents & ~elsewhere

    def _erasing(self) -> Floats:
        """What erasing each feature gains [shape=(1, p)]; its children lose it as a parent."""
        children = np.where(self.parents, self.gains, 0.0).sum(axis=0)
        gains = self.class_free - self.scores + children
        allowed = self.kept & (self.kept.sum() > 1)
        return np.where(allowed, gains, -np.inf)[None]

    def _restoring(self) -> Floats:
        return np.where(self.kept, -np.inf, self.alone - self.class_free)[None]


def _first_largest(gains: Floats) -> tuple[int, int, float] | None:
    """(parent, child, gain) of the first of the largest gains, by parent and then by child.

    `gains` is [row = child, column = parent], or a single row of children without a parent.
    """
    if gains.shape[0] == 1:
        gains = gains.T  # children, with the class as parent
        child = int(np.argmax(gains[:, 0] >= gains.max() - TIE))
        return -1, child, float(gains[child, 0])
    by_parent = gains.T
    largest = by_parent.max()
    if largest == -np.inf:
        return None
    place = int(np.argmax(by_parent.ravel() >= largest - TIE))
    parent, child = divmod(place, len(gains))
    return parent, child, float(gains[child, parent])
