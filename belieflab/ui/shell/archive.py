"""Reading a zip that anyone may have made: sizes are checked before and while inflating."""

import io
import zipfile
import zlib

from belieflab.errors import DataError

MAX_ENTRIES = 64
MAX_INFLATED = 600_000_000


def read_entries(content: bytes, largest: int = MAX_INFLATED) -> dict[str, bytes]:
    """Every file of the archive by name.

    The sizes in the directory must sum to at most `largest`, and no file may inflate to more
    than its directory says. Whatever is wrong becomes a DataError.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _check_directory(entries, largest)
            return {entry.filename: _inflate(archive, entry) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        raise DataError("The file is no zip archive, or it is cut off or damaged.") from error
    except (NotImplementedError, RuntimeError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError("The zip archive is encrypted or packed in an unknown way.") from error


def _check_directory(entries: list[zipfile.ZipInfo], largest: int) -> None:
    if len(entries) > MAX_ENTRIES:
        raise DataError(
            f"The zip archive holds {len(entries):,} files; {MAX_ENTRIES} at most are expected."
        )
    total = sum(entry.file_size for entry in entries)
    if total > largest:
        raise DataError(
            f"The zip archive would unpack to {total / 1e6:,.0f} MB; "
            f"{largest / 1e6:,.0f} MB are allowed."
        )
    if len({entry.filename for entry in entries}) < len(entries):
        raise DataError("The zip archive holds two files of the same name.")


def _inflate(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A file that holds more than its directory says is cut there, and its checksum is wrong."""
    with archive.open(entry) as stream:
        return stream.read(entry.file_size + 1)
