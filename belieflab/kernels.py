"""Compiling every kernel once: `python -m belieflab.kernels [PACKAGE ...]` fills the cache on disk.

An app that compiled in its own process would hold the interpreter for most of a minute, and
everything that runs meanwhile would be slow. So another process compiles, and this one loads.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

# Those first that the first page needs.
PACKAGES = ("mixture", "belief", "clustering", "neighbors", "bayes", "crowd", "experiments")
PACKAGE = Path(__file__).parent


def warm_up(package: str) -> None:
    """Load the kernels of one package from the cache on disk; compile those that are not there."""
    import_module(f"belieflab.{package}.warmup").warm_up()


def ready_packages() -> Iterator[str]:
    """Every package, each as soon as its kernels are on disk; another process compiles what is not.

    A package is yielded too when that process cannot be started or fails: whoever warms it up then
    compiles it, slower but to the same kernels.
    """
    missing = _not_on_disk(PACKAGES)
    yield from (package for package in PACKAGES if package not in missing)
    packages = iter(missing)
    if missing:
        with suppress(OSError), _start_compiler(missing) as compiler:
            for _line, package in zip(compiler.stdout or (), packages, strict=False):
                yield package
    yield from packages


def _start_compiler(packages: list[str]) -> subprocess.Popen[bytes]:
    """The process that compiles and names each package when it is done; its failures are silent."""
    import_module("belieflab.compiling")  # says where the cache is, for both processes
    return subprocess.Popen(  # noqa: S603 (this very interpreter, and names of packages)
        [sys.executable, "-m", "belieflab.kernels", "--gently", *packages],
        env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _not_on_disk(packages: tuple[str, ...]) -> list[str]:
    """The packages that were not compiled since the last change of a source file."""
    changed = max(source.stat().st_mtime for source in PACKAGE.rglob("*.py"))
    return [package for package in packages if _compiled_at(package) <= changed]


def _compiled_at(package: str) -> float:
    try:
        return _stamp(package).stat().st_mtime
    except OSError:
        return 0.0


def _stamp(package: str) -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR", PACKAGE / "__pycache__")) / f"{package}-compiled"


def _note_compiled(package: str) -> None:
    with suppress(OSError):  # a package that cannot be written: the next start looks again
        _stamp(package).parent.mkdir(exist_ok=True)
        _stamp(package).touch()


def main(arguments: list[str]) -> None:
    """Compile the named packages, or all that are not; `--gently` gives way to other processes."""
    if "--gently" in arguments and hasattr(os, "nice"):
        os.nice(10)
    chosen = tuple(package for package in PACKAGES if package in arguments) or PACKAGES
    for package in _not_on_disk(chosen):
        sys.stderr.write(f"Compiling the kernels of {package}, once; some seconds.\n")
        warm_up(package)
        _note_compiled(package)
        sys.stdout.write(f"{package}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
