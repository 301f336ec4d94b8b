"""Compiling every kernel once: `python -m belieflab.kernels [ROOM ...]` fills the cache on disk.

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

# Those first that a newcomer's first run needs.
ROOMS = ("mixture", "belief", "clustering", "neighbors", "experiments")
PACKAGE = Path(__file__).parent


def warm_up(room: str) -> None:
    """Load the kernels of one room from the cache on disk; compile those that are not there."""
    import_module(f"belieflab.{room}.warmup").warm_up()


def ready_rooms() -> Iterator[str]:
    """Every room, each as soon as its kernels are on disk; another process compiles what is not.

    A room is yielded too when that process cannot be started or fails: whoever warms it up then
    compiles it, slower but to the same kernels.
    """
    missing = _not_on_disk(ROOMS)
    yield from (room for room in ROOMS if room not in missing)
    rooms = iter(missing)
    if missing:
        with suppress(OSError), _start_compiler(missing) as compiler:
            for _line, room in zip(compiler.stdout or (), rooms, strict=False):
                yield room
    yield from rooms


def _start_compiler(rooms: list[str]) -> subprocess.Popen[bytes]:
    """The process that compiles and names each room when it is done; its failures are silent."""
    import_module("belieflab.compiling")  # says where the cache is, for both processes
    return subprocess.Popen(  # noqa: S603 (this very interpreter, and names of rooms)
        [sys.executable, "-m", "belieflab.kernels", "--gently", *rooms],
        env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _not_on_disk(rooms: tuple[str, ...]) -> list[str]:
    """The rooms that were not compiled since the last change of a source file."""
    changed = max(source.stat().st_mtime for source in PACKAGE.rglob("*.py"))
    return [room for room in rooms if _compiled_at(room) <= changed]


def _compiled_at(room: str) -> float:
    try:
        return _stamp(room).stat().st_mtime
    except OSError:
        return 0.0


def _stamp(room: str) -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR", PACKAGE / "__pycache__")) / f"{room}-compiled"


def _note_compiled(room: str) -> None:
    with suppress(OSError):  # a package that cannot be written: the next start looks again
        _stamp(room).parent.mkdir(exist_ok=True)
        _stamp(room).touch()


def main(arguments: list[str]) -> None:
    """Compile the named rooms, or all, unless they are; `--gently` gives way to other processes."""
    if "--gently" in arguments and hasattr(os, "nice"):
        os.nice(10)
    chosen = tuple(room for room in ROOMS if room in arguments) or ROOMS
    for room in _not_on_disk(chosen):
        sys.stderr.write(f"Compiling the kernels of {room}, once; some seconds.\n")
        warm_up(room)
        _note_compiled(room)
        sys.stdout.write(f"{room}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
