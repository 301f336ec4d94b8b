"""A pinned run: its name, its settings and scores, and its picture."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import starmap
from typing import TYPE_CHECKING, Any

import numpy as np

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.ui.shell.json_size import Size, json_size
from belieflab.ui.shell.old_names import current_page

if TYPE_CHECKING:
    import plotly.graph_objects as go

MAX_PINS, MAX_OF_PAGE = 200, 6
"""Runs in a file, and runs kept per page; the oldest leaves when another comes."""

MAX_NAME_LENGTH = 60
MAX_ENTRIES = 100
MAX_TEXT = 2_000
MAX_NUMBER = 1.7e308
MAX_CLUSTERS, MAX_MASSES = 64, 400_000
"""Of the pinned partitions of a file, the masses of all together."""
MAX_PICTURE, MAX_PICTURES = 2_000_000, 16_000_000
"""Characters of one pinned picture in a file, and of all of them."""

MAX_TRACES = 400
MAX_VALUES = Size(objects=20_000, lists=500_000, commas=2_000_000)
"""Of one pinned picture in a file; of all of them, three times as many."""

MAX_PICTURE_TEXT = 20_000
"""Of one text in it other than an image; the texts of our pictures have some hundred."""

_IMAGE = "data:image/png;base64,"
_ADDRESS = re.compile(
    r"(?:https?|ftp|file|javascript|data|blob|wss?)\s*:|//|<\s*(?:a|img|script|iframe|svg)\b",
    re.IGNORECASE,
)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*+={0,2}")
_TAG = re.compile(
    r"<\s*(?:a|img|image|script|iframe|svg|use|object|embed|link|style)\b", re.IGNORECASE
)
_FETCHED = {"source", "src", "href", "url", "style", "geojson", "topojson"}
"""Fields whose text Plotly may fetch or open; elsewhere a text is only drawn."""
_MAPS = {
    *("scattergeo", "choropleth", "scattermap", "choroplethmap", "densitymap"),
    *("scattermapbox", "choroplethmapbox", "densitymapbox"),
}
"""Kinds of traces that fetch a map by themselves."""

Pins = dict[str, list["Pinned"]]
"""The pinned runs of every page, in the order of pinning."""


@dataclass(frozen=True, eq=False)
class Pinned:
    """One run to compare others with; an empty name is replaced by the next free letter.

    `outcome` is whatever its page compares further: of it, files keep credal partitions.
    """

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    picture: "go.Figure | None" = None
    outcome: Any = None


def as_entries(pins: Mapping[str, Sequence[Pinned]]) -> list[dict[str, Any]]:
    """The pins as plain values for the workspace file; what is huge stays behind."""
    entries: list[dict[str, Any]] = []
    left, masses = MAX_PICTURES, MAX_MASSES
    for page, kept in pins.items():
        for pinned in kept:
            entry: dict[str, Any] = {
                "page": page,
                "name": pinned.name,
                "settings": {name: _plain(value) for name, value in pinned.settings.items()},
                "scores": {name: float(x) for name, x in pinned.scores.items() if math.isfinite(x)},
            }
            picture = "" if pinned.picture is None else str(pinned.picture.to_json())
            if picture and len(picture) <= min(MAX_PICTURE, left):
                entry["picture"] = picture
                left -= len(picture)
            if isinstance(pinned.outcome, MassTable) and pinned.outcome.mass.size <= masses:
                entry["partition"] = _partition_entry(pinned.outcome)
                masses -= pinned.outcome.mass.size
            entries.append(entry)
    return entries


def from_entries(entries: Any) -> Pins:
    """The pins of a workspace file, checked value by value."""
    if entries is None:
        return {}
    if not isinstance(entries, list) or len(entries) > MAX_PINS:
        raise DataError("The pinned runs in the workspace file are not a short list.")
    pins: Pins = {}
    left = _Left()
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("page"), str):
            raise DataError("A pinned run in the workspace file does not name its page.")
        settings = _checked(entry.get("settings"), (str, int, float, bool))
        scores = _checked(entry.get("scores"), (int, float))
        name = str(entry.get("name", ""))[:MAX_NAME_LENGTH]
        page = current_page(entry["page"][:MAX_NAME_LENGTH])
        picture = read_picture(entry.get("picture"), left)
        outcome = read_partition(entry.get("partition"), left)
        run = Pinned(name, settings, scores, picture, outcome)
        pins[page] = [*pins.get(page, ()), run][-MAX_OF_PAGE:]
    return pins


@dataclass
class _Left:
    """What the pictures and partitions of one file may still hold."""

    characters: int = field(default_factory=lambda: MAX_PICTURES)
    values: Size = field(default_factory=lambda: Size(*(3 * each for each in MAX_VALUES)))
    masses: int = field(default_factory=lambda: MAX_MASSES)

    def take_picture(self, text: str) -> bool:
        """Whether a picture is small enough, alone and after those before it."""
        if len(text) > min(MAX_PICTURE, self.characters):
            return False
        size = json_size(text.encode("utf-8", "replace"), MAX_VALUES)
        if size.exceeds(MAX_VALUES) or size.exceeds(self.values):
            return False
        self.characters -= len(text)
        self.values = Size(*(a - b for a, b in zip(self.values, size, strict=True)))
        return True


def read_picture(text: Any, left: _Left | None = None) -> "go.Figure | None":
    """The picture that a file holds as JSON; None where it is none, or refers to an address.

    A file may come from anybody: a figure is drawn only if nothing in it is fetched or opened, and
    if it is small enough for `left`.
    """
    if not isinstance(text, str) or not text or not (left or _Left()).take_picture(text):
        return None
    try:
        content = json.loads(text)
        if not isinstance(content, dict) or len(content.get("data") or ()) > MAX_TRACES:
            return None
        if not all(starmap(_is_harmless, _strings(content))):
            return None
        return import_module("plotly.graph_objects").Figure(
            data=content.get("data"), layout=content.get("layout")
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _partition_entry(table: MassTable) -> dict[str, Any]:
    return {
        "names": list(table.frame.names),
        "focal": table.focal.tolist(),
        "mass": table.mass.tolist(),
    }


def read_partition(entry: Any, left: _Left | None = None) -> MassTable | None:
    """The credal partition that a file holds; None where it is none, or too large for `left`."""
    left = left or _Left()
    if not isinstance(entry, dict) or not isinstance(entry.get("names"), list):
        return None
    try:
        names, mass = list(map(str, entry["names"])), np.array(entry["mass"], dtype=np.float64)
        if len(names) > MAX_CLUSTERS or mass.size > left.masses:
            return None
        left.masses -= mass.size
        table = MassTable(names, entry["focal"], mass)
        partition: MassTable = import_module("belieflab.clustering").CredalPartition.of(table)
        return partition
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _strings(value: Any) -> Iterator[tuple[str, str]]:
    """All texts in nested lists and dictionaries, names among them, each with its field."""
    left = [("", value)]
    while left:
        field, each = left.pop()
        if isinstance(each, str):
            yield field, each
        elif isinstance(each, dict):
            left += [("", name) for name in each]
            left += [(name, value) for name, value in each.items() if not _is_array(name, value)]
        elif isinstance(each, list):
            left += [(field, one) for one in each]


def _is_array(key: str, value: Any) -> bool:
    """Whether it is the base64 of an array, which may be long and holds // by chance."""
    return key == "bdata" and isinstance(value, str) and _BASE64.fullmatch(value) is not None


def _is_harmless(field: str, text: str) -> bool:
    """Whether nothing is fetched or opened because of a text in a field of that name."""
    if field in _FETCHED and text.startswith(_IMAGE):
        return True
    if len(text) > MAX_PICTURE_TEXT or (field in _FETCHED and _ADDRESS.search(text)):
        return False
    return not _TAG.search(text) and not (field == "type" and text in _MAPS)


def _checked(values: Any, kinds: tuple[type, ...]) -> dict[str, Any]:
    if not isinstance(values, dict) or len(values) > MAX_ENTRIES:
        raise DataError("A pinned run in the workspace file lacks its settings or scores.")
    return {
        name[:MAX_NAME_LENGTH]: value
        for name, value in values.items()
        if isinstance(value, kinds) and _is_usable(value)
    }


def _is_usable(value: Any) -> bool:
    """Whether a value of a file can be shown: a finite number that a float can hold, or text."""
    if isinstance(value, str):
        return len(value) <= MAX_TEXT
    return not isinstance(value, int | float) or abs(value) <= MAX_NUMBER


def _plain(value: Any) -> str | int | float | bool:
    if hasattr(value, "item"):
        value = value.item()
    return value if isinstance(value, str | int | float | bool) else str(value)
