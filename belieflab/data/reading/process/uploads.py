"""Uploaded files by way of the process that reads them."""

import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from belieflab.belief import Frame
from belieflab.data.crowd_files.crowd_file import CrowdFile
from belieflab.data.reading.datasets import Loaded
from belieflab.data.reading.described_tables import DescribedTables
from belieflab.data.reading.folders import FolderTables, join_tables
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.label_uploads import LabelFile, find_labels
from belieflab.data.reading.limits import Unpacked, check_file_size, inflated_limit, stored_size
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.process.jobs import CONTENT, DESCRIPTION, added_readers, guess_from
from belieflab.data.reading.process.pool import COPIES, Watch, reading_pool
from belieflab.memory import check_memory
from belieflab.temporary import folder_prefix


@dataclass(frozen=True)
class OpenedTable:
    """A file as far as it could be read: the guess, and its table or what is wrong with it."""

    guess: FileGuess
    table: pd.DataFrame | None = None
    problem: str = ""


def open_table(
    content: bytes, filename: str = "", guess: FileGuess | None = None, watch: Watch | None = None
) -> OpenedTable:
    """The table in a file, by a guess or by the first one, see `sniff` and `read_table`."""
    settings = {"guess": None if guess is None else asdict(guess)}
    answer, tables = _ask("table", {filename: content}, settings, watch)
    found = guess_from(answer["guess"])
    assert found is not None  # noqa: S101  (a file without a guess is refused)
    return OpenedTable(found, tables[0] if tables else None, answer["problem"])


def open_folder(
    files: Mapping[str, bytes],
    missing: Treatment = "drop",
    name: str = "folder",
    watch: Watch | None = None,
) -> Loaded:
    """Points, truth and labels from files that belong together, see `read_folder`."""
    return join_tables(open_folder_tables(files, watch), missing, name)


def open_folder_tables(files: Mapping[str, bytes], watch: Watch | None = None) -> FolderTables:
    """The tables in files that belong together, see `join_tables`."""
    answer, tables = _ask("folder", files, {}, watch)
    parts = dict(zip(answer["files"], tables, strict=True))
    guesses = {
        part: guess
        for part, fields in answer["guesses"].items()
        if (guess := guess_from(fields)) is not None
    }
    return FolderTables(parts, answer["files"], tuple(answer["ignored"]), guesses)


def open_members(
    content: bytes, endings: Collection[str], watch: Watch | None = None
) -> dict[str, bytes]:
    """The files in a zip whose names end so, by their bare names, see `unpack_folder`."""
    check_memory(inflated_limit(len(content)))
    answer, cells = _ask("members", {"": content}, {"endings": [*endings]}, watch)
    contents = (Unpacked(cell[CONTENT].iloc[0], stored_size(content)) for cell in cells)
    return dict(zip(answer["names"], contents, strict=True))


def open_label_file(
    content: bytes,
    filename: str = "",
    frame: Frame | None = None,
    n: int | None = None,
    layout: str | None = None,
    watch: Watch | None = None,
    ids: Sequence[str] = (),
) -> LabelFile:
    """Labels in a file, for points that are already there, see `read_label_file`."""
    settings = {"classes": None if frame is None else frame.names}
    _, (table,) = _ask("label table", {filename: content}, settings, watch)
    return find_labels(table, frame, n, layout, ids)


def open_crowd_file(
    content: bytes,
    filename: str = "",
    layout: str | None = None,
    scale: tuple[float, float] | None = None,
    columns: Mapping[str, str] | None = None,
    watch: Watch | None = None,
    classes: Sequence[str] = (),
) -> CrowdFile:
    """The answers of a crowd in a file, see `belieflab.data.crowd_files.read_crowd_file`."""
    settings: dict[str, Any] = {"layout": layout, "scale": scale, "classes": [*classes]}
    settings["columns"] = columns and dict(columns)
    return CrowdFile.unpack(*_ask("crowd file", {filename: content}, settings, watch))


def open_described_tables(
    content: bytes, description: str, tables: Collection[str], watch: Watch | None = None
) -> DescribedTables:
    """A description and tables of numbers from a zip, see `read_described_tables`."""
    settings = {DESCRIPTION: description, "tables": [*tables]}
    answer, (described, *numbers) = _ask("described tables", {"": content}, settings, watch)
    found = described[DESCRIPTION].iloc[0]
    return DescribedTables(
        found if isinstance(found, bytes) else None,
        {name: table.to_numpy() for name, table in zip(answer["names"], numbers, strict=True)},
        len(content),
    )


def _ask(
    job: str, files: Mapping[str, bytes], settings: Mapping[str, Any], watch: Watch | None
) -> tuple[dict[str, Any], list[pd.DataFrame]]:
    """Put the files where the process finds them, and wait for its answer."""
    for content in files.values():
        check_file_size(len(content))
    check_memory(float(COPIES * sum(map(len, files.values()))))
    with tempfile.TemporaryDirectory(prefix=folder_prefix("upload")) as folder:
        paths = {}
        for number, (name, content) in enumerate(files.items()):
            path = Path(folder) / str(number)
            path.write_bytes(content)
            paths[name] = str(path)
        stored = sum(map(stored_size, files.values()))
        request = {"job": job, "files": paths, "stored": stored, "settings": settings}
        request |= {"readers": added_readers()}
        return reading_pool().ask(request, sum(map(len, files.values())), watch)
