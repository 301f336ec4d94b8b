"""One place for Numba's compile flags and for the place of its cache.

Kernels are serial (no `parallel=True`): a thread pool runs chunks of rows or restarts,
so one seed gives one result whatever the number of threads. They release the GIL so
that one browser session never freezes another.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _use_a_writable_cache() -> None:
    """Point Numba at a temporary folder when neither the package nor the home can be written.

    With `cache=True` Numba otherwise fails at import in a read-only installation. The folder
    is this process's own, as compiled code must not be somebody else's to change.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    beside_the_kernels = Path(__file__).parent
    of_the_user = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    if not any(_can_write(place) for place in (beside_the_kernels, of_the_user)):
        folder = tempfile.mkdtemp(prefix="belieflab-numba-")
        os.environ["NUMBA_CACHE_DIR"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _can_write(place: Path) -> bool:
    """Whether a file can be made there, or in the nearest folder above that exists."""
    existing = next(folder for folder in (place, *place.parents) if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            return True
    except OSError:
        return False


_use_a_writable_cache()

from numba import njit  # noqa: E402  (the cache folder must be chosen before Numba is imported)


def kernel(function: Kernel) -> Kernel:
    """Compile a function on plain float64 arrays: cached on disk, without the GIL.

    The flags are spelled out because a kernel without any takes over those of whichever kernel
    calls it first, and its result would depend on the order of compilation.
    """
    return cast(Kernel, njit(cache=True, nogil=True, fastmath={"contract"})(function))


def exact_kernel(function: Kernel) -> Kernel:
    """Compile a kernel that rounds after every operation, as the formula is written.

    Fused operations would part distances that are equal elsewhere, and so decide ties otherwise.
    """
    return cast(Kernel, njit(cache=True, nogil=True, fastmath=False)(function))


def summing_kernel(function: Kernel) -> Kernel:
    """Compile a kernel whose sums may be taken in any order, so that they become vector sums.

    The order is fixed when the kernel is compiled: the same input gives the same bits.
    """
    flags = {"reassoc", "contract", "nsz", "arcp"}
    return cast(Kernel, njit(cache=True, nogil=True, fastmath=flags)(function))
