"""Opening a workspace file: everything in it is checked first."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import TEXT, without_surrogates
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.data.label_files import exact_table
from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.data.scaling import SCALING
from belieflab.errors import DataError
from belieflab.memory import check_memory
from belieflab.ui.shell import workspace_file
from belieflab.ui.shell.json_size import Size, json_bytes, json_size
from belieflab.ui.shell.page_settings import checked_page_settings
from belieflab.ui.shell.pinned import from_entries
from belieflab.ui.shell.recipe_reader import gives_back, read_recipe
from belieflab.ui.shell.state import MAX_SEED, State
from belieflab.ui.shell.workspace_entries import read_entry, read_whole_number
from belieflab.ui.shell.workspace_file import (
    ANSWER_MASSES,
    ANSWERS,
    CATEGORIES,
    DESCRIPTION,
    DISSIMILARITIES,
    MASSES,
    POINTS,
    TRUTH,
    SavedWorkspace,
)

if TYPE_CHECKING:
    from belieflab.data.crowd_files import CrowdFile
    from belieflab.data.reading.described_tables import DescribedTables

MAX_DESCRIPTION = 64_000_000
MAX_VALUES = Size(objects=200_000, lists=600_000, commas=6_000_000)
"""Of the description: a few lists have an entry per object, pinned partitions a list each."""
TAKEN_BASE, TAKEN_RATIO, MAX_TAKEN = 150_000_000, 200, 1_000_000_000
"""Bytes that the description may take while it is read: so many, more for a larger file."""

TABLES = (POINTS, CATEGORIES, DISSIMILARITIES, TRUTH, MASSES, ANSWERS, ANSWER_MASSES)

Tables = Mapping[str, NDArray[np.float64]]


def read(content: bytes) -> SavedWorkspace:
    """The workspace of a file; a DataError says what is wrong with it."""
    from belieflab.data.reading.described_tables import read_described_tables  # not for Start

    return from_parts(read_described_tables(content, DESCRIPTION, TABLES))


def from_parts(parts: "DescribedTables") -> SavedWorkspace:
    """The workspace of a file whose description and tables of numbers are read."""
    entries = parts.tables
    description = _read_description(parts.description, parts.stored)
    seed = read_whole_number(description, "seed", 0, MAX_SEED)
    settings = checked_page_settings(description.get("settings"))
    earlier = settings.pop(SCALING.name, SCALING.default)  # of a page, before it was of all
    scaling = SCALING.checked(description.get(SCALING.name, earlier))
    state = State(seed=seed, what="opening a workspace file", scaling=scaling)
    if description.get("data") is not None:
        state = _with_data(state, read_entry(description, "data", "a group of entries"), entries)
    if description.get("labels") is not None:
        labels = read_entry(description, "labels", "a group of entries")
        state = _with_labels(state, labels, entries)
    if description.get("crowd") is not None:
        crowd = read_entry(description, "crowd", "a group of entries")
        of_crowd = (description.get("labels") or {}).get("from_crowd") is True
        state = replace(state, crowd=_read_crowd(crowd, entries), of_crowd=of_crowd)
    weights = read_entry(description, "annotator_weights", "a group of numbers from 0 to 1", {})
    state = replace(state, annotator_weights=weights)
    return SavedWorkspace(
        state=state,
        truth_hidden=description.get("truth_hidden") is True,
        settings=settings,
        pins=from_entries(description.get("pins")),
    )


def _read_description(content: bytes | None, stored: int | None) -> dict[str, Any]:
    if content is None:
        raise DataError(f"This zip is no workspace file: it holds no {DESCRIPTION}.")
    if len(content) > MAX_DESCRIPTION:
        raise DataError(f"{DESCRIPTION} in the workspace file is too large.")
    if json_size(content, MAX_VALUES).exceeds(MAX_VALUES):
        raise DataError(
            f"{DESCRIPTION} in the workspace file holds too many values; at most "
            f"{MAX_VALUES.objects:,} groups and {MAX_VALUES.lists:,} lists are read."
        )
    _check_taken(content, stored)
    try:
        description = json.loads(content.decode("utf-8"), object_pairs_hook=_without_doubles)
        if b"\\u" in content:  # only an escape can write half a character
            _replace_halves(description)
    except DataError:
        raise
    except (ValueError, RecursionError):
        raise DataError(f"{DESCRIPTION} in the workspace file is not readable JSON.") from None
    if not isinstance(description, dict) or description.get("format") != workspace_file.FORMAT:
        raise DataError(f"{DESCRIPTION} in the zip does not describe a belieflab workspace.")
    version = read_whole_number(description, "version", 1, 10**9)
    if version > workspace_file.VERSION:
        raise DataError(
            f"The workspace file has version {version}; this belieflab reads up to "
            f"{workspace_file.VERSION}. A newer belieflab opens it."
        )
    return description


def _check_taken(content: bytes, stored: int | None) -> None:
    """Refuse a description that would take more than its file may, or than is free."""
    most = MAX_TAKEN if stored is None else min(MAX_TAKEN, TAKEN_BASE + TAKEN_RATIO * stored)
    taken = json_bytes(content, most)
    if taken > most:
        size = "" if stored is None else f" for a file of {stored / 1e6:,.2f} MB"
        raise DataError(
            f"{DESCRIPTION} in the workspace file would take {taken / 1e6:,.0f} MB of memory; "
            f"the limit is {most / 1e6:,.0f} MB{size}."
        )
    check_memory(taken)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A group of entries; where one stands twice, nobody knows which is meant."""
    group = {without_surrogates(name): value for name, value in pairs}
    if len(group) < len(pairs):
        raise DataError(f"{DESCRIPTION} in the workspace file holds an entry twice.")
    return group


