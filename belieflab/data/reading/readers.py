"""The kinds of files that can be read, one entry each.

The list of extensions at an uploader, the sentence that refuses other files and the table in the
README come from these entries; so does the order in which a file's readers are asked.
"""

from codecs import BOM_UTF8
from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from belieflab.data.reading.arff import guess_arff, read_arff
from belieflab.data.reading.arrays import guess_npy, guess_npz, read_npy, read_npz
from belieflab.data.reading.delimited import read_delimited
from belieflab.data.reading.delimiters import guess_delimited
from belieflab.data.reading.encoding import NotText
from belieflab.data.reading.excel import guess_excel, read_excel
from belieflab.data.reading.guess import DELIMITERS, FileGuess
from belieflab.data.reading.gzipped import GZIP_ENDING
from belieflab.data.reading.images import EXTENSIONS, guess_image, read_image
from belieflab.data.reading.json_tables import JSON_ENDINGS, guess_json, read_json
from belieflab.data.reading.limits import check_file_size, stored_in
from belieflab.data.reading.marked_numbers import read_marked
from belieflab.data.reading.parquet import guess_parquet, read_parquet
from belieflab.data.reading.sampling import FileSample, ending_of
from belieflab.data.reading.squares import lay_classes_beside
from belieflab.data.reading.yaml_tables import YAML_ENDINGS, guess_yaml, read_yaml
from belieflab.errors import DataError
from belieflab.registry import Registry

_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd")
_WEB_PAGE, _BEGINNING = (b"<!doctype html", b"<html"), 1_000


@dataclass(frozen=True)
class Reader:
    """One kind of file.

    Attributes
    ----------
    key : the `kind` of its `FileGuess`
    title : its name on screen
    extensions : endings of its files, without the dot
    explanation : one sentence about what is read from it
    recognise : a guess of how the file is written, or None when it is of another kind; a
        DataError when it is of this kind and cannot be read
    read : the table in a file, given the guess
    fields : the fields of the guess that a person may change
    describe : the guess in one line; by default the title
    refused : endings that an uploader accepts only to say what to do instead
    is_zip : whether its files are zips, in which no other files are looked for
    """

    key: str
    title: str
    extensions: tuple[str, ...]
    explanation: str
    recognise: Callable[[FileSample], FileGuess | None]
    read: Callable[[bytes, FileGuess], pd.DataFrame]
    fields: tuple[str, ...] = ()
    describe: Callable[[FileGuess], str] | None = None
    refused: tuple[str, ...] = ()
    is_zip: bool = False


def _describe_delimited(guess: FileGuess) -> str:
    decimal = "decimal comma" if guess.decimal == "," else "decimal point"
    separated = f"{DELIMITERS.get(guess.delimiter, guess.delimiter)}-separated text"
    return f"{separated}, {guess.encoding}, {decimal}, {_describe_header(guess)}"


def _describe_header(guess: FileGuess) -> str:
    names = "first row holds the names" if guess.has_header else "no row of names"
    above = f"{guess.skip} row{'s'[: guess.skip != 1]} above the table left out"
    return f"{above}, {names}" if guess.skip else names


def _describe_others(guess: FileGuess) -> str:
    """The sheets, or groups of arrays, that are not read."""
    others = [sheet for sheet in guess.sheets if sheet != guess.sheet]
    return f"; not read: {', '.join(others)}" if others else ""


