"""Zip archives (also .xlsx files) opened with care: sizes are checked before and in unpacking."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from html import unescape

from belieflab.data.reading.entries import METHODS, inflate
from belieflab.data.reading.limits import (
    LARGEST_FILE,
    LARGEST_INFLATED,
    MEGABYTE,
    inflated_limit,
)
from belieflab.errors import DataError

MAX_MEMBERS = 2_000
LARGEST_RATIO = 500
"""A member this many times larger than its packed form is refused when it is also big."""
_WORKBOOK, _KIND = "xl/workbook.xml", "mimetype"

_SHEET = re.compile(r'<(?:\w++:)?sheet [^<>]*?name="([^<"]*+)"')
"""The name of a sheet. XML has no bare `<` inside a tag, so no search goes beyond the next one."""


def open_archive(content: bytes) -> zipfile.ZipFile:
    """A zip archive whose members, unpacked, stay below the limit.

    The sizes are those the directory states. A directory that lies is harmless: `zipfile` hands
    out no more bytes of a member than were stated and then finds its checksum wrong.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise DataError("The file starts like a zip or Excel file but is damaged.") from None
    members = archive.infolist()
    if len(members) > MAX_MEMBERS:
        raise DataError(f"The archive holds {len(members):,} files; the limit is {MAX_MEMBERS:,}.")
    if any(member.flag_bits & 0x1 for member in members):
        raise DataError("The archive is protected by a password; save it without one.")
    if any(member.compress_type not in METHODS for member in members):
        raise DataError("The archive is packed in an unusual way; pack it as a common zip file.")
    total = sum(member.file_size for member in members)
    limit = inflated_limit(len(content), LARGEST_INFLATED)
    if total > limit:
        raise DataError(
            f"Unpacked, the file would have {total / MEGABYTE:,.0f} MB; "
            f"the limit is {limit // MEGABYTE} MB."
        )
    for member in members:
        if member.file_size > LARGEST_RATIO * max(member.compress_size, MEGABYTE // 10):
            raise DataError(
                f"The part {member.filename!r} would grow {LARGEST_RATIO} times or more when "
                "unpacked; such files are not opened."
            )
    return archive


def read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of one member, never more than its stated size."""
    try:
        return inflate(archive, archive.getinfo(name))
    except MemoryError:
        raise
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError):
        raise DataError(f"The part {name!r} of the archive is damaged.") from None
    except Exception as error:  # zlib.error and lzma errors share no base class
        raise DataError(f"The part {name!r} of the archive is damaged ({error}).") from None


def is_workbook(archive: zipfile.ZipFile) -> bool:
    """Whether an archive is an Excel workbook."""
    return _WORKBOOK in archive.namelist()


def sheet_names(content: bytes) -> tuple[str, ...]:
    """Names of the sheets of an .xlsx file, in order."""
    with open_archive(content) as archive:
        if not is_workbook(archive):
            if _KIND in archive.namelist() and b"opendocument" in read_member(archive, _KIND):
                raise DataError("This is an OpenDocument file; save it as .xlsx or as CSV.")
            raise DataError(
                "This is a zip archive but not an Excel workbook (.xlsx); "
                "a zipped folder must hold X.csv."
            )
        text = read_member(archive, _WORKBOOK).decode("utf-8", errors="replace")
    names = tuple(unescape(name) for name in _SHEET.findall(text))
    if not names:
        raise DataError("The Excel file has no sheets.")
    return names


def unpack_folder(content: bytes, is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """The files of a zipped folder by their bare names; hidden and system files are left out.

    Only those that are wanted by their names are unpacked; the others come without content.
    """
    with open_archive(content) as archive:
        unpacked: dict[str, bytes] = {}
        for member in archive.infolist():
            name = member.filename.rsplit("/", 1)[-1]
            if not name or name.startswith(".") or "__MACOSX" in member.filename:
                continue
            if not is_wanted(name):
                unpacked[name] = b""
                continue
            if member.file_size > LARGEST_FILE:
                raise DataError(
                    f"The file {name!r} has {member.file_size / MEGABYTE:.0f} MB; "
                    f"the limit is {LARGEST_FILE // MEGABYTE} MB."
                )
            unpacked[name] = read_member(archive, member.filename)
    return unpacked


def pack_folder(files: Mapping[str, bytes]) -> bytes:
    """A zip of files, as `unpack_folder` reads it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()