def _replace_halves(value: Any) -> None:
    """Put � for every half of a character in the texts of nested lists and groups."""
    left = [value] if isinstance(value, (dict, list)) else []
    while left:
        held = left.pop()
        for place, each in held.items() if isinstance(held, dict) else enumerate(held):
            if isinstance(each, str):
                held[place] = without_surrogates(each)
            elif isinstance(each, (dict, list)):
                left.append(each)


def _with_data(state: State, data: Mapping[str, Any], entries: Tables) -> State:
    features = tuple(read_entry(data, "feature_names", "a list of texts"))
    classes = tuple(read_entry(data, "class_names", "a list of texts"))
    rows = read_whole_number(data, "rows", 1, 10**9)
    relational = data.get("dissimilarities") is True
    dataset = Dataset(
        X=_read_csv(entries, workspace_file.POINTS, rows, len(features)),
        feature_names=features,
        truth=_read_truth(entries, rows, len(classes)) if data.get("truth") is True else None,
        class_names=classes,
        class_kind=_kind(data, classes),
        name=read_entry(data, "name", "a text"),
        source=read_entry(data, "source", "a text"),
        categories=_read_categories(data, entries, rows),
        ids=tuple(read_entry(data, "ids", "a list of texts", [])),
        texts=tuple(read_entry(data, "texts", "a list of texts", [])),
        dissimilarities=_read_csv(entries, DISSIMILARITIES, rows, rows) if relational else None,
        image_shape=tuple(read_entry(data, "image_shape", "a list of whole numbers", [])),
        split=tuple(read_entry(data, "split", "a list of texts", [])),
        weights=_read_weights(data),
        filled=data.get("filled") is True,
    )
    state = replace(state, dataset=dataset)
    made = replace(state, data_recipe=read_recipe("data", SAMPLES, data))
    return made if gives_back(made) else state


