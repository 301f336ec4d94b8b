"""Labels as a yardstick, and answers that may be sets: what every measure begins with."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import (
    NOT_FOUND,
    TEXT,
    as_class_array,
    find_classes,
    kind_of,
    plain_value,
)
from belieflab.belief.frame import LARGEST_FRAME
from belieflab.belief.hard_labels import as_array, read
from belieflab.belief.labels import as_mass_table
from belieflab.belief.masks import MAX_BITS, cardinality, masks_of, member_flags, membership
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

CELLS_AT_ONCE = 1 << 22
"""Pairs of an answer and a focal set compared together, so that memory stays small."""


@dataclass(frozen=True)
class Answers:
    """One set of classes per object.

    Attributes
    ----------
    flags : which classes of the labels belong to the answer [shape=(n, K)]
    sizes : number of classes of the answer, also of those that no label knows [shape=(n,)]
    """

    flags: Flags
    sizes: Floats

    def __len__(self) -> int:
        return len(self.flags)

    def __getitem__(self, rows: Any) -> "Answers":
        return Answers(self.flags[rows], self.sizes[rows])


@dataclass(frozen=True)
class Support:
    """What the label of each object says about its answer [each shape=(n,)].

    Attributes
    ----------
    belief, pignistic, plausibility : bel_i(A_i) ≤ BetP_i(A_i) ≤ pl_i(A_i)
    """

    belief: Floats
    pignistic: Floats
    plausibility: Floats


@dataclass(frozen=True)
class Yardstick:
    """Labels that answers are measured by: normalised, without the rows that say ∅ alone.

    Attributes
    ----------
    labels : MassTable of the rows that count
    kept : which of the rows given count [shape=(n,)]
    """

    labels: MassTable
    kept: Flags

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.labels.frame

    @property
    def left_out(self) -> int:
        """Number of rows whose label has all its mass on ∅."""
        return int((~self.kept).sum())

    def support(self, answers: Answers) -> Support:
        """bel, BetP and pl of the answers of the rows that count."""
        table, n_classes = self.labels, self.frame.size
        members = membership(n_classes, table.focal)
        sizes = np.maximum(cardinality(n_classes, table.focal), 1.0)
        found = np.empty((3, len(table)))
        step = max(1, CELLS_AT_ONCE // max(len(table.focal), 1))
        for begin in range(0, len(table), step):
            rows = slice(begin, begin + step)
            common = answers.flags[rows].astype(np.float64) @ members.T
            mass = table.mass[rows]
            found[0, rows] = (mass * (common >= sizes)).sum(axis=1)
            found[1, rows] = (mass * (common / sizes)).sum(axis=1)
            found[2, rows] = (mass * (common > 0)).sum(axis=1)
        return Support(*np.clip(found, 0.0, 1.0))


def read_yardstick(y: Any, n: int, unknown: Any = None) -> Yardstick:
    """The labels of n objects, ready to measure answers by."""
    labels, _ = as_mass_table(y, n, unknown=unknown)
    kept = labels.conflict() < 1.0
    if not kept.any():
        raise DataError("Every label has all its mass on ∅: there is nothing to measure by.")
    usable = labels if kept.all() else labels[kept]
    return Yardstick(usable.normalise(), kept)


def read_answers(answers: Any, frame: Frame) -> Answers:
    """Answers as sets of classes of a frame.

    One class per object [shape=(n,)]; or one collection of classes per object; or booleans, one
    column per class of the frame [shape=(n, K)]. A class that the frame does not have is never
    right, but counts in the size.
    """
    if _are_collections(answers):
        return _read_collections(list(answers), frame)
    values = as_array(answers)
    if values.ndim == 2:
        return _read_flags(values, frame)
    given = read(values)
    if not given.known.all():
        raise DataError(f"Row {int(np.argmin(given.known)) + 1}: there is no answer.")
    places = find_classes(frame.values, given.classes)
    if (places == NOT_FOUND).all():
        _refuse_different_kinds(frame, given.classes)
    one_hot = np.eye(frame.size + 1, dtype=np.bool_)[:, :-1]  # the last row: no such class
    return Answers(one_hot[places[given.codes]], np.ones(len(given.codes)))


def read_sets(sets: Any, frame: Frame) -> Answers:
    """As `read_answers`, but integers are masks: bit k stands for class k of the frame."""
    if isinstance(sets, Answers):
        return sets
    if not _are_collections(sets):
        values = np.asarray(sets)
        integers = values.dtype.kind in "iu" or (
            values.dtype == object and all(type(each) is int for each in values.ravel())
        )
        if values.ndim == 1 and integers:
            return of_masks(values, frame)
    return read_answers(sets, frame)


def of_masks(masks: NDArray[Any], frame: Frame) -> Answers:
    """Answers from masks [shape=(n,)] on the frame."""
    outside = [mask for mask in np.unique(masks).tolist() if not 0 <= mask <= frame.omega]
    if outside:
        raise DataError(
            f"The set {outside[0]} as a mask does not fit {frame.size} classes: bit k stands for "
            "class k. Name the classes with classes=..., or give sets of classes."
        )
    flags = member_flags(frame.size, np.asarray(masks))
    return Answers(flags, flags.sum(axis=1).astype(np.float64))


def as_masks(answers: Answers) -> NDArray[Any]:
    """The masks of answers whose classes are all in the frame [shape=(n,)]."""
    return masks_of(answers.flags)


def frame_for(truth: Any, sets: Any, classes: Any = None, unknown: Any = None) -> tuple[Any, int]:
    """Truth on the frame that the sets refer to, and the number of objects.

    A MassTable has its frame. Of hard labels the frame is `classes`, or what the labels and sets
    name; integers are class numbers, so that bit k of a mask is class k whatever a fold holds.
    """
    if isinstance(truth, MassTable) or np.ndim(as_array(truth)) == 2:
        return truth, len(truth)
    values = as_array(truth)
    if classes is None:
        known = read(values, unknown).classes
        if not known:
            raise DataError("No true class is known; at least one object must have one.")
        numbers = all(type(each) is int and 0 <= each < LARGEST_FRAME for each in known)
        classes = range(max(max(known) + 1, _highest_bit(sets))) if numbers else known
    return MassTable.from_hard(values, Frame(classes), unknown=unknown), len(values)


def _highest_bit(sets: Any) -> int:
    """Number of classes that sets name: bits of masks, columns, or the largest class number."""
    if isinstance(sets, Answers):
        return int(sets.flags.shape[1])
    if _are_collections(sets):
        named = [plain_value(each) for answer in sets for each in answer]
        return 1 + max((each for each in named if type(each) is int and each < MAX_BITS), default=0)
    values = np.asarray(sets)
    if values.ndim == 2:
        return int(values.shape[1])
    if values.dtype.kind not in "iuO" or not len(values):
        return 0
    return max(int(each).bit_length() if type(each) is int else 0 for each in values.tolist())


def _are_collections(answers: Any) -> bool:
    """Whether every object has a collection of classes of its own."""
    if isinstance(answers, np.ndarray) and answers.dtype != object:
        return False
    if not isinstance(answers, Collection) or isinstance(answers, (str, bytes, MassTable)):
        return False
    if hasattr(answers, "columns"):
        return False
    several = (set, frozenset, list, tuple)
    items = list(answers)
    if not items or not all(isinstance(each, several) for each in items):
        return False
    flags = [isinstance(each, (list, tuple)) and set(map(type, each)) <= {bool} for each in items]
    return not all(flags)


def _read_collections(answers: list[Any], frame: Frame) -> Answers:
    named = list(dict.fromkeys(plain_value(each) for answer in answers for each in answer))
    places = dict(zip(named, find_classes(frame.values, named).tolist(), strict=True))
    if named and all(place == NOT_FOUND for place in places.values()):
        _refuse_different_kinds(frame, named)
    flags = np.zeros((len(answers), frame.size), dtype=np.bool_)
    sizes = np.zeros(len(answers))
    for row, answer in enumerate(answers):
        members = {plain_value(each) for each in answer}
        sizes[row] = len(members)
        flags[row, [places[each] for each in members if places[each] != NOT_FOUND]] = True
    return Answers(flags, sizes)


def _read_flags(values: NDArray[Any], frame: Frame) -> Answers:
    if values.shape[1] != frame.size or not np.isin(values, (0, 1)).all():
        raise DataError(
            f"Sets as columns are true or false for each of the {frame.size} classes; found an "
            f"array of shape {values.shape}."
        )
    flags = values.astype(np.bool_)
    return Answers(flags, flags.sum(axis=1).astype(np.float64))


def _refuse_different_kinds(frame: Frame, named: list[Any]) -> None:
    if (kind_of(frame.values) == TEXT) != (kind_of(named) == TEXT):
        raise DataError(
            f"None of the answers {', '.join(map(repr, named[:10]))} is a class of the labels: "
            f"{', '.join(map(repr, as_class_array(frame.values).tolist()[:10]))}."
        )


def measured(y: Any, answers: Any, unknown: Any = None) -> tuple[Yardstick, Answers]:
    """Labels and answers of the rows that count, checked against each other."""
    n = len(answers)
    yardstick = read_yardstick(y, n, unknown)
    found = answers if isinstance(answers, Answers) else read_answers(answers, yardstick.frame)
    return yardstick, found[yardstick.kept]
