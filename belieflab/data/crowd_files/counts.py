"""Counts of votes, one column per class."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief.masks import full_of
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files.cells import ITEM, TRUTH, plain_heading
from belieflab.data.crowd_files.crowd_file import CrowdFile, find_frame, truth_codes
from belieflab.data.crowd_files.origin import Origin
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.crowd_files.wide import find_column, is_whole, item_column, item_names, names_in
from belieflab.data.label_files import as_numbers
from belieflab.errors import DataError

CLEAR_PREFIXES = ("count_", "counts_", "votes_", "vote_")
COUNT_PREFIXES = (*CLEAR_PREFIXES, "n_")
ALL_VOTES = "all votes"


def holds_counts(source: CrowdSource) -> bool:
    """Whether the columns count votes: by their headings, or whole numbers with even sums."""
    table = source.table
    if table is None or table.shape[1] < 2:
        return False
    columns = _count_columns(table)
    if len(columns) < 2:
        return False
    if all(plain_heading(name).startswith(COUNT_PREFIXES) for name in columns):
        return True
    if len(columns) < table.shape[1] - 1 or any(not str(name).isdecimal() for name in columns):
        return False
    counts = table[columns].to_numpy(dtype=np.float64)
    sums = counts.sum(axis=1)
    middle = np.median(sums)
    even = (np.abs(sums - middle) <= 0.3 * middle).all() and middle >= 3
    return bool(even and (counts == 0).mean() > 0.5)


def read_counts(
    source: CrowdSource, layout: str = "counts", scale: Scale | None = None
) -> CrowdFile:
    """Votes per class: one answer per item, m({k}) = votes for k / (all votes + 1), rest on Ω."""
    table = source.table
    columns = [] if table is None else _count_columns(table)
    if table is None or not columns:
        raise DataError("No columns of the file count votes: whole numbers, one column per class.")
    item, truth = find_column(table, ITEM), find_column(table, TRUTH)
    classes = [_class_of(name) for name in columns]
    counts = _votes(table[columns], classes)
    names = None if truth is None else names_in(table, truth)
    frame = find_frame([(name,) for name in classes], names)
    masks = frame.singletons[[frame.index(name) for name in classes]]
    voted = np.flatnonzero(counts.sum(axis=1) > 0)
    votes = counts[voted]
    focal = np.column_stack(
        [np.tile(masks, (len(voted), 1)), full_of(frame.size, len(voted), frame.omega)]
    )
    mass = np.column_stack([votes, np.ones(len(voted))]) / (votes.sum(axis=1) + 1.0)[:, None]
    starts = np.arange(len(voted) + 1, dtype=np.int64) * (len(columns) + 1)
    # The largest share comes first: it is what the answer names.
    order = np.argsort(-mass, axis=1, kind="stable")
    focal, mass = (np.take_along_axis(each, order, axis=1).ravel() for each in (focal, mass))
    answers = CrowdAnswers(
        frame, len(table), voted, np.zeros(len(voted), dtype=np.int64), starts, focal, mass
    )
    note = "The file counts votes and does not say whose: all of them count as one annotator."
    codes = None if names is None else truth_codes(names, frame)
    return CrowdFile(
        layout,
        answers,
        tuple(item_names(table, item)),
        (ALL_VOTES,),
        codes,
        notes=(note,),
        has_items=item is not None,
        origin=source.origin(
            table.columns,
            {str(name): table[name] for name in table.columns if name not in {*columns, item}},
            headings={} if item is None else {ITEM: item},
            marks=dict(zip(classes, map(str, columns), strict=True)),
        ),
    )


def write_counts(crowd: CrowdFile, votes: int = 100) -> bytes:
    """What the answers give to each class, as votes out of a hundred."""
    shares = np.zeros((len(crowd.items), crowd.frame.size))
    np.add.at(shares, crowd.answers.rows, crowd.answers.pignistic())
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-12)
    counts = np.rint(votes * shares).astype(int)
    origin = crowd.origin or Origin(headings={ITEM: ITEM})
    names = [origin.marks.get(name, f"count_{name}") for name in crowd.frame.names]
    columns = {name: counts[:, k].tolist() for k, name in enumerate(names)}
    return origin.write({**item_column(crowd, origin), **columns})


def _count_columns(table: pd.DataFrame) -> list[str]:
    """Columns whose headings say that they count; else those of whole numbers from 0."""
    other = find_column(table, ITEM)
    columns = [name for name in table.columns if name != other]
    clear = [name for name in columns if plain_heading(name).startswith(CLEAR_PREFIXES)]
    if len(clear) > 1 and _are_mostly_numbers(table[clear]):
        return clear
    numeric = [
        name
        for name in columns
        if pd.api.types.is_numeric_dtype(table[name].dtype)
        and is_whole(table[name])
        and not (table[name] < 0).any()
    ]
    named = [name for name in numeric if plain_heading(name).startswith(COUNT_PREFIXES)]
    return named or numeric


def _are_mostly_numbers(table: pd.DataFrame) -> bool:
    """Whether at least half of what stands there are numbers: else it may be classes."""
    columns = [table[name] for name in table.columns]
    numbers = sum(pd.to_numeric(each, errors="coerce").count() for each in columns)
    return bool(2 * numbers >= sum(each.count() for each in columns))


def _votes(table: pd.DataFrame, classes: list[str]) -> NDArray[np.float64]:
    """The votes of each class; what is no whole number from 0 is refused with its row."""
    counts = np.column_stack([as_numbers(table[name], blank=0.0) for name in table.columns])
    bad = (counts < 0) | (counts != np.rint(counts))
    if bad.any():
        row, k = np.argwhere(bad)[0]
        what = "be below 0" if counts[row, k] < 0 else "have a fraction"
        raise DataError(
            f"Row {row + 1} has {counts[row, k]:g} votes for {classes[k]!r}; a count cannot {what}."
        )
    return counts


def _class_of(heading: str) -> str:
    """The class that a heading `count_cat` or `votes: cat` names."""
    text = str(heading).strip()
    plain = plain_heading(text)
    for prefix in COUNT_PREFIXES:
        if plain.startswith(prefix):
            return text[len(prefix) :].strip(" :_") or text
    return text
