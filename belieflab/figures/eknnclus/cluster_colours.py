"""Colours for clusters that come and go: one each for those that stay, pale ones for the others.

A cluster keeps its colour over all sweeps. Those that match a class have its colour, others are
given theirs by place, not by number, so two runs that end in the same partition look the same; and
clusters beside each other get unlike colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.data.matching import Matching
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.grid import stepped_scale
from belieflab.figures.common.palette import (
    OKABE_ITO,
    OMEGA_GREY,
    blend,
    class_colour,
    class_colours,
    levels,
)

MAX_COLOURS = 60
"""Beyond so many clusters colours are used again, far from each other."""

LOOKED_AT = 8
"""Nearest clusters that a cluster's colour is compared with."""

PALE_COLOURS, PALE = 12, 0.3
"""How many colours the labels share that die out later, and how much of them is not grey."""

_EYE = np.array([2.0, 4.0, 3.0])
"""Weights of red, green and blue in how different two colours look."""


@dataclass(frozen=True)
class ClusterColours:
    """The colours in use, strong ones first, and which of them each final cluster has."""

    palette: tuple[str, ...]
    of_cluster: Integers

    @property
    def n_strong(self) -> int:
        """How many colours belong to clusters that stay."""
        return len(self.palette) - PALE_COLOURS

    def codes(self, labels: Integers, founders: Integers, stays: Integers) -> NDArray[np.int16]:
        """Positions in the palette for objects with these labels at some sweep [shape=(n,)].

        `founders` are the founders of the clusters of that sweep, `stays` those of the last.
        """
        place = np.searchsorted(stays, founders).clip(max=len(stays) - 1)
        staying = stays[place] == founders
        pale = self.n_strong + founders % PALE_COLOURS
        of_label = np.where(staying, self.of_cluster[place], pale)
        codes: NDArray[np.int16] = of_label[labels].astype(np.int16)
        return codes

    def scale(self) -> list[list[float | str]]:
        """The palette as Plotly's colour scale for numbers from -0.5 to its length - 0.5."""
        return stepped_scale(self.palette)


def give_colours(centres: Floats, groups: Matching | None = None) -> ClusterColours:
    """Colours for clusters with these centres on the plane [shape=(c, 2)].

    Clusters that stand for a class have its colour, the others further ones.
    """
    groups = groups or Matching((-1,) * len(centres))
    known = np.flatnonzero(np.array(groups.class_of) >= 0)
    rest = np.setdiff1d(np.arange(len(centres)), known)
    taken = class_colours(len(groups.class_names)) if len(known) else []
    further = [colour for colour in OKABE_ITO if colour not in taken]
    order = np.lexsort((centres[rest, 1], centres[rest, 0]))
    given = np.argsort(order)
    if len(rest) > len(further):
        count = min(len(rest), MAX_COLOURS)
        further = [hue for hue in _hues(count + len(taken)) if hue not in taken][:count]
        given = _spread(centres[rest], order, further)
    of_cluster = np.arange(len(centres))
    of_cluster[known] = np.arange(len(known))
    of_cluster[rest] = len(known) + given
    strong = [class_colour(k, groups) for k in known.tolist()] + further
    pale = [blend([hue, OMEGA_GREY], [PALE, 1 - PALE]) for hue in _hues(PALE_COLOURS)]
    return ClusterColours((*strong, *pale), of_cluster)


def _spread(centres: Floats, order: Integers, colours: Sequence[str]) -> Integers:
    """One after the other takes, of the colours left, the one least like its neighbours'."""
    values = np.array([levels(each) for each in colours])
    unlike = np.sqrt(((values[:, None] - values) ** 2 * _EYE).sum(axis=2))
    given = np.full(len(centres), -1, dtype=np.int64)
    left = np.zeros(len(colours), dtype=np.int64)
    for turn, cluster in enumerate(order.tolist()):
        done = order[:turn]
        if len(done) > LOOKED_AT:
            far = ((centres[done] - centres[cluster]) ** 2).sum(axis=1)
            done = done[np.argpartition(far, LOOKED_AT)[:LOOKED_AT]]
        score = unlike[:, given[done]].min(axis=1, initial=np.inf)
        score[left > left.min()] = -1.0
        given[cluster] = int(np.argmax(score))
        left[given[cluster]] += 1
    return given


def _hues(count: int) -> tuple[str, ...]:
    return tuple(class_colour(k, MAX_COLOURS) for k in range(count))
