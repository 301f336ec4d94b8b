"""Files that belong together: features, labels, truth and class names, each in its own file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import compress

import pandas as pd

from belieflab.belief import Frame
from belieflab.data.label_files import (
    as_names,
    detect_layout,
    read_labels,
)
from belieflab.data.object_texts import check_ids
from belieflab.data.reading.archives import unpack_folder
from belieflab.data.reading.by_id import in_order_of
from belieflab.data.reading.datasets import Loaded, to_dataset
from belieflab.data.reading.folder_classes import class_names, named_frame, read_truth
from belieflab.data.reading.folder_roles import folder_roles, refuse_twice
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import stored_in
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.object_columns import read_ids
from belieflab.data.reading.readers import extensions, is_one_file, read_table, sniff
from belieflab.data.reading.roles import Roles, find_row_names
from belieflab.data.reading.sampling import ending_of
from belieflab.errors import DataError

PARTS: dict[str, tuple[str, ...]] = {
    "features": ("x", "features"),
    "labels": ("y", "labels", "masses"),
    "truth": ("y_true", "truth"),
    "classes": ("classes",),
    "ids": ("x_pictures", "ids"),
    "answers": ("data_imperfect", "answers"),
}
"""Names, without their ending, under which a folder keeps each part."""


@dataclass(frozen=True)
class FolderTables:
    """The tables of files that belong together, by part.

    Attributes
    ----------
    tables : the table of each part that is there
    files : the name of its file
    ignored : names of the files that are no part
    guesses : how the file of each part was read
    """

    tables: Mapping[str, pd.DataFrame]
    files: Mapping[str, str]
    ignored: tuple[str, ...] = ()
    guesses: Mapping[str, FileGuess] = field(default_factory=dict)


def read_folder(
    files: Mapping[str, bytes], missing: Treatment = "drop", name: str = "folder"
) -> Loaded:
    """Points, truth and labels from several files, or from one .zip that holds them.

    `files` maps file names to contents. Needed: X.csv (features). Taken when there: y.csv (labels
    in any layout, also masses in 2^K columns without names), y_true.csv (classes or their codes),
    classes.csv (`0;Basset`, or one name a line), X_pictures.csv or ids.csv (what each row is
    called), DATA_imperfect.csv or answers.csv (the answers of annotators, one per line). Other
    files are left alone.
    """
    return join_tables(read_folder_tables(files), missing, name)


def read_folder_tables(files: Mapping[str, bytes]) -> FolderTables:
    """The tables in several files, or in one .zip that holds them."""
    with stored_in(sum(map(len, files.values()))):
        return _read_folder_tables(_unpacked(files))


def _read_folder_tables(files: Mapping[str, bytes]) -> FolderTables:
    found = {part: _find(files, stems) for part, stems in PARTS.items()}
    parts = {part: file for part, file in found.items() if file is not None}
    if "features" not in parts:
        raise DataError(
            "The folder needs a file X.csv with the features; "
            f"found {', '.join(sorted(files)[:8]) or 'nothing'}. Other files are uploaded "
            "unpacked, and opened one after the other."
        )
    read = {
        part: _table(file, files[file], header=False if part in ("classes", "ids") else None)
        for part, file in parts.items()
    }
    n = len(read["features"][0])
    names = read["features"][1].has_header
    for part in ("labels", "truth"):  # a class in the first row is no name of a column
        short = part in read and len(read[part][0]) == n - 1
        if short and not (names and _is_named(read[part][0])):
            read[part] = _table(parts[part], files[parts[part]], header=False)
    tables = {part: table for part, (table, _) in read.items()}
    guesses = {part: guess for part, (_, guess) in read.items()}
    _check_lengths(tables, parts)
    return FolderTables(tables, parts, tuple(sorted(set(files) - set(parts.values()))), guesses)


def join_tables(
    folder: FolderTables,
    missing: Treatment = "drop",
    name: str = "folder",
    roles: Roles | None = None,
) -> Loaded:
    """Points, truth and labels from the tables of files that belong together.

    `roles` are those of the columns of X.csv; by default they are guessed, see `folder_roles`.
    """
    tables, files = folder.tables, folder.files
    features = tables["features"]
    roles = roles or folder_roles(folder)
    refuse_twice(roles, files)
    source = f"Read from {', '.join(files.values())}."
    points = to_dataset(features, roles, missing, name, source)
    dataset, labels, kept, notes = points.dataset, points.labels, points.kept, points.notes
    assert kept is not None  # noqa: S101  (a table was read)
    classes = class_names(tables.get("classes"))
    named = read_ids(features, roles.columns("id"))
    (true, _), (columns, more) = (_in_order(tables.get(k), named) for k in ("truth", "labels"))
    notes += more
    given = Frame.of_kind(classes) if classes else None
    layout = "" if columns is None else detect_layout(columns, given)
    frame = given or named_frame(true, columns, layout)
    truth = read_truth(true, frame)
    if columns is not None:
        labels = read_labels(columns, layout, frame)[kept]
    if frame is not None and dataset.truth is None and points.labels is None:
        known = None if truth is None else truth[kept]
        kind = frame.kind
        dataset = replace(dataset, truth=known, class_names=frame.names, class_kind=kind)
    if folder.ignored:
        notes += (f"Left alone: {', '.join(folder.ignored[:8])}.",)
    ids, odd = _ids(tables.get("ids"), files.get("ids", ""), len(features))
    if ids:
        dataset = replace(dataset, ids=tuple(compress(ids, kept)))
    loaded = Loaded(dataset, labels, notes + odd, kept=kept)
    return _with_answers(loaded, folder) if "answers" in tables else loaded


def _is_named(table: pd.DataFrame) -> bool:
    """Whether names stand above the columns: none of the classes, which come several times."""
    return all(
        str(name) not in as_names(cells) and cells.nunique() < cells.count()
        for name, cells in table.items()
    )


def _in_order(
    table: pd.DataFrame | None, ids: list[str]
) -> tuple[pd.DataFrame | None, tuple[str, ...]]:
    """The rows of a file in the order of those of X.csv, without a column that names them."""
    if table is None:
        return None, ()
    ordered, notes = in_order_of(table, ids)
    row_names = find_row_names(ordered)
    return ordered if row_names is None else ordered.drop(columns=row_names), notes


def _ids(table: pd.DataFrame | None, file: str, n: int) -> tuple[list[str], tuple[str, ...]]:
    """What the objects are called, as the pictures of the Credal data sets are by number."""
    if table is None:
        return [], ()
    names = ["" if name is None else name for name in as_names(table.iloc[:, 0])]
    try:
        check_ids(names, n)
    except DataError as error:
        return [], (f"{file} is left alone: {error}",)
    return names, ()


def _with_answers(loaded: Loaded, folder: FolderTables) -> Loaded:
    """The answers of annotators about the objects; why not, where they are not about them."""
    from belieflab.data.crowd_files import join_items  # it builds on the readers
    from belieflab.data.crowd_files.tables import read_long

    table, file = folder.tables["answers"], folder.files["answers"]
    try:
        if loaded.kept is not None and not loaded.kept.all() and not loaded.dataset.ids:
            raise DataError("rows were dropped, and items no longer stand for rows.")
        if "ids" in folder.tables and not loaded.dataset.ids:
            raise DataError(f"what its items are stands in {folder.files['ids']}.")
        crowd = read_long(table, None, folder.guesses.get("answers"), filename=file)
        joined = join_items(crowd, loaded.dataset)
    except DataError as error:
        return replace(loaded, notes=(*loaded.notes, f"{file} is left alone: {error}"))
    return replace(loaded, crowd=crowd, notes=(*loaded.notes, *crowd.notes, *joined.notes))


def only_table(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The one file, or the one table that a .zip holds, by its name; several are refused."""
    ((name, content),) = files.items()
    if not name.lower().endswith(".zip"):
        return {name: content}
    unpacked = unpack_folder(content, lambda each: ending_of(each) in extensions())
    found = {each: inside for each, inside in unpacked.items() if inside}
    if len(found) != 1:
        raise DataError(
            f"The zip holds {len(found)} tables; one alone is read, or several of which one is "
            "called X, as X.csv is."
        )
    return found


