"""A workspace as one JSON text and blocks of numbers, each named by the hash of its content.

The JSON holds, for the current state and some before it, the description of the workspace file
(`workspace_file.describe`). Tables that a recipe gives back are not kept, unless labels were edited
by hand for these very points. Every other table is one block: float64, little endian, compressed.
A table that has not changed is the same block, so large data are written once.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.shell import recipe_reader, workspace_file, workspace_reader
from belieflab.ui.shell.pinned import Pins
from belieflab.ui.shell.state import State
from belieflab.ui.shell.store import limits
from belieflab.ui.shell.workspace import Workspace
from belieflab.ui.shell.workspace_file import SavedWorkspace

VERSION = 1
TEXTS = "texts"
DAMAGED = "The saved workspace is damaged and cannot be opened."

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Summary:
    """What an offer says of a workspace, and the address it had."""

    name: str = ""
    edits: int = 0
    made: bool = False
    """Whether it holds what no link can hold."""
    address: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SavedSession:
    """All of a workspace that is saved; immutable, so that another thread may write it."""

    states: tuple[State, ...]
    truth_hidden: bool
    pins: Pins
    settings: Mapping[str, Any]
    address: Mapping[str, str]

    @property
    def summary(self) -> Summary:
        """What an offer says of it."""
        state = self.states[-1]
        name = "" if state.dataset is None else state.dataset.name
        own = state.dataset is not None and state.data_recipe is None
        made = own or state.edited or any(self.pins.values())
        return Summary(name, state.edits, made, dict(self.address))


class Hashes:
    """The hashes of the tables of one workspace, computed once as long as a table is in use."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[NDArray[Any], str]] = {}
        self._used: set[int] = set()

    def of(self, table: NDArray[Any]) -> str:
        """The hash of the content."""
        place = id(table)
        if place not in self._known:
            self._known[place] = (table, sha256(_raw(table)).hexdigest())
        self._used.add(place)
        return self._known[place][1]

    def drop_unused(self) -> None:
        """Let go the tables that were not asked about since the last time."""
        self._known = {place: self._known[place] for place in self._used}
        self._used = set()


def write(snapshot: SavedSession, hashes: Hashes) -> tuple[bytes, dict[str, Table]]:
    """The JSON of a workspace, and the tables it names by the hashes of their content."""
    blocks: dict[str, Table] = {}
    texts: dict[tuple[str, ...], int] = {}
    described: list[dict[str, Any]] = []
    extra = 0
    for back, state in enumerate(reversed(snapshot.states[-1 - limits.MAX_UNDO_STEPS :])):
        tables = _kept_tables(state)
        named = {name: hashes.of(table) for name, table in tables.items()}
        new = {named[name]: table for name, table in tables.items() if named[name] not in blocks}
        extra += sum(table.nbytes for table in new.values()) if back else 0
        if extra > limits.MAX_UNDO_BYTES:
            break
        blocks |= new
        saved = SavedWorkspace(state)
        if not back:
            saved = SavedWorkspace(state, snapshot.truth_hidden, snapshot.settings, snapshot.pins)
        about = {"what": state.what, "edits": state.edits, "tables": _listed(tables, named)}
        described.insert(0, {"workspace": _shortened(saved, texts), **about})
    hashes.drop_unused()
    summary = snapshot.summary
    content = {"version": VERSION, "summary": vars(summary), "states": described, TEXTS: [*texts]}
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "replace"), blocks


def read_summary(content: bytes) -> Summary:
    """What an offer says of a saved workspace."""
    found = _parse(content).get("summary")
    if not isinstance(found, dict) or not isinstance(found.get("address"), dict):
        raise DataError(DAMAGED)
    address = {str(name): str(value) for name, value in found["address"].items()}
    edits = found.get("edits")
    edits = edits if type(edits) is int and edits >= 0 else 0
    return Summary(str(found.get("name", "")), edits, found.get("made") is True, address)


def read(content: bytes, block: Callable[[str], bytes]) -> tuple[Workspace, dict[str, Any]]:
    """The workspace of a JSON and the settings of its pages; `block` gives a block by its hash."""
    parsed = _parse(content)
    described = parsed.get("states")
    if not isinstance(described, list) or not described:
        raise DataError(DAMAGED)
    for entry in described:
        _lengthen(entry, parsed.get(TEXTS, []))
    tables: dict[str, Table] = {}
    saved = [_read_state(entry, block, tables) for entry in described[-1:]]
    states = [saved[0].state]
    for entry in reversed(described[:-1]):
        try:
            earlier = _read_state(entry, block, tables).state
        except DataError:
            break  # what cannot be read any more cannot be undone
        states.insert(0, _sharing(earlier, states[0]))
    workspace = Workspace.of_states(states)
    workspace.hide_truth(saved[0].truth_hidden)
    workspace.pins = saved[0].pins
    return workspace, dict(saved[0].settings)


