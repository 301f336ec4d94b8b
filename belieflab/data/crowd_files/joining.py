"""Items and classes of a file of answers, and those of the data."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.masks import as_masks, member_flags
from belieflab.data.crowd import Crowd
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.crowd_file import CrowdFile, Numbers
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.errors import DataError

BY_ID, FROM_ONE, FROM_ZERO, IN_ORDER = "id", "from1", "from0", "order"
WAYS = {
    BY_ID: "ids of the data",
    FROM_ONE: "row numbers, from 1",
    FROM_ZERO: "row numbers, from 0",
    IN_ORDER: "in the order of the file",
}
"""How items find their objects."""


@dataclass(frozen=True, eq=False)
class JoinedCrowd:
    """Answers about the objects of the data.

    Attributes
    ----------
    answers : about the n objects, with the classes of the data where they have some
    rows : the object of each item of the file, -1 where there is none
    way : how they were joined, a key of `WAYS`
    notes : what was done on the way
    names : what the file calls the classes of the answers
    """

    answers: CrowdAnswers
    rows: Numbers
    way: str
    notes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def join_items(crowd: CrowdFile, dataset: Dataset, way: str | None = None) -> JoinedCrowd:
    """The answers of a file about the objects of the data."""
    ids = dataset.ids or None
    way = way or crowd.way or _guess_way(crowd, dataset.n, ids)
    rows = _rows(crowd, dataset.n, ids, way)
    lost = np.flatnonzero(rows < 0)
    if len(lost) == len(rows):
        raise DataError(_no_object(crowd, dataset.n, ids, int(lost[0])))
    notes: tuple[str, ...] = ()
    if len(lost):
        some = "items of the file have" if len(lost) > 1 else "item of the file has"
        notes = (f"{len(lost):,} {some} no object in the data, first {crowd.items[lost[0]]!r}.",)
    if len(np.unique(rows[rows >= 0])) < len(rows) - len(lost):
        raise DataError("Two items of the file are about the same object of the data.")
    answers = _chosen(crowd.answers, rows[crowd.answers.rows] >= 0)
    frame, masks, more, names = _match_classes(crowd, dataset, rows)
    found = np.searchsorted(np.unique(crowd.answers.focal), answers.focal)
    joined = replace(answers, frame=frame, n=dataset.n, rows=rows[answers.rows], focal=masks[found])
    return JoinedCrowd(joined, rows, way, (*notes, *more), names)


def items_as_data(crowd: CrowdFile, name: str = "crowd") -> Dataset:
    """The items as objects: the features in the file, else what the answers give to each class."""
    if crowd.features is not None:
        X = crowd.features.to_numpy(dtype=np.float64, na_value=np.nan)
        names = tuple(str(each) for each in crowd.features.columns)
        source = "Features from the file of answers."
        if not np.isfinite(X).all():
            row, column = np.argwhere(~np.isfinite(X))[0]
            raise DataError(f"Row {row + 1} has no number in column {names[column]!r}.")
    else:
        shares = np.zeros((len(crowd.items), crowd.frame.size))
        np.add.at(shares, crowd.answers.rows, crowd.answers.pignistic())
        X = shares / np.maximum(crowd.answers.counts, 1)[:, None]
        names = tuple(f"share of {each}" for each in crowd.frame.names)
        source = "Items of a file of answers; the features are the shares of the answers."
    frame = crowd.frame
    dataset = Dataset(X, names, crowd.truth, frame.names, name, source, frame.kind)
    return replace(dataset, ids=crowd.items) if crowd.has_items else dataset


def as_file(
    answers: CrowdAnswers, ids: tuple[str, ...], called: str = "annotator", count: int = 0
) -> CrowdFile:
    """Answers as if they had come from a file; objects without ids go by their row numbers.

    `count` is the number of annotators, where the last of them may have said nothing.
    """
    count = max(count, int(answers.annotators.max(initial=-1)) + 1)
    people = tuple(f"{called} {j + 1}" for j in range(count))
    items = ids or tuple(str(row + 1) for row in range(answers.n))
    return CrowdFile("long", answers, items, people, way=BY_ID if ids else FROM_ONE)


def simulated_file(crowd: Crowd, dataset: Dataset) -> CrowdFile:
    """The answers of a simulated crowd as if they had come from a file."""
    rows, who = np.nonzero(crowd.answers != UNKNOWN)
    masks = crowd.frame.singletons[crowd.answers[rows, who]]
    starts = np.arange(len(rows) + 1)
    answers = CrowdAnswers(crowd.frame, dataset.n, rows, who, starts, masks, np.ones(len(rows)))
    return as_file(answers, dataset.ids, count=crowd.answers.shape[1])


def _guess_way(crowd: CrowdFile, n: int, ids: Sequence[Any] | None) -> str:
    if not crowd.has_items:
        return IN_ORDER
    if ids is not None and set(crowd.items) & {str(each) for each in ids}:
        return BY_ID
    numbers = _numbers(crowd.items)
    if (numbers >= 0).all():
        if numbers.min() == 0 and numbers.max() < n:
            return FROM_ZERO
        if numbers.max() <= n:
            return FROM_ONE
    if len(crowd.items) == n and ids is None and crowd.by_rows:
        return IN_ORDER
    return BY_ID if ids is not None else FROM_ONE


def _numbers(items: Sequence[str]) -> Numbers:
    """Items as whole numbers, -1 where they are none."""
    short = (
        each if each.isascii() and each.isdecimal() and len(each) < 16 else "-1" for each in items
    )
    return np.array([int(each) for each in short], dtype=np.int64)


def _rows(crowd: CrowdFile, n: int, ids: Sequence[Any] | None, way: str) -> Numbers:
    if way == IN_ORDER:
        if len(crowd.items) != n:
            raise DataError(
                f"The file holds {len(crowd.items):,} rows of answers, but there are {n:,} objects."
            )
        return np.arange(n, dtype=np.int64)
    if way == BY_ID:
        if ids is None:
            raise DataError("The data have no ids to find the items by.")
        places = {str(each): row for row, each in enumerate(ids)}
        return np.array([places.get(each, -1) for each in crowd.items], dtype=np.int64)
    rows = _numbers(crowd.items) - (way == FROM_ONE)
    return np.where((rows >= 0) & (rows < n), rows, -1)


def _no_object(crowd: CrowdFile, n: int, ids: Sequence[Any] | None, first: int) -> str:
    known = f"has {n:,} rows" if ids is None else f"has ids such as {str(ids[0])!r}"
    return (
        f"No item of the file is an object of the data: the first is {crowd.items[first]!r}, the "
        f"data {known}. Say how they are joined, or take the items as the data."
    )


def _chosen(answers: CrowdAnswers, kept: NDArray[np.bool_]) -> CrowdAnswers:
    """Some of the answers."""
    if kept.all():
        return answers
    lengths = np.diff(answers.starts)
    entries = np.repeat(kept, lengths)
    return replace(
        answers,
        rows=answers.rows[kept],
        annotators=answers.annotators[kept],
        starts=np.concatenate([[0], np.cumsum(lengths[kept])]).astype(np.int64),
        focal=answers.focal[entries],
        mass=answers.mass[entries],
    )


def _match_classes(
    crowd: CrowdFile, dataset: Dataset, rows: Numbers
) -> tuple[Frame, NDArray[Any], tuple[str, ...], tuple[str, ...]]:
    """The classes of the joined answers, and in them every set of the file, in order.

    Beside them what was done, and what the file calls these classes.
    """
    own, target = crowd.frame, dataset.frame
    sets = np.unique(crowd.answers.focal)
    if target is None:
        return own, sets, (), own.names
    codes, notes = _class_codes(crowd, dataset, rows)
    if codes is None:
        if dataset.truth is None:
            return own, sets, (), own.names
        strange = next(name for name in own.names if name not in target.names)
        raise DataError(
            f"The answers name the class {strange!r}{_first_use(crowd, strange)}; the classes of "
            "the data are "
            f"{', '.join(target.names[:8])}{', …' if target.size > 8 else ''}."
        )
    flags = member_flags(own.size, sets)
    bits = [1 << code for code in codes]
    masks = [
        target.omega if row.all() else sum(bit for bit, held in zip(bits, row, strict=True) if held)
        for row in flags.astype(bool)
    ]
    called = dict(zip(codes, own.names, strict=True))
    names = tuple(called.get(code, name) for code, name in enumerate(target.names))
    return target, as_masks(target.size, masks), notes, names


def _first_use(crowd: CrowdFile, name: str) -> str:
    """Who names a class first, and about what; nothing where only the true classes do."""
    answers, bit = crowd.answers, crowd.frame.mask([name])
    is_named = (answers.focal & bit != 0) & (answers.focal != crowd.frame.omega)
    if not is_named.any():
        return ""
    place = int(np.searchsorted(answers.starts, int(is_named.argmax()), side="right")) - 1
    who = crowd.annotators[int(answers.annotators[place])]
    return f", as {who} does about {crowd.items[int(answers.rows[place])]!r}"


def _said(crowd: CrowdFile) -> tuple[Numbers, Numbers]:
    """Classes of the file and the items they are about: its true ones, else single answers."""
    if crowd.truth is not None:
        items = np.flatnonzero(crowd.truth != UNKNOWN)
        return crowd.truth[items], items
    answers = crowd.answers
    first = answers.focal[answers.starts[:-1]]
    single, code = np.nonzero(first[:, None] == crowd.frame.singletons[None, :])
    return code.astype(np.int64), answers.rows[single]


def _class_codes(
    crowd: CrowdFile, dataset: Dataset, rows: Numbers
) -> tuple[list[int] | None, tuple[str, ...]]:
    """The class of the data for each class of the file: by name, by number, by the true classes."""
    own, target = crowd.frame, dataset.class_names
    if set(own.names) <= set(target):
        return [target.index(name) for name in own.names], ()
    numbers = _numbers(own.names)
    if (numbers >= 0).all() and numbers.max() < len(target) and not (_numbers(target) >= 0).any():
        return numbers.tolist(), ("Classes are numbers in the file: 0 is the first of the data.",)
    if dataset.truth is None or (crowd.truth is None and (numbers < 0).any()):
        return None, ()
    said, items = _said(crowd)
    known = np.where(rows[items] >= 0, dataset.truth[rows[items]], UNKNOWN)
    pairs = np.zeros((own.size, len(target)), dtype=np.int64)
    np.add.at(pairs, (said[known >= 0], known[known >= 0]), 1)
    codes = pairs.argmax(axis=1)
    if len(set(codes.tolist())) < own.size or pairs.max(axis=1).min() == 0:
        return None, ()
    if pairs[np.arange(own.size), codes].sum() < 0.5 * pairs.sum():
        return None, ()
    other = next((k for k, code in enumerate(codes) if own.names[k] != target[code]), 0)
    first = f"{own.names[other]!r} is {target[codes[other]]!r}"
    return codes.tolist(), (
        f"Classes have other names in the data and match by the truth: {first}.",
    )
