"""Temporary folders that name the process they belong to, so that what a killed one left can go."""

import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

_NAME = re.compile(r"belieflab-(?:upload|stop|results)-(\d+)-\w+")


def folder_prefix(kind: str) -> str:
    """How the name of a temporary folder of this process begins; kind: upload, stop or results."""
    return f"belieflab-{kind}-{os.getpid()}-"


def remove_leftovers() -> list[Path]:
    """Remove the temporary folders of ours whose process is no more; returns which.

    A process that was killed could not do so itself. Nothing else is touched: no link, no folder
    of another user, and none whose process number is in use.
    """
    removed = []
    for path in Path(tempfile.gettempdir()).glob("belieflab-*"):
        named = _NAME.fullmatch(path.name)
        with suppress(OSError):  # it has gone meanwhile
            if named and _is_ours(path) and not _is_alive(int(named[1])):
                shutil.rmtree(path, ignore_errors=True)
                removed.append(path)
    return removed


def _is_ours(path: Path) -> bool:
    return not path.is_symlink() and path.is_dir() and path.stat().st_uid == os.getuid()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
