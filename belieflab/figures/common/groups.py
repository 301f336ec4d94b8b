"""Objects that share one entry of a legend: by main set of their label, or by true class."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.figures.common.hover import set_name
from belieflab.figures.common.palette import OMEGA_GREY, Marker, class_numbered, set_marker
from belieflab.figures.common.text import plain

MAX_UNIONS = 8
"""Unions beyond the most frequent ones share one entry of the legend."""

NEUTRAL = Marker(OMEGA_GREY)
_NAME_LENGTH = 30


@dataclass(frozen=True)
class Group:
    """A name, a marker, the positions of its objects and, beyond 14 classes, its number."""

    name: str
    marker: Marker
    members: NDArray[np.int64]
    number: int | None = None


def group_by_label(labels: MassTable) -> list[Group]:
    """Objects by the focal set with their largest mass: classes, then unions, Ω, ∅."""
    size = labels.frame.size
    main = labels.focal[np.argmax(labels.mass, axis=1)]
    masks, counts = np.unique(main, return_counts=True)
    order = sorted(masks.tolist(), key=lambda mask: (mask.bit_count() or size + 1, mask))
    often = dict(zip(masks.tolist(), counts.tolist(), strict=True))
    unions = [mask for mask in order if 1 < mask.bit_count() < size]
    rare = sorted(unions, key=lambda mask: -often[mask])[MAX_UNIONS:]
    groups = []
    for mask in order:
        members = np.flatnonzero(main == mask)
        if mask.bit_count() == 1:
            k = mask.bit_length() - 1
            groups.append(_class_group(k, labels.frame.names[k], size, members))
        elif mask not in rare:
            name = set_name(labels.frame, mask, _NAME_LENGTH)
            groups.append(Group(name, set_marker(mask, size), members))
    if rare:
        marker = Marker(OMEGA_GREY, ring_width=1.0, symbol="diamond")
        groups.append(Group("other unions", marker, np.flatnonzero(np.isin(main, rare))))
    return groups


def group_by_truth(truth: NDArray[np.int64], class_names: Sequence[str]) -> list[Group]:
    """Objects by true class, those without one last; `truth` codes [shape=(n,)], -1 unknown."""
    groups = [
        _class_group(k, name, len(class_names), np.flatnonzero(truth == k))
        for k, name in enumerate(class_names)
    ]
    groups.append(Group("unknown", NEUTRAL, np.flatnonzero(truth < 0)))
    return [group for group in groups if len(group.members)]


def _class_group(k: int, name: str, size: int, members: NDArray[np.int64]) -> Group:
    text, marker = plain(name, _NAME_LENGTH), set_marker(1 << k, size)
    if class_numbered(size):
        return Group(f"{k + 1} · {text}", marker, members, k + 1)
    return Group(text, marker, members)