READERS = Registry(
    "reader",
    [
        Reader(
            "csv",
            "CSV",
            ("csv", "tsv", "txt", "dat"),
            "Delimited text: encoding, delimiter, decimal sign and row of names are recognised.",
            recognise=guess_delimited,
            read=read_delimited,
            fields=("encoding", "delimiter", "decimal", "has_header"),
            describe=_describe_delimited,
        ),
        Reader(
            "arff",
            "ARFF",
            ("arff",),
            "Weka's format; nominal attributes keep the declared order of their values.",
            recognise=guess_arff,
            read=read_arff,
            fields=("encoding",),
            describe=lambda guess: f"ARFF, {guess.encoding}",
        ),
        Reader(
            "excel",
            "Excel",
            ("xlsx",),
            "One sheet of a workbook; formulas count by their stored values.",
            recognise=guess_excel,
            read=read_excel,
            fields=("sheet", "has_header"),
            describe=lambda guess: (
                f"Excel, sheet {guess.sheet}, {_describe_header(guess)}{_describe_others(guess)}"
            ),
            refused=("xls",),
            is_zip=True,
        ),
        Reader(
            "parquet",
            "Parquet",
            ("parquet",),
            "Columns of numbers, text and dates; a dictionary of text keeps its order.",
            recognise=guess_parquet,
            read=read_parquet,
        ),
        Reader(
            "json",
            "JSON",
            JSON_ENDINGS,
            "Records, one record per line, rows, or columns by name; no nested values.",
            recognise=guess_json,
            read=read_json,
        ),
        Reader(
            "yaml",
            "YAML",
            YAML_ENDINGS,
            "`object: class` in each line; answers of annotators by name open as a crowd.",
            recognise=guess_yaml,
            read=read_yaml,
        ),
        Reader(
            "npy",
            "NumPy",
            ("npy",),
            "One array, a row for each entry of its first axis; nothing is unpickled.",
            recognise=guess_npy,
            read=read_npy,
            fields=("as_image", "position"),
            describe=lambda guess: guess.text if guess.as_image else "NumPy",
        ),
        Reader(
            "npz",
            "NumPy archive",
            ("npz",),
            "Arrays of as many rows side by side, such as X and y; nothing is unpickled.",
            recognise=guess_npz,
            read=read_npz,
            fields=("sheet",),
            describe=lambda guess: f"NumPy archive, arrays {guess.sheet}{_describe_others(guess)}",
            is_zip=True,
        ),
        Reader(
            "image",
            "images (PNG, JPEG, TIFF)",
            EXTENSIONS,
            "Pixels as objects, colours from 0 to 1 as features; a large image is reduced.",
            recognise=guess_image,
            read=read_image,
            fields=("position",),
            describe=lambda guess: guess.text,
        ),
    ],
)
"""Asked from the last to the first: delimited text, which has no mark of its own, comes first."""


def sniff(content: bytes, filename: str = "") -> FileGuess:
    """A guess of what a file is, from its first part; it can be changed and read again."""
    check_file_size(len(content))
    if content.startswith(_COMPRESSED):
        raise DataError("The file is compressed; unpack it first.")
    if content[:_BEGINNING].removeprefix(BOM_UTF8).lstrip().lower().startswith(_WEB_PAGE):
        raise DataError(
            "The file is a web page (HTML) and holds no table; a page on which one downloads or "
            "signs in may have been saved in place of the data."
        )
    sample, refusal = FileSample(content, filename), "The file is of no known kind"
    for reader in reversed(READERS.values()):
        try:
            guess = reader.recognise(sample)
        except NotText as error:
            refusal = str(error)
            continue
        if guess is not None:
            return guess
    raise DataError(f"{refusal}; {readable()} can be read.")


def read_table(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """The table in a file: unique column names, numbers as float64, everything else as text.

    A missing cell is NaN. Nominal attributes of ARFF and dictionary columns of Parquet become
    categorical columns, which keep the declared order of their values. Classes below or above the
    dissimilarities of objects, as a row, become a column.
    """
    check_file_size(len(content))
    with stored_in(len(content)):
        table = READERS.find(guess.kind).read(content, guess)
        return lay_classes_beside(read_marked(table) if guess.unmarked else table)


def describe_guess(guess: FileGuess) -> str:
    """A guess in one line, for the screen."""
    reader = READERS.find(guess.kind)
    text = reader.describe(guess) if reader.describe else reader.title
    return f"{text}, numbers without their signs" if guess.unmarked else text


def open_fields(guess: FileGuess) -> tuple[str, ...]:
    """The fields of this guess that a person may change."""
    closed = {"as_image"} if not guess.shape else set()
    closed |= set() if guess.as_image else {"position"}
    return tuple(name for name in READERS.find(guess.kind).fields if name not in closed)


def extensions() -> list[str]:
    """The endings that an uploader accepts, without dots; any of these files may be gzipped."""
    known = [end for reader in READERS.values() for end in (*reader.extensions, *reader.refused)]
    return [*known, GZIP_ENDING]


def is_one_file(filename: str) -> bool:
    """Whether a zip of that name is a single file of a reader, and no folder."""
    found = (reader for reader in READERS.values() if reader.is_zip)
    return any(ending_of(filename) in reader.extensions for reader in found)


def readable(conjunction: str = "and") -> str:
    """The kinds of files in a phrase: "CSV, ARFF, Excel and Parquet"."""
    *titles, last = [reader.title for reader in READERS.values()]
    return f"{', '.join(titles)} {conjunction} {last}"