def _with_labels(state: State, labels: Mapping[str, Any], entries: Tables) -> State:
    if state.dataset is None:
        raise DataError("The workspace file holds labels but no points.")
    names = tuple(read_entry(labels, "class_names", "a list of texts"))
    frame = Frame.of_kind(names, _kind(labels, names))
    focal = read_entry(labels, "focal", "a list of whole numbers")
    for mask in focal:
        frame.check_mask(mask)
    mass = _read_csv(entries, workspace_file.MASSES, state.dataset.n, len(focal))
    table = exact_table(MassTable(frame, focal, mass), mass)
    state = replace(state, labels=table, label_note=read_entry(labels, "words", "a text"))
    recipe = read_recipe("labels", LAWS, labels)
    own = labels.get("from_sample") is True and state.data_recipe is not None
    made = replace(state, label_recipe=recipe, sample_labels=recipe is None and own)
    kept = made if gives_back(made) else state
    if kept.label_recipe is not None:
        return kept
    return kept.discounted(float(read_entry(labels, "discount", "a number from 0 to 1", 0)))


def _read_csv(entries: Tables, name: str, rows: int, columns: int) -> NDArray[Any]:
    """The numbers of one table [shape=(rows, columns)]."""
    if name not in entries:
        raise DataError(f"The workspace file lacks {name}.")
    table = entries[name]
    if table.shape != (rows, columns):
        found = f"{table.shape[0]} rows and {table.shape[1]} columns" if table.size else "no rows"
        raise DataError(
            f"{name} in the workspace file has {found}; {rows} rows and {columns} columns "
            "are expected."
        )
    return table


def _read_truth(entries: Tables, rows: int, n_classes: int) -> NDArray[np.int64]:
    codes = _read_csv(entries, TRUTH, rows, 1)[:, 0]
    wrong = (codes != np.floor(codes)) | (codes < UNKNOWN) | (codes >= n_classes)
    if wrong.any() or np.isnan(codes).any():
        row = int(np.argmax(wrong | np.isnan(codes)))
        raise DataError(
            f"Row {row + 1} of {TRUTH} holds {codes[row]:g}; a class is a code from 0 to "
            f"{n_classes - 1}, or -1 for unknown."
        )
    return codes.astype(np.int64)


def _read_categories(
    data: Mapping[str, Any], entries: Tables, rows: int
) -> tuple[CategoricalColumn, ...]:
    described = read_entry(data, "categories", "a list of names and levels", [])
    if not described:
        return ()
    codes = _read_csv(entries, CATEGORIES, rows, len(described))
    if not (np.isfinite(codes) & (codes == np.floor(codes)) & (np.abs(codes) < 1e9)).all():
        raise DataError(f"{CATEGORIES} in the workspace file holds more than whole numbers.")
    return tuple(
        CategoricalColumn(
            read_entry(each, "name", "a text"),
            tuple(read_entry(each, "levels", "a list of texts")),
            column.astype(np.int64),
        )
        for each, column in zip(described, codes.T, strict=True)
    )


def _read_weights(data: Mapping[str, Any]) -> NDArray[np.float64] | None:
    weights = read_entry(data, "weights", "a list of numbers", [])
    return np.array(weights, dtype=np.float64) if weights else None


def _read_crowd(header: Mapping[str, Any], entries: Tables) -> "CrowdFile":
    from belieflab.data.crowd_files import CROWD_LAYOUTS, CrowdFile  # slow to import
    from belieflab.data.crowd_files.joining import WAYS

    who, masses = entries.get(ANSWERS), entries.get(ANSWER_MASSES)
    if who is None or masses is None or who.shape[1:] != (3,) or masses.shape[1:] != (2,):
        raise DataError(f"The workspace file lacks {ANSWERS} or {ANSWER_MASSES}.")
    crowd = CrowdFile.restore(header, who, masses)
    if crowd.layout not in CROWD_LAYOUTS or crowd.way not in ("", *WAYS):
        raise DataError("The answers of the crowd in the workspace file are in no known layout.")
    return crowd


def _kind(section: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The kind of the classes, checked against their names; files without it hold text."""
    kind: str = read_entry(section, "class_kind", "a text", TEXT)
    if names:
        Frame.of_kind(names, kind)
    return kind
