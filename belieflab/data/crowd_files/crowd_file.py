"""The answers of a crowd as a file holds them: who said what about which item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.masks import as_masks
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.cells import Members
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import Scale, describe_scale, is_scale, to_confidences
from belieflab.data.dataset import UNKNOWN
from belieflab.data.label_files import sort_names
from belieflab.errors import DataError

Numbers = NDArray[np.int64]
MAX_CLASSES = 256


@dataclass(frozen=True, eq=False)
class CrowdFile:
    """What a file of answers holds.

    Attributes
    ----------
    layout : key of the layout it was read in
    answers : the answers, about as many objects as there are items
    items, annotators : their names in the file; items are `1`, `2`, … where it has none
    truth : codes of the true classes of the items, -1 unknown; None when the file has none
    scale : lowest and highest confidence, where the file has confidences
    features : numeric columns that stand beside the answers, one row per item
    notes : what was done on the way, one sentence each
    has_items : whether the file names its items; else they are its rows
    way : how the items are joined to the data, a key of `joining.WAYS`; empty: as it looks
    origin : how the file wrote them, so that labels are written alike; None: in our own way
    """

    layout: str
    answers: CrowdAnswers
    items: tuple[str, ...]
    annotators: tuple[str, ...]
    truth: Numbers | None = None
    scale: Scale | None = None
    features: pd.DataFrame | None = None
    notes: tuple[str, ...] = ()
    has_items: bool = True
    way: str = ""
    origin: Origin | None = None

    @property
    def nbytes(self) -> int:
        """Memory that the answers take."""
        held = self.answers.rows, self.answers.starts, self.answers.focal, self.answers.mass
        return sum(each.nbytes for each in held) + 60 * (len(self.items) + len(self.annotators))

    @property
    def by_rows(self) -> bool:
        """Whether the file has one row or entry per item, whose order may be that of the data."""
        return self.layout in {"wide", "counts", "top-two", "label-studio", "coralnet"}

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.answers.frame

    def rescaled(self, scale: Scale) -> "CrowdFile":
        """The same answers with their confidences on another scale.

        The first mass of an answer is its confidence; the second, on Ω, what is missing to 1.
        """
        if self.scale is None or not self.may_be_rescaled:
            raise DataError("The file has no confidences on a scale.")
        low, high = self.scale
        answers = self.answers
        first = answers.starts[:-1]
        given = np.round(low + (high - low) * answers.mass[first], 9)
        numbers = np.arange(1, len(first) + 1, dtype=np.int64)
        mass = answers.mass.copy()
        mass[first] = to_confidences(given, scale, numbers, "Answer")
        mass[first + 1] = 1.0 - mass[first]
        old, new = describe_scale(self.scale), describe_scale(scale)
        notes = tuple(new if each == old else each for each in self.notes)
        return replace(self, answers=replace(answers, mass=mass), scale=scale, notes=notes)

    @property
    def may_be_rescaled(self) -> bool:
        """Whether every answer is a set with a confidence that was given on a scale."""
        return self.scale is not None and self.layout not in {"top-two", "coralnet"}

    def of_items(self, kept: NDArray[np.bool_]) -> "CrowdFile":
        """The file with some of its items [shape=(items,)] and no answer: to write labels of."""
        items = tuple(item for item, each in zip(self.items, kept, strict=True) if each)
        origin = None if self.origin is None else self.origin.of_items(kept)
        none = np.zeros(0, dtype=np.int64)
        silent = CrowdAnswers.from_sets(self.frame, len(items), none, none, as_masks(1, []))
        return replace(self, items=items, answers=silent, truth=None, features=None, origin=origin)

    def describe(self) -> str:
        """How many answers, annotators, items and classes there are, in one sentence."""
        counts = {
            "answer": len(self.answers),
            "annotator": len(self.annotators),
            "item": len(self.items),
        }
        said, people, items = (f"{n:,} {each}{'s'[: n != 1]}" for each, n in counts.items())
        size, names = self.frame.size, ", ".join(self.frame.names[:6])
        classes = f"{size:,} class{'es' if size != 1 else ''}"
        return f"{said} of {people} about {items}, {classes}: {names}{', …' if size > 6 else '.'}"

    def pack(self) -> tuple[dict[str, Any], list[pd.DataFrame]]:
        """The same as plain values and tables of numbers, for another process."""
        answers = self.answers
        sets, said = np.unique(answers.focal, return_inverse=True)
        header = {
            "layout": self.layout,
            "classes": list(answers.frame.names),
            "kind": answers.frame.kind,
            "sets": [int(each) for each in sets],
            "items": list(self.items),
            "annotators": list(self.annotators),
            "truth": None if self.truth is None else self.truth.tolist(),
            "scale": self.scale,
            "notes": list(self.notes),
            "has_items": self.has_items,
            "way": self.way,
            "origin": None if self.origin is None else self.origin.describe(),
        }
        who = {"row": answers.rows, "who": answers.annotators, "length": np.diff(answers.starts)}
        tables = [pd.DataFrame(who), pd.DataFrame({"set": said, "mass": answers.mass})]
        beside = None if self.origin is None else self.origin.beside
        more = {"features": self.features, "beside": beside}
        header["more"] = [name for name, table in more.items() if table is not None]
        return header, [*tables, *(table for table in more.values() if table is not None)]

    @cached_property
    def arrays(self) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any]]:
        """What `pack` gives as plain values and two arrays, always the same ones."""
        header, (who, entries, *_) = self.pack()
        return header, who.to_numpy(), entries.to_numpy()

    @classmethod
    def unpack(cls, header: Mapping[str, Any], tables: Sequence[pd.DataFrame]) -> "CrowdFile":
        """What `pack` gave."""
        frame = Frame.of_kind(header["classes"], header["kind"])
        who, entries, *others = tables
        more = dict(zip(header.get("more", ()), others, strict=False))
        sets = as_masks(frame.size, header["sets"])
        answers = CrowdAnswers(
            frame,
            len(header["items"]),
            who["row"].to_numpy(np.int64),
            who["who"].to_numpy(np.int64),
            np.concatenate([[0], np.cumsum(who["length"].to_numpy(np.int64))]),
            sets[entries["set"].to_numpy(np.int64)],
            entries["mass"].to_numpy(np.float64),
        )
        truth = header["truth"]
        return cls(
            header["layout"],
            answers,
            tuple(header["items"]),
            tuple(header["annotators"]),
            None if truth is None else np.array(truth, dtype=np.int64),
            None if header["scale"] is None else (header["scale"][0], header["scale"][1]),
            more.get("features"),
            tuple(header["notes"]),
            header["has_items"],
            header["way"],
            Origin.of_description(header.get("origin"), more.get("beside")),
        )

    @classmethod
    def restore(
        cls, header: Mapping[str, Any], who: NDArray[Any], masses: NDArray[Any]
    ) -> "CrowdFile":
        """What `pack` gave, from a file that anyone may have changed: everything is checked."""
        damaged = DataError("The answers of the crowd in the workspace file are damaged.")
        try:
            lists = [header[name] for name in ("classes", "items", "annotators", "notes")]
            if not all(isinstance(x, list) and all(type(y) is str for y in x) for x in lists):
                raise damaged
            whole = np.concatenate([who.ravel(), masses[:, 0]])
            if not (np.isfinite(whole) & (whole >= 0) & (whole == np.floor(whole))).all():
                raise damaged
            lengths, top = who[:, 2], 1 << len(lists[0])
            if len(lengths) == 0 or lengths.min() < 1 or lengths.sum() != len(masses):
                raise damaged
            if who[:, 1].max() >= len(lists[2]) or who[:, 0].max() >= len(lists[1]):
                raise damaged
            if not all(type(each) is int and 0 < each < top for each in header["sets"]):
                raise damaged
            starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
            sums = np.add.reduceat(masses[:, 1], starts[:-1])
            if not (masses[:, 1] >= 0).all() or not np.allclose(sums, 1.0):
                raise damaged
            tables = (
                pd.DataFrame(who, columns=["row", "who", "length"]),
                pd.DataFrame(masses, columns=["set", "mass"]),
            )
            found = cls.unpack({**header, "kind": str(header["kind"])}, tables)
            if found.scale is not None and not is_scale(header["scale"]):
                raise damaged
        except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError):
            raise damaged from None
        fitting = found.truth is None or (
            found.truth.shape == (len(found.items),)
            and (found.truth >= UNKNOWN).all()
            and (found.truth < found.frame.size).all()
        )
        plain = all(isinstance(each, str) for each in (found.layout, found.way))
        if not fitting or not plain or not isinstance(found.has_items, bool):
            raise damaged
        return found


class Given(NamedTuple):
    """Answers before their classes are known; numbers refer to the lists beside them.

    `item`, `who` and `said` hold one number per answer, `said` of a set in `sets`; `confidence`
    runs from 0 to 1; `lines` say where an answer stands in the file.
    """

    item: Numbers
    who: Numbers
    said: Numbers
    items: Sequence[str]
    annotators: Sequence[str]
    sets: Sequence[Members]
    lines: Numbers
    confidence: NDArray[np.float64] | None = None
    truth: Sequence[str | None] | None = None
    place: str = "Line"


def find_frame(sets: Sequence[Members], truth: Sequence[str | None] | None = None) -> Frame:
    """The classes that answers and truth name."""
    named = {name for each in sets if each is not None for name in each}
    named |= {name for name in truth or () if name is not None}
    if not named:
        raise DataError("No answer in the file names a class.")
    if len(named) > MAX_CLASSES:
        raise DataError(
            f"The answers name {len(named):,} different classes, such as {min(named)!r}; at most "
            f"{MAX_CLASSES} are allowed. Is another column the one with the answers?"
        )
    return Frame.of_kind(sort_names(named))


def build(layout: str, given: Given, notes: Sequence[str] = (), **more: Any) -> CrowdFile:
    """The file from its answers; the last of several answers of one person about an item counts."""
    kept, doubled = last_of_each(given)
    if not len(kept):
        raise DataError("The file holds no answer.")
    frame = find_frame(given.sets, given.truth)
    masks = as_masks(
        frame.size, [frame.omega if each is None else frame.mask(each) for each in given.sets]
    )[given.said[kept]]
    numbers = len(given.items), given.item[kept], given.who[kept]
    if given.confidence is None:
        starts = np.arange(len(kept) + 1, dtype=np.int64)
        answers = CrowdAnswers(frame, *numbers, starts, masks, np.ones(len(kept)))
    else:
        answers = CrowdAnswers.from_sets(frame, *numbers, masks, 1.0 - given.confidence[kept])
    names = tuple(given.items), tuple(given.annotators)
    truth = None if given.truth is None else truth_codes(given.truth, frame)
    return CrowdFile(layout, answers, *names, truth, notes=(*notes, *doubled), **more)


def truth_codes(truth: Sequence[str | None], frame: Frame) -> Numbers:
    """Codes of the true classes, -1 where none is given."""
    codes = {name: code for code, name in enumerate(frame.names)}
    return np.array([UNKNOWN if each is None else codes[each] for each in truth], dtype=np.int64)


def last_of_each(given: Given) -> tuple[Numbers, tuple[str, ...]]:
    """The answers that count, in order, and a sentence about those that do not."""
    keys = given.item * np.int64(max(len(given.annotators), 1)) + given.who
    last = len(keys) - 1 - np.unique(keys[::-1], return_index=True)[1]
    kept: Numbers = np.sort(last).astype(np.int64)
    if len(kept) == len(keys):
        return kept, ()
    dropped = np.setdiff1d(np.arange(len(keys)), kept)
    first = int(dropped[0])
    again = int(kept[np.flatnonzero(keys[kept] == keys[first])[0]])
    return kept, (
        f"{given.place} {given.lines[first]}: {given.annotators[given.who[first]]} answers about "
        f"{given.items[given.item[first]]} again in {given.place.lower()} {given.lines[again]}; "
        f"the last answer counts ({len(dropped):,} such line{'s' if len(dropped) > 1 else ''}).",
    )
