"""Opening a workspace file: everything in it is checked first."""

import io
import json
import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import TEXT
from belieflab.data.categories import CategoricalColumn
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.data.label_files import exact_table
from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.registry import Registry
from belieflab.ui.shell import old_names
from belieflab.ui.shell.archive import read_entries
from belieflab.ui.shell.page_settings import checked_page_settings
from belieflab.ui.shell.pinned import from_entries
from belieflab.ui.shell.state import MAX_SEED, Recipe, State
from belieflab.ui.shell.workspace_file import (
    CATEGORIES,
    DESCRIPTION,
    FORMAT,
    MASSES,
    POINTS,
    TRUTH,
    VERSION,
    SavedWorkspace,
)

MAX_DESCRIPTION = 20_000_000
_SAME = 1e-9
"""A recipe made on another machine may differ in the last digits."""


def read(content: bytes) -> SavedWorkspace:
    """The workspace of a file; a DataError says what is wrong with it."""
    entries = read_entries(content)
    description = _read_description(entries)
    seed = _whole_number(description, "seed", 0, MAX_SEED)
    state = State(seed=seed, what="opening a workspace file")
    if description.get("data") is not None:
        state = _with_data(state, _section(description, "data"), entries)
    if description.get("labels") is not None:
        state = _with_labels(state, _section(description, "labels"), entries)
    return SavedWorkspace(
        state=state,
        truth_hidden=description.get("truth_hidden") is True,
        settings=checked_page_settings(description.get("settings")),
        pins=from_entries(description.get("pins")),
    )


def _read_description(entries: Mapping[str, bytes]) -> dict[str, Any]:
    if DESCRIPTION not in entries:
        raise DataError(f"This zip is no workspace file: it holds no {DESCRIPTION}.")
    if len(entries[DESCRIPTION]) > MAX_DESCRIPTION:
        raise DataError(f"{DESCRIPTION} in the workspace file is too large.")
    try:
        description = json.loads(entries[DESCRIPTION].decode("utf-8"))
    except (ValueError, RecursionError):
        raise DataError(f"{DESCRIPTION} in the workspace file is not readable JSON.") from None
    if not isinstance(description, dict) or description.get("format") != FORMAT:
        raise DataError(f"{DESCRIPTION} in the zip does not describe a belieflab workspace.")
    version = _whole_number(description, "version", 1, 10**9)
    if version > VERSION:
        raise DataError(
            f"The workspace file has version {version}; this belieflab reads up to {VERSION}. "
            "A newer belieflab opens it."
        )
    return description


def _with_data(state: State, data: Mapping[str, Any], entries: Mapping[str, bytes]) -> State:
    features = _texts(data, "feature_names")
    classes = _texts(data, "class_names")
    rows = _whole_number(data, "rows", 1, 10**9)
    dataset = Dataset(
        X=_read_csv(entries, POINTS, rows, len(features)),
        feature_names=features,
        truth=_read_truth(entries, rows, len(classes)) if data.get("truth") is True else None,
        class_names=classes,
        class_kind=_kind(data, classes),
        name=_text(data, "name"),
        source=_text(data, "source"),
        categories=_read_categories(data, entries, rows),
    )
    state = replace(state, dataset=dataset)
    made = replace(state, data_recipe=_recipe("data", SAMPLES, data))
    return made if _gives_back(made) else state


def _with_labels(state: State, labels: Mapping[str, Any], entries: Mapping[str, bytes]) -> State:
    if state.dataset is None:
        raise DataError("The workspace file holds labels but no points.")
    names = _texts(labels, "class_names")
    frame = Frame.of_kind(names, _kind(labels, names))
    focal = labels.get("focal")
    if not isinstance(focal, list) or not all(type(mask) is int for mask in focal):
        raise DataError("The workspace file lists no focal sets for its labels.")
    for mask in focal:
        frame.check_mask(mask)
    mass = _read_csv(entries, MASSES, state.dataset.n, len(focal))
    table = exact_table(MassTable(frame, focal, mass), mass)
    state = replace(state, labels=table, label_note=_text(labels, "words"))
    recipe = _recipe("labels", LAWS, labels)
    own = labels.get("from_sample") is True and state.data_recipe is not None
    made = replace(state, label_recipe=recipe, sample_labels=recipe is None and own)
    kept = made if _gives_back(made) else state
    return kept if kept.label_recipe is not None else kept.discounted(_rate(labels))


