"""Labels changed by hand, row by row: a set of classes and a doubt."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.constructors import gathered
from belieflab.belief.masks import Masks, mask_type
from belieflab.data.label_summary import best_sets
from belieflab.errors import DataError

ANYTHING = {"", "*", "Ω"}
_MAX_PARTS = 8
_LONGEST = 200
"""Characters of a set in a table: one of thousands of classes has a hundred times as many."""

_BLOCK = 1_000_000
"""Masses that are written at a time."""
SUGGESTION, BOTH, DOUBT = "suggestion", "both", "doubt"
"""What becomes of a label that evidence speaks against."""


def parse_set(frame: Frame, text: object) -> int:
    """Mask of a set as people write it: `a`, `a|b`, `{a, b}`, `*`, `Ω` or nothing for anything."""
    written = "" if text is None or text != text else str(text).strip()
    if written in frame.names:
        return 1 << frame.index(written)
    if written in ANYTHING:
        return frame.omega
    if written.startswith("{") or written == "∅":
        mask = frame.parse(written)
    else:
        mask = frame.mask(part.strip() for part in written.split("|"))
    if mask == 0:
        raise DataError("A label names at least one class; write * when anything is possible.")
    return mask


def parse_doubt(value: object) -> float:
    """A doubt from 0 to 1; a blank cell is no doubt."""
    if value is None or value != value or value == "":
        return 0.0
    try:
        doubt = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise DataError(f"The doubt {str(value)!r} is not a number from 0 to 1.") from None
    if not 0.0 <= doubt <= 1.0:
        raise DataError(f"The doubt is {doubt:g}; a doubt is a number from 0 to 1.")
    return doubt


def editable_columns(labels: MassTable) -> dict[str, list[Any]]:
    """Each row as a set and a doubt that one may edit, and all its masses as text to read.

    A vacuous row is Ω without doubt, so that naming a class is enough to make it sure.
    """
    masks, doubts = _rounded(labels)
    names = format_sets(labels.frame, masks)
    return {
        "set": [names[mask] for mask in masks.tolist()],
        "doubt": doubts.tolist(),
        "masses": mass_texts(labels),
    }


def _rounded(labels: MassTable) -> tuple[Masks, NDArray[np.float64]]:
    """Each row as a set and a doubt, as one may edit them."""
    masks, doubts = best_sets(labels)
    rounded = np.round(doubts, 6)
    rounded[masks == labels.frame.omega] = 0.0
    return masks, rounded


def format_sets(frame: Frame, masks: Masks) -> dict[int, str]:
    """The text of every subset among the masks, each written once, and cut where it is long."""
    return {mask: _cut(frame.format(mask)) for mask in set(masks.tolist())}


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def mass_texts(labels: MassTable) -> list[str]:
    """Every row's masses as text, largest first: `{a} 0.7 · Ω 0.3` (at most eight sets)."""
    sets = format_sets(labels.frame, labels.focal)
    names = np.array([sets[mask] for mask in labels.focal.tolist()], dtype=object)
    lines: list[str] = []
    step = max(_BLOCK // max(len(names), 1), 1)
    for begin in range(0, len(labels), step):  # what is sorted takes several times the masses
        lines += _block_texts(labels.mass[begin : begin + step], names)
    return lines


def _block_texts(table: NDArray[np.float64], names: NDArray[np.object_]) -> list[str]:
    """The masses of a few rows as text."""
    rows, columns = np.nonzero(table > 0)
    counts = np.bincount(rows, minlength=len(table))
    # Most tables have many sets and few in a row: only those that have mass are sorted.
    places = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    masses, sets = np.zeros((2, len(table), max(counts.max(initial=0), 1)))
    masses[rows, places], sets[rows, places] = table[rows, columns], columns
    order = np.argsort(-masses, axis=1, kind="stable")[:, :_MAX_PARTS]
    shown = np.arange(order.shape[1]) < counts[:, None]
    values = np.take_along_axis(masses, order, axis=1)[shown].tolist()
    named = names[np.take_along_axis(sets, order, axis=1)[shown].astype(np.int64)].tolist()
    texts = ("%.3g " * len(values) % tuple(values)).split()
    parts = [f"{name} {text}" for name, text in zip(named, texts, strict=True)]
    sizes = np.minimum(counts, _MAX_PARTS)
    ends = np.cumsum(sizes)
    spans = zip((ends - sizes).tolist(), ends.tolist(), strict=True)
    lines = [" · ".join(parts[begin:end]) for begin, end in spans]
    for row in np.flatnonzero(counts > _MAX_PARTS).tolist():
        lines[row] += " · …"
    return lines


def apply_edits(labels: MassTable, edits: Mapping[int, Mapping[str, Any]]) -> MassTable:
    """The labels with some rows' `set` and `doubt` edited; all edits are right or none is taken.

    `edits` maps row numbers from 0 to new cells. A row whose set and doubt come out as they were
    keeps its masses, however rich. A DataError names the first bad row and counts the others.
    """
    edited = sorted(edits)
    masks, doubts = _rounded(labels[np.array(edited, dtype=np.int64)])
    taken: dict[int, tuple[int, float]] = {}
    mistakes: list[str] = []
    for row, *now in zip(edited, masks.tolist(), doubts.tolist(), strict=True):
        change = edits[row]
        try:
            mask = parse_set(labels.frame, change["set"]) if "set" in change else now[0]
            doubt = parse_doubt(change["doubt"]) if "doubt" in change else now[1]
        except DataError as error:
            mistakes.append(f"Row {row + 1}: {error}")
            continue
        if [mask, doubt] != now:
            taken[row] = mask, doubt
    if mistakes:
        more = len(mistakes) - 1
        others = f" {more} more row{'s' if more > 1 else ''} cannot be read." if more else ""
        raise DataError(f"{mistakes[0]}{others} Nothing was changed; correct it and commit again.")
    rows = np.array(list(taken), dtype=np.int64)
    return with_rows_set(
        labels, rows, [mask for mask, _ in taken.values()], [doubt for _, doubt in taken.values()]
    )


def with_rows_set(
    labels: MassTable, rows: ArrayLike, mask: ArrayLike, doubt: ArrayLike
) -> MassTable:
    """The table with the chosen rows saying "set A with doubt p": m(A) = 1 - p, m(Ω) = p.

    `rows` are row numbers from 0; `mask` and `doubt` are one for all or one per row. The other
    rows stay as they are, and sets that no row uses any more are dropped.
    """
    chosen: NDArray[np.int64] = np.asarray(rows, dtype=np.int64)
    if chosen.size == 0:
        return labels
    outside = (chosen < 0) | (chosen >= len(labels))
    if outside.any():
        row = int(chosen[np.argmax(outside)])
        raise DataError(f"There is no row {row + 1}; the table has {len(labels)} rows.")
    sets = np.broadcast_to(np.asarray(mask, dtype=mask_type(labels.frame.size)), chosen.shape)
    rates = np.broadcast_to(np.asarray(doubt, dtype=np.float64), chosen.shape)
    for one, rate in zip(sets.tolist(), rates.tolist(), strict=True):
        labels.frame.check_mask(one)
        parse_doubt(rate)
        if one == 0:
            raise DataError("Choose at least one class: a label cannot be the empty set.")
    return _rebuilt(labels, chosen, sets, rates)


def follow_evidence(
    labels: MassTable, rows: ArrayLike, suggested: ArrayLike, how: str, doubt: float = 0.0
) -> MassTable:
    """The labels of some rows changed by what evidence points to.

    `suggested` are masks of sets, one per row [shape=(m,)]. SUGGESTION gives all mass to that set;
    BOTH joins it to the set that the label favours, which keeps its doubt; DOUBT discounts the
    label by the rate `doubt`: m(A) (1 - doubt), the rest to Ω.
    """
    chosen: NDArray[np.int64] = np.asarray(rows, dtype=np.int64)
    if how == DOUBT:
        rates = np.zeros(len(labels))
        rates[chosen] = parse_doubt(doubt)
        return labels.discount(rates)
    sets = np.asarray(suggested, dtype=mask_type(labels.frame.size))
    if how == SUGGESTION:
        return with_rows_set(labels, chosen, sets, 0.0)
    favoured, doubts = best_sets(labels[chosen])
    nothing = favoured == labels.frame.omega
    return with_rows_set(labels, chosen, favoured | sets, np.where(nothing, 0.0, doubts))


def differing(one: MassTable, other: MassTable) -> NDArray[np.bool_]:
    """Which rows of two tables on one frame hold other masses [shape=(n,)]."""
    focal = np.unique(np.concatenate([one.focal, other.focal]))
    return np.asarray((np.abs(one.on(focal).mass - other.on(focal).mass) > 1e-12).any(axis=1))


def _rebuilt(
    labels: MassTable,
    rows: NDArray[np.int64],
    sets: Masks,
    rates: NDArray[np.float64],
) -> MassTable:
    width = len(labels.focal)
    masks = np.tile(np.append(labels.focal, [0, 0]), (len(labels), 1))
    mass = np.pad(labels.mass, ((0, 0), (0, 2)))
    mass[rows] = 0.0
    masks[rows, width], mass[rows, width] = sets, 1.0 - rates
    masks[rows, width + 1], mass[rows, width + 1] = labels.frame.omega, rates
    return MassTable(*gathered(labels.frame, masks, mass))
