"""Timing two ways to the same result, fairly: same input, same threads, medians, in turns."""

import json
import os
import statistics
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

THREADS = os.cpu_count() or 1
"""Threads of a measurement that may use the whole machine."""


@dataclass(frozen=True)
class Measurement:
    """One comparison: our median seconds, the peer's, and what was computed."""

    name: str
    ours_s: float
    peer: str
    peer_s: float
    ratio: float
    threads: int
    what: str

    def as_json(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def as_text(self) -> str:
        """Three lines for a person."""
        return (
            f"{self.name}: {self.ratio:.1f} times as fast as {self.peer}\n"
            f"    {self.ours_s:.4g} s against {self.peer_s:.4g} s, {self.threads} thread(s)\n"
            f"    {self.what}"
        )


def compare(
    name: str,
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    *,
    peer_name: str,
    what: str,
    repeats: int,
    peer_repeats: int | None = None,
    threads: int = 1,
) -> Measurement:
    """Medians after one unmeasured call of each (which also compiles).

    The two take turns, so that a busy moment of the machine meets both; `peer_repeats` may be
    fewer where the peer takes seconds.
    """
    peer_repeats = repeats if peer_repeats is None else peer_repeats
    ours()
    if peer_repeats > 1:
        peer()
    our_times, peer_times = [], []
    for turn in range(max(repeats, peer_repeats)):
        if turn < repeats:
            our_times.append(seconds(ours))
        if turn < peer_repeats:
            peer_times.append(seconds(peer))
    ours_s, peer_s = statistics.median(our_times), statistics.median(peer_times)
    return Measurement(name, ours_s, peer_name, peer_s, peer_s / ours_s, threads, what)


def seconds(call: Callable[[], Any]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def peak_bytes(call: Callable[[], Any]) -> int:
    """The most that one call had allocated at a time."""
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