def _read_csv(entries: Mapping[str, bytes], name: str, rows: int, columns: int) -> NDArray[Any]:
    """The numbers of one table [shape=(rows, columns)]; the header is not used."""
    if name not in entries:
        raise DataError(f"The workspace file lacks {name}.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a table without rows is refused below
            stream = io.StringIO(entries[name].decode("utf-8"), newline="")
            stream.readline()
            table = np.loadtxt(stream, delimiter=",", comments=None, ndmin=2)
    except ValueError as error:
        raise DataError(f"{name} in the workspace file is not a table of numbers.") from error
    if table.shape != (rows, columns):
        found = f"{table.shape[0]} rows and {table.shape[1]} columns" if table.size else "no rows"
        raise DataError(
            f"{name} in the workspace file has {found}; {rows} rows and {columns} columns "
            "are expected."
        )
    return table


def _read_truth(entries: Mapping[str, bytes], rows: int, n_classes: int) -> NDArray[np.int64]:
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
    data: Mapping[str, Any], entries: Mapping[str, bytes], rows: int
) -> tuple[CategoricalColumn, ...]:
    described = data.get("categories", [])
    if not isinstance(described, list) or not all(isinstance(each, dict) for each in described):
        raise DataError(f"'categories' in {DESCRIPTION} must be a list of names and levels.")
    if not described:
        return ()
    codes = _read_csv(entries, CATEGORIES, rows, len(described))
    if not (np.isfinite(codes) & (codes == np.floor(codes)) & (np.abs(codes) < 1e9)).all():
        raise DataError(f"{CATEGORIES} in the workspace file holds more than whole numbers.")
    return tuple(
        CategoricalColumn(_text(each, "name"), _texts(each, "levels"), column.astype(np.int64))
        for each, column in zip(described, codes.T, strict=True)
    )


def _recipe(kind: str, registry: Registry[Any], section: Mapping[str, Any]) -> Recipe | None:
    """The recipe of a section, checked; None when there is none or it makes no sense here."""
    recipe = section.get("recipe")
    if not isinstance(recipe, dict) or not isinstance(recipe.get("settings"), dict):
        return None
    key, settings = old_names.current_recipe(kind, str(recipe.get("key")), recipe["settings"])
    try:
        return Recipe(key, settings).complete(registry)
    except DataError:
        return None


def _gives_back(state: State) -> bool:
    """Whether the recipes of a state give the very points and labels that it holds."""
    try:
        made = state.made_again()
    except DataError:
        return False
    one, other = made.dataset, state.dataset
    if one is None or other is None or not _equal(one.truth, other.truth):
        return False
    if one.categories or other.categories:  # no recipe makes any
        return False
    names = (one.feature_names, one.class_names) == (other.feature_names, other.class_names)
    return names and _close(one.X, other.X) and _same_labels(made.labels, state.labels)


def _same_labels(made: MassTable | None, table: MassTable | None) -> bool:
    if made is None or table is None:
        return made is table
    same = made.frame == table.frame and np.array_equal(made.focal, table.focal)
    return same and _close(made.mass, table.mass)


def _equal(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    return one is other if one is None or other is None else np.array_equal(one, other)


def _close(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=_SAME, atol=_SAME))


def _section(description: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = description[name]
    if not isinstance(section, dict):
        raise DataError(f"{name!r} in {DESCRIPTION} is not a group of entries.")
    return section


def _whole_number(section: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = section.get(name)
    if type(value) is not int or not low <= value <= high:
        raise DataError(f"{name!r} in {DESCRIPTION} must be a whole number from {low} to {high}.")
    return value


def _rate(labels: Mapping[str, Any]) -> float:
    rate = labels.get("discount", 0)
    if type(rate) not in (int, float) or not 0 <= rate <= 1:
        raise DataError(f"'discount' in {DESCRIPTION} must be a number from 0 to 1.")
    return float(rate)


def _text(section: Mapping[str, Any], name: str) -> str:
    value = section.get(name)
    if not isinstance(value, str):
        raise DataError(f"{name!r} in {DESCRIPTION} must be a text.")
    return value


def _texts(section: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = section.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise DataError(f"{name!r} in {DESCRIPTION} must be a list of texts.")
    return tuple(value)


def _kind(section: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The kind of the classes, checked against their names; files without it hold text."""
    kind = _text(section, "class_kind") if "class_kind" in section else TEXT
    if names:
        Frame.of_kind(names, kind)
    return kind
