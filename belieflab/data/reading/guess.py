"""FileGuess: what a file seems to be, for a person to confirm or change."""

from dataclasses import dataclass
from typing import Literal

DELIMITERS: dict[str, str] = {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "pipe",
    " ": "spaces",
}
"""Characters that may separate the cells of a text file, and their names on screen."""

ENCODINGS: tuple[str, ...] = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1")
"""Encodings offered for a text file; `utf-8-sig` is UTF-8 with a byte order mark."""


@dataclass(frozen=True)
class FileGuess:
    """What a file seems to be; change a field with `dataclasses.replace` and read again.

    Attributes
    ----------
    kind : the key of its reader in `READERS`
    encoding : of a text file, one of `ENCODINGS`
    delimiter : of a delimited text file, one of `DELIMITERS`
    decimal : `.` or `,`
    has_header : whether the first row holds column names (csv and excel)
    skip : lines of a text, or rows of a sheet, that stand above the table and are left out
    trim : whether spaces around text cells are dropped (files that write `a, b`)
    unmarked : whether numbers with signs, such as `45 %` and `1,200`, are read without them
    sheets, sheet : names of the sheets of a workbook and the one to read
    as_image : whether its numbers are the pixels of an image
    shape : rows and columns of that image as it is read; empty where it can be none
    may_be_image : whether a table of numbers may as well be an image, as these are bytes
    position : whether the places of the pixels are features beside their colours
    text : what was found, in a few words
    """

    kind: str
    encoding: str = "utf-8"
    delimiter: str = ","
    decimal: Literal[".", ","] = "."
    has_header: bool = True
    skip: int = 0
    trim: bool = False
    unmarked: bool = False
    sheets: tuple[str, ...] = ()
    sheet: str = ""
    as_image: bool = False
    shape: tuple[int, ...] = ()
    may_be_image: bool = False
    position: bool = False
    text: str = ""
