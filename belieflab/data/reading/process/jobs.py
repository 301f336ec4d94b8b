"""What the process that reads files can be asked for: files in, tables out."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd

from belieflab.data.crowd_files.layouts import read_crowd_file
from belieflab.data.reading.archives import unpack_folder
from belieflab.data.reading.described_tables import read_described_tables
from belieflab.data.reading.folders import only_table, read_folder_tables
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.gzipped import unpack_gzip
from belieflab.data.reading.label_uploads import read_label_table
from belieflab.data.reading.readers import READERS, read_table, sniff
from belieflab.errors import DataError

Answer = tuple[dict[str, Any], list[pd.DataFrame]]
Files = Mapping[str, bytes]

_OURS = "belieflab.data.reading."
DESCRIPTION = "description"
"""Column in which a description travels as bytes."""
CONTENT = "content"
"""Column in which a file travels as bytes."""


def run_job(request: Mapping[str, Any]) -> Answer:
    """The answer to a request: its `job` with its `files`, paths by name, and its `settings`."""
    files: dict[str, bytes] = {}
    for given, path in request["files"].items():
        name, content = unpack_gzip(given, Path(path).read_bytes())
        if name in files:
            raise DataError(f"There are two files {name!r}, one of them packed; upload one alone.")
        files[name] = content
    added = [getattr(import_module(module), name) for module, name in request["readers"]]
    with READERS.temporarily(*added):
        return JOBS[request["job"]](files, request["settings"])


def added_readers() -> list[tuple[str, str]]:
    """Module and name of every reader that somebody added to those of belieflab."""
    return [
        (reader.read.__module__, name)
        for reader in READERS.values()
        if not reader.read.__module__.startswith(_OURS)
        for name, value in vars(sys.modules[reader.read.__module__]).items()
        if value is reader
    ]


def guess_from(fields: Mapping[str, Any] | None) -> FileGuess | None:
    """The guess that `dataclasses.asdict` made these fields of."""
    if fields is None:
        return None
    listed = {name: tuple(fields[name]) for name in ("sheets", "shape")}
    return FileGuess(**{**fields, **listed})


def _table(files: Files, settings: Mapping[str, Any]) -> Answer:
    """One file by the guess that is given, or by the first one; how far it came is part of it."""
    ((name, content),) = only_table(files).items()
    guess = guess_from(settings["guess"]) or sniff(content, name)
    try:
        table = read_table(content, guess)
    except DataError as error:
        return {"guess": asdict(guess), "problem": str(error)}, []
    return {"guess": asdict(guess), "problem": ""}, [table]


def _label_table(files: Files, settings: Mapping[str, Any]) -> Answer:
    ((name, content),) = files.items()
    return {}, [read_label_table(content, name, settings["classes"])]


def _folder(files: Files, settings: Mapping[str, Any]) -> Answer:
    folder = read_folder_tables(files)
    guesses = {part: asdict(guess) for part, guess in folder.guesses.items()}
    header = {"files": dict(folder.files), "ignored": folder.ignored, "guesses": guesses}
    return header, [*folder.tables.values()]


def _described_tables(files: Files, settings: Mapping[str, Any]) -> Answer:
    ((_, content),) = files.items()
    parts = read_described_tables(content, settings[DESCRIPTION], settings["tables"])
    described = pd.DataFrame({DESCRIPTION: pd.Series([parts.description], dtype=object)})
    return {"names": [*parts.tables]}, [described, *map(pd.DataFrame, parts.tables.values())]


def _members(files: Files, settings: Mapping[str, Any]) -> Answer:
    """The files in a zip whose names end as is said, each a table of one cell."""
    ((_, content),) = files.items()
    endings = tuple(settings["endings"])
    found = unpack_folder(content, lambda name: name.lower().endswith(endings))
    wanted = {name: each for name, each in found.items() if name.lower().endswith(endings)}
    cells = [pd.DataFrame({CONTENT: pd.Series([each], dtype=object)}) for each in wanted.values()]
    return {"names": [*wanted]}, cells


def _crowd_file(files: Files, settings: Mapping[str, Any]) -> Answer:
    ((name, content),) = files.items()
    scale, columns = settings["scale"], settings["columns"]
    given = settings["layout"], None if scale is None else (scale[0], scale[1]), columns
    return read_crowd_file(content, name, *given, settings["classes"]).pack()


JOBS: dict[str, Callable[[Files, Mapping[str, Any]], Answer]] = {
    "table": _table,
    "label table": _label_table,
    "folder": _folder,
    "members": _members,
    "crowd file": _crowd_file,
    "described tables": _described_tables,
}