def _unpacked(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files by bare name; a lone .zip is opened."""
    if len(files) == 1:
        name, content = next(iter(files.items()))
        if name.lower().endswith(".zip") or (content.startswith(b"PK") and not is_one_file(name)):
            return unpack_folder(content, _is_part)
    return {name.replace("\\", "/").rsplit("/", 1)[-1]: content for name, content in files.items()}


def _is_part(name: str) -> bool:
    """Whether a file of a folder is one of its parts by its name."""
    return any(name.rsplit(".", 1)[0].lower() in stems for stems in PARTS.values())


def _find(files: Mapping[str, bytes], stems: tuple[str, ...]) -> str | None:
    for stem in stems:
        for name in sorted(files):
            if name.rsplit(".", 1)[0].lower() == stem:
                return name
    return None


def _table(name: str, content: bytes, header: bool | None) -> tuple[pd.DataFrame, FileGuess]:
    """The table of one file and how it was read; its name goes into every error message."""
    try:
        guess = sniff(content, name)
        if header is not None:
            guess = replace(guess, has_header=header)
        return read_table(content, guess), guess
    except DataError as error:
        raise DataError(f"{name}: {error}") from None


def _check_lengths(tables: Mapping[str, pd.DataFrame], parts: Mapping[str, str]) -> None:
    n = len(tables["features"])
    for part in ("labels", "truth"):
        if part in tables and len(tables[part]) != n:
            raise DataError(
                f"{parts['features']} has {n:,} rows, but {parts[part]} has {len(tables[part]):,}."
            )
