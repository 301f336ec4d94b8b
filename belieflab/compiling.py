"""One place for Numba's compile flags and for where its cache lives.

Kernels are serial (no `parallel=True`): a thread pool runs chunks of rows or restarts,
so one seed gives one result whatever the number of threads. They release the GIL so
that one browser session never freezes another.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _use_a_writable_cache() -> None:
    """Point Numba at a temporary folder when neither the package nor the home can be written.

    With `cache=True` Numba otherwise fails at import in a read-only installation.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    package = Path(__file__).parent
    home = Path(os.path.expanduser("~"))
    if not any(os.access(place, os.W_OK) for place in (package, home)):
        os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="belieflab-numba-")


_use_a_writable_cache()

from numba import njit  # noqa: E402  (the cache folder must be chosen before Numba is imported)


def kernel(function: Kernel) -> Kernel:
    """Compile a function on plain float64 arrays: cached on disk, without the GIL."""
    return cast(Kernel, njit(cache=True, nogil=True)(function))
