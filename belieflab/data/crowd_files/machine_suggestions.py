"""What a machine suggests in each line of a table: some classes, each with a confidence."""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.masks import Masks, full_of
from belieflab.data.crowd_files.cells import plain_heading
from belieflab.data.crowd_files.scale import PERCENT, UNIT, Scale, to_confidences
from belieflab.data.label_files import as_names, as_numbers

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

MACHINE = "machine suggestions"
"""The annotator whose answers the suggestions are."""
SUGGESTION, CONFIDENCE = "Machine suggestion", "Machine confidence"
ROUNDING = 0.03
"""What whole percents of five classes may sum to above 1 by being rounded."""
_NUMBERED = re.compile(r"machine_(suggestion|confidence)_?(\d{1,3})")


@dataclass(frozen=True, eq=False)
class Suggestions:
    """The suggestions of a table, those of a line in falling order of their shares.

    `rows` [shape=(E,)] says in which row of the table a suggestion stands, `codes` [shape=(E,)]
    which of the `names` it is, `shares` [shape=(E,)] what it gets of 1; those of a row sum to 1 at
    most. `columns` are the headings that were read.
    """

    rows: Numbers
    codes: Numbers
    shares: Floats
    names: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    scale: Scale | None = None
    notes: tuple[str, ...] = field(default=())

    def first_of(self, n: int) -> list[str | None]:
        """The first suggestion in each of n rows."""
        first: list[str | None] = [None] * n
        for row, code in zip(self.rows[::-1].tolist(), self.codes[::-1].tolist(), strict=True):
            first[row] = self.names[code]
        return first

    def of_row(self, row: int) -> tuple[tuple[int, float], ...]:
        """The suggestions in a row of the table, with their shares."""
        start, stop = np.searchsorted(self.rows, [row, row + 1])
        given = self.codes[start:stop].tolist(), self.shares[start:stop].tolist()
        return tuple(zip(*given, strict=True))

    def masses(self, chosen: Numbers, frame: Frame) -> tuple[Numbers, Masks, Floats]:
        """Lengths, focal sets and masses of the answers in these rows; the rest is on Ω."""
        place = np.full(max(self.rows.max(initial=-1), chosen.max(initial=-1)) + 1, -1)
        place[chosen] = np.arange(len(chosen))
        kept = np.flatnonzero(place[self.rows] >= 0) if len(self.rows) else self.rows
        answer, shares = place[self.rows[kept]], self.shares[kept]
        rest = 1.0 - _add_up(answer, shares, len(chosen))
        open_ = np.flatnonzero(rest > 1e-9)
        singles = frame.singletons[[frame.index(name) for name in self.names]]
        focal = np.concatenate(
            [singles[self.codes[kept]], full_of(frame.size, len(open_), frame.omega)]
        )
        order = np.argsort(np.concatenate([answer, open_]), kind="stable")
        mass = np.concatenate([shares, rest[open_]])[order]
        lengths = np.bincount(np.concatenate([answer, open_]), minlength=len(chosen))
        return lengths, focal[order], mass / np.repeat(_sums(mass, lengths), lengths)


def _sums(mass: Floats, lengths: Numbers) -> Floats:
    answer = np.repeat(np.arange(len(lengths)), lengths)
    return _add_up(answer, mass, len(lengths))


def _add_up(places: Numbers, values: Floats, count: int) -> Floats:
    """The sum of the values at each of so many places."""
    return np.bincount(places, values, count).astype(np.float64)


def read_suggestions(
    table: pd.DataFrame,
    lines: Numbers,
    scale: Scale | None,
    classes: Set[str],
    aliases: Mapping[str, str],
) -> Suggestions:
    """The suggestions of a table; they name the classes, or their aliases."""
    found = {plain_heading(name): str(name) for name in reversed(table.columns)}
    numbered = {heading: match for heading in found if (match := _NUMBERED.fullmatch(heading))}
    numbers = sorted({int(m[2]) for m in numbered.values() if m[1] == "suggestion"})
    if not numbers:
        none = np.zeros(0, dtype=np.int64)
        return Suggestions(none, none, np.zeros(0))
    of = {(match[1], int(match[2])): found[heading] for heading, match in numbered.items()}
    texts = np.array([_texts(table[of["suggestion", n]]) for n in numbers], dtype=object)
    given = np.array([_values(table, of.get(("confidence", n))) for n in numbers])
    named = texts != ""
    scale = scale or (UNIT if np.nanmax(given, initial=0.0) <= 1 else PERCENT)
    shares = np.zeros(given.shape)
    for k, said in enumerate(named & ~np.isnan(given)):
        shares[k, said] = to_confidences(given[k, said], scale, lines[said])
    silent = named[0] & np.isnan(np.where(named, given, np.nan)).all(axis=0)
    shares[0, silent] = 1.0
    meanings = _meanings({*texts[named].tolist()}, classes, aliases)
    names = tuple(dict.fromkeys(meanings[text] for text in texts[named].tolist()))
    code = {text: names.index(name) for text, name in meanings.items()}
    column, row = np.nonzero(named & (shares > 0))
    codes = np.array([code[text] for text in texts[column, row].tolist()], dtype=np.int64)
    return Suggestions(
        *_in_order(row, codes, shares[column, row]),
        names,
        tuple(of.values()),
        scale,
        tuple(_describe(silent, shares.sum(axis=0), lines)),
    )


def _texts(column: "pd.Series[str]") -> list[str]:
    return [(name or "").strip() for name in as_names(column)]


def _values(table: pd.DataFrame, heading: str | None) -> Floats:
    return np.full(len(table), np.nan) if heading is None else as_numbers(table[heading])


def _meanings(texts: Set[str], classes: Set[str], aliases: Mapping[str, str]) -> dict[str, str]:
    """The class that each text names: one by its name, or by its alias where more are that."""
    by_alias = len(texts & aliases.keys()) > len(texts & classes)
    return {
        text: text if text in classes and not (by_alias and text in aliases)
        else aliases.get(text, text)
        for text in sorted(texts)
    }  # fmt: skip


def _in_order(rows: Numbers, codes: Numbers, shares: Floats) -> tuple[Numbers, Numbers, Floats]:
    """Suggestions row by row, the largest first; a class named twice in a row is one of them."""
    width = np.int64(codes.max(initial=0) + 1)
    keys, first, which = np.unique(rows * width + codes, return_index=True, return_inverse=True)
    row, total = keys // width, _add_up(which, shares, len(keys))
    total /= np.maximum(_add_up(row, total, 0), 1.0)[row]
    order = np.lexsort((first, -total, row))
    return row[order], (keys % width)[order], total[order]


def _describe(silent: NDArray[np.bool_], sums: Floats, lines: Numbers) -> list[str]:
    """Sentences about suggestions without a confidence, and those with more than 100 %."""
    notes = []
    if silent.any():
        notes.append(
            f"Suggestions without a confidence: {silent.sum():,}, the first one of each is taken "
            f"as sure. The first: line {lines[silent.argmax()]}."
        )
    above = sums > 1 + ROUNDING
    if above.any():
        notes.append(
            f"Suggestions whose confidences sum to more than 100 %: {above.sum():,}, divided by "
            f"their sum. The first: line {lines[above.argmax()]}."
        )
    return notes