def pack(table: Table) -> bytes:
    """A table as a block."""
    return zlib.compress(_raw(table), 1)


def _raw(table: NDArray[Any]) -> memoryview:
    """The bytes of a table, without a copy where it has them in this order."""
    return np.ascontiguousarray(table, dtype="<f8").data.cast("B")


def _unpack(content: bytes, name: str, rows: int, columns: int) -> Table:
    size = 8 * rows * columns
    try:
        raw = zlib.decompressobj().decompress(content, size + 1)
    except zlib.error as error:
        raise DataError(DAMAGED) from error
    if len(raw) != size or sha256(raw).hexdigest() != name:
        raise DataError(DAMAGED)
    table: Table = np.frombuffer(raw, dtype="<f8").reshape(rows, columns).astype(np.float64)
    return table


def _kept_tables(state: State) -> dict[str, NDArray[Any]]:
    """The tables that no recipe gives back for certain."""
    if state.data_recipe is not None and not state.edited:
        return {}
    tables = workspace_file.tables(state)
    if state.label_recipe is not None:
        del tables[workspace_file.MASSES]
    return tables


def _listed(tables: Mapping[str, NDArray[Any]], named: Mapping[str, str]) -> dict[str, Any]:
    return {name: [named[name], *map(int, table.shape)] for name, table in tables.items()}


_LISTS = "ids", "texts", "split"


def _shortened(saved: SavedWorkspace, texts: dict[tuple[str, ...], int]) -> dict[str, Any]:
    """The description with the numbers of its lists of texts, which stand once for all."""
    description, dataset = workspace_file.describe(saved), saved.state.dataset
    if dataset is not None:
        for name in _LISTS:
            listed = getattr(dataset, name)
            description["data"][name] = texts.setdefault(listed, len(texts))
    return description


def _lengthen(entry: Any, texts: Any) -> None:
    """Put the lists of texts back where `_shortened` left their numbers."""
    match entry:
        case {"workspace": {"data": dict(data)}}:
            for name in _LISTS:
                match data.get(name), texts:
                    case int(number), list(known) if 0 <= number < len(known):
                        data[name] = known[number]


def _parse(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise DataError(DAMAGED) from error
    if not isinstance(found, dict) or found.get("version") != VERSION:
        raise DataError("The saved workspace was written by another version of belieflab.")
    return found


def _read_state(
    entry: Any, block: Callable[[str], bytes], known: dict[str, Table]
) -> SavedWorkspace:
    if not isinstance(entry, dict) or not isinstance(entry.get("tables"), dict):
        raise DataError(DAMAGED)
    description = entry.get("workspace")
    parts: dict[str, Table] = {}
    for name, listed in entry["tables"].items():
        match listed:
            case [str(hash_), int(rows), int(columns)] if rows > 0 and columns >= 0:
                if hash_ not in known:
                    known[hash_] = _unpack(block(hash_), hash_, rows, columns)
                parts[name] = known[hash_]
            case _:
                raise DataError(DAMAGED)
    saved = _read_parts(description, _made_tables(description, parts) | parts)
    what, edits = str(entry.get("what", "")), entry.get("edits")
    edits = edits if type(edits) is int and edits >= 0 else 0
    return replace(saved, state=replace(saved.state, what=what, edits=edits))


def _read_parts(description: Any, tables: Mapping[str, Table]) -> SavedWorkspace:
    from belieflab.data.reading.described_tables import DescribedTables  # not for Start

    parts = DescribedTables(json.dumps(description, ensure_ascii=False).encode(), tables)
    return workspace_reader.from_parts(parts)


def _made_tables(description: Any, parts: Mapping[str, Table]) -> dict[str, Table]:
    """The tables that were not kept, made by the recipes of the description."""
    recipes = recipe_reader.read_recipes(description)
    if workspace_file.POINTS in parts:
        if recipes.label_recipe is None:
            return {}
        given = _read_parts(description | {"labels": None}, parts).state
        recipes = replace(recipes, dataset=given.dataset, data_recipe=None)
    return workspace_file.tables(recipes.made_again())


def _sharing(earlier: State, later: State) -> State:
    """The earlier state with the very points of the later one where they are the same."""
    one, other = earlier.dataset, later.dataset
    if one is None or other is None:
        return earlier
    same = _numbers(one) == _numbers(other) and _names(one) == _names(other)
    return replace(earlier, dataset=other) if same else earlier


def _numbers(dataset: Dataset) -> list[bytes]:
    tables = workspace_file.tables(State(dataset=dataset))
    return [sha256(_raw(table)).digest() for table in tables.values()]


def _names(dataset: Dataset) -> tuple[object, ...]:
    columns = tuple((each.name, each.levels) for each in dataset.categories)
    classes = dataset.class_names, dataset.class_kind
    objects = dataset.ids, dataset.texts, dataset.image_shape
    return dataset.name, dataset.source, dataset.feature_names, classes, columns, objects
