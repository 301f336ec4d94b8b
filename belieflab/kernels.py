"""Compiling every kernel once: `python -m belieflab.kernels` fills Numba's cache on disk.

An app that compiled in its own process would hold the interpreter for most of a minute, and
whatever a person runs meanwhile would crawl. So another process compiles, and this one loads.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from belieflab import compiling

# Those first that a newcomer's first run needs.
ROOMS = ("mixture", "belief", "clustering", "neighbors", "experiments")
PACKAGE = Path(compiling.__file__).parent


def warm_up(room: str) -> None:
    """Load the kernels of one room from the cache on disk; compile those that are not there."""
    import_module(f"belieflab.{room}.warmup").warm_up()


def ready_rooms() -> Iterator[str]:
    """Every room, each as soon as another process has its kernels on disk.

    A room is yielded too when that process cannot be started or fails: whoever warms it up then
    compiles it, slower but to the same kernels.
    """
    rooms = iter(ROOMS)
    if not _are_on_disk():
        with suppress(OSError), _start_compiler() as compiler:
            for _line, room in zip(compiler.stdout or (), rooms, strict=False):
                yield room
    yield from rooms


def _start_compiler() -> subprocess.Popen[bytes]:
    """The process that compiles and names each room when it is done; its failures are silent."""
    return subprocess.Popen(
        [sys.executable, "-m", "belieflab.kernels", "--gently"],
        env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _are_on_disk() -> bool:
    """Whether all kernels were compiled since the last change of a source file."""
    try:
        compiled = _stamp().stat().st_mtime
    except OSError:
        return False
    return all(source.stat().st_mtime < compiled for source in PACKAGE.rglob("*.py"))


def _stamp() -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR", PACKAGE / "__pycache__")) / "kernels-compiled"


def main(arguments: list[str]) -> None:
    """Compile room after room; `--gently` makes all but the first give way to other processes."""
    first, *others = ROOMS
    _compile(first)
    if "--gently" in arguments and hasattr(os, "nice"):
        os.nice(10)
    for room in others:
        _compile(room)
    with suppress(OSError):  # a cache elsewhere: the next start looks again, which is quick
        _stamp().touch()


def _compile(room: str) -> None:
    warm_up(room)
    sys.stdout.write(f"{room}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
