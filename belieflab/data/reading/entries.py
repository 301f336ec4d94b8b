"""The entries of a zip that anyone may have made: only those wanted are inflated, with limits."""

import io
import zipfile
import zlib
from collections.abc import Collection

from belieflab.data.reading.limits import inflated_limit
from belieflab.errors import DataError

MAX_ENTRIES = 64
MAX_INFLATED = 600_000_000
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Python limits what these inflate to; a few kilobytes of others may become a hundred megabytes."""
_PIECE = 1 << 20


def read_entries(
    content: bytes, wanted: Collection[str] | None = None, largest: int = MAX_INFLATED
) -> dict[str, bytes]:
    """The wanted files of the archive by name, those that are there; by default all.

    Together they inflate to at most `largest` bytes, less for a small archive, and none to more
    than its directory says. Whatever is wrong becomes a DataError.
    """
    largest = inflated_limit(len(content), largest)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check_directory(entries)
            chosen = [each for each in entries if wanted is None or each.filename in wanted]
            check_total(sum(each.file_size for each in chosen), largest)
            return {each.filename: inflate(archive, each) for each in chosen}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        raise DataError("The file is no zip archive, or it is cut off or damaged.") from error
    except (NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError("The zip archive is encrypted or packed in an unknown way.") from error


def _check_directory(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > MAX_ENTRIES:
        raise DataError(
            f"The zip archive holds {len(entries):,} files; {MAX_ENTRIES} at most are expected."
        )
    if len({entry.filename for entry in entries}) < len(entries):
        raise DataError("The zip archive holds two files of the same name.")


def check_total(total: int, largest: int) -> None:
    """Refuse files that would inflate to more than is allowed."""
    if total > largest:
        raise DataError(
            f"The zip archive would unpack to {total / 1e6:,.0f} MB; "
            f"{largest / 1e6:,.0f} MB are allowed."
        )


def inflate(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A file of an archive, piece by piece; one that holds more than was stated is damaged."""
    if entry.compress_type not in METHODS:
        raise NotImplementedError("Only stored and deflated entries are read.")
    pieces, total = [], 0
    with archive.open(entry) as stream:
        while piece := stream.read(_PIECE):
            pieces.append(piece)
            total += len(piece)
            if total > entry.file_size:
                raise zipfile.BadZipFile("An entry is larger than its directory says.")
    return b"".join(pieces)
