"""How much one address may do: new devices at a rate, wrong codes with a delay.

A school may share one address, so nothing here keeps a right code out for what others did there.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

MAX_ADDRESSES = 10_000
"""That are remembered; the longest silent is forgotten for the next."""


class JoinRate:
    """New devices of one address: `burst` at once, then one every `seconds`.

    Safe between threads.
    """

    def __init__(
        self, burst: int = 90, seconds: float = 2.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.seconds = burst, seconds
        self._clock = clock
        self._full: dict[str, float] = {}  # when the whole burst is there again
        self._lock = threading.Lock()

    def take(self, address: str) -> float:
        """Count one new device; returns 0, or the seconds to wait for a place."""
        with self._lock:
            now = self._clock()
            full = max(self._full.pop(address, now), now)
            wait = full - now - (self.burst - 1) * self.seconds
            _remember(self._full, address, full if wait > 0 else full + self.seconds)
            return max(wait, 0.0)


class WrongCodes:
    """How long an answer to a wrong code is delayed: longer the more there were of late."""

    def __init__(
        self,
        free: int = 5,
        longest: float = 3.0,
        seconds: float = 300.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.free, self.longest, self.seconds = free, longest, seconds
        self._clock = clock
        self._counts: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def delay(self, address: str) -> float:
        """Count one wrong code of an address; returns the seconds its answer has to wait."""
        with self._lock:
            now = self._clock()
            count, last = self._counts.pop(address, (0, now))
            count = 1 if now - last > self.seconds else count + 1
            _remember(self._counts, address, (count, now))
            return min(self.longest, max(0.0, 0.1 * (count - self.free)))


def _remember(known: dict[str, Value], address: str, value: Value) -> None:
    """Keep a value as the newest, and at most `MAX_ADDRESSES` of them."""
    known[address] = value
    if len(known) > MAX_ADDRESSES:
        del known[next(iter(known))]
